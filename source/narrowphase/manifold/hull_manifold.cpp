#include "narrowphase/manifold/hull_manifold.hpp"

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/separation/hull_hull.hpp"

#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::Verdict;

/// Computes the manifold by a kernel: writes all of it if the verdict is Overlapping, or only its penetration
/// if `isComplete` stays false.
template <class T>
Verdict askKernels(const PosedHulls<T>& pair, PairCache* cache, const CollideOptions& options,
                   BasicManifold<T>& manifold, bool& isComplete) {
    const detail::HullData &a = pair.a.data(), &b = pair.b.data();
    const float size = 0.5f * (a.boundingSphere.radius + b.boundingSphere.radius);
    const detail::ContactRules rules{size, options.margin, options.faceBias * size, pair.isSwapped,
                                     a.contentHash == b.contentHash};
    detail::ContactFaces faces;
    Verdict verdict;
    if (a.kernel.box && b.kernel.box) {
        assertSound(pair.poseA);
        assertSound(pair.poseB);
        verdict =
            detail::boxManifoldKernel(a.kernel, pair.poseA, b.kernel, pair.poseB, rules, manifold, faces);
        isComplete = verdict == Verdict::Overlapping;
        verdict = verdict == Verdict::Undecided ? Verdict::Overlapping : verdict;
    } else {
        detail::KernelResult result;
        askKernel(pair, cache, result, manifold.penetration);
        verdict = result.verdict;
        isComplete = verdict == Verdict::Overlapping &&
                     detail::hullManifoldKernel(a.kernel, pair.poseA, b.kernel, pair.poseB, result, rules,
                                                manifold, faces);
    }
    if (verdict == Verdict::Overlapping) {
        manifold.penetration.depth += options.margin;
    }
    if (isComplete) {
        manifold.faceTagA = a.faceTags[faces.ofA];
        manifold.faceTagB = b.faceTags[faces.ofB];
        if (pair.isSwapped) {
            std::swap(manifold.faceTagA, manifold.faceTagB);
        }
    }
    return verdict;
}

}  // namespace

template <class T>
std::optional<BasicManifold<T>> readableManifold(const PosedHulls<T>& pair,
                                                 const std::optional<Penetration>& hit,
                                                 const CollideOptions& options) {
    if (!hit) {
        return std::nullopt;
    }
    const ShapeRef a(pair.a), b(pair.b);
    std::optional manifold(PairManifold<T>({a, pair.poseA, b, pair.poseB}, options).fromPenetration(*hit));
    return pair.isSwapped ? flipped(manifold) : manifold;
}

template std::optional<Manifold> readableManifold(const PosedHulls<float>&, const std::optional<Penetration>&,
                                                  const CollideOptions&);
template std::optional<DManifold> readableManifold(const PosedHulls<double>&,
                                                   const std::optional<Penetration>&, const CollideOptions&);

template <class T>
std::optional<BasicManifold<T>> hullManifold(const PosedHulls<T>& pair, PairCache* cache,
                                             const CollideOptions& options) {
    const PosedHulls<T> ordered = needsSwap(pair) ? pair.flipped() : pair;
    std::optional<BasicManifold<T>> manifold(std::in_place);  // the kernel writes here
    bool isComplete = false;
    const Verdict verdict = askKernels(ordered, cache, options, *manifold, isComplete);
    if (isComplete) {
        return manifold;
    }
    std::optional<Penetration> hit;  // in the canonical order
    if (verdict == Verdict::Overlapping) {
        hit = ordered.isSwapped ? flipped(manifold->penetration) : manifold->penetration;
    } else if (verdict == Verdict::Undecided || options.margin > 0.0f) {
        const auto& [a, poseA, b, poseB, isSwapped] = ordered;
        PenetrationOptions same;
        same.margin = options.margin;
        hit = cache != nullptr ? penetration<T>(a, poseA, b, poseB, *cache, same)
                               : penetration<T>(a, poseA, b, poseB, same);
    }
    manifold = readableManifold(ordered, hit, options);
    return manifold;
}

template std::optional<Manifold> hullManifold(const PosedHulls<float>&, PairCache*, const CollideOptions&);
template std::optional<DManifold> hullManifold(const PosedHulls<double>&, PairCache*, const CollideOptions&);

}  // namespace sat3d::inline SAT3D_ABI
