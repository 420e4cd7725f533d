#include "core/inline_list.hpp"
#include "math/directed_rounding.hpp"
#include "math/is_finite.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/composite/triangle_contact_rules.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/separation/triangle_culling.hpp"
#include "narrowphase/sweep/conservative_advancement.hpp"
#include "narrowphase/sweep/contact_face.hpp"
#include "narrowphase/sweep/linear_cast.hpp"
#include "narrowphase/sweep/skin.hpp"
#include "narrowphase/sweep/sphere_cast.hpp"
#include "narrowphase/sweep/swept_bounds.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
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

/// Time of impact with a half-space: the height above its plane is linear in time.
std::optional<CastHit> halfSpaceCast(const ConvexProxy& a, const PairHalfSpace& b, const glm::dvec3& motion,
                                     const Separation& start) {
    const double approach = -glm::dot(start.normalAToB, motion);
    // Computed again, as the separation in `start` was rounded to float.
    const double gap = halfSpaceSeparation(a, b.normal, b.offset).separation;
    const double fraction = std::max(gap, 0.0) / approach;
    if (!(approach > 0.0 && fraction < 1.0)) {
        return std::nullopt;
    }
    return CastHit{fraction,
                   halfSpaceSeparation(a, b.normal, b.offset + glm::dot(b.normal, fraction * motion))};
}

/// A hit in the pair's frame.
struct Found {
    double fraction;
    Separation contact;
    glm::dvec3 offset{0.0};  ///< from the contact to its position at the fraction, world axes
    bool converged = true;
};

/// Translations only. Computed relative to A, which does not move then.
struct LinearMotions {
    LinearMotion motion;

    [[nodiscard]] bool isFinite() const {
        return sat3d::isFinite(motion.translationA) && sat3d::isFinite(motion.translationB);
    }
    [[nodiscard]] LinearMotions flipped() const { return {{motion.translationB, motion.translationA}}; }
    [[nodiscard]] LinearMotions ofChildren(const DPose&, const ChildShape&, const DPose&, const ChildShape&,
                                           double) const {
        return *this;
    }
    template <class T>
    [[nodiscard]] std::optional<SphereCastHit> findSphereCast(const PosedPair<T>& pair) const {
        return sphereCast(pair, motion);
    }

    /// Returns the time of impact of two convex shapes.
    [[nodiscard]] std::optional<Found> find(const ShapeRef& a, const ShapeRef& b, const PairFrame& frame,
                                            const Separation& before) const {
        const glm::dvec3 relative = glm::transpose(frame.pairToWorld.rotation) *
                                    (glm::dvec3(motion.translationB) - glm::dvec3(motion.translationA));
        const ConvexProxy coreA(a, frame.aInPair);
        const auto hit = b.kind() == ShapeRef::Kind::HalfSpace
                             ? halfSpaceCast(coreA, {b.halfSpace(), frame.bInPair}, relative, before)
                             : linearCast(coreA, ConvexProxy(b, frame.bInPair), relative, before);
        if (!hit) {
            return std::nullopt;
        }
        Found found{hit->fraction, hit->contact, glm::dvec3(motion.translationA) * hit->fraction};
        if (b.kind() == ShapeRef::Kind::Triangle) {
            ConvexProxy triangle(b, frame.bInPair);
            triangle.move(hit->fraction * relative);
            const double slack = overlapByRounding(coreA, glm::length(relative));
            if (staysOver(coreA, triangle, b.triangle().sides, (hit->fraction - 1.0) * relative, slack)) {
                return std::nullopt;
            }
            found.contact.normalAToB =
                normalOfHit(coreA, triangle, b.triangle().sides, hit->contact.normalAToB, slack);
        }
        return found;
    }

    /// Bounds for the children of two shapes.
    class Culler {
    public:
        Culler(const LinearMotions& motions, const PosedShape&, const PosedShape& b)
            : motionOfB_(glm::dvec3(motions.motion.translationB) - glm::dvec3(motions.motion.translationA)),
              motionInB_(glm::transpose(localToWorld(b.pose).rotation) * -motionOfB_) {}

        /// Returns the bound of the time at which a child of A may hit a box in B's frame.
        [[nodiscard]] auto entryBound(const ChildShape&, const Aabb& box) const {
            const double slack = GapBound(box).slack();  // as for overlaps at the start
            return EntryBound{{glm::dvec3(box.lower) - slack, glm::dvec3(box.upper) + slack, motionInB_}};
        }
        /// Whether a cheap test proves that the children do not collide up to a fraction.
        [[nodiscard]] bool culls(const ChildShape& a, const ChildShape& b, double upTo) {
            return triangles_.culls(a, b, 0.0, upTo * motionOfB_);
        }

    private:
        struct EntryBound {
            BoxRay ray;
            [[nodiscard]] double operator()(const Aabb& other) const { return ray.entry(other); }
            [[nodiscard]] BoxInDouble reach(double limit) const { return ray.reach(limit); }
        };

        glm::dvec3 motionOfB_, motionInB_;
        TriangleCuller triangles_;
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

    [[nodiscard]] std::optional<Found> find(const ShapeRef& a, const ShapeRef& b, const PairFrame& frame,
                                            const Separation& before) const {
        const glm::dmat3& toWorld = frame.pairToWorld.rotation;
        // Points have no size. For them, a gap negligible relative to the path counts as touching.
        constexpr double kNegligible = 1e-12;
        const double near =
            std::max(tolerance * meanBoundingRadius(a, b),
                     kNegligible * (before.separation + glm::length(ofA.translation - ofB.translation)));
        const auto hit = conservativeAdvancement({a, frame.aInPair, ofA, toWorld},
                                                 {b, frame.bInPair, ofB, toWorld}, before, near, limit);
        return hit ? std::optional(Found{hit->fraction, hit->contact, glm::dvec3(0.0), hit->converged})
                   : std::nullopt;
    }

    class Culler {
    public:
        Culler(const RigidMotions& motions, const PosedShape& a, const PosedShape& b)
            : motions_(motions), a_(a), b_(b) {}

        [[nodiscard]] auto entryBound(const ChildShape& child, const Aabb&) {
            swept_.clear();
            const SweptBounds& swept =
                swept_.add(child, motions_.ofChildOfA(a_.pose, child), b_, motions_.ofB, motions_.tolerance);
            // No box around children of B holds while they move on their own.
            const bool isBound = motions_.ofChildrenOfB.empty();
            return [&swept, isBound](const Aabb& other) { return isBound ? swept.entry(other) : 0.0; };
        }
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
        const RigidMotions& motions_;
        const PosedShape &a_, &b_;
        InlineList<SweptBounds, 1> swept_;  ///< of the current child of A
    };
};

template <class T, class Motions>
BasicSweep<T> swept(const PosedPair<T>& pair, const Motions& motions);

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
    const auto entryBound = [&](const ChildShape& child, const Aabb& box) {
        return culler.entryBound(child, box);
    };
    forEachChildPair(a, b, 1.0, entryBound, visit);
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
    query.points = Points::Yes;
    query.simplex = &simplex;
    if (isComposite) {
        // The pairs that come near each other include all that overlap at the start, so this search finds
        // out.
        if (const std::optional<BasicSweep<T>> hit = firstHit(pair, motions)) {
            return *hit;
        }
        query.limit = 0.0;  // only an overlap matters
    }
    const WorldSeparation<T> start = separationInWorld(pair, query);
    if (isComposite || start.separation < 0.0f) {
        return initialOverlap(start);
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
