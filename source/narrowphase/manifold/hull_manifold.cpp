#include "narrowphase/manifold/hull_manifold.hpp"

#include "core/store_forwarding.hpp"
#include "math/pose_contract.hpp"
#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/separation/box_hull.hpp"
#include "narrowphase/separation/hull_hull.hpp"

#include <optional>
#include <type_traits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::KernelBox;
using detail::KernelHull;
using detail::Verdict;

/// The answer of the kernels for a pair.
struct KernelAnswer {
    Verdict verdict;
    bool isComplete = false;      ///< whether the whole manifold is written, not only its penetration
    bool isBeyondMargin = false;  ///< whether no push exists within the margin
};

/// Computes the manifold of two boxes in the canonical order, except for its tags.
template <class T>
KernelAnswer askBoxKernel(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                          const BasicPose<T>& poseB, const detail::ContactRules& rules,
                          std::optional<BasicManifold<T>>& manifold, detail::ContactFaces& faces) {
    const Verdict verdict = detail::boxManifoldKernel(a, poseA, b, poseB, rules, manifold, faces);
    const bool overlap = verdict == Verdict::Overlapping || verdict == Verdict::Undecided;
    if (overlap) {
        manifold->penetration.depth += rules.margin;
    }
    return {overlap ? Verdict::Overlapping : verdict, verdict == Verdict::Overlapping,
            verdict == Verdict::NotFinite};
}

/// Computes the manifold of two hulls in the canonical order, except for its tags.
/// @param search  search(result, penetration) runs the certified test
template <class T, class Search>
KernelAnswer askHullKernels(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                            const BasicPose<T>& poseB, const detail::ContactRules& rules,
                            std::optional<BasicManifold<T>>& manifold, detail::ContactFaces& faces,
                            const Search& search) {
    detail::KernelResult result;
    Penetration penetration;
    search(result, penetration);
    KernelAnswer answer{result.verdict, false, result.isBeyondMargin};
    if (result.verdict == Verdict::Overlapping) {
        Penetration& to = manifold.emplace().penetration;
        copyMembers(penetration, to, &Penetration::normal, &Penetration::depth, &Penetration::children);
        copyMembers(penetration.features, to.features, &FeaturePair::kind, &FeaturePair::a, &FeaturePair::b);
        answer.isComplete = detail::hullManifoldKernel(a, poseA, b, poseB, result, rules, *manifold, faces);
        manifold->penetration.depth += rules.margin;
    }
    return answer;
}

template <class T>
KernelAnswer askKernels(const PosedHulls<T>& pair, PairCache* cache, const CollideOptions& options,
                        std::optional<BasicManifold<T>>& manifold) {
    const detail::HullData &a = pair.a.data(), &b = pair.b.data();
    const float size = 0.5f * (a.boundingSphere.radius + b.boundingSphere.radius);
    const detail::ContactRules rules{size, options.margin, options.faceBias * size, pair.isSwapped,
                                     a.contentHash == b.contentHash};
    detail::ContactFaces faces;
    const KernelAnswer answer =
        a.kernel.box && b.kernel.box
            ? askBoxKernel(a.kernel, pair.poseA, b.kernel, pair.poseB, rules, manifold, faces)
            : askHullKernels(a.kernel, pair.poseA, b.kernel, pair.poseB, rules, manifold, faces,
                             [&](detail::KernelResult& result, Penetration& penetration) {
                                 askKernel(pair, {cache, false, options.margin}, result, penetration);
                             });
    if (answer.isComplete) {
        manifold->faceTagA = a.faceTags[faces.ofA];
        manifold->faceTagB = b.faceTags[faces.ofB];
        if (pair.isSwapped) {
            std::swap(manifold->faceTagA, manifold->faceTagB);
        }
    }
    return answer;
}

