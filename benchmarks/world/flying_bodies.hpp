#pragma once

/// @file
/// The moving scene of the benchmarks of worlds.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace sat3d::benchmarks {

/// Bodies that fly at up to 2 m/s and rotate at up to 1 rad/s in a cube, in which each overlaps about four
/// others. Every other body is a box.
class FlyingBodies {
public:
    static constexpr std::size_t kShapes = 48;  ///< different boxes, and different tank hulls
    static constexpr float kStep = 1.0f / 60.0f;

    /// @param density  bodies per cubic meter
    explicit FlyingBodies(std::size_t count, double density = 0.112)
        : reach_(0.5f * static_cast<float>(std::cbrt(static_cast<double>(count) / density))) {
        test::Random random(911);
        for (std::size_t i = 0; i < kShapes; ++i) {
            boxes_.push_back({.halfExtents = glm::vec3(test::randomExtents(random))});
            boxHulls_.push_back(*ConvexHull::box(boxes_.back().halfExtents));
            tanks_.push_back(test::hullOf(test::tankCloud(random)));
        }
        for (std::size_t i = 0; i < count; ++i) {
            poses_.push_back({glm::vec3(random.inBox(reach_)), glm::quat(random.rotation())});
            ways_.push_back(glm::vec3(random.direction() * random.uniform(0.0, 2.0)) * kStep);
            turns_.push_back(glm::angleAxis(static_cast<float>(random.uniform(0.0, 1.0)) * kStep,
                                            glm::vec3(random.direction())));
        }
    }

    /// Half the side of the cube, meters.
    [[nodiscard]] float reach() const { return reach_; }
    [[nodiscard]] std::size_t size() const { return poses_.size(); }
    [[nodiscard]] const std::vector<Pose>& poses() const { return poses_; }
    [[nodiscard]] static bool isBox(std::size_t body) { return body % 2 == 0; }
    [[nodiscard]] const Box& box(std::size_t body) const { return boxes_[body / 2 % kShapes]; }
    [[nodiscard]] const ConvexHull& boxHull(std::size_t body) const { return boxHulls_[body / 2 % kShapes]; }
    [[nodiscard]] const ConvexHull& tank(std::size_t body) const { return tanks_[body / 2 % kShapes]; }

    /// Moves the next `count` bodies.
    /// @param set  function of (index, pose)
    template <class Set>
    void move(std::size_t count, const Set& set) {
        for (std::size_t i = 0; i < count; ++i) {
            Pose& pose = poses_[next_];
            glm::vec3& way = ways_[next_];
            pose = {pose.position + way, glm::normalize(turns_[next_] * pose.rotation)};
            for (int axis = 0; axis < 3; ++axis) {
                const bool leaves = std::abs(pose.position[axis]) > reach_;
                way[axis] = leaves ? -std::copysign(way[axis], pose.position[axis]) : way[axis];
            }
            set(next_, pose);
            next_ = next_ + 1 == poses_.size() ? 0 : next_ + 1;
        }
    }

private:
    float reach_;
    std::vector<Box> boxes_;
    std::vector<ConvexHull> boxHulls_, tanks_;
    std::vector<Pose> poses_;
    std::vector<glm::vec3> ways_;
    std::vector<glm::quat> turns_;
    std::size_t next_ = 0;
};

}  // namespace sat3d::benchmarks
