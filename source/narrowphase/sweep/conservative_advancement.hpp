#pragma once

/// @file
/// Core shapes that move and turn.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/matrix.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// RigidMotion in double: the centre of a piece, in the piece's own frame, is that of its shape seen from
/// there.
struct DRigidMotion {
    glm::dvec3 way{0.0}, turn{0.0};  ///< world axes
    glm::dvec3 center{0.0};          ///< moving shape's frame

    DRigidMotion() = default;
    explicit DRigidMotion(const RigidMotion& motion)
        : way(motion.way), turn(motion.turn), center(motion.center) {}

    /// The same motion, told of a piece that stands there in the shape's frame.
    [[nodiscard]] DRigidMotion ofPiece(const RigidTransform& pieceInShape) const {
        DRigidMotion piece = *this;
        piece.center = glm::transpose(pieceInShape.rotation) * (center - pieceInShape.translation);
        return piece;
    }
};

/// A shape on its way, in the frame of the pair, which stands still.
class TurningShape {
public:
    /// @param start    from the shape's frame to the pair's, at the beginning
    /// @param toWorld  the rotation of the pair's frame, which the motion is to be turned into
    TurningShape(detail::ShapeRef shape, const RigidTransform& start, const DRigidMotion& motion,
                 const glm::dmat3& toWorld);

    [[nodiscard]] const detail::ShapeRef& shape() const { return shape_; }
    [[nodiscard]] RigidTransform at(double fraction) const;
    [[nodiscard]] glm::dvec3 centerAt(double fraction) const { return center_ + fraction * way_; }
    [[nodiscard]] const glm::dvec3& way() const { return way_; }
    [[nodiscard]] const glm::dvec3& turn() const { return turn_; }

private:
    detail::ShapeRef shape_;
    RigidTransform start_;
    glm::dvec3 localCenter_, center_, way_, turn_;
};

struct TurningHit {
    double fraction = 0.0;
    Separation contact;  ///< with points, at the fraction
    bool converged = true;
};

/// When two shapes meet, the second of which may be a half-space. Nothing when they pass, or overlap by no
/// more than the tolerance. At the fraction they are apart, by no more than the tolerance.
/// @param start      the separation before the motion, not negative, with its normal
/// @param tolerance  metres
/// @param limit      a fraction: what is free until then is a miss, too
[[nodiscard]] std::optional<TurningHit> turningSweep(const TurningShape& a, const TurningShape& b,
                                                     const Separation& start, double tolerance,
                                                     double limit) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
