#pragma once

/// Baked models whose header is right whatever their content is.

#include "core/checksum.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace sat3d::test {

inline constexpr std::size_t kBakedHeaderBytes = 32;

/// Writes length and checksum anew: what is wrong now is the content. At least a header long.
inline void makeHeaderRight(std::vector<std::byte>& bytes) {
    const auto put = [&](std::size_t at, std::uint64_t value) {
        std::ranges::copy(toLittleEndian(value), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    };
    put(16, bytes.size());
    const std::span<const std::byte> all(bytes);
    put(24, checksum(all.first(24)) ^ checksum(all.subspan(kBakedHeaderBytes)));
}

/// Asks everything of every body: what may be wrong in it must show here, under sanitizers.
inline void queryAll(const CollisionModel& model) {
    const ConvexShape box = Box{{0.1f, 0.2f, 0.3f}, {0.5f, 0.6f, 0.7f}};
    const ConvexShape ball = Sphere{{0.2f, 0.0f, 0.1f}, 0.7f};
    const Pose poseA{{0.1f, 0.0f, 0.0f}, glm::normalize(glm::quat(0.9f, glm::vec3(0.1f, 0.3f, 0.2f)))};
    const Pose poseB{{0.4f, 0.3f, -0.2f}, glm::normalize(glm::quat(0.5f, glm::vec3(-0.6f, 0.1f, 0.2f)))};
    for (const CollisionBody& body : model.bodies) {
        for (const ConvexShape& other : {box, ball, body.shape}) {
            (void)penetration(body.shape, poseA, other, poseB);
            (void)penetration(other, poseA, body.shape, poseB);
            (void)overlaps(body.shape, poseA, other, poseB);
            (void)distance(body.shape, poseA, other, poseB);
        }
        (void)raycast(body.shape, poseA, Ray{{-3.0f, 0.1f, 0.2f}, {1.0f, 0.05f, 0.0f}});
        (void)contains(body.shape, poseA, {0.1f, 0.1f, 0.1f});
        (void)bounds(body.shape, poseA);
        (void)massProperties(body.shape);
        (void)transformed(body.shape, glm::mat3(2.0f));
    }
    for (const CollisionSurface& surface : model.surfaces) {
        for (const ConvexShape& other : {box, ball}) {
            (void)penetration(other, poseA, surface.mesh, poseB);
            (void)overlaps(other, poseA, surface.mesh, poseB);
            (void)distance(other, poseA, surface.mesh, poseB);
        }
        (void)raycast(surface.mesh, poseA, Ray{{-3.0f, 0.1f, 0.2f}, {1.0f, 0.05f, 0.0f}});
        (void)contains(surface.mesh, poseA, {0.1f, 0.1f, 0.1f});
        (void)bounds(surface.mesh, RigidTransform{});
        (void)massProperties(surface.mesh);
    }
}

}  // namespace sat3d::test
