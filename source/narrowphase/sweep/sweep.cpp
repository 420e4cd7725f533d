#include "math/directed_rounding.hpp"
#include "math/motion_contract.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/sweep/limited_sweep.hpp"
#include "narrowphase/sweep/skin.hpp"
#include "narrowphase/sweep/sweep_motions.hpp"
#include "narrowphase/sweep/touched_face.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T, class Motions>
BasicSweep<T> swept(const PosedPair<T>& pair, const Motions& motions);

/// Bounds of the times at which children may meet, for forEachChildPair().
template <class Culler>
struct EntryBounds {
    Culler& culler;

    [[nodiscard]] auto operator()(const ChildShape& child, const Aabb& box) const {
        return culler.entryBound(child, box);
    }
    [[nodiscard]] auto ofChildrenOfA(const PosedShape& a, const PosedShape& b) const requires requires {
        culler.boundOfA(a, b);
    }
    { return culler.boundOfA(a, b); }
};

/// Visits the pairs of children that may meet up to a fraction, those with a surface in lanes.
/// @param visit  as for forEachChildPair()
template <class Culler, class Visit>
void forEachPairOnPath(const PosedShape& a, const PosedShape& b, double upTo, Culler& culler,
                       const Visit& visit) {
    const EntryBounds<Culler> bounds{culler};
    if (!isSurface(b.shape)) {
        forEachChildPair(a, b, upTo, bounds, visit);
        return;
    }
    detail::SurfaceTriangle triangle{{}, sidesOf(b.shape)};
    forEachChildNear(a, b, upTo, bounds, [&](const ChildShape& child, double limit) {
        const auto bound = bounds(child, boundsOf(child.shape, poseBInA(b.pose, child.pose)));
        const auto describe = [&](PathOverSurface& path) { culler.describe(path); };
        return forEachTriangleOnPath(child, b, limit, describe, bound, [&](std::uint32_t number, double now) {
            triangle.triangle = triangleOf(b.shape, number);
            return visit(child, ChildShape{triangle, b.pose, number}, now);
        });
    });
}

/// Returns the first hit of all pairs of children, the lowest numbered of equals; nothing if a pair overlaps
/// at the start.
template <class T, class Motions>
std::optional<BasicSweep<T>> firstHit(const PosedPair<T>& pair, const Motions& motions) {
    using Status = typename BasicSweep<T>::Status;
    const PosedShape a{pair.a, inDouble(pair.poseA)}, b{pair.b, inDouble(pair.poseB)};
    constexpr double kStop = -std::numeric_limits<double>::infinity();
    DSweep first;
    typename Motions::Culler culler(motions, a, b);
    const auto visit = [&](const ChildShape& childA, const ChildShape& childB, double limit) {
        if (first.status == Status::InitialOverlap) {
            return kStop;
        }
        if (culler.culls(childA, childB, limit)) {
            return limit;
        }
        DSweep here = swept(PosedPair<double>{childA.shape, childA.pose, childB.shape, childB.pose},
                            motions.ofChildren(a.pose, childA, b.pose, childB, limit));
        if (here.status == Status::InitialOverlap) {
            first = here;
            return kStop;
        }
        here.children = {childA.number, childB.number};
        const bool isSooner = !first || here.fraction < first.fraction ||
                              (here.fraction == first.fraction && here.children < first.children);
        if (here && isSooner) {
            first = here;
            limit = std::nextafter(here.fraction, 1.0f);  // fractions are rounded down, bounds are not
        }
        return limit;
    };
    forEachPairOnPath(a, b, motions.limit, culler, visit);
    if (first.status == Status::InitialOverlap) {
        return std::nullopt;
    }
    BasicSweep<T> answer;
    answer.status = !first                                         ? Status::Miss
                    : first.status == DSweep::Status::NotConverged ? Status::NotConverged
                                                                   : Status::Hit;
    answer.fraction = first.fraction;
    answer.normal = first.normal;
    answer.point = glm::vec<3, T>(first.point);
    answer.features = first.features;
    answer.children = first.children;
    return answer;
}

template <class T>
BasicSweep<T> initialOverlap(const WorldSeparation<T>& start) {
    const glm::vec<3, T> middle = (start.pointA + start.pointB) * T(0.5);
    BasicSweep<T> answer;
    answer.status = SweepStatus::InitialOverlap;
    answer.fraction = 0.0f;
    answer.normal = start.normal;
    answer.point = middle;
    answer.features = start.features;
    answer.depth = -start.separation;
    answer.children = start.children;
    return answer;
}

