#include "narrowphase/manifold/convex_manifold.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/support_face_tag.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/separation/sphere_box.hpp"
#include "narrowphase/separation/sphere_capsule.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::ShapeRef;
using Kind = ShapeRef::Kind;

Separation turnedRound(const Separation& separation) {
    return {separation.separation, -separation.normalAToB, turnedRound(separation.features),
            separation.pointB,     separation.pointA,      {}};
}

/// Two shapes in the library's order.
template <class T>
class Pair {
public:
    Pair(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b, const BasicPose<T>& poseB,
         const CollideOptions& options)
        : a_(a),
          b_(b),
          poseA_(poseA),
          poseB_(poseB),
          options_(options),
          query_{options.margin, options.faceBias} {}

    /// Of any shapes but two hulls.
    [[nodiscard]] std::optional<BasicManifold<T>> answer() const {
        if ((isRound(a_) && isRound(b_)) || isBallAndBox(a_, b_)) {
            const auto penetration = detail::penetration(a_, poseA_, b_, poseB_, options_.margin);
            return penetration ? std::optional(ofPenetration(*penetration)) : std::nullopt;
        }
        const PairFrame frame(a_, poseA_, poseB_);
        const CoreShape a(a_, frame.aInPair);
        if (b_.kind() == Kind::HalfSpace) {
            const PairHalfSpace b(b_.halfSpace(), frame.bInPair);
            const Separation nearest = separationOf(a, b.normal, b.offset);
            const auto penetration = penetrationOf(frame, nearest);
            return penetration ? std::optional(toWorld(frame, coreManifold(a, b, nearest, query_), nearest,
                                                       *penetration))
                               : std::nullopt;
        }
        const CoreShape b(b_, frame.bInPair);
        if (ballGap(a, b) > query_.margin) {
            return std::nullopt;
        }
        const Separation nearest = separationOf(a, b, Points::No, query_.margin);
        const auto penetration = penetrationOf(frame, nearest);
        return penetration ? std::optional(ofCores(frame, a, b, nearest, *penetration)) : std::nullopt;
    }

    /// Of two shapes whose penetration is known.
    [[nodiscard]] BasicManifold<T> ofPenetration(const Penetration& penetration) const {
        const PairFrame frame(a_, poseA_, poseB_);
        Separation nearest;
        nearest.separation = static_cast<double>(options_.margin) - static_cast<double>(penetration.depth);
        nearest.normalAToB = frame.directionInPair(penetration.normal);
        nearest.features = penetration.features;
        return ofCores(frame, CoreShape(a_, frame.aInPair), CoreShape(b_, frame.bInPair), nearest,
                       penetration);
    }

private:
    /// As penetration() has it, to the bit.
    [[nodiscard]] std::optional<Penetration> penetrationOf(const PairFrame& frame,
                                                           const Separation& nearest) const {
        const auto separation = static_cast<float>(nearest.separation);
        if (!(separation < options_.margin)) {
            return std::nullopt;  // also where a pose is not a number
        }
        return Penetration{
            frame.directionInWorld(nearest.normalAToB), options_.margin - separation, nearest.features, {}};
    }

    [[nodiscard]] BasicManifold<T> ofCores(const PairFrame& frame, const CoreShape& a, const CoreShape& b,
                                           const Separation& nearest, const Penetration& penetration) const {
        if (!isSameShape(a_, b_) || isNamedFirst(penetration.normal)) {
            return toWorld(frame, coreManifold(a, b, nearest, query_), nearest, penetration);
        }
        const Separation turned = turnedRound(nearest);
        CoreManifold manifold = coreManifold(b, a, turned, query_);
        manifold.normalAToB = -manifold.normalAToB;
        return toWorld(frame, manifold, nearest, penetration);
    }