/// Computes the manifold of a Box and a hull in the canonical order. The poses are those of the kernel box
/// and of the hull.
template <class T>
KernelAnswer askKernels(const KernelBox& box, const BasicPose<T>& poseA, const ConvexHull& hull,
                        const BasicPose<T>& poseB, const CollideOptions& options,
                        std::optional<BasicManifold<T>>& manifold) {
    const KernelHull& b = hull.data().kernel;
    const float size = 0.5f * (box.radius + hull.data().boundingSphere.radius);
    const detail::ContactRules rules{size, options.margin, options.faceBias * size, false, false};
    detail::ContactFaces faces;
    KernelAnswer answer{Verdict::Undecided};
    if (b.box) {
        answer = askBoxKernel(box, poseA, b, poseB, rules, manifold, faces);
    } else if (detail::hasKernelHull(box)) {
        detail::BoxKernelHull a(box);
        a.addAdjacency();
        answer = askHullKernels(a.hull(), poseA, b, poseB, rules, manifold, faces,
                                [&](detail::KernelResult& result, Penetration& penetration) {
                                    const detail::DetailedQuery query{nullptr, false, options.margin};
                                    detail::detailedPenetrationKernel(a.hull(), poseA, b, poseB, false, query,
                                                                      result, penetration);
                                });
    }
    if (answer.isComplete) {
        manifold->faceTagB = hull.data().faceTags[faces.ofB];
    }
    return answer;
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
    assertSound(pair.poseA);
    assertSound(pair.poseB);
    const PosedHulls<T> ordered = needsSwap(pair) ? pair.flipped() : pair;
    std::optional<BasicManifold<T>> manifold;
    const KernelAnswer answer = askKernels(ordered, cache, options, manifold);
    if (answer.isComplete) {
        return manifold;
    }
    std::optional<Penetration> hit;  // in the canonical order
    if (answer.verdict == Verdict::Overlapping) {
        hit = manifold->penetration;
    } else if (answer.verdict == Verdict::Undecided) {
        PenetrationOptions same;
        same.margin = options.margin;
        hit = hullPenetration(pair.a, pair.poseA, pair.b, pair.poseB, cache, same);
    } else if (options.margin > 0.0f && !answer.isBeyondMargin) {
        hit = penetrationWithin(ordered, cache, options.margin);
    }
    if (hit) {
        if (ordered.isSwapped) {
            flip(hit);
        }
        manifold = readableManifold(ordered, hit, options);
    }
    return manifold;
}

template std::optional<Manifold> hullManifold(const PosedHulls<float>&, PairCache*, const CollideOptions&);
template std::optional<DManifold> hullManifold(const PosedHulls<double>&, PairCache*, const CollideOptions&);

template <class T>
std::optional<BasicManifold<T>> boxHullManifold(const PosedPair<T>& pair, const CollideOptions& options) {
    std::optional<BasicManifold<T>> manifold;
    const KernelAnswer answer = askOfBoxAndHull(
        pair, [&](const auto& box, const auto& poseA, const ConvexHull& hull, const auto& poseB) {
            if constexpr (std::is_same_v<decltype(poseA), const BasicPose<T>&>) {
                return askKernels(box, poseA, hull, poseB, options, manifold);
            } else {
                std::optional<DManifold> inDouble;
                const KernelAnswer found = askKernels(box, poseA, hull, poseB, options, inDouble);
                if (inDouble) {
                    manifold = converted<T>(*inDouble);
                }
                return found;
            }
        });
    if (answer.isComplete) {
        return manifold;
    }
    std::optional<Penetration> hit;
    if (answer.verdict == Verdict::Overlapping) {
        hit = manifold->penetration;
    } else if (answer.verdict == Verdict::Undecided || (options.margin > 0.0f && !answer.isBeyondMargin)) {
        hit = penetrationFromSeparation(pair, options.margin);
    }
    manifold.reset();
    if (hit) {
        manifold = PairManifold<T>(pair, options).fromPenetration(*hit);
    }
    return manifold;
}
template std::optional<Manifold> boxHullManifold(const PosedPair<float>&, const CollideOptions&);
template std::optional<DManifold> boxHullManifold(const PosedPair<double>&, const CollideOptions&);

}  // namespace sat3d::inline SAT3D_ABI
