#pragma once

/// @file
/// Worlds for movers.

#include "support/random.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/response/move_and_slide.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/ground.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::test {

inline const float kSkin = MoveOptions{}.skin;

/// Shapes of the size of a person, with the lowest point 1 m below the origin.
inline const std::array<Shape, 2> kWalkers{Shape(Capsule{{0, -0.7f, 0}, {0, 0.7f, 0}, 0.3f}),
                                           Shape(Box{.halfExtents = {0.3f, 1.0f, 0.3f}})};

/// A world with y up, and a floor at height 0.
struct MoverScene {
    World world;

    MoverScene() { add(HalfSpace{{0, 1, 0}, 0.0f}, Pose{}); }
    ObjectId add(const Shape& shape, const Pose& pose) {
        return *world.add({.shape = shape, .pose = pose, .kind = ObjectKind::Static});
    }
    /// A box from its lowest to its highest corner.
    ObjectId addBox(const glm::vec3& lower, const glm::vec3& upper) {
        return add(Box{.halfExtents = 0.5f * (upper - lower)}, {0.5f * (lower + upper)});
    }
    /// A ramp that rises toward +x from the origin: a half-space.
    void addRamp(float degrees) {
        const float angle = glm::radians(degrees);
        add(HalfSpace{{-std::sin(angle), std::cos(angle), 0.0f}, 0.0f}, Pose{});
    }
    /// The least signed distance to any object.
    float gap(const Shape& shape, const Pose& pose) const {
        float least = std::numeric_limits<float>::infinity();
        for (const ObjectId id : world.ids()) {
            const auto& object = *world.find(id);
            least = std::fmin(least, distance(shape, pose, object.shape, object.pose).separation);
        }
        return least;
    }
};

}  // namespace sat3d::test
