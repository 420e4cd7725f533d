#pragma once

/// @file
/// The readable routine for the contact manifold of two convex shapes, in double.

#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/manifold/convex_manifold.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/touching_point.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/convex_separation.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// Computes the manifold of a pair in the canonical order.
template <class T>
class PairManifold {
public:
    PairManifold(const PosedPair<T>& pair, const CollideOptions& options)
        : pair_(pair), options_(options), query_{options.margin, options.faceBias} {}

    /// Computes the manifold of any pair other than two hulls.
    [[nodiscard]] std::optional<BasicManifold<T>> answer() const {
        const auto& [shapeA, poseA, shapeB, poseB, isSwapped] = pair_;
        if (haveOneContact()) {
            return atTouchingPoint();
        }
        if (shapeB.kind() == ShapeRef::Kind::Capsule) {
            const auto hit = penetrationFromSeparation(pair_, options_.margin);
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
        const Separation nearest = convexSeparation(a, b, query_.margin);
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
    /// Whether the shapes touch in one point: a sphere and any shape, or two capsules that are not nearly
    /// parallel.
    [[nodiscard]] bool haveOneContact() const {
        if (pair_.a.kind() == ShapeRef::Kind::Sphere) {
            return true;
        }
        if (pair_.b.kind() != ShapeRef::Kind::Capsule) {
            return false;
        }
        return !areNearlyParallel(coreOf(pair_.a.capsule(), pair_.poseA).along,
                                  coreOf(pair_.b.capsule(), pair_.poseB).along);
    }

    /// The manifold with the touching point of the penetration as its only contact.
    [[nodiscard]] std::optional<BasicManifold<T>> atTouchingPoint() const {
        SeparationQuery query;
        query.limit = options_.margin;
        query.points = Points::Yes;
        const WorldSeparation<T> nearest = separationInWorld<T>(pair_, query);
        std::optional<BasicManifold<T>> manifold;
        if (nearest.separation < options_.margin) {  // false for NaN
            writeTouchingPoint(pair_, options_.margin,
                               {T(0.5) * (nearest.pointA + nearest.pointB), nearest.normal,
                                nearest.separation, nearest.features},
                               manifold.emplace());
        }
        return manifold;
    }

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
        const bool aIsFirst = isFirstInIds(pair_.a, pair_.b, penetration.normal);
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

}  // namespace sat3d::SAT3D_ABI
