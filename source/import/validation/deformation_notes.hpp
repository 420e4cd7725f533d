#pragma once

/// Notes about meshes that more than the transforms of nodes deform.

#include "core/format_numbers.hpp"
#include "core/readable_text.hpp"

#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the name of the first of several nodes, with the number of the others.
inline std::string firstOf(const std::vector<std::string>& names) {
    return "node " + quotedName(names.front()) +
           (names.size() == 1 ? "" : " and " + formatCount(names.size() - 1, "more node", "more nodes"));
}

/// @param skinned, morphed  names of nodes
inline void noteDeformations(const std::vector<std::string>& skinned, const std::vector<std::string>& morphed,
                             std::vector<std::string>& notes) {
    if (!skinned.empty()) {
        notes.push_back(
            "bones move the mesh of " + firstOf(skinned) +
            " (skin), which leaves its place to them: the body is the mesh as modeled, at the node. Apply "
            "the armature before the export, or hang collision meshes on the bones");
    }
    if (!morphed.empty()) {
        notes.push_back("morph weights deform the mesh of " + firstOf(morphed) +
                        ": the body is the mesh without them. Apply the shape keys before the export");
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
