#pragma once

/// @file
/// Samples of glTF files that declare colliders, tests/data/physics, and checks of what they give. They are
/// written by hand.

#include "import/support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sat3d::test {

inline ImportedModel sample(const std::string& file, const ImportOptions& options = {}) {
    auto model = loadModel(std::string(SAT3D_TEST_DATA) + "/physics/" + file, options);
    EXPECT_TRUE(model) << model.error().message;
    return model ? *std::move(model) : ImportedModel{};
}

inline const CollisionBody& bodyOf(const CollisionModel& model, const std::string& name) {
    static const CollisionBody kNone{"", Sphere{}};
    const CollisionBody* const body = model.find(name);
    EXPECT_NE(body, nullptr) << name;
    return body != nullptr ? *body : kNone;
}

inline void expectSurface(const CollisionModel& model, const std::string& name, const glm::vec3& lower,
                          const glm::vec3& upper) {
    const CollisionMesh* const surface = model.findMesh(name);
    ASSERT_NE(surface, nullptr) << name;
    EXPECT_EQ(model.find(name), nullptr) << name;
    const Aabb box = bounds(surface->mesh, RigidTransform{});
    EXPECT_TRUE(near(box.lower, lower)) << name;
    EXPECT_TRUE(near(box.upper, upper)) << name;
    EXPECT_TRUE(surface->mesh.isWatertight()) << name;
}

inline void expectBounds(const CollisionBody& body, const glm::vec3& lower, const glm::vec3& upper,
                         float tolerance = 1e-5f) {
    const Aabb box = bounds(body.shape, RigidTransform{});
    EXPECT_TRUE(near(box.lower, lower, tolerance)) << body.name;
    EXPECT_TRUE(near(box.upper, upper, tolerance)) << body.name;
}

/// Returns the name of the node whose trigger the body is, or "" for a solid body.
inline std::string triggerOf(const CollisionModel& model, const std::string& name) {
    const CollisionBody& body = bodyOf(model, name);
    return body.trigger ? model.nodes.at(*body.trigger).name : "";
}

}  // namespace sat3d::test
