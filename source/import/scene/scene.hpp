#pragma once

/// Content of a model file as plain data, independent of the library that parsed it.

#include "import/scene/physics_declarations.hpp"

#include <sat3d/geometry/polygon_mesh.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

enum class Format : std::uint8_t { Obj, Gltf, Fbx, Collada, Stl, Ply, Other };

/// Polygons of one material, as in the file. A node has one mesh per material.
struct Mesh : PolygonMesh {
    std::string name;
    std::uint32_t material = 0;      ///< tag: index in Scene::materials plus 1, or 0 for none
    std::vector<glm::vec3> normals;  ///< one per vertex, or none
};

struct Node {
    static constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();
    std::string name;
    bool isHelper = false;     ///< a step of another node's transform (FBX pivots and offsets)
    bool isInstanced = false;  ///< children have the meshes of its instances
    std::uint32_t parent = kNoParent;
    glm::dmat4 toParent{1.0};
    std::vector<std::uint32_t> meshes;
    std::vector<NodeProperty> properties;
    NodePhysics physics;
};

/// A coordinate axis with a sign: {1, +1} is +Y.
struct SignedAxis {
    int axis;
    int sign;
};

/// Axes and unit that an FBX file declares.
struct FbxFrame {
    SignedAxis right{0, 1}, up{1, 1}, front{2, 1};
    double centimetersPerUnit = 1.0;
};

struct Scene {
    Format format = Format::Other;
    std::string formatName;
    std::string generator;
    std::optional<FbxFrame> fbx;
    std::vector<Node> nodes;  ///< parents before their children; the first is the root
    std::vector<Mesh> meshes;
    std::vector<std::string> materials;  ///< names
    FilePhysics physics;
    std::vector<std::string> notes;
    std::vector<SourceFile> files;  ///< that decide the scene
};

}  // namespace sat3d::SAT3D_ABI::importing
