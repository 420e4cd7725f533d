#pragma once

/// @file
/// Shapes under rigid motion, in double: their separation at a time, and a lower bound of it over an
/// interval.

#include "math/is_finite.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/matrix.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// RigidMotion in double. For a child, the center of rotation is given in the child's own frame.
struct DRigidMotion {
    glm::dvec3 translation{0.0}, rotationVector{0.0};  ///< world axes
    glm::dvec3 localCenter{0.0};                       ///< moving shape's frame

    DRigidMotion() = default;
    explicit DRigidMotion(const RigidMotion& motion)
        : translation(motion.translation),
          rotationVector(motion.rotationVector),
          localCenter(motion.localCenter) {}

    [[nodiscard]] bool isFinite() const {
        return sat3d::isFinite(translation) && sat3d::isFinite(rotationVector) &&
               sat3d::isFinite(localCenter);
    }
    /// Returns the same motion for a child of the shape.
    [[nodiscard]] DRigidMotion ofChild(const RigidTransform& childInShape) const {
        DRigidMotion child = *this;
        child.localCenter = glm::transpose(childInShape.rotation) * (localCenter - childInShape.translation);
        return child;
    }
};

/// A moving shape in the frame of the pair, which does not move.
class MovingShape {
public:
    /// @param start    from the shape's frame to the pair's, before the motion
    /// @param toWorld  rotation from the pair's frame to the world
    MovingShape(ShapeRef shape, const RigidTransform& start, const DRigidMotion& motion,
                const glm::dmat3& toWorld);

    [[nodiscard]] const ShapeRef& shape() const { return shape_; }
    /// The transform from the shape's frame to the pair's at a fraction of the motion.
    [[nodiscard]] RigidTransform at(double fraction) const;
    /// The center of rotation.
    [[nodiscard]] glm::dvec3 centerAt(double fraction) const { return center_ + fraction * translation_; }
    [[nodiscard]] const glm::dvec3& translation() const { return translation_; }
    [[nodiscard]] const glm::dvec3& rotationVector() const { return rotationVector_; }

private:
    ShapeRef shape_;
    RigidTransform start_;
    glm::dvec3 localCenter_, center_, translation_, rotationVector_;
};

/// A lower bound of the separation along an axis as a function of time:
///     min over b of (height + rate * time) - max over a of (height + rate * time) - bend / 2 * time^2,
/// with the heights and rates of the vertices at time 0. The axis may turn. The rate is linear in the vertex.
/// Therefore one support query for each shape finds the extremes, and the bound is concave in time.
class SeparationBound {
public:
    SeparationBound(double bend, double radii) : bend_(bend), radii_(radii) {}

    struct Side {
        const ConvexProxy* core = nullptr;
        glm::dvec3 center{0.0};
        /// The height of a point is dot(axis + time * axisRate, point - center).
        glm::dvec3 axis{0.0}, axisRate{0.0};
        double height = 0.0, rate = 0.0;  ///< of the center
    };
    Side a, b;  ///< b without a core is a plane through its center

    [[nodiscard]] double at(double time) const;

    /// Returns a time, at most `end`, up to which the bound stays above a level. Requires at(0) > level.
    [[nodiscard]] double timeAbove(double level, double end, double slack) const;

private:
    double bend_, radii_;
};

/// The time and the separation at it.
struct AdvancementHit {
    double fraction = 0.0;
    Separation contact;
    bool converged = true;
};

/// The core of a moving shape at a fraction. Keeps it until another fraction is asked for.
class MovingCore {
public:
    explicit MovingCore(const MovingShape& shape) : shape_(shape) {}

    [[nodiscard]] const ConvexProxy& at(double fraction) {
        if (!core_ || fraction != fraction_) {
            core_.emplace(shape_.shape(), shape_.at(fraction));
            fraction_ = fraction;
        }
        return *core_;
    }

private:
    const MovingShape& shape_;
    std::optional<ConvexProxy> core_;
    double fraction_ = 0.0;
};

/// Two moving shapes in the canonical order. Refers to both. For one thread.
class MovingPair {
public:
    MovingPair(const MovingShape& a, const MovingShape& b);

    [[nodiscard]] const MovingShape& a() const { return a_; }
    [[nodiscard]] const MovingShape& b() const { return b_; }
    [[nodiscard]] bool isHalfSpace() const { return isHalfSpace_; }
    [[nodiscard]] bool isTriangle() const { return b_.shape().kind() == ShapeRef::Kind::Triangle; }

    /// Whether neither shape rotates.
    [[nodiscard]] bool isStraight() const {
        return a_.rotationVector() == glm::dvec3(0.0) && b_.rotationVector() == glm::dvec3(0.0);
    }

    /// The cores at a fraction, until another one is asked for.
    [[nodiscard]] const ConvexProxy& proxyA(double fraction) const { return coreA_.at(fraction); }
    /// Not for a half-space.
    [[nodiscard]] const ConvexProxy& proxyB(double fraction) const { return coreB_.at(fraction); }

    /// An upper bound of the distance that a point of one shape moves relative to the other.
    [[nodiscard]] double pathLength() const;

    /// Returns nothing if the cores overlap.
    /// @param former  the separation at an earlier time; GJK starts from its simplex
    [[nodiscard]] std::optional<Separation> separationAt(double fraction, const Separation& former) const;

    /// Returns the bound along a fixed axis, from a fraction on. It refers to the proxies, which belong to
    /// that fraction.
    [[nodiscard]] SeparationBound boundAlong(const glm::dvec3& normal, const ConvexProxy& a,
                                             const ConvexProxy& b, double fraction) const {
        return boundAlong(normal, glm::dvec3(0.0), a, &b, fraction);
    }

    /// SeparationBound::timeAbove() along the contact's normal, from its fraction to the end of the motion.
    [[nodiscard]] double timeAbove(double level, const AdvancementHit& now, double slack) const;

private:
    /// The same along an axis that turns, as the motion does.
    /// @param turn  of the axis in the whole motion
    /// @param b     null for a plane through the center of B's rotation
    [[nodiscard]] SeparationBound boundAlong(const glm::dvec3& normal, const glm::dvec3& turn,
                                             const ConvexProxy& a, const ConvexProxy* b,
                                             double fraction) const;
    [[nodiscard]] glm::dvec3 turnOfAxis(const FeaturePair& features, const ConvexProxy& a,
                                        const ConvexProxy& b) const;

    const MovingShape &a_, &b_;
    mutable MovingCore coreA_, coreB_;
    bool isHalfSpace_;
    double reachA_, reachB_;  ///< of the core from the center of rotation
};

}  // namespace sat3d::SAT3D_ABI
