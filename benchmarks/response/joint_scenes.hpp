#pragma once

/// @file
/// Scenes of joined bodies for benchmarks of dynamics: a grid of joints, and ragdolls that fall.

#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/capsule.hpp>

#include <glm/gtc/quaternion.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::benchmarks {

struct JointScene {
    static constexpr float kDensity = 1000.0f;

    struct Body {
        Pose pose;
        Capsule capsule;  ///< without length, it is a ball
        bool isFixed = false;
    };
    struct Range {
        float lower, upper;
    };
    struct Joint {
        std::size_t a, b;
        glm::vec3 point, axis;            ///< world frame
        bool isHinge = false;             ///< about the axis; otherwise a ball joint
        std::optional<float> cone = {};   ///< limit of a ball joint about the axis, radians
        std::optional<Range> twist = {};  ///< limits about the axis, radians
        float friction = 0.0f;            ///< Nm
    };
    std::string name{};
    std::vector<Body> bodies{};
    std::vector<Joint> joints{};
    bool isSolid = false;  ///< whether bodies touch each other, and the ground at y = 0
};

/// Balls that hang on the first row, each joined with its neighbors.
inline JointScene jointGrid(std::size_t side) {
    JointScene scene{.name = "grid of " + std::to_string(2 * side * (side - 1)) + " joints"};
    constexpr glm::vec3 kDown(0.0f, -1.0f, 0.0f);
    for (std::size_t i = 0; i < side * side; ++i) {
        const std::size_t row = i / side, column = i % side;
        const glm::vec3 at(column, -static_cast<float>(row), 0.0f);
        scene.bodies.push_back({{at}, {{}, {}, 0.4f}, row == 0});
        if (row > 0) {
            scene.joints.push_back({i - side, i, at - 0.5f * kDown, kDown});
        }
        if (column > 0 && row > 0) {
            scene.joints.push_back({i - 1, i, at - glm::vec3(0.5f, 0.0f, 0.0f), kDown});
        }
    }
    return scene;
}

/// Adds a ragdoll of 11 parts: torso and head, arms and legs of two parts, with limits and friction.
/// @param place  of the pelvis
inline void addRagdoll(JointScene& scene, const Pose& place) {
    const auto bone = [&](glm::vec3 from, glm::vec3 to, float radius) {
        const glm::vec3 middle = 0.5f * (from + to);
        scene.bodies.push_back(
            {{place.transformPoint(middle), place.rotation}, {from - middle, to - middle, radius}});
        return scene.bodies.size() - 1;
    };
    const auto join = [&](JointScene::Joint joint) {
        constexpr float kFriction = 5.0f;
        joint.point = place.transformPoint(joint.point);
        joint.axis = place.rotation * joint.axis;
        joint.friction = kFriction;
        scene.joints.push_back(joint);
    };
    const auto ball = [&](std::size_t a, std::size_t b, glm::vec3 point, glm::vec3 axis, float cone) {
        join({a, b, point, axis, false, cone, JointScene::Range{-0.4f, 0.4f}});
    };
    const auto hinge = [&](std::size_t a, std::size_t b, glm::vec3 point, glm::vec3 axis,
                           JointScene::Range range) {
        join({a, b, point, axis, true, {}, range});
    };
    const std::size_t pelvis = bone({-0.1f, 0.0f, 0.0f}, {0.1f, 0.0f, 0.0f}, 0.12f),
                      torso = bone({0.0f, 0.25f, 0.0f}, {0.0f, 0.5f, 0.0f}, 0.15f),
                      head = bone({0.0f, 0.8f, 0.0f}, {0.0f, 0.85f, 0.0f}, 0.1f);
    ball(pelvis, torso, {0.0f, 0.14f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.5f);
    ball(torso, head, {0.0f, 0.68f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.6f);
    for (const float side : {-1.0f, 1.0f}) {
        const float x = 0.12f * side;
        const std::size_t thigh = bone({x, -0.15f, 0.0f}, {x, -0.45f, 0.0f}, 0.07f),
                          shin = bone({x, -0.6f, 0.0f}, {x, -0.9f, 0.0f}, 0.06f),
                          arm = bone({side * 0.25f, 0.5f, 0.0f}, {side * 0.5f, 0.5f, 0.0f}, 0.05f),
                          hand = bone({side * 0.6f, 0.5f, 0.0f}, {side * 0.85f, 0.5f, 0.0f}, 0.04f);
        ball(pelvis, thigh, {x, -0.1f, 0.0f}, {0.0f, -1.0f, 0.0f}, 1.0f);
        hinge(thigh, shin, {x, -0.52f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 2.3f});
        ball(torso, arm, {side * 0.2f, 0.5f, 0.0f}, {side, 0.0f, 0.0f}, 1.3f);
        hinge(arm, hand, {side * 0.55f, 0.5f, 0.0f}, {0.0f, 1.0f, 0.0f}, {-2.3f, 0.0f});
    }
}

/// Layers of 100 ragdolls, turned at random.
inline JointScene ragdolls(std::size_t count) {
    JointScene scene{.name = std::to_string(count) + " ragdolls", .isSolid = true};
    constexpr std::size_t kSide = 10;
    test::Random random(7);
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 place(i % kSide, i / kSide / kSide, i / kSide % kSide);
        addRagdoll(scene, {2.2f * place + glm::vec3(0.0f, 2.5f, 0.0f), glm::quat(random.rotation())});
    }
    return scene;
}

}  // namespace sat3d::benchmarks
