#include "narrowphase/convex/kernel_form.hpp"
#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/manifold/simple_manifold.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/collide.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
std::optional<BasicManifold<T>> manifoldOfOthers(const PosedPair<T>& pair, const CollideOptions& options) {
    if (!isUsable(pair) || !(hasInside(pair.a) || hasInside(pair.b))) {
        return std::nullopt;
    }
    return inCanonicalOrder(
        pair, [&](const PosedPair<T>& ordered) { return PairManifold<T>(ordered, options).answer(); });
}

template <class T>
std::optional<BasicManifold<T>> roundManifold(const PosedPair<T>& pair, const CollideOptions& options) {
    std::optional<BasicManifold<T>> manifold;  // the only object that is returned, so that it is not copied
    if (!findRoundManifold(pair, options, manifold)) {
        manifold = manifoldOfOthers(pair, options);
    }
    return manifold;
}

}  // namespace

template <class T>
std::optional<BasicManifold<T>> simpleManifold(const PosedPair<T>& pair, const CollideOptions& options) {
    SAT3D_ASSERT(options.margin >= 0.0f, "a margin must not be negative");
    if (haveKernels(pair.a, pair.b)) {
        return kernelManifold(pair, options);
    }
    if (hasRoundGap(pair.a, pair.b)) {
        return roundManifold(pair, options);
    }
    return manifoldOfOthers(pair, options);
}
template std::optional<Manifold> simpleManifold(const PosedPair<float>&, const CollideOptions&);
template std::optional<DManifold> simpleManifold(const PosedPair<double>&, const CollideOptions&);

template <class T>
std::optional<BasicManifold<T>> collide(SimpleShapeRef a, const BasicPose<T>& poseA, SimpleShapeRef b,
                                        const std::type_identity_t<BasicPose<T>>& poseB,
                                        const CollideOptions& options) {
    return simpleManifold<T>({a, poseA, b, poseB}, options);
}
template SAT3D_API std::optional<Manifold> collide(SimpleShapeRef, const Pose&, SimpleShapeRef, const Pose&,
                                                   const CollideOptions&);
template SAT3D_API std::optional<DManifold> collide(SimpleShapeRef, const DPose&, SimpleShapeRef,
                                                    const DPose&, const CollideOptions&);

}  // namespace sat3d::SAT3D_ABI
