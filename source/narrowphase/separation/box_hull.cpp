#include "narrowphase/separation/box_hull.hpp"

#include "narrowphase/separation/near_push.hpp"

#include <optional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::Verdict;

/// Computes the push of two boxes, or the features of their largest separation.
template <class T>
Verdict askBoxes(const detail::KernelBox& a, const BasicPose<T>& poseA, const detail::KernelBox& b,
                 const BasicPose<T>& poseB, bool isSwapped, float margin, Penetration& penetration,
                 FeaturePair* features) {
    const Verdict verdict = detail::boxPenetrationKernel(a, poseA, b, poseB, isSwapped, margin, penetration);
    if (features != nullptr) {
        *features = penetration.features;
    }
    return verdict;
}

/// Computes the same for a Box in the form of a hull, and a hull.
template <class T>
Verdict askBoxAndHull(const detail::KernelHull& a, const BasicPose<T>& poseA, const ConvexHull& hull,
                      const BasicPose<T>& poseB, bool isSwapped, float margin, Penetration& penetration,
                      FeaturePair* features) {
    const detail::KernelHull& b = hull.data().kernel;
    if (margin == 0.0f) {
        return detail::penetrationKernel(a, poseA, b, poseB, isSwapped, penetration);
    }
    detail::KernelResult result;
    detail::detailedPenetrationKernel(a, poseA, b, poseB, isSwapped, margin, result, penetration);
    completeNear(a, poseA, hull, isSwapped, margin, result, penetration);
    if (features != nullptr && result.verdict == Verdict::Separated) {
        *features = detail::toMeshFeatures(a, b, result.best.features);
    }
    return result.verdict;
}

}  // namespace

template <class T>
std::optional<Penetration> boxPenetration(const PosedPair<T>& pair, float margin, FeaturePair* features) {
    std::optional<Penetration> found(std::in_place);  // the kernel writes here
    const Verdict verdict =
        askOfBoxes(pair, [&](const auto& a, const auto& poseA, const auto& b, const auto& poseB) {
            return askBoxes(a, poseA, b, poseB, pair.isSwapped, margin, *found, features);
        });
    if (verdict != Verdict::Overlapping) {
        found.reset();
    }
    return found;
}
template std::optional<Penetration> boxPenetration(const PosedPair<float>&, float, FeaturePair*);
template std::optional<Penetration> boxPenetration(const PosedPair<double>&, float, FeaturePair*);

template <class T>
bool findBoxHullPenetration(const PosedPair<T>& pair, std::optional<Penetration>& found, float margin,
                            FeaturePair* features) {
    const Verdict verdict =
        askOfBoxAndHull(pair, [&](const auto& box, const auto& poseA, const auto& hull, const auto& poseB) {
            const detail::KernelHull& b = hull.data().kernel;
            found.emplace();  // the kernel writes here
            if (b.box) {
                return askBoxes(box, poseA, b, poseB, pair.isSwapped, margin, *found, features);
            }
            if (!detail::hasKernelHull(box)) {
                return Verdict::Undecided;
            }
            detail::BoxKernelHull a(box);
            if (margin > 0.0f) {
                a.addAdjacency();
            }
            return askBoxAndHull(a.hull(), poseA, hull, poseB, pair.isSwapped, margin, *found, features);
        });
    if (verdict != Verdict::Overlapping) {
        found.reset();
    }
    return verdict != Verdict::Undecided;
}
template bool findBoxHullPenetration(const PosedPair<float>&, std::optional<Penetration>&, float,
                                     FeaturePair*);
template bool findBoxHullPenetration(const PosedPair<double>&, std::optional<Penetration>&, float,
                                     FeaturePair*);

template <class T>
detail::Verdict boxHullOverlap(const PosedPair<T>& pair) {
    return askOfBoxAndHull(pair,
                           [&](const auto& box, const auto& poseA, const auto& hull, const auto& poseB) {
                               const detail::KernelHull& b = hull.data().kernel;
                               if (b.box || !detail::hasKernelHull(box)) {
                                   return detail::Verdict::Undecided;
                               }
                               const detail::BoxKernelHull a(box);
                               return detail::overlapKernel(a.hull(), poseA, b, poseB);
                           });
}
template detail::Verdict boxHullOverlap(const PosedPair<float>&);
template detail::Verdict boxHullOverlap(const PosedPair<double>&);

}  // namespace sat3d::SAT3D_ABI
