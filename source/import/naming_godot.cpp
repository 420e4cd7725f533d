#include "import/naming_godot.hpp"

#include "import/naming_text.hpp"

#include <utility>

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

/// Where the word begins, with its sign, or npos where the name does not carry it.
/// @param small  the stem of the name, lowered
std::size_t placeOf(std::string_view word, std::string_view small) {
    for (std::size_t sign = small.find('$'); sign != std::string_view::npos;
         sign = small.find('$', sign + 1)) {
        if (small.substr(sign + 1).starts_with(word)) {
            return sign;
        }
    }
    if (small.size() > word.size() && small.ends_with(word)) {
        const std::size_t sign = small.size() - word.size() - 1;
        return small[sign] == '-' || small[sign] == '_' ? sign : std::string_view::npos;
    }
    return std::string_view::npos;
}

std::optional<GodotName> parse(std::string_view name, bool isMesh) {
    const std::string small = lowered(stem(name));
    for (const Suffix& suffix : kSuffixes) {
        if (isMesh && !suffix.onMeshesToo) {
            continue;
        }
        const std::size_t sign = placeOf(suffix.word, small);
        if (sign == std::string_view::npos) {
            continue;
        }
        std::string rest(name);
        if (suffix.hasEffect) {
            rest.erase(sign, 1 + suffix.word.size());
        }
        return GodotName{suffix.rule, suffix.role, suffix.wanted, suffix.motion, std::move(rest)};
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
