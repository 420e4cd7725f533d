#pragma once

/// Nodes that have a mesh in the file. Assimp drops meshes without faces, so these nodes arrive without one.

#include <sat3d/core/config.hpp>

#include <map>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Names of nodes with a mesh. If several nodes share a name, the name counts only if all of them have a
/// mesh.
class NamesOfMeshNodes {
public:
    void add(const std::string& name, bool hasMesh) {
        bool& all = allHaveMesh_.try_emplace(name, true).first->second;
        all = all && hasMesh;
    }
    [[nodiscard]] bool contains(const std::string& name) const {
        const auto found = allHaveMesh_.find(name);
        return found != allHaveMesh_.end() && found->second;
    }

private:
    std::map<std::string, bool> allHaveMesh_;
};

/// What a validator finds out about a file.
struct FileFindings {
    NamesOfMeshNodes meshNodes = {};
    std::vector<std::string> notes = {};  ///< for the report
};

}  // namespace sat3d::SAT3D_ABI::importing
