#pragma once

/// @file
/// The two types of motion of a sweep: translations, and rigid motions. Both offer the same functions.

#include "core/inline_list.hpp"
#include "math/is_finite.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/sweep/closed_forms/cast_entry.hpp"
#include "narrowphase/sweep/closed_forms/sphere_cast.hpp"
#include "narrowphase/sweep/linear_cast.hpp"
#include "narrowphase/sweep/moving_pair.hpp"
#include "narrowphase/sweep/path_over_surface.hpp"
#include "narrowphase/sweep/swept_bounds.hpp"

#include <sat3d/narrowphase/sweep.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

/// A hit in the pair's frame.
struct Found {
    double fraction;
    Separation contact;      ///< with touching points
    glm::dvec3 offset{0.0};  ///< from the contact to its position at the fraction, world axes
    bool converged = true;
};

/// Translations only. Computed relative to A, which does not move then.
struct LinearMotions {
    LinearMotion motion;
    double limit = 1.0;  ///< a fraction: later hits need not be found

    [[nodiscard]] bool isFinite() const {
        return sat3d::isFinite(motion.translationA) && sat3d::isFinite(motion.translationB);
    }
    [[nodiscard]] LinearMotions flipped() const {
        return {{motion.translationB, motion.translationA}, limit};
    }
    [[nodiscard]] LinearMotions ofChildren(const DPose&, const ChildShape&, const DPose&, const ChildShape&,
                                           double upTo) const {
        return {motion, upTo};
    }
    template <class T>
    [[nodiscard]] std::optional<SphereCastHit> findSphereCast(const PosedPair<T>& pair) const {
        return sphereCast(pair, motion);
    }

    /// Two convex shapes, of which B may be a half-space.
    class Cast {
    public:
        /// Refers to both shapes.
        Cast(const LinearMotions& motions, const ShapeRef& a, const ShapeRef& b, const PairFrame& frame);

        /// A fraction before which the shapes are apart; infinity if they stay apart, 0 if they may overlap
        /// at the start.
        [[nodiscard]] double entry() const { return entry_.fraction; }
        /// Returns the time of impact.
        /// @param before  the separation at the start, unless entry() is positive
        [[nodiscard]] std::optional<Found> find(const Separation& before) const;

    private:
        [[nodiscard]] std::optional<CastHit> findHit(const Separation& before) const;

        const LinearMotion& motion_;
        ShapeRef b_;
        glm::dvec3 relative_;  ///< motion of B relative to A, in the pair's frame
        ConvexProxy coreA_;
        std::optional<ConvexProxy> coreB_;
        std::optional<PairHalfSpace> halfSpace_;
        CastEntry entry_;
    };

    /// Bounds for the children of two shapes.
    class Culler {
    public:
        Culler(const LinearMotions& motions, const PosedShape&, const PosedShape& b)
            : motionInB_(
                  glm::transpose(localToWorld(b.pose).rotation) *
                  (glm::dvec3(motions.motion.translationA) - glm::dvec3(motions.motion.translationB))) {}

        /// Returns the bound of the time at which a child of A may hit a box in B's frame.
        [[nodiscard]] auto entryBound(const ChildShape&, const Aabb& box) const {
            return entryOf(box, motionInB_);
        }
        /// Returns the bound of the time at which B may hit a box in A's frame.
        [[nodiscard]] auto boundOfA(const PosedShape& a, const PosedShape& b) const {
            return entryOf(boxAroundChildren(b.shape, poseBInA(a.pose, b.pose)),
                           -(poseBInA(a.pose, b.pose).rotation * motionInB_));
        }
        /// Describes the motion of the child of entryBound() over a surface.
        void describe(PathOverSurface& path) const { path.setDisplacement(motionInB_); }
        /// Whether a cheap test proves that the children do not collide up to a fraction.
        [[nodiscard]] static bool culls(const ChildShape&, const ChildShape&, double) { return false; }

    private:
        struct EntryBound {
            BoxRay ray;
            [[nodiscard]] double operator()(const Aabb& other) const { return ray.entry(other); }
            [[nodiscard]] BoxInDouble reach(double upTo) const { return ray.reach(upTo); }
        };
        static EntryBound entryOf(const Aabb& box, const glm::dvec3& motion) {
            const double slack = GapBound(box).slack();  // as for overlaps at the start
            return {{glm::dvec3(box.lower) - slack, glm::dvec3(box.upper) + slack, motion}};
        }

        glm::dvec3 motionInB_;
    };
};

