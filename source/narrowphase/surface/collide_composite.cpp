#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/simple_manifold.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "narrowphase/surface/contact_draft.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/collide.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// Makes the ids of points unique among the pairs of children.
/// @param swaps  whether B's child comes first; only if A and B are equal shapes
void addChildIds(DManifold& manifold, std::uint32_t childA, std::uint32_t childB, bool swaps) {
    for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
        std::uint64_t& id = manifold.pointArray[i].id;
        id = idWithin(swaps ? childB : childA, idWithin((swaps ? childA : childB) << 16, id));
    }
}

/// Adds the manifolds of a convex child with a surface.
template <class T>
void addSurface(const ChildShape& childA, const PosedShape& surface, const CollideOptions& options,
                ManifoldList<T>& list) {
    forEachManifold(childA, surface, options, [&](DManifold manifold) {
        addChildIds(manifold, childA.number, 0, false);
        list.add(manifold);
    });
}

/// Adds the manifolds of all pairs of children, in the canonical order.
template <class T>
void addChildren(const PosedShape& a, const PosedShape& b, const CollideOptions& options,
                 ManifoldList<T>& list) {
    if (isSurface(b.shape)) {
        forEachChildNear(a, b, double(options.margin), kGapBound,
                         [&](const ChildShape& childA, double limit) {
                             addSurface(childA, b, options, list);
                             return limit;
                         });
        return;
    }
    const bool areSame = isSameShape(a.shape, b.shape);
    const auto visit = [&](const ChildShape& childA, const ChildShape& childB, double limit) {
        if (auto manifold =
                simpleManifold<double>({childA.shape, childA.pose, childB.shape, childB.pose}, options)) {
            manifold->penetration.children = {childA.number, childB.number};
            addChildIds(*manifold, childA.number, childB.number,
                        areSame && !isNamedFirst(manifold->penetration.normal));
            list.add(*manifold);
        }
        return limit;
    };
    forEachChildPair(a, b, double(options.margin), kGapBound, visit);
}

template <class T>
BasicManifoldSpan<T> allManifolds(const PosedPair<T>& pair, std::span<BasicManifold<T>> manifolds,
                                  const CollideOptions& options) {
    SAT3D_ASSERT(options.margin >= 0.0f, "a margin must not be negative");
    const bool canTouch = hasInside(pair.a) || hasInside(pair.b);
    if (manifolds.empty() || !canTouch) {
        return manifolds.first(0);
    }
    if (!isUsable(pair)) {
        return manifolds.first(0);
    }
    if (!pair.a.isComposite() && !pair.b.isComposite()) {
        const auto manifold = simpleManifold(pair, options);
        if (manifold) {
            manifolds.front() = *manifold;
        }
        return manifolds.first(manifold ? 1 : 0);
    }
    return inCanonicalOrder(pair, [&](const PosedPair<T>& ordered) {
        ManifoldList<T> list(manifolds);
        addChildren({ordered.a, inDouble(ordered.poseA)}, {ordered.b, inDouble(ordered.poseB)}, options,
                    list);
        return list.filled();
    });
}

}  // namespace

template <class T>
BasicManifoldSpan<T> collide(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                             const std::type_identity_t<BasicPose<T>>& poseB,
                             std::type_identity_t<std::span<BasicManifold<T>>> manifolds,
                             const CollideOptions& options) {
    return allManifolds<T>({a, poseA, b, poseB}, manifolds, options);
}
template SAT3D_API ManifoldSpan collide(ShapeRef, const Pose&, ShapeRef, const Pose&, std::span<Manifold>,
                                        const CollideOptions&);
template SAT3D_API DManifoldSpan collide(ShapeRef, const DPose&, ShapeRef, const DPose&, std::span<DManifold>,
                                         const CollideOptions&);

}  // namespace sat3d::SAT3D_ABI
