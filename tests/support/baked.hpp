#pragma once

/// Baked models with a valid header and arbitrary content.

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
#include <vector>

namespace sat3d::test {

inline constexpr std::size_t kBakedHeaderBytes = 32;

/// Corrects the length and the checksum, so that only the content can be invalid. Needs at least a header.
inline void makeHeaderRight(std::vector<std::byte>& bytes) {
    const auto put = [&](std::size_t at, std::uint64_t value) {
        std::ranges::copy(toLittleEndian(value), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    };
    put(16, bytes.size());
    const std::span<const std::byte> all(bytes);
    put(24, checksum(all.first(24)) ^ checksum(all.subspan(kBakedHeaderBytes)));
}

/// Runs every query on every body, so that sanitizers find invalid data.
inline void queryAll(const CollisionModel& model) {
    const ConvexShape box = Box{{0.1f, 0.2f, 0.3f}, {0.5f, 0.6f, 0.7f}};
    const ConvexShape ball = Sphere{{0.2f, 0.0f, 0.1f}, 0.7f};
    const Pose poseA{{0.1f, 0.0f, 0.0f}, glm::normalize(glm::quat(0.9f, glm::vec3(0.1f, 0.3f, 0.2f)))};
    const Pose poseB{{0.4f, 0.3f, -0.2f}, glm::normalize(glm::quat(0.5f, glm::vec3(-0.6f, 0.1f, 0.2f)))};
    const auto query = [&](const auto& shape, const std::vector<ConvexShape>& others) {
        for (const ConvexShape& other : others) {
            (void)penetration(shape, poseA, other, poseB);
            (void)penetration(other, poseA, shape, poseB);
            (void)overlaps(shape, poseA, other, poseB);
            (void)distance(shape, poseA, other, poseB);
        }
        (void)raycast(shape, poseA, Ray{{-3.0f, 0.1f, 0.2f}, {1.0f, 0.05f, 0.0f}});
        (void)contains(shape, poseA, {0.1f, 0.1f, 0.1f});
        (void)bounds(shape, poseA);
        (void)massProperties(shape);
        (void)transformed(shape, glm::mat3(2.0f));
    };
    for (const CollisionBody& body : model.bodies) {
        query(body.shape, {box, ball, body.shape});
    }
    for (const CollisionMesh& surface : model.meshes) {
        query(surface.mesh, {box, ball});
    }
}

}  // namespace sat3d::test
