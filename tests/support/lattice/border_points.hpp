#pragma once

/// @file
/// Points on the borders of shapes, with numbers on a lattice, and rays that miss the shapes there.

#include "support/hulls.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/batch.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::test {

inline constexpr float kQuarter = 0.25f;

/// A convex shape, a point of its border, and an outward normal there. All numbers are multiples of a
/// quarter.
struct Supported {
    Shape shape;
    glm::vec3 point, normal, inside;
    bool isEdge = false, isRound = false;
};

inline int between(Random& random, int lowest, int highest) {
    return lowest + static_cast<int>(random.below(static_cast<std::uint32_t>(highest - lowest + 1)));
}
inline glm::vec3 integers(Random& random, int reach) {
    const int x = between(random, -reach, reach), y = between(random, -reach, reach);
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(between(random, -reach, reach))};
}

/// A box, at an edge, a corner, or a point of a face.
inline Supported supportedBox(Random& random) {
    Supported result;
    const glm::vec3 half = kQuarter * (integers(random, 2) + 3.0f);
    const bool isHull = random.chance(0.5);
    const glm::vec3 center = isHull ? glm::vec3(0.0f) : kQuarter * integers(random, 6);
    result.inside = result.point = center;
    int faces = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int side = between(random, -1, 1);  // 0: between the two faces
        faces += side != 0 ? 1 : 0;
        result.point[axis] += side != 0 ? static_cast<float>(side) * half[axis]
                                        : kQuarter * static_cast<float>(between(random, -1, 1)) * half[axis];
        result.normal[axis] = static_cast<float>(side * between(random, 1, 5));
    }
    result.isEdge = faces == 2;
    result.shape = isHull ? Shape(*ConvexHull::box(half)) : Shape(Box{center, half});
    return faces > 0 ? result : supportedBox(random);
}

/// A tetrahedron or a pyramid, at an edge or a corner: the normal is between those of two faces.
inline Supported supportedHull(Random& random) {
    for (;;) {
        std::vector<glm::vec3> points(4 + random.below(3));
        for (glm::vec3& point : points) {
            point = integers(random, 4);
        }
        const auto hull = ConvexHull::fromPoints(points);
        if (!hull) {
            continue;
        }
        // Any supporting plane of integers: the farthest points along a random normal.
        const glm::vec3 first = points[random.below(static_cast<std::uint32_t>(points.size()))],
                        along = integers(random, 3);
        const glm::vec3 normal = glm::cross(first, along) != glm::vec3(0.0f) && random.chance(0.5)
                                     ? glm::cross(first, along)
                                     : integers(random, 3);
        if (normal == glm::vec3(0.0f)) {
            continue;
        }
        Supported result{*hull, points.front(), normal, glm::vec3(0.0f)};
        for (const glm::vec3& point : points) {
            result.inside += point / static_cast<float>(points.size());
            if (glm::dot(normal, point) > glm::dot(normal, result.point)) {
                result.point = point;
            }
        }
        for (const glm::vec3& point : points) {  // the middle of an edge, if one lies in the plane
            if (point != result.point && glm::dot(normal, point) == glm::dot(normal, result.point)) {
                result.point = 0.5f * (result.point + point);
                result.isEdge = true;
                break;
            }
        }
        return result;
    }
}

/// A sphere or a capsule, at a point whose normal has whole numbers: 2, 3, 6 and 7.
inline Supported supportedRound(Random& random) {
    std::array numbers{2.0f, 3.0f, 6.0f};
    std::swap(numbers[0], numbers[random.below(3)]);
    std::swap(numbers[1], numbers[1 + random.below(2)]);
    glm::vec3 out;
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = (random.chance(0.5) ? 1.0f : -1.0f) * numbers[static_cast<std::size_t>(axis)];
    }
    const glm::vec3 center = kQuarter * integers(random, 4);
    Supported result{Sphere{center, 7.0f * kQuarter}, center + kQuarter * out, out, center, false, true};
    if (random.chance(0.6)) {
        const glm::vec3 beside = glm::cross(out, integers(random, 1));
        const glm::vec3 end = center + kQuarter * (random.chance(0.7) ? beside : -out);
        result.shape = random.chance(0.5) ? Capsule{center, end, 7.0f * kQuarter}
                                          : Capsule{end, center, 7.0f * kQuarter};
        result.point += 0.25f * static_cast<float>(random.below(3)) *
                        (glm::dot(end - center, out) == 0.0f ? end - center : glm::vec3(0.0f));
    }
    return result;
}

/// A lattice shape of any kind that is convex, at an edge, a corner, a face or a round place.
inline Supported supportedConvex(Random& random) {
    return random.chance(0.4)   ? supportedBox(random)
           : random.chance(0.5) ? supportedHull(random)
                                : supportedRound(random);
}

/// A quarter turn, which keeps the lattice: as the rotation of a pose, and exactly.
struct QuarterTurn {
    glm::quat rotation;
    glm::mat3 exact;
};
inline QuarterTurn quarterTurn(Random& random) {
    static const std::array<glm::quat, 4> kTurns{glm::quat(1, 0, 0, 0), glm::quat(0, 1, 0, 0),
                                                 glm::quat(0.70710678f, 0, 0.70710678f, 0),
                                                 glm::quat(0.5f, 0.5f, 0.5f, 0.5f)};
    const glm::quat turn = kTurns[random.below(kTurns.size())];
    const glm::mat3 rounded = glm::mat3_cast(turn);
    return {turn, glm::mat3(glm::round(rounded[0]), glm::round(rounded[1]), glm::round(rounded[2]))};
}

/// Expects that no ray query hits a shape, and that no path does along the ray.
/// @param pathLength  of the path, meters
template <class T>
void expectMissed(const Shape& shape, const BasicPose<T>& pose, const BasicRay<T>& ray, float pathLength) {
    std::array<std::optional<RayHit>, 1> ofBatch;
    raycastBatch(shape, pose, std::span(&ray, 1), ofBatch);
    std::array<RayHit, 2> all;
    std::array<MovingRayHit, 2> moving;
    ASSERT_FALSE(raycast(shape, pose, ray));
    ASSERT_FALSE(raycastAny(shape, pose, ray));
    ASSERT_FALSE(ofBatch[0]);
    ASSERT_TRUE(raycastAll(shape, pose, ray, all).empty());
    BasicRay<T> path = ray;
    path.length = pathLength;
    ASSERT_TRUE(raycastAll(shape, pose, RigidMotion{}, path, moving).empty());
    const Shape compound = std::visit(
        [](const auto& known) {
            if constexpr (requires { CompoundChild{known, Pose{}}; }) {
                return Shape(compoundOf({{known, Pose{}}}));
            }
            return Shape(known);
        },
        shape);
    ASSERT_FALSE(raycast(compound, pose, ray));
    ASSERT_TRUE(raycastAll(compound, pose, RigidMotion{}, path, moving).empty());
    BasicWorld<T> world;
    ASSERT_TRUE(world.add({.shape = shape, .pose = pose}));
    std::array<PiercedPlate, 2> plates;
    ASSERT_TRUE(shootThrough(world, BasicObjectMotions<T>{}, path, plates).empty());
}

}  // namespace sat3d::test