/// Returns the overlap of two convex shapes, if they overlap before the motion; otherwise their separation.
template <class T>
std::optional<BasicSweep<T>> overlapAtStart(const PosedPair<T>& pair, WorldSeparation<T>& start,
                                            VertexPairs& simplex) {
    SeparationQuery query;
    query.simplex = &simplex;
    start = separationInWorld(pair, query);
    if (!(start.separation < 0.0f)) {
        return std::nullopt;
    }
    query.points = Points::Yes;
    return initialOverlap(separationInWorld(pair, query));
}

template <class T>
BasicSweep<T> sweptSphere(const PosedPair<T>& pair, const SphereCastHit& hit) {
    if (!hit.startsApart) {
        WorldSeparation<T> start;
        VertexPairs simplex;
        if (const auto overlap = overlapAtStart(pair, start, simplex)) {
            return *overlap;
        }
    }
    BasicSweep<T> answer;
    if (hit.fraction < 1.0) {
        answer.status = SweepStatus::Hit;
        answer.fraction = roundedDown(hit.fraction);
        answer.normal = glm::vec3(hit.normalAToB);
        answer.point = glm::vec<3, T>(hit.point);
        answer.features = hit.features;
    }
    return answer;
}

/// For two convex shapes, or one and a half-space.
template <class T, class Motions>
BasicSweep<T> sweptConvex(const PosedPair<T>& pair, const Motions& motions) {
    const PairFrame frame(pair);
    const typename Motions::Cast cast(motions, pair.a, pair.b, frame);
    Separation before;
    if (!(cast.entry() > 0.0)) {
        WorldSeparation<T> start;
        if (const auto overlap = overlapAtStart(pair, start, before.simplex)) {
            return *overlap;
        }
        before.separation = start.separation;
        before.normalAToB = frame.directionInPair(start.normal);
        before.features = start.features;
    }
    BasicSweep<T> answer;
    if (cast.entry() > motions.limit) {
        return answer;
    }
    if (const std::optional<Found> found = cast.find(before)) {
        answer.status = found->converged ? SweepStatus::Hit : SweepStatus::NotConverged;
        answer.fraction = roundedDown(found->fraction);  // rounded up, the shapes might overlap at it
        answer.normal = frame.directionInWorld(found->contact.normalAToB);
        answer.point = frame.pointInWorld<T>(found->contact.points->onA) + glm::vec<3, T>(found->offset);
        answer.features = found->contact.features;
    }
    return answer;
}

/// For a pair in the canonical order.
template <class T, class Motions>
BasicSweep<T> sweptInOrder(const PosedPair<T>& pair, const Motions& motions) {
    if (pair.a.isComposite() || pair.b.isComposite()) {
        // The pairs that come near each other include all that overlap at the start, so this search finds
        // out.
        if (const std::optional<BasicSweep<T>> hit = firstHit(pair, motions)) {
            return *hit;
        }
        SeparationQuery query;
        query.limit = 0.0;  // only an overlap matters
        query.points = Points::Yes;
        return initialOverlap(separationInWorld(pair, query));
    }
    const std::optional<SphereCastHit> ofSphere = motions.findSphereCast(pair);
    return ofSphere ? sweptSphere(pair, *ofSphere) : sweptConvex(pair, motions);
}

template <class T, class Motions>
BasicSweep<T> swept(const PosedPair<T>& pair, const Motions& motions) {
    const bool isFinite = motions.isFinite();
    SAT3D_ASSERT(isFinite, "a motion must be finite");
    if (!isUsable(pair) || !isFinite || !(hasInside(pair.a) || hasInside(pair.b))) {
        return {};
    }
    return inCanonicalOrder(pair, [&](const PosedPair<T>& ordered) {
        return sweptInOrder(ordered, ordered.isSwapped == pair.isSwapped ? motions : motions.flipped());
    });
}

/// Whether a shape only translates. An invalid motion does not, so that swept() reports it.
bool isStraight(const RigidMotion& motion) {
    return motion.rotationVector == glm::vec3(0.0f) && isFinite(motion.localCenter);
}

/// Whether a shape, or a child of it, has no width in some direction.
bool isThin(ShapeRef shape) {
    return visitShape(
        shape, [](const Sphere& s) { return s.radius == 0.0f; },
        [](const Capsule& s) { return s.radius == 0.0f; },
        [](const Box& s) {
            return std::min({s.halfExtents.x, s.halfExtents.y, s.halfExtents.z}) == 0.0f;
        },
        [](const Compound& s) {
            return std::ranges::any_of(s.children(),
                                       [](const CompoundChild& child) { return isThin(child.shape); });
        },
        [](const auto&) { return false; });
}

