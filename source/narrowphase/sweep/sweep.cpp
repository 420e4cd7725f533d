#include "math/directed_rounding.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/sweep/contact_face.hpp"
#include "narrowphase/sweep/skin.hpp"
#include "narrowphase/sweep/sweep_motions.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Not in the unnamed namespace, so that inCanonicalOrder() finds it.
template <class T>
static void flip(BasicSweep<T>& sweep) noexcept {
    sweep.normal = -sweep.normal;
    flip(sweep.features);
    flip(sweep.children);
}

namespace {

template <class T, class Motions>
BasicSweep<T> swept(const PosedPair<T>& pair, const Motions& motions);

/// Visits the pairs of children that may meet, those with a surface in lanes.
/// @param visit  as for forEachChildPair()
template <class Culler, class Visit>
void forEachPairOnPath(const PosedShape& a, const PosedShape& b, Culler& culler, const Visit& visit) {
    const auto entryBound = [&](const ChildShape& child, const Aabb& box) {
        return culler.entryBound(child, box);
    };
    if (!isSurface(b.shape)) {
        forEachChildPair(a, b, 1.0, entryBound, visit);
        return;
    }
    const auto unbounded = [](const Aabb&) { return -std::numeric_limits<double>::infinity(); };
    detail::SurfaceTriangle triangle{{}, sidesOf(b.shape)};
    forEachChild(a.shape, a.pose, 1.0, unbounded, [&](const ChildShape& child, double limit) {
        const auto bound = entryBound(child, boundsOf(child.shape, poseBInA(b.pose, child.pose)));
        const auto describe = [&](PathOverSurface& path) { culler.describe(path); };
        return forEachTriangleOnPath(child, b, limit, describe, bound,
                                     [&](std::uint32_t number, double upTo) {
                                         triangle.triangle = triangleOf(b.shape, number);
                                         return visit(child, ChildShape{triangle, b.pose, number}, upTo);
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
    forEachPairOnPath(a, b, culler, visit);
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

/// For a pair in the canonical order.
template <class T, class Motions>
BasicSweep<T> sweptInOrder(const PosedPair<T>& pair, const Motions& motions) {
    using Status = typename BasicSweep<T>::Status;
    const bool isComposite = pair.a.isComposite() || pair.b.isComposite();
    VertexPairs simplex;
    SeparationQuery query;
    query.simplex = &simplex;
    if (isComposite) {
        // The pairs that come near each other include all that overlap at the start, so this search finds
        // out.
        if (const std::optional<BasicSweep<T>> hit = firstHit(pair, motions)) {
            return *hit;
        }
        query.limit = 0.0;  // only an overlap matters
        query.points = Points::Yes;
        return initialOverlap(separationInWorld(pair, query));
    }
    const WorldSeparation<T> start = separationInWorld(pair, query);
    if (start.separation < 0.0f) {
        query.points = Points::Yes;
        return initialOverlap(separationInWorld(pair, query));
    }
    BasicSweep<T> answer;
    if (const std::optional<SphereCastHit> hit = motions.findSphereCast(pair)) {
        if (hit->fraction < 1.0) {
            answer.status = Status::Hit;
            answer.fraction = roundedDown(hit->fraction);
            answer.normal = glm::vec3(hit->normalAToB);
            answer.point = glm::vec<3, T>(hit->point);
            answer.features = hit->features;
        }
        return answer;
    }
    const PairFrame frame(pair);
    const Separation before{start.separation, frame.directionInPair(start.normal), start.features, {}, {},
                            simplex};
    if (const std::optional<Found> found = motions.find(pair.a, pair.b, frame, before)) {
        answer.status = found->converged ? Status::Hit : Status::NotConverged;
        answer.fraction = roundedDown(found->fraction);  // rounded up, the shapes might overlap at it
        answer.normal = frame.directionInWorld(found->contact.normalAToB);
        answer.point = frame.pointInWorld<T>(found->contact.pointA) + glm::vec<3, T>(found->offset);
        answer.features = found->contact.features;
    }
    return answer;
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

/// Names the faces in contact of a sweep that is not a Miss.
template <class T>
BasicSweep<T> withFaces(BasicSweep<T> sweep, const PosedPair<T>& pair, const RigidMotion& motionA,
                        const RigidMotion& motionB) {
    if (sweep) {
        const glm::dvec3 normal(sweep.normal);
        const ContactFace a = contactFace(
            pair.a, inDouble(poseAtFraction(pair.poseA, motionA, sweep.fraction)), sweep.children.a, normal);
        writeFaces(sweep, a, contactFaceOfB(pair.b, pair.poseB, motionB, sweep));
    }
    return sweep;
}

void assertSound(const SweepOptions& options) {
    SAT3D_ASSERT(options.tolerance >= 1e-6f && options.tolerance <= 1.0f,
                 "the tolerance of a sweep is a fraction of size, 1e-6 .. 1");
    SAT3D_ASSERT(options.skin >= 0.0f && std::isfinite(options.skin),
                 "the skin of a sweep is finite and not negative, in meters");
}

/// Keeps the skin, if there is one, and names the faces in contact.
template <class T>
BasicSweep<T> finished(const BasicSweep<T>& sweep, const PosedPair<T>& pair, const RigidMotion& motionA,
                       const RigidMotion& motionB, const SweepOptions& options) {
    return withFaces(options.skin > 0.0f ? withSkin(sweep, pair, motionA, motionB, options.skin) : sweep,
                     pair, motionA, motionB);
}

}  // namespace

template <class T>
BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                    const std::type_identity_t<BasicPose<T>>& poseB, const LinearMotion& motion,
                    const SweepOptions& options) {
    assertSound(options);
    const PosedPair<T> pair{a, poseA, b, poseB};
    const RigidMotion motionA{.translation = motion.translationA, .rotationVector = {}, .localCenter = {}},
        motionB{.translation = motion.translationB, .rotationVector = {}, .localCenter = {}};
    return finished(swept(pair, LinearMotions{motion}), pair, motionA, motionB, options);
}
template SAT3D_API Sweep sweep(ShapeRef, const Pose&, ShapeRef, const Pose&, const LinearMotion&,
                               const SweepOptions&);
template SAT3D_API DSweep sweep(ShapeRef, const DPose&, ShapeRef, const DPose&, const LinearMotion&,
                                const SweepOptions&);

template <class T>
BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                    const std::type_identity_t<BasicPose<T>>& poseB, const RigidMotion& motionA,
                    const RigidMotion& motionB, const SweepOptions& options) {
    assertSound(options);
    const PosedPair<T> pair{a, poseA, b, poseB};
    return finished(
        swept(pair, RigidMotions{DRigidMotion(motionA), DRigidMotion(motionB), options.tolerance, 1.0}), pair,
        motionA, motionB, options);
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
        const ContactFace ofChild =
            contactFace(child.shape, poseAtFraction(before, motionsOfA[hit.children.a], hit.fraction), 0,
                        glm::dvec3(hit.normal));
        writeFaces(hit, ofChild, contactFaceOfB(b, poseB, motionB, hit));
    }
    return hit;
}
template SAT3D_API Sweep detail::sweepChildren(const Compound&, const Pose&, ShapeRef, const Pose&,
                                               std::span<const RigidMotion>, const RigidMotion&,
                                               const SweepOptions&);
template SAT3D_API DSweep detail::sweepChildren(const Compound&, const DPose&, ShapeRef, const DPose&,
                                                std::span<const RigidMotion>, const RigidMotion&,
                                                const SweepOptions&);
template SAT3D_API Sweep sweep(ShapeRef, const Pose&, ShapeRef, const Pose&, const RigidMotion&,
                               const RigidMotion&, const SweepOptions&);
template SAT3D_API DSweep sweep(ShapeRef, const DPose&, ShapeRef, const DPose&, const RigidMotion&,
                                const RigidMotion&, const SweepOptions&);

}  // namespace sat3d::inline SAT3D_ABI
