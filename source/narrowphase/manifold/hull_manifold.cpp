#include "narrowphase/manifold/hull_manifold.hpp"

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/manifold/manifold_kernels.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/separation/box_hull.hpp"
#include "narrowphase/separation/hull_hull.hpp"
#include "narrowphase/separation/near_push.hpp"

#include <glm/ext/quaternion_float.hpp>

#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::KernelBox;
using detail::KernelHull;
using detail::KernelResult;
using detail::Verdict;

/// The answer of the kernels for a pair.
struct KernelAnswer {
    Verdict verdict;
    bool isComplete = false;      ///< whether the whole manifold is written, not only its penetration
    bool isBeyondMargin = false;  ///< whether no push exists within the margin
};

/// Computes the manifold of two boxes in the canonical order, except for its tags.
/// @param result  receives the pose and, by the names of the shapes, the features of boxes within the margin
template <class T>
KernelAnswer askBoxKernel(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                          const BasicPose<T>& poseB, const detail::ContactRules& rules, KernelResult& result,
                          BasicManifold<T>& manifold, detail::ManifoldFaces& faces) {
    const Verdict verdict = detail::boxManifoldKernel(a, poseA, b, poseB, rules, result, manifold, faces);
    const bool overlap = verdict == Verdict::Overlapping || verdict == Verdict::Undecided;
    if (overlap) {
        manifold.penetration.depth += rules.margin;
    }
    return {overlap ? Verdict::Overlapping : verdict, verdict == Verdict::Overlapping,
            verdict == Verdict::BeyondMargin || verdict == Verdict::NotFinite};
}

/// Computes the manifold of two hulls in the canonical order, except for its tags.
/// @param result  as for askBoxKernel()
/// @param search  search(result, penetration) runs the certified test
template <class T, class Search>
KernelAnswer askHullKernels(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                            const BasicPose<T>& poseB, const detail::ContactRules& rules,
                            KernelResult& result, BasicManifold<T>& manifold, detail::ManifoldFaces& faces,
                            const Search& search) {
    search(result, manifold.penetration);
    KernelAnswer answer{result.verdict, false, result.isBeyondMargin};
    if (result.verdict == Verdict::Overlapping) {
        answer.isComplete = detail::hullManifoldKernel(a, poseA, b, poseB, result, rules, manifold, faces);
        manifold.penetration.depth += rules.margin;
    } else if (result.verdict == Verdict::Separated && rules.margin > 0.0f && !result.isBeyondMargin) {
        result.best.features = detail::toMeshFeatures(a, b, result.best.features);
    }
    return answer;
}

template <class T>
detail::ContactRules rulesOf(const PosedHulls<T>& pair, const CollideOptions& options) {
    return contactRulesOf(pair.a, pair.a.data().kernel, pair.b, pair.b.data().kernel, pair.isSwapped,
                          options);
}

template <class T>
void setTags(const PosedHulls<T>& pair, const detail::ManifoldFaces& faces, BasicManifold<T>& manifold) {
    manifold.faceTagA = pair.a.data().faceTags[faces.ofA];
    manifold.faceTagB = pair.b.data().faceTags[faces.ofB];
    if (pair.isSwapped) {
        std::swap(manifold.faceTagA, manifold.faceTagB);
    }
}

template <class T>
KernelAnswer askKernels(const PosedHulls<T>& pair, const CollideOptions& options, KernelResult& result,
                        BasicManifold<T>& manifold) {
    const detail::HullData &a = pair.a.data(), &b = pair.b.data();
    const detail::ContactRules rules = rulesOf(pair, options);
    detail::ManifoldFaces faces;
    const KernelAnswer answer =
        a.kernel.box && b.kernel.box
            ? askBoxKernel(a.kernel, pair.poseA, b.kernel, pair.poseB, rules, result, manifold, faces)
            : askHullKernels(a.kernel, pair.poseA, b.kernel, pair.poseB, rules, result, manifold, faces,
                             [&](KernelResult& found, Penetration& penetration) {
                                 askKernel(pair, options.margin, found, penetration);
                             });
    if (answer.isComplete) {
        setTags(pair, faces, manifold);
    }
    return answer;
}

/// Converts a push of shapes that are apart to the order of the kernels, and its normal to A's frame.
template <class T>
detail::PenetrationCandidate pushInA(const BasicPose<T>& poseA, const Penetration& hit,
                                     const detail::ContactRules& rules) {
    const glm::vec3 normal = rules.isSwapped ? -hit.normal : hit.normal;
    const glm::vec3 inA = glm::conjugate(glm::quat(poseA.rotation)) * normal;
    return {rules.isSwapped ? flipped(hit.features) : hit.features,
            hit.depth - rules.margin,
            {inA.x, inA.y, inA.z, 0.0f}};
}

