#pragma once

/// Graph of the objects in an FBX file. Assimp follows connections by recursion, so the file determines how
/// much stack it uses.

#include "import/validation/names_of_mesh_nodes.hpp"
#include "import/validation/node_graph.hpp"

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

class FbxObjectGraph {
public:
    /// @param key   the kind of the object in the file: Model, Geometry, Deformer, ...
    /// @param type  the third value of the object in the file: Mesh, Null, Camera, Shape, ...
    void addObject(std::string_view key, std::uint64_t id, std::string_view name, std::string_view type);
    /// @param toProperty  whether the connection leads to a property of the destination, not to the object
    void connect(std::uint64_t source, std::uint64_t destination, bool toProperty);

    /// Checks that models form trees (see demandBoundedWalk), and that no chain or cycle of objects that
    /// depend on each other is longer than 64. Returns the models with meshes, and notes about those with
    /// skins. Throws ValidationError.
    FileFindings check(const ImportOptions& options);

private:
    struct Object {
        std::uint64_t id;
        std::uint32_t kinds;  // one bit for each kind
        std::string_view name;
        bool isMesh;
        bool isSkin;
    };
    struct Connection {
        std::uint64_t source, destination;
        bool toProperty;
    };

    [[nodiscard]] std::vector<std::string> notes() const;
    void mergeObjects();
    [[nodiscard]] std::size_t find(std::uint64_t id) const;  // objects_.size(): not found
    void demandShortChains(const NodeGraph& needed) const;   // an edge leads to an object that is read first
    [[nodiscard]] NodeLabel labelOf(std::size_t object) const;

    std::vector<Object> objects_;
    std::vector<Connection> connections_;
};

}  // namespace sat3d::SAT3D_ABI::importing
