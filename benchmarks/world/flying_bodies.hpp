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
#include <cstdint>
#include <vector>

namespace sat3d::benchmarks {

/// How bodies are distributed.
enum class Scene : std::uint8_t {
    Uniform,       ///< in a cube
    Clusters,      ///< 40 clusters of 20 m in a cube of 2 km
    Flat,          ///< 200 x 200 x 3 m
    OneHuge,       ///< uniform, and one box of 120 m
    ThreeDecades,  ///< of sizes from 0.1 to 50 times the usual
    FarOutlier,    ///< uniform, and one body at 1,000 km
};

/// Bodies that fly at up to 2 m/s and rotate at up to 1 rad/s. Every other body is a box. Uniform ones
/// overlap about four others each.
class FlyingBodies {
public:
    static constexpr float kStep = 1.0f / 60.0f;

    /// A shape of several bodies.
    struct Kind {
        bool isBox;
        Box box;  ///< if it is a box
        ConvexHull hull;
    };

    /// @param density  bodies per cubic meter, where they are uniform
    explicit FlyingBodies(std::size_t count, Scene scene = Scene::Uniform, double density = 0.112)
        : reach_(0.5f * static_cast<float>(std::cbrt(static_cast<double>(count) / density))), scene_(scene) {
        for (std::size_t i = 0; i < kSizes; ++i) {
            const double size =
                scene == Scene::ThreeDecades ? 0.1 * std::exp2(9.0 * double(i) / (kSizes - 1)) : 1.0;
            addBox(glm::vec3(size * test::randomExtents(random_)));
            std::vector<glm::vec3> cloud = test::tankCloud(random_);
            for (glm::vec3& point : cloud) {
                point *= static_cast<float>(size);
            }
            kinds_.push_back({false, {}, test::hullOf(cloud)});
        }
        addBox(glm::vec3(60.0f));
        for (std::size_t i = 0; i < count; ++i) {
            regions_.push_back(regionOf(i));
            const auto& [center, half] = regions_.back();
            const glm::vec3 position = center + half * glm::vec3(random_.inBox(1.0));
            poses_.push_back({position, glm::quat(random_.rotation())});
            ways_.push_back(glm::vec3(random_.direction() * random_.uniform(0.0, 2.0)) * kStep);
            turns_.push_back(glm::angleAxis(static_cast<float>(random_.uniform(0.0, 1.0)) * kStep,
                                            glm::vec3(random_.direction())));
        }
    }

    /// Half the side of the cube of uniform bodies, meters.
    [[nodiscard]] float reach() const { return reach_; }
    [[nodiscard]] std::size_t size() const { return poses_.size(); }
    [[nodiscard]] const std::vector<Pose>& poses() const { return poses_; }
    [[nodiscard]] const std::vector<Kind>& kinds() const { return kinds_; }
    /// The index of the kind of a body.
    [[nodiscard]] std::size_t kindOf(std::size_t body) const {
        const bool isHuge = scene_ == Scene::OneHuge && body == size() / 2;
        return isHuge ? 2 * kSizes : body % (2 * kSizes);
    }

    /// Moves the next `count` bodies.
    /// @param set  function of (index, pose)
    template <class Set>
    void move(std::size_t count, const Set& set) {
        for (std::size_t i = 0; i < count; ++i) {
            Pose& pose = poses_[next_];
            glm::vec3& way = ways_[next_];
            pose = {pose.position + way, glm::normalize(turns_[next_] * pose.rotation)};
            const glm::vec3 offset = pose.position - regions_[next_].center;
            for (int axis = 0; axis < 3; ++axis) {
                const bool leaves = std::abs(offset[axis]) > regions_[next_].half[axis];
                way[axis] = leaves ? -std::copysign(way[axis], offset[axis]) : way[axis];
            }
            setNext(set);
        }
    }
    /// Moves the next `count` bodies to random positions.
    template <class Set>
    void teleport(std::size_t count, const Set& set) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto& [center, half] = regions_[next_];
            poses_[next_].position = center + half * glm::vec3(random_.inBox(1.0));
            setNext(set);
        }
    }

private:
    static constexpr std::size_t kSizes = 48;  ///< different boxes, and different tank hulls

    struct Region {
        glm::vec3 center, half;
    };

    void addBox(const glm::vec3& halfExtents) {
        kinds_.push_back({true, {.halfExtents = halfExtents}, *ConvexHull::box(halfExtents)});
    }
    [[nodiscard]] Region regionOf(std::size_t body) const {
        switch (scene_) {
            case Scene::Clusters:
                return {glm::vec3(test::Random(std::uint32_t(body % 40)).inBox(1000.0)), glm::vec3(10.0f)};
            case Scene::Flat:
                return {glm::vec3(0.0f), {100.0f, 100.0f, 1.5f}};
            case Scene::ThreeDecades:
                return {glm::vec3(0.0f), glm::vec3(12.0f * reach_)};
            case Scene::FarOutlier:
                return {glm::vec3(body == 0 ? 1e6f : 0.0f, 0.0f, 0.0f), glm::vec3(reach_)};
            case Scene::Uniform:
            case Scene::OneHuge:
                break;
        }
        return {glm::vec3(0.0f), glm::vec3(reach_)};
    }
    template <class Set>
    void setNext(const Set& set) {
        set(next_, poses_[next_]);
        next_ = next_ + 1 == poses_.size() ? 0 : next_ + 1;
    }

    float reach_;
    Scene scene_;
    test::Random random_{911};
    std::vector<Kind> kinds_;
    std::vector<Region> regions_;
    std::vector<Pose> poses_;
    std::vector<glm::vec3> ways_;
    std::vector<glm::quat> turns_;
    std::size_t next_ = 0;
};

}  // namespace sat3d::benchmarks