    [[nodiscard]] BasicManifold<T> toWorld(const PairFrame& frame, const CoreManifold& manifold,
                                           const Separation& nearest, const Penetration& penetration) const {
        BasicManifold<T> result;
        result.normal = manifold.normalAToB == nearest.normalAToB
                            ? penetration.normal
                            : frame.directionInWorld(manifold.normalAToB);
        result.pointCount = manifold.count;
        for (std::uint32_t i = 0; i < manifold.count; ++i) {
            const Contact& contact = manifold.contacts[i];
            result.pointStorage[i] = {frame.pointInWorld<T>(contact.position),
                                      static_cast<float>(contact.separation), contact.id};
        }
        result.penetration = penetration;
        result.tagA = tagToward(a_, manifold.normalAToB);  // A's axes are the pair's
        result.tagB = tagToward(b_, glm::transpose(frame.bInPair.rotation) * -manifold.normalAToB);
        return result;
    }

    const ShapeRef &a_, &b_;
    const BasicPose<T>&poseA_, &poseB_;
    const CollideOptions& options_;
    ManifoldQuery query_;
};

/// @param penetrate  the penetration of two hulls, in the order given
template <class T, class Penetrate>
std::optional<BasicManifold<T>> hullsInOrder(const ConvexHull& a, const BasicPose<T>& poseA,
                                             const ConvexHull& b, const BasicPose<T>& poseB,
                                             const CollideOptions& options, const Penetrate& penetrate) {
    const std::optional<Penetration> penetration = penetrate(a, poseA, b, poseB);
    const ShapeRef refA(a), refB(b);
    return penetration ? std::optional(Pair<T>(refA, poseA, refB, poseB, options).ofPenetration(*penetration))
                       : std::nullopt;
}

template <class T, class Penetrate>
std::optional<BasicManifold<T>> ofHulls(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                                        const BasicPose<T>& poseB, const CollideOptions& options,
                                        const Penetrate& penetrate) {
    if (!comesSecond(a, poseA, b, poseB)) {
        return hullsInOrder(a, poseA, b, poseB, options, penetrate);
    }
    const auto manifold = hullsInOrder(b, poseB, a, poseA, options, penetrate);
    return manifold ? std::optional(turnedRound(*manifold)) : std::nullopt;
}

template <class T>
std::optional<BasicManifold<T>> ofAny(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                                      const BasicPose<T>& poseB, const CollideOptions& options) {
    SAT3D_ASSERT(options.margin >= 0.0f, "a margin must not be negative");
    if (a.kind() == Kind::ConvexHull && b.kind() == Kind::ConvexHull) {
        return ofHulls(a.hull(), poseA, b.hull(), poseB, options, [&](const auto&... pair) {
            PenetrationOptions penetrationOptions;
            penetrationOptions.margin = options.margin;
            return options.margin > 0.0f ? penetration(pair..., penetrationOptions) : penetration(pair...);
        });
    }
    if (!comesSecond(a, poseA, b, poseB)) {
        return Pair<T>(a, poseA, b, poseB, options).answer();
    }
    const auto manifold = Pair<T>(b, poseB, a, poseA, options).answer();
    return manifold ? std::optional(turnedRound(*manifold)) : std::nullopt;
}

template <class T>
std::optional<BasicManifold<T>> ofHullsWithCache(const ConvexHull& a, const BasicPose<T>& poseA,
                                                 const ConvexHull& b, const BasicPose<T>& poseB,
                                                 PairCache& cache, const CollideOptions& options) {
    return ofHulls(a, poseA, b, poseB, options, [&](const auto&... pair) {
        PenetrationOptions penetrationOptions;
        penetrationOptions.margin = options.margin;
        return penetration(pair..., cache, penetrationOptions);
    });
}

}  // namespace

std::optional<Manifold> detail::collide(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                        const CollideOptions& options) {
    return ofAny(a, poseA, b, poseB, options);
}
std::optional<DManifold> detail::collide(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                         const CollideOptions& options) {
    return ofAny(a, poseA, b, poseB, options);
}

std::optional<Manifold> collide(const ConvexHull& a, const Pose& poseA, const ConvexHull& b,
                                const Pose& poseB, PairCache& cache, const CollideOptions& options) {
    return ofHullsWithCache(a, poseA, b, poseB, cache, options);
}
std::optional<DManifold> collide(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                 const DPose& poseB, PairCache& cache, const CollideOptions& options) {
    return ofHullsWithCache(a, poseA, b, poseB, cache, options);
}

}  // namespace sat3d::inline SAT3D_ABI
