#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/manifold/hull_manifold.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/separation/box_hull.hpp"
#include "narrowphase/separation/separation.hpp"

#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::KernelBox;
using detail::KernelResult;
using detail::Verdict;

template <class T>
Verdict askKernel(const PosedPair<T>& pair, const CollideOptions& options, KernelResult& result,
                  BasicManifold<T>& manifold) {
    return askOfBoxes(pair, [&]<class P>(const KernelBox& a, const BasicPose<P>& poseA, const KernelBox& b,
                                         const BasicPose<P>& poseB) {
        const detail::ContactRules rules = contactRulesOf(pair.a, a, pair.b, b, false, options);
        detail::ManifoldFaces faces;
        return askInPrecision<P>(manifold, [&](auto& written) {
            return detail::boxManifoldKernel(a, poseA, b, poseB, rules, result, written, faces);
        });
    });
}

/// Computes the manifold of two boxes that are apart, but within the margin.
/// @param result  of the kernel
template <class T>
bool findApartManifold(const PosedPair<T>& pair, const Penetration& hit, const CollideOptions& options,
                       KernelResult& result, BasicManifold<T>& manifold) {
    return askOfBoxes(pair, [&]<class P>(const KernelBox& a, const BasicPose<P>& poseA, const KernelBox& b,
                                         const BasicPose<P>& poseB) {
        const detail::ContactRules rules = contactRulesOf(pair.a, a, pair.b, b, false, options);
        detail::ManifoldFaces faces;
        return askInPrecision<P>(manifold, [&](auto& written) {
            return apartManifold<P>(a, poseA, b, poseB, hit, rules, result, written, faces);
        });
    });
}

}  // namespace

template <class T>
std::optional<BasicManifold<T>> boxManifold(const PosedPair<T>& pair, const CollideOptions& options) {
    std::optional<BasicManifold<T>> manifold(std::in_place);  // the kernel writes here
    KernelResult result;
    const Verdict verdict = askKernel(pair, options, result, *manifold);
    if (verdict == Verdict::Overlapping) {
        manifold->penetration.depth += options.margin;
        return manifold;
    }
    std::optional<Penetration> hit;
    if (verdict == Verdict::Undecided) {
        hit = manifold->penetration;
        hit->depth += options.margin;
    } else if (verdict == Verdict::Separated && options.margin > 0.0f) {
        hit = apartPenetration(pair, result.best.features, options.margin);
        if (hit && findApartManifold(pair, *hit, options, result, *manifold)) {
            return manifold;
        }
    }
    manifold.reset();
    if (hit) {
        manifold = PairManifold<T>(pair, options).fromPenetration(*hit);
    }
    return manifold;
}
template std::optional<Manifold> boxManifold(const PosedPair<float>&, const CollideOptions&);
template std::optional<DManifold> boxManifold(const PosedPair<double>&, const CollideOptions&);

}  // namespace sat3d::SAT3D_ABI
