#include "import/names/godot_suffixes.hpp"

#include "import/names/ascii_text.hpp"
#include "import/names/name_effect.hpp"

#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

struct Suffix {
    std::string_view word;
    ColliderSource source;
    ShapeType wanted = ShapeType::ConvexHull;
    MotionType motion = MotionType::Unspecified;
    bool onMeshesToo = false;  // also in the names of meshes
};

/// Suffixes in Godot's order, because the first match counts: `$occ` is a part of `$occonly`, and `$col` of
/// `$colonly`.
constexpr Suffix kSuffixes[] = {
    {"noimp", ColliderSource::GodotNoimp},
    {"colonly", ColliderSource::GodotColonly, ShapeType::TriangleMesh, MotionType::Static},
    {"convcolonly", ColliderSource::GodotConvcolonly, ShapeType::ConvexHull, MotionType::Static},
    {"rigid", ColliderSource::GodotRigid, ShapeType::ConvexHull, MotionType::Dynamic},
    {"col", ColliderSource::GodotCol, ShapeType::TriangleMesh, MotionType::Static, true},
    {"convcol", ColliderSource::GodotConvcol, ShapeType::ConvexHull, MotionType::Static, true},
    {"navmesh", ColliderSource::GodotNavmesh},
    {"occonly", ColliderSource::GodotOcconly},
    {"occ", ColliderSource::GodotOcc},
    {"vehicle", ColliderSource::GodotVehicle},
    {"wheel", ColliderSource::GodotWheel},
};

/// Removes digits, blanks, '_' and '.' from the end of a name.
std::string_view stem(std::string_view name) {
    while (!name.empty() && (isDigit(name.back()) || (name.back() >= 0 && name.back() <= ' ') ||
                             name.back() == '_' || name.back() == '.')) {
        name.remove_suffix(1);
    }
    return name;
}

/// Returns the place of a suffix in a name, sign included, or npos.
/// @param small  stem of the name in lower case
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

}  // namespace

std::optional<GodotName> parseGodotName(std::string_view name, bool isMeshName) {
    const std::string small = lowered(stem(name));
    for (const Suffix& suffix : kSuffixes) {
        if (isMeshName && !suffix.onMeshesToo) {
            continue;
        }
        const std::size_t sign = placeOf(suffix.word, small);
        if (sign == std::string_view::npos) {
            continue;
        }
        std::string rest(name);
        if (effectOf(suffix.source) != NameEffect::None) {
            rest.erase(sign, 1 + suffix.word.size());
            if (rest.size() == sign) {
                rest.erase(rest.find_last_not_of(' ') + 1);  // as in "Floor B -colonly"
            }
        }
        return GodotName{suffix.source, suffix.wanted, suffix.motion, std::move(rest)};
    }
    return std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI::importing