/// Computes the manifold of two hulls like apartManifold().
template <class T>
bool apartHullManifold(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                       const BasicPose<T>& poseB, const Penetration& hit, const detail::ContactRules& rules,
                       KernelResult& result, BasicManifold<T>& manifold, detail::ManifoldFaces& faces) {
    if (a.box && b.box) {
        return apartManifold<T>(a, poseA, b, poseB, hit, rules, result, manifold, faces);
    }
    result.best = pushInA(poseA, hit, rules);
    result.best.features = detail::toKernelFeatures(a, b, result.best.features);
    manifold.penetration = hit;
    return detail::hullManifoldKernel(a, poseA, b, poseB, result, rules, manifold, faces);
}

/// Computes the manifold of two hulls that are apart, but within the margin.
/// @param pair  in the canonical order
/// @param hit   their penetration, in the caller's order
/// @param result  of the kernels, with the pose
template <class T>
bool findApartManifold(const PosedHulls<T>& pair, const Penetration& hit, const CollideOptions& options,
                       KernelResult& result, BasicManifold<T>& manifold) {
    detail::ManifoldFaces faces;
    if (!apartHullManifold(pair.a.data().kernel, pair.poseA, pair.b.data().kernel, pair.poseB, hit,
                           rulesOf(pair, options), result, manifold, faces)) {
        return false;
    }
    setTags(pair, faces, manifold);
    return true;
}

/// Computes the manifold of a Box and a hull in the canonical order. The poses are those of the kernel box
/// and of the hull.
template <class T>
KernelAnswer askKernels(const KernelBox& box, const BasicPose<T>& poseA, const ConvexHull& hull,
                        const BasicPose<T>& poseB, const detail::ContactRules& rules, KernelResult& result,
                        BasicManifold<T>& manifold) {
    const KernelHull& b = hull.data().kernel;
    detail::ManifoldFaces faces;
    KernelAnswer answer{Verdict::Undecided};
    if (b.box) {
        answer = askBoxKernel(box, poseA, b, poseB, rules, result, manifold, faces);
    } else if (detail::hasKernelHull(box)) {
        detail::BoxKernelHull a(box);
        a.addAdjacency();
        answer =
            askHullKernels(a.hull(), poseA, b, poseB, rules, result, manifold, faces,
                           [&](KernelResult& found, Penetration& penetration) {
                               detail::detailedPenetrationKernel(a.hull(), poseA, b, poseB, false,
                                                                 rules.margin, found, penetration);
                               completeNear(a.hull(), poseA, hull, false, rules.margin, found, penetration);
                           });
    }
    if (answer.isComplete) {
        manifold.faceTagB = hull.data().faceTags[faces.ofB];
    }
    return answer;
}

/// Computes the manifold of a Box and a hull that are apart, but within the margin.
template <class T>
bool findApartManifold(const KernelBox& box, const BasicPose<T>& poseA, const ConvexHull& hull,
                       const BasicPose<T>& poseB, const Penetration& hit, const detail::ContactRules& rules,
                       KernelResult& result, BasicManifold<T>& manifold) {
    const KernelHull& b = hull.data().kernel;
    detail::ManifoldFaces faces;
    bool isFound = false;
    if (b.box) {
        isFound = apartManifold<T>(box, poseA, b, poseB, hit, rules, result, manifold, faces);
    } else if (detail::hasKernelHull(box)) {
        detail::BoxKernelHull a(box);
        a.addAdjacency();
        isFound = apartHullManifold(a.hull(), poseA, b, poseB, hit, rules, result, manifold, faces);
    }
    if (!isFound) {
        return false;
    }
    manifold.faceTagB = hull.data().faceTags[faces.ofB];
    return true;
}

/// @param box  the kernel form of the Box
template <class T>
detail::ContactRules rulesOf(const PosedPair<T>& pair, const KernelBox& box, const CollideOptions& options) {
    return contactRulesOf(pair.a, box, pair.b, pair.b.hull().data().kernel, false, options);
}

