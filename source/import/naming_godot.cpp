#include "import/naming_godot.hpp"

#include "import/naming_text.hpp"

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

struct Suffix {
    std::string_view word;
    NameRule rule;
    NodeRole role;
    ShapeKind wanted;
    Motion motion;
    bool hasEffect;    // here: a wheel or a vehicle is a mesh like any other
    bool onMeshesToo;  // also looked for in the names of meshes
};

/// In Godot's order, the first that fits counts; `$occ` is part of `$occonly`, and `$col` of `$colonly`.
constexpr Suffix kSuffixes[] = {
    {"noimp", NameRule::GodotNoimp, NodeRole::Dropped, ShapeKind::ConvexHull, Motion::Unstated, true, false},
    {"colonly", NameRule::GodotColonly, NodeRole::Body, ShapeKind::TriangleMesh, Motion::Static, true, false},
    {"convcolonly", NameRule::GodotConvcolonly, NodeRole::Body, ShapeKind::ConvexHull, Motion::Static, true,
     false},
    {"rigid", NameRule::GodotRigid, NodeRole::Body, ShapeKind::ConvexHull, Motion::Dynamic, true, false},
    {"col", NameRule::GodotCol, NodeRole::Body, ShapeKind::TriangleMesh, Motion::Static, true, true},
    {"convcol", NameRule::GodotConvcol, NodeRole::Body, ShapeKind::ConvexHull, Motion::Static, true, true},
    {"navmesh", NameRule::GodotNavmesh, NodeRole::Dropped, ShapeKind::ConvexHull, Motion::Unstated, true,
     false},
    {"occonly", NameRule::GodotOcconly, NodeRole::Dropped, ShapeKind::ConvexHull, Motion::Unstated, true,
     false},
    {"occ", NameRule::GodotOcc, NodeRole::Body, ShapeKind::ConvexHull, Motion::Unstated, false, false},
    {"vehicle", NameRule::GodotVehicle, NodeRole::Body, ShapeKind::ConvexHull, Motion::Unstated, false,
     false},
    {"wheel", NameRule::GodotWheel, NodeRole::Body, ShapeKind::ConvexHull, Motion::Unstated, false, false},
};

/// What stands before the numbers that tools append.
std::string_view stem(std::string_view name) {
    const auto doesNotCount = [](char c) {
        return isDigit(c) || (c >= 0 && c <= ' ') || c == '_' || c == '.';
    };
    while (!name.empty() && doesNotCount(name.back())) {
        name.remove_suffix(1);
    }
    return name;
}

/// The name without the word and its sign, or nothing where it does not carry the word.
std::optional<std::string> without(std::string_view name, std::string_view word) {
    const std::string small = lowered(stem(name));
    std::size_t begin = small.find("$" + std::string(word));
    if (begin == std::string::npos && small.size() > word.size() && small.ends_with(word)) {
        const std::size_t sign = small.size() - word.size() - 1;
        begin = small[sign] == '-' || small[sign] == '_' ? sign : begin;
    }
    if (begin == std::string::npos) {
        return std::nullopt;
    }
    return std::string(name.substr(0, begin)) + std::string(name.substr(begin + 1 + word.size()));
}

std::optional<GodotName> parse(std::string_view name, bool isMesh) {
    for (const Suffix& suffix : kSuffixes) {
        if (isMesh && !suffix.onMeshesToo) {
            continue;
        }
        if (std::optional<std::string> stripped = without(name, suffix.word)) {
            return GodotName{suffix.rule, suffix.role, suffix.wanted, suffix.motion,
                             suffix.hasEffect ? *std::move(stripped) : std::string(name)};
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<GodotName> parseGodotNodeName(std::string_view name) {
    return parse(name, false);
}

std::optional<GodotName> parseGodotMeshName(std::string_view name) {
    return parse(name, true);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