/// Translations and rotations, by conservative advancement.
struct RigidMotions {
    DRigidMotion ofA, ofB;
    double tolerance = 0.0;  ///< fraction of size
    double limit = 1.0;      ///< a fraction: later hits need not be found
    /// If the children of a Compound move on their own: one for each child, with the center in its frame.
    std::span<const RigidMotion> ofChildrenOfA = {}, ofChildrenOfB = {};

    [[nodiscard]] bool isFinite() const {
        const auto areFinite = [](std::span<const RigidMotion> motions) {
            return std::all_of(motions.begin(), motions.end(),
                               [](const RigidMotion& each) { return DRigidMotion(each).isFinite(); });
        };
        return ofA.isFinite() && ofB.isFinite() && areFinite(ofChildrenOfA) && areFinite(ofChildrenOfB);
    }
    [[nodiscard]] RigidMotions flipped() const {
        return {ofB, ofA, tolerance, limit, ofChildrenOfB, ofChildrenOfA};
    }
    /// @param poseA, poseB  of the shapes
    [[nodiscard]] RigidMotions ofChildren(const DPose& poseA, const ChildShape& a, const DPose& poseB,
                                          const ChildShape& b, double upTo) const {
        return {ofChildOfA(poseA, a), ofChildOfB(poseB, b), tolerance, upTo};
    }
    [[nodiscard]] DRigidMotion ofChildOfA(const DPose& poseA, const ChildShape& child) const {
        return ofChildrenOfA.empty() ? ofA.ofChild(poseBInA(poseA, child.pose))
                                     : DRigidMotion(ofChildrenOfA[child.number]);
    }
    [[nodiscard]] DRigidMotion ofChildOfB(const DPose& poseB, const ChildShape& child) const {
        return ofChildrenOfB.empty() ? ofB.ofChild(poseBInA(poseB, child.pose))
                                     : DRigidMotion(ofChildrenOfB[child.number]);
    }
    template <class T>
    [[nodiscard]] static std::optional<SphereCastHit> findSphereCast(const PosedPair<T>&) {
        return std::nullopt;
    }
    /// Two convex shapes, of which B may be a half-space.
    class Cast {
    public:
        Cast(const RigidMotions& motions, const ShapeRef& a, const ShapeRef& b, const PairFrame& frame)
            : motions_(motions), a_(a), b_(b), frame_(frame) {}

        [[nodiscard]] static double entry() { return 0.0; }
        /// Returns the time of impact.
        /// @param before  the separation at the start
        [[nodiscard]] std::optional<Found> find(const Separation& before) const;

    private:
        const RigidMotions& motions_;
        ShapeRef a_, b_;
        const PairFrame& frame_;
    };

    class Culler {
    public:
        Culler(const RigidMotions& motions, const PosedShape& a, const PosedShape& b)
            : motions_(motions), a_(a), b_(b) {}

        [[nodiscard]] auto entryBound(const ChildShape& child, const Aabb&) {
            swept_.clear();
            const SweptBounds& swept =
                swept_.add(child, motions_.ofChildOfA(a_.pose, child), b_, motions_.ofB, motions_.tolerance);
            return EntryBound{swept, b_.shape, motions_.ofChildrenOfB.empty()};
        }
        void describe(PathOverSurface& path) const { swept_.begin()->describe(path); }
        [[nodiscard]] bool culls(const ChildShape& a, const ChildShape& b, double upTo) {
            if (!motions_.ofChildrenOfB.empty()) {
                if (a.shape.kind() == ShapeRef::Kind::HalfSpace) {
                    return false;
                }
                const SweptBounds swept(a, motions_.ofChildOfA(a_.pose, a), {b.shape, b.pose},
                                        motions_.ofChildOfB(b_.pose, b), motions_.tolerance);
                return swept.entry(boundsOf(b.shape, RigidTransform{})) > upTo;
            }
            return b.shape.kind() == ShapeRef::Kind::Triangle &&
                   swept_.begin()->culls(b.shape.triangle().triangle, upTo);
        }

    private:
        struct EntryBound {
            const SweptBounds& swept;
            ShapeRef ofB;
            bool isBound;  ///< no box around children of B holds while they move on their own

            [[nodiscard]] double operator()(const Aabb& other) const {
                return isBound ? swept.entry(other) : 0.0;
            }
            [[nodiscard]] BoxInDouble reach(double) const {
                return swept.reach(ofB.heightField().data().groundBox());
            }
        };

        const RigidMotions& motions_;
        const PosedShape &a_, &b_;
        InlineList<SweptBounds, 1> swept_;  ///< of the current child of A
    };
};

}  // namespace sat3d::SAT3D_ABI
