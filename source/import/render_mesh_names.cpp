#include "import/render_mesh_names.hpp"

#include "import/naming_text.hpp"
#include "import/naming_unreal.hpp"

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// `Crate_01_Cube.005` -> `Crate_01`; nothing where there is no underscore.
std::string_view withoutDatablock(std::string_view name) {
    const std::size_t underscore = name.rfind('_');
    return underscore == std::string_view::npos ? std::string_view() : name.substr(0, underscore);
}

}  // namespace

void RenderMeshNames::add(std::uint32_t node) {
    const std::string name = lowered(nodes_[node].name);
    byName_[name].push_back(node);
    if (const std::string_view shorter = withoutDatablock(name); !shorter.empty()) {
        byNameWithoutData_[std::string(shorter)].push_back(node);
    }
}

std::optional<std::uint32_t> RenderMeshNames::find(std::string_view target, std::uint32_t parent,
                                                   bool appendedDatablocks) const {
    std::optional<std::uint32_t> found = findWhole(target, parent);
    if (!found && appendedDatablocks) {
        found = findWhole(withoutDatablock(target), parent);
    }
    if (!found && appendedDatablocks) {
        found = findWithoutDatablock(target);
    }
    return found;
}

std::optional<std::uint32_t> RenderMeshNames::findWhole(std::string_view target, std::uint32_t parent) const {
    for (const std::string& candidate : renderNameCandidates(target)) {
        const auto entry = byName_.find(lowered(candidate));
        if (entry == byName_.end()) {
            continue;
        }
        const auto closeness = [&](std::uint32_t node) {
            return 2 * (nodes_[node].name == candidate) + (nodes_[node].parent == parent);
        };
        return std::ranges::max(entry->second, {}, closeness);  // the first of the closest
    }
    return std::nullopt;
}

std::optional<std::uint32_t> RenderMeshNames::findWithoutDatablock(std::string_view target) const {
    for (const std::string_view shorter : {target, withoutDatablock(target)}) {
        for (const std::string& candidate : renderNameCandidates(shorter)) {
            const auto entry = byNameWithoutData_.find(lowered(candidate));
            if (entry != byNameWithoutData_.end()) {
                return entry->second.size() == 1 ? std::optional(entry->second.front()) : std::nullopt;
            }
        }
    }
    return std::nullopt;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
