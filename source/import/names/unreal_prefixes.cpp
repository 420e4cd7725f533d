#include "import/names/unreal_prefixes.hpp"

#include "import/names/ascii_text.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI::importing {
namespace {

struct Prefix {
    std::string_view text;  // in lower case
    ColliderSource source;
    ShapeType wanted;
};

constexpr Prefix kPrefixes[] = {
    {"ubx_", ColliderSource::UnrealBox, ShapeType::Box},
    {"ucx_", ColliderSource::UnrealConvex, ShapeType::ConvexHull},
    {"usp_", ColliderSource::UnrealSphere, ShapeType::Sphere},
    {"ucp_", ColliderSource::UnrealCapsule, ShapeType::Capsule},
    {"mcdcx_", ColliderSource::UnrealLegacyConvex, ShapeType::ConvexHull},
};

}  // namespace

std::optional<UnrealName> parseUnrealName(std::string_view name) {
    const std::string small = lowered(name);
    for (const Prefix& prefix : kPrefixes) {
        if (small.starts_with(prefix.text)) {
            return UnrealName{prefix.source, prefix.wanted, name.substr(prefix.text.size())};
        }
    }
    return std::nullopt;
}

std::vector<std::string> renderNameCandidates(std::string_view target) {
    std::vector<std::string> candidates{std::string(target)};
    const auto add = [&](std::string name) {
        if (std::ranges::find(candidates, name) == candidates.end()) {
            candidates.push_back(std::move(name));
        }
    };
    std::string_view original = withoutNumber(target, '.', 3);
    if (original == target) {
        original = withoutNumber(target, '_', 3);
    }
    const std::string_view duplicateNumber = target.substr(original.size());
    const std::string_view unnumbered = withoutNumber(original, '_', 1);
    add(std::string(original));
    add(std::string(unnumbered) + std::string(duplicateNumber));
    add(std::string(unnumbered));
    return candidates;
}

}  // namespace sat3d::SAT3D_ABI::importing