/// The tolerance of a straight cast may hide that a shape without width passes through another one: then the
/// search for motions that rotate decides.
template <class T>
BasicSweep<T> sweptBy(const PosedPair<T>& pair, const RigidMotion& motionA, const RigidMotion& motionB,
                      double tolerance, double limit) {
    if (isStraight(motionA) && isStraight(motionB)) {
        const BasicSweep<T> found =
            swept(pair, LinearMotions{{motionA.translation, motionB.translation}, limit});
        if (found || !(isThin(pair.a) || isThin(pair.b))) {
            return found;
        }
    }
    return swept(pair, RigidMotions{DRigidMotion(motionA), DRigidMotion(motionB), tolerance, limit});
}

}  // namespace

template <class T>
BasicSweep<T> sweepUpTo(double upTo, ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                        const std::type_identity_t<BasicPose<T>>& poseB, const RigidMotion& motionA,
                        const RigidMotion& motionB, const SweepOptions& options) {
    assertSound(options);
    const PosedPair<T> pair{a, poseA, b, poseB};
    const bool hasSkin = options.skin > 0.0f;
    const double limit = hasSkin ? 1.0 : upTo;  // a skin can be reached long before the contact
    const BasicSweep<T> found = sweptBy(pair, motionA, motionB, double(options.tolerance), limit);
    return hasSkin ? withSkin(found, pair, motionA, motionB, options.skin) : found;
}

template <class T>
void nameFaces(BasicSweep<T>& sweep, ShapeRef a, const BasicPose<T>& poseA, const RigidMotion& motionA,
               ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB, const RigidMotion& motionB) {
    if (sweep) {
        const glm::dvec3 normal(sweep.normal);
        writeFaces(sweep, touchedFaceAt(a, poseA, motionA, sweep.fraction, sweep.children.a, normal),
                   touchedFaceAt(b, poseB, motionB, sweep.fraction, sweep.children.b, -normal));
    }
}

template <class T>
BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                    const std::type_identity_t<BasicPose<T>>& poseB, const RigidMotion& motionA,
                    const RigidMotion& motionB, const SweepOptions& options) {
    BasicSweep<T> found = sweepUpTo(1.0, a, poseA, b, poseB, motionA, motionB, options);
    nameFaces(found, a, poseA, motionA, b, poseB, motionB);
    return found;
}

template <class T>
BasicSweep<T> detail::sweepChildren(const Compound& a, const BasicPose<T>& poseA, ShapeRef b,
                                    const std::type_identity_t<BasicPose<T>>& poseB,
                                    std::span<const RigidMotion> motionsOfA, const RigidMotion& motionB,
                                    const SweepOptions& options) {
    const bool hasAll = motionsOfA.size() == a.children().size();
    SAT3D_ASSERT(hasAll, "one motion for each child of the compound");
    assertSound(options);
    if (!hasAll) {
        return {};
    }
    const PosedPair<T> pair{a, poseA, b, poseB};
    BasicSweep<T> hit = swept(
        pair, RigidMotions{DRigidMotion(), DRigidMotion(motionB), options.tolerance, 1.0, motionsOfA, {}});
    if (options.skin > 0.0f) {
        hit = withSkin(hit, pair, RigidMotion{}, motionB, options.skin, motionsOfA);
    }
    if (hit) {
        const CompoundChild& child = a.children()[hit.children.a];
        const DPose before = composed(poseA, child.pose);
        const TouchedFace ofChild =
            touchedFace(child.shape, poseAtFraction(before, motionsOfA[hit.children.a], hit.fraction), 0,
                        glm::dvec3(hit.normal));
        writeFaces(hit, ofChild,
                   touchedFaceAt(b, poseB, motionB, hit.fraction, hit.children.b, -glm::dvec3(hit.normal)));
    }
    return hit;
}

#define SAT3D_INSTANTIATE_SWEEPS(T)                                                                        \
    template BasicSweep<T> sweepUpTo(double, ShapeRef, const BasicPose<T>&, ShapeRef, const BasicPose<T>&, \
                                     const RigidMotion&, const RigidMotion&, const SweepOptions&);         \
    template void nameFaces(BasicSweep<T>&, ShapeRef, const BasicPose<T>&, const RigidMotion&, ShapeRef,   \
                            const BasicPose<T>&, const RigidMotion&);                                      \
    template SAT3D_API BasicSweep<T> sweep(ShapeRef, const BasicPose<T>&, ShapeRef, const BasicPose<T>&,   \
                                           const RigidMotion&, const RigidMotion&, const SweepOptions&);   \
    template SAT3D_API BasicSweep<T> detail::sweepChildren(                                                \
        const Compound&, const BasicPose<T>&, ShapeRef, const BasicPose<T>&, std::span<const RigidMotion>, \
        const RigidMotion&, const SweepOptions&)
SAT3D_INSTANTIATE_SWEEPS(float);
SAT3D_INSTANTIATE_SWEEPS(double);
#undef SAT3D_INSTANTIATE_SWEEPS

}  // namespace sat3d::SAT3D_ABI
