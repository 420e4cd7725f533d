#pragma once

/// A collision model that uses every field of the baked format.

#include "support/baked.hpp"
#include "support/random_shapes.hpp"

#include <numeric>
#include <stdexcept>
#include <vector>

namespace sat3d::test {

inline ConvexHull hullOf(Random& random, ShapeType kind) {
    auto hull = ConvexHull::fromPoints(randomCloud(random, kind));
    if (!hull) {
        throw std::runtime_error(hull.error().message);
    }
    std::vector<std::uint32_t> tags(hull->faces().size());
    std::iota(tags.begin(), tags.end(), random.below(70'000));
    return hull->withFaceTags(tags);
}

/// A tetrahedron, and a triangle without an area.
inline TriangleMesh sampleMesh() {
    const std::vector<glm::vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 7, 7}};
    const std::vector<std::uint32_t> indices{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 0, 1};
    const std::vector<std::uint32_t> tags{0, 1, 2, 70'000, 1};
    return *TriangleMesh::fromTriangles(vertices, indices, {Sides::Front, tags});
}

/// A model of one node with one body or mesh.
inline CollisionModel modelOf(const ConvexShape& shape) {
    CollisionModel model;
    model.nodes = {{"n", std::nullopt, {}}};
    model.bodies = {{"b", shape, 0}};
    return model;
}
inline CollisionModel modelOf(const TriangleMesh& mesh) {
    CollisionModel model;
    model.nodes = {{"n", std::nullopt, {}}};
    model.meshes = {{"s", mesh, 0}};
    return model;
}

inline CollisionModel sampleModel(Random& random, std::size_t hulls = 1) {
    CollisionModel model;
    const glm::quat turn = glm::normalize(glm::quat(0.5f, glm::vec3(0.1f, 0.2f, 0.3f)));
    model.nodes = {
        {"root", std::nullopt, {}}, {"turret \xc3\xa4", 0u, {{1.0f, 2.0f, 3.0f}, turn}}, {"", 1u, {}}};
    model.bodies = {{"box", Box{{1.0f, 2.0f, 3.0f}, {0.1f, 0.0f, 0.3f}, turn}, 0, 1u},
                    {"ball", Sphere{{-1.0f, 0.0f, -0.0f}, 0.25f}, 1},
                    {"", Capsule{{0.0f, 0.0f, 1.0f}, {0.0f, 5.0f, 1.0f}, 0.5f}, 2, 0u}};
    model.bodies[0].requestedType = sat3d::ShapeType::Box;
    model.bodies[2].motion = MotionType::Dynamic;
    model.bodies[1].material = 2;
    model.materials = {"steel", "glass"};
    model.nodes[1].properties = {{"armor", "120"}, {"note", "\"quoted\""}, {"", ""}};
    model.bodies[0].rigidBody = 1;
    model.bodies[1].physicsMaterial = 0;
    model.bodies[1].filter = 1;
    model.bodies[2].trigger = 2;
    model.rigidBodies = {
        {0, MotionType::Static},
        {1, MotionType::Kinematic, 2.0f, glm::vec3(1.0f, 2.0f, 3.0f), glm::vec3(4.0f, 5.0f, 6.0f)}};
    model.rigidBodies[1].inertiaAxes = turn;
    model.rigidBodies[1].linearVelocity = {7.0f, 8.0f, 9.0f};
    model.rigidBodies[1].angularVelocity = {-1.0f, 0.0f, 1.0f};
    model.rigidBodies[1].gravityFactor = -0.5f;
    ModelJoint& joint = model.joints.emplace_back();
    joint.name = "hinge";
    joint.nodeA = 1, joint.nodeB = 2;
    joint.rigidBodyB = 1;
    joint.frameA = {{1.0f, 2.0f, 3.0f}, turn};
    joint.frameB.position = {4.0f, 5.0f, 6.0f};
    joint.offsets[1] = {-1.0f, 0.5f};
    joint.distance.upper = 2.0f;
    joint.twist = {-0.25f, 0.75f};
    joint.maxSwing = 0.5f;
    joint.collides = true;
    model.physicsMaterials = {{"ice", 0.1f, 0.2f, 0.3f, CombineMode::Minimum, CombineMode::Multiply}};
    model.filters = {{"", {"tank", ""}, {"ground"}, {}}, {"ghost", {}, {}, {"a", "b"}}};
    model.meshes = {{"ground", sampleMesh(), 0, 2u, 1u, 0u, 1u, std::nullopt}, {"", sampleMesh(), 1}};
    model.meshes[1].trigger = 2;
    for (std::size_t k = 0; k < hulls; ++k) {
        model.bodies.push_back({"hull", hullOf(random, kAllShapeKinds[k % kAllShapeKinds.size()]), 1});
    }
    return model;
}

}  // namespace sat3d::test
