#pragma once

/// @file
/// Shapes that are made of many convex pieces, piece by piece: the one way in which every verb goes through
/// them.

#include "geometry/primitives/aabb_math.hpp"
#include "math/compose.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "shapes/mesh/height_field_data.hpp"
#include "shapes/mesh/triangle_math.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

/// A convex piece, or a half-space. Refers to what lives while it is visited.
struct Piece {
    detail::ShapeRef shape;
    DPose pose;
    std::uint32_t number = 0;
};

[[nodiscard]] inline DPose inDouble(const Pose& pose) noexcept {
    return {glm::dvec3(pose.position), glm::dquat(pose.rotation)};
}
[[nodiscard]] inline DPose inDouble(const DPose& pose) noexcept {
    return pose;
}

/// bounds() of a piece's shape.
[[nodiscard]] Aabb boundsOf(detail::ShapeRef shape, const RigidTransform& toFrame) noexcept;

/// Of a triangle of a surface: the user's tag, and the numbers of its corners, which triangles that share a
/// corner have in common.
[[nodiscard]] std::uint32_t tagOf(detail::ShapeRef surface, std::uint32_t triangle) noexcept;
[[nodiscard]] std::array<std::uint32_t, 3> cornersOf(detail::ShapeRef surface,
                                                     std::uint32_t triangle) noexcept;

/// For searches without an end: an infinite bound is that of what is missed.
[[nodiscard]] inline double finite(double limit) noexcept {
    return std::min(limit, std::numeric_limits<double>::max());
}

/// Visits the triangles of a mesh or a height field that the boxes of its tree, in its own frame, do not rule
/// out: those with bound(box) <= limit.
/// @param visit  double(const Triangle&, std::uint32_t number, double limit): the limit from now on, not
/// larger
template <class Bound, class Visit>
double forEachTriangle(detail::ShapeRef surface, double limit, const Bound& bound, const Visit& visit) {
    limit = finite(limit);
    if (surface.kind() == detail::ShapeRef::Kind::TriangleMesh) {
        const detail::MeshData& mesh = surface.mesh().data();
        return mesh.tree.search(limit, bound, [&](std::uint32_t number, double upTo) {
            return visit(mesh.triangle(number), number, upTo);
        });
    }
    const detail::HeightFieldData& field = surface.heightField().data();
    return field.search(limit, bound, [&](std::uint32_t cell, double upTo) {
        upTo = visit(field.triangle(2 * cell), 2 * cell, upTo);
        return visit(field.triangle(2 * cell + 1), 2 * cell + 1, upTo);
    });
}

/// @param surface  a mesh or a height field
[[nodiscard]] inline Sides sidesOf(detail::ShapeRef surface) noexcept {
    return surface.kind() == detail::ShapeRef::Kind::TriangleMesh ? surface.mesh().sides()
                                                                  : surface.heightField().sides();
}

/// Visits the pieces whose boxes, in the shape's own frame, have bound(box) <= limit; a shape that is one
/// piece always. Nearest first, as far as the trees know.
/// @param bound  double(const Aabb&), as Bvh::search has it
/// @param visit  double(const Piece&, double limit): the limit from now on, not larger
template <class Bound, class Visit>
double forEachPiece(detail::ShapeRef shape, const DPose& pose, double limit, const Bound& bound,
                    const Visit& visit) {
    using Kind = detail::ShapeRef::Kind;
    limit = finite(limit);
    if (shape.kind() == Kind::Compound) {
        const Compound& compound = shape.compound();
        return compound.tree().search(limit, bound, [&](std::uint32_t number, double upTo) {
            const CompoundPart& part = compound.parts()[number];
            return bound(compound.partBounds()[number]) <= upTo
                       ? visit(Piece{part.shape, composed(pose, part.pose), number}, upTo)
                       : upTo;
        });
    }
    if (shape.kind() == Kind::TriangleMesh || shape.kind() == Kind::HeightField) {
        detail::SurfaceTriangle piece{{}, sidesOf(shape)};
        return forEachTriangle(
            shape, limit, bound, [&](const Triangle& triangle, std::uint32_t number, double upTo) {
                piece.triangle = triangle;
                return bound(boxAround(triangle.corners)) <= upTo ? visit(Piece{piece, pose, number}, upTo)
                                                                  : upTo;
            });
    }
    return visit(Piece{shape, pose, 0}, limit);
}

/// A shape in the world.
struct PosedShape {
    detail::ShapeRef shape;
    DPose pose;
    /// How far it has been moved since the time that decides which one-sided triangles are there.
    glm::dvec3 moved{0.0};

    [[nodiscard]] DPose poseNow() const { return {pose.position + moved, pose.rotation}; }
};

/// Whether a triangle is there for a shape with this middle (of the triangle's frame): see Sides.
[[nodiscard]] inline bool isFelt(const detail::SurfaceTriangle& triangle, const glm::dvec3& middle) noexcept {
    return triangle.sides == Sides::Both ||
           glm::dot(areaNormal(triangle.triangle), middle - glm::dvec3(triangle.triangle.corners[0])) >= 0.0;
}

/// Visits the pairs of pieces that are there for each other, as far as their bounds do not exceed the limit.
/// @param a, b       in the library's order
/// @param makeBound  makes the bound of boxes in b's frame from a piece of a and the box around it in that
/// frame
/// @param visit      double(const Piece& ofA, const Piece& ofB, double limit): the limit from now on
template <class MakeBound, class Visit>
void forEachPiecePair(const PosedShape& a, const PosedShape& b, double limit, const MakeBound& makeBound,
                      const Visit& visit) {
    using Kind = detail::ShapeRef::Kind;
    const auto every = [](const Aabb&) { return -std::numeric_limits<double>::infinity(); };
    forEachPiece(a.shape, a.poseNow(), limit, every, [&](const Piece& pieceA, double upTo) {
        const RigidTransform aInB = poseBInA(b.poseNow(), pieceA.pose);
        const bool halfSpace = pieceA.shape.kind() == Kind::HalfSpace;
        const DPose former{pieceA.pose.position - a.moved, pieceA.pose.rotation};
        const RigidTransform formerAInB = poseBInA(b.pose, former);
        const glm::dvec3 middle = halfSpace
                                      ? glm::dvec3(0.0)
                                      : formerAInB.rotation * middleOf(pieceA.shape) + formerAInB.translation;
        const auto visitFelt = [&](const Piece& pieceB, double most) {
            const bool felt =
                pieceB.shape.kind() != Kind::Triangle || isFelt(pieceB.shape.triangle(), middle);
            return felt ? visit(pieceA, pieceB, most) : most;
        };
        return halfSpace ? forEachPiece(b.shape, b.poseNow(), upTo, every, visitFelt)
                         : forEachPiece(b.shape, b.poseNow(), upTo,
                                        makeBound(pieceA, boundsOf(pieceA.shape, aInB)), visitFelt);
    });
}

/// For forEachPiecePair(): how far boxes are apart.
inline constexpr auto kGapBound = [](const Piece&, const Aabb& box) {
    return [box](const Aabb& other) { return gapBetween(box, other); };
};

}  // namespace sat3d::inline SAT3D_ABI
