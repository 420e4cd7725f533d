#pragma once

/// @file
/// The readable routine for the contact manifold of two convex shapes, in double.

#include "narrowphase/manifold/convex_manifold.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/support_face_tag.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/separation/sphere_box.hpp"
#include "narrowphase/separation/sphere_capsule.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Computes the manifold of a pair in the canonical order.
template <class T>
class PairManifold {
public:
    PairManifold(const PosedPair<T>& pair, const CollideOptions& options)
        : pair_(pair), options_(options), query_{options.margin, options.faceBias} {}

    /// Computes the manifold of any pair other than two hulls.
    [[nodiscard]] std::optional<BasicManifold<T>> answer() const {
        const auto& [shapeA, poseA, shapeB, poseB, isSwapped] = pair_;
        if ((isSphereOrCapsule(shapeA) && isSphereOrCapsule(shapeB)) || isSphereBox(shapeA, shapeB)) {
            const auto hit =
                penetrationFromSeparation(PosedPair<T>{shapeA, poseA, shapeB, poseB}, options_.margin);
            return hit ? std::optional(fromPenetration(*hit)) : std::nullopt;
        }
        const PairFrame frame(pair_);
        const ConvexProxy a(shapeA, frame.aInPair);
        if (shapeB.kind() == ShapeRef::Kind::HalfSpace) {
            const PairHalfSpace b(shapeB.halfSpace(), frame.bInPair);
            const Separation nearest = halfSpaceSeparation(a, b.normal, b.offset);
            const auto penetration = penetrationOf(frame, nearest);
            return penetration ? std::optional(toWorld(frame, a, convexManifold(a, b, nearest, query_),
                                                       nearest, *penetration))
                               : std::nullopt;
        }
        const ConvexProxy b(shapeB, frame.bInPair);
        if (boundingSphereGap(a, b) > query_.margin) {
            return std::nullopt;
        }
        const Separation nearest = convexSeparation(a, b, Points::No, query_.margin);
        const auto penetration = penetrationOf(frame, nearest);
        return penetration ? std::optional(fromProxies(frame, a, b, nearest, *penetration)) : std::nullopt;
    }

    /// Computes the manifold of two convex shapes from their penetration.
    [[nodiscard]] BasicManifold<T> fromPenetration(const Penetration& penetration) const {
        const PairFrame frame(pair_);
        Separation nearest;
        nearest.separation = static_cast<double>(options_.margin) - static_cast<double>(penetration.depth);
        nearest.normalAToB = frame.directionInPair(penetration.normal);
        nearest.features = penetration.features;
        return fromProxies(frame, ConvexProxy(pair_.a, frame.aInPair), ConvexProxy(pair_.b, frame.bInPair),
                           nearest, penetration);
    }

private:
    /// Converts a separation to the penetration, with the bits that penetration() gives.
    [[nodiscard]] std::optional<Penetration> penetrationOf(const PairFrame& frame,
                                                           const Separation& nearest) const {
        const auto separation = static_cast<float>(nearest.separation);
        if (!(separation < options_.margin)) {
            return std::nullopt;  // also for NaN
        }
        return Penetration{
            frame.directionInWorld(nearest.normalAToB), options_.margin - separation, nearest.features, {}};
    }

    [[nodiscard]] BasicManifold<T> fromProxies(const PairFrame& frame, const ConvexProxy& a,
                                               const ConvexProxy& b, const Separation& nearest,
                                               const Penetration& penetration) const {
        const bool aIsFirst = !isSameShape(pair_.a, pair_.b) || isNamedFirst(penetration.normal);
        ConvexManifold manifold =
            aIsFirst ? convexManifold(a, b, nearest, query_) : convexManifold(b, a, flipped(nearest), query_);
        if (!aIsFirst) {
            manifold.normalAToB = -manifold.normalAToB;
        }
        BasicManifold<T> result = toWorld(frame, a, manifold, nearest, penetration);
        result.faceTagB = tagToward(b, -manifold.normalAToB);
        return result;
    }

    /// Converts a manifold to the world, except for B's face tag. (A half-space has none.)
    [[nodiscard]] BasicManifold<T> toWorld(const PairFrame& frame, const ConvexProxy& a,
                                           const ConvexManifold& manifold, const Separation& nearest,
                                           const Penetration& penetration) const {
        BasicManifold<T> result;
        result.normal = manifold.normalAToB == nearest.normalAToB
                            ? penetration.normal
                            : frame.directionInWorld(manifold.normalAToB);
        result.pointCount = manifold.count;
        for (std::uint32_t i = 0; i < manifold.count; ++i) {
            const ManifoldPoint& contact = manifold.contacts[i];
            result.pointArray[i] = {frame.pointInWorld<T>(contact.position),
                                    static_cast<float>(contact.separation), contact.id};
        }
        result.penetration = penetration;
        result.faceTagA = tagToward(a, manifold.normalAToB);
        return result;
    }

    const PosedPair<T>& pair_;
    const CollideOptions& options_;
    ManifoldQuery query_;
};

}  // namespace sat3d::inline SAT3D_ABI
