#pragma once

/// @file
/// A kernel for many triangles and one convex body that moves: when it may reach each of them. It works in
/// float, and its times are early, in spite of rounding.

#include "narrowphase/kernels/triangles/triangle_batch.hpp"

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// A convex body that moves over triangles. As for BodyForTriangles, all lengths are multiplied by its scale.
struct MovingBody {
    /// Hulls with more faces are not compared with triangles face by face.
    static constexpr std::uint32_t kMaxFaces = 32;

    BodyForTriangles start;        ///< before the motion
    glm::vec3 displacement{0.0f};  ///< of the center, in the body's axes before the motion
    bool turns = false;            ///< otherwise the next two are not read
    glm::mat3 toEnd{1.0f};         ///< from the body's axes before the motion to those after it
    /// How far the body reaches after the motion, along the normals of its faces before it. The faces of a
    /// box are -x, x, -y, y, -z, z.
    std::array<float, kMaxFaces> highestAtEnd;
    /// The points of the body come closer to a triangle by less than this length, plus this share of the
    /// triangle's size, than uniform motion along straight lines would take them.
    float bend = 0.0f, bendPerSize = 0.0f;
    bool isOneSided = false;  ///< without triangles that face away from the body's center before the motion
};

/// Fractions of a motion, one for each triangle of a batch.
struct EntryTimes {
    static constexpr float kNever = std::numeric_limits<float>::infinity();
    alignas(64) TriangleBatch::Row times;
};

/// Finds when the plane of each triangle, and each face of the body, stop to separate both. The body does not
/// touch the triangle before that time.
void findEntries(const TriangleBatch& triangles, const MovingBody& body, EntryTimes& entries);

}  // namespace sat3d::SAT3D_ABI
