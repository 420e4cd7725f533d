#pragma once

/// What a reader delivers: a model file as plain data, independent of the library that parsed it.

#include "import/declared_physics.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

enum class Format : std::uint8_t { Obj, Gltf, Fbx, Collada, Stl, Ply, Other };

/// One material's share of a node's faces; polygons as the file has them.
struct Mesh {
    std::string name;
    std::uint32_t material = 0;  // a tag: 1 more than its index in the scene's materials, 0 for none
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;       // one per position, or none
    std::vector<std::uint32_t> corners;   // of all faces, one after the other, indices into positions
    std::vector<std::uint32_t> faceEnds;  // face k ends before corners[faceEnds[k]]
};

struct Node {
    static constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();
    std::string name;
    bool isHelper = false;  // stands for a step of another node's transform (FBX pivots and offsets)
    std::uint32_t parent = kNoParent;
    glm::dmat4 toParent{1.0};
    std::vector<std::uint32_t> meshes;
    std::vector<NodeProperty> properties;
    NodePhysics physics;
};

/// An axis of the file with its sign: {1, +1} is +Y.
struct SignedAxis {
    int axis;
    int sign;
};

/// What an FBX file says of its own frame.
struct FbxFrame {
    SignedAxis right{0, 1}, up{1, 1}, front{2, 1};
    double centimetresPerUnit = 1.0;
};

struct Scene {
    Format format = Format::Other;
    std::string formatName;
    std::string generator;
    std::optional<FbxFrame> fbx;
    std::vector<Node> nodes;  // parents before their children; the first is the root
    std::vector<Mesh> meshes;
    std::vector<std::string> materials;  // names
    FilePhysics physics;
    std::vector<std::string> notes;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
