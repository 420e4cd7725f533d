#include "import/names/render_mesh_lookup.hpp"

#include "import/names/ascii_text.hpp"
#include "import/names/unreal_prefixes.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Returns the name up to the last underscore, or "": `Crate_01` for `Crate_01_Cube.005`.
std::string_view withoutDatablock(std::string_view name) {
    const std::size_t underscore = name.rfind('_');
    return underscore == std::string_view::npos ? std::string_view() : name.substr(0, underscore);
}

}  // namespace

void RenderMeshLookup::add(std::uint32_t node) {
    const std::string name = lowered(nodes_[node].name);
    byName_[name].push_back(node);
    if (const std::string_view shorter = withoutDatablock(name); !shorter.empty()) {
        byNameWithoutData_[std::string(shorter)].push_back(node);
    }
}

std::optional<std::uint32_t> RenderMeshLookup::find(std::string_view target, std::uint32_t parent,
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

std::optional<std::uint32_t> RenderMeshLookup::findWhole(std::string_view target,
                                                         std::uint32_t parent) const {
    for (const std::string& candidate : renderNameCandidates(target)) {
        const auto entry = byName_.find(lowered(candidate));
        if (entry == byName_.end()) {
            continue;
        }
        const auto closeness = [&](std::uint32_t node) {
            return 2 * (nodes_[node].name == candidate) + (nodes_[node].parent == parent);
        };
        return std::ranges::max(entry->second, {}, closeness);  // on ties, the first mesh
    }
    return std::nullopt;
}

std::optional<std::uint32_t> RenderMeshLookup::findWithoutDatablock(std::string_view target) const {
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

}  // namespace sat3d::SAT3D_ABI::importing