/// Computes the manifold of two hulls that the kernels have not completed.
/// @param pair      in the canonical order
/// @param result    of the kernels
/// @param manifold  holds the penetration if the answer is Overlapping
template <class T>
void complete(const PosedHulls<T>& pair, const CollideOptions& options, const KernelAnswer& answer,
              KernelResult& result, std::optional<BasicManifold<T>>& manifold) {
    std::optional<Penetration> hit;  // in the caller's order
    if (answer.verdict == Verdict::Overlapping) {
        hit = manifold->penetration;
    } else if (answer.verdict == Verdict::Undecided) {
        hit = hullPenetration(pair.a, pair.poseA, pair.b, pair.poseB, options.margin);
        hit = pair.isSwapped ? flipped(hit) : hit;
    } else if (options.margin > 0.0f && !answer.isBeyondMargin) {
        hit = penetrationWithin(pair, result.best.features, options.margin);
        if (hit && findApartManifold(pair, *hit, options, result, *manifold)) {
            return;
        }
    }
    if (hit && pair.isSwapped) {
        flip(hit);
    }
    manifold = readableManifold(pair, hit, options);
}

}  // namespace

template <class T>
bool apartManifold(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                   const BasicPose<T>& poseB, const Penetration& hit, const detail::ContactRules& rules,
                   KernelResult& result, BasicManifold<T>& manifold, detail::ManifoldFaces& faces) {
    result.best = pushInA(poseA, hit, rules);
    manifold.penetration = hit;
    return detail::apartBoxManifoldKernel(a, poseA, b, poseB, result, rules, manifold, faces);
}
template bool apartManifold(const KernelBox&, const Pose&, const KernelBox&, const Pose&, const Penetration&,
                            const detail::ContactRules&, KernelResult&, Manifold&, detail::ManifoldFaces&);
template bool apartManifold(const KernelBox&, const DPose&, const KernelBox&, const DPose&,
                            const Penetration&, const detail::ContactRules&, KernelResult&, DManifold&,
                            detail::ManifoldFaces&);

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
std::optional<BasicManifold<T>> hullManifold(const PosedHulls<T>& pair, const CollideOptions& options) {
    assertSound(pair.poseA);
    assertSound(pair.poseB);
    const PosedHulls<T> ordered = needsSwap(pair)
                                      ? pair.flipped()
                                      : PosedHulls<T>{pair.a, pair.poseA, pair.b, pair.poseB, pair.isSwapped};
    // The kernels write here. The only object that is returned, so that it is not copied.
    std::optional<BasicManifold<T>> manifold(std::in_place);
    KernelResult result;
    const KernelAnswer answer = askKernels(ordered, options, result, *manifold);
    if (!answer.isComplete) {
        complete(ordered, options, answer, result, manifold);
    }
    return manifold;
}

template std::optional<Manifold> hullManifold(const PosedHulls<float>&, const CollideOptions&);
template std::optional<DManifold> hullManifold(const PosedHulls<double>&, const CollideOptions&);

template <class T>
std::optional<BasicManifold<T>> boxHullManifold(const PosedPair<T>& pair, const CollideOptions& options) {
    std::optional<BasicManifold<T>> manifold(std::in_place);  // the kernels write here
    KernelResult result;
    const KernelAnswer answer =
        askOfBoxAndHull(pair, [&]<class P>(const KernelBox& box, const BasicPose<P>& poseA,
                                           const ConvexHull& hull, const BasicPose<P>& poseB) {
            return askInPrecision<P>(*manifold, [&](auto& written) {
                return askKernels(box, poseA, hull, poseB, rulesOf(pair, box, options), result, written);
            });
        });
    if (answer.isComplete) {
        return manifold;
    }
    std::optional<Penetration> hit;
    if (answer.verdict == Verdict::Overlapping) {
        hit = manifold->penetration;
    } else if (answer.verdict == Verdict::Undecided) {
        hit = penetrationFromSeparation(pair, options.margin);
    } else if (options.margin > 0.0f && !answer.isBeyondMargin) {
        hit = apartPenetration(pair, result.best.features, options.margin);
    }
    if (!hit) {
        manifold.reset();
        return manifold;
    }
    const auto findsApartManifold = [&]<class P>(const KernelBox& box, const BasicPose<P>& poseA,
                                                 const ConvexHull& hull, const BasicPose<P>& poseB) {
        return askInPrecision<P>(*manifold, [&](auto& written) {
            return findApartManifold(box, poseA, hull, poseB, *hit, rulesOf(pair, box, options), result,
                                     written);
        });
    };
    if (!(answer.verdict == Verdict::Separated && askOfBoxAndHull(pair, findsApartManifold))) {
        manifold = PairManifold<T>(pair, options).fromPenetration(*hit);
    }
    return manifold;
}
template std::optional<Manifold> boxHullManifold(const PosedPair<float>&, const CollideOptions&);
template std::optional<DManifold> boxHullManifold(const PosedPair<double>&, const CollideOptions&);

}  // namespace sat3d::SAT3D_ABI
