#include "narrowphase/separation/box_hull.hpp"

namespace sat3d::inline SAT3D_ABI {

template <class T>
std::optional<Penetration> boxPenetration(const PosedPair<T>& pair) {
    std::optional<Penetration> found(std::in_place);  // the kernel writes here
    const detail::Verdict verdict =
        askOfBoxes(pair, [&](const auto& a, const auto& poseA, const auto& b, const auto& poseB) {
            return detail::boxPenetrationKernel(a, poseA, b, poseB, pair.isSwapped, *found);
        });
    if (verdict != detail::Verdict::Overlapping) {
        found.reset();
    }
    return found;
}
template std::optional<Penetration> boxPenetration(const PosedPair<float>&);
template std::optional<Penetration> boxPenetration(const PosedPair<double>&);

template <class T>
bool findBoxHullPenetration(const PosedPair<T>& pair, std::optional<Penetration>& found) {
    const detail::Verdict verdict =
        askOfBoxAndHull(pair, [&](const auto& box, const auto& poseA, const auto& hull, const auto& poseB) {
            const detail::KernelHull& b = hull.data().kernel;
            found.emplace();  // the kernel writes here
            if (b.box) {
                return detail::boxPenetrationKernel(box, poseA, b, poseB, pair.isSwapped, *found);
            }
            if (!detail::hasKernelHull(box)) {
                return detail::Verdict::Undecided;
            }
            const detail::BoxKernelHull a(box);
            return detail::penetrationKernel(a.hull(), poseA, b, poseB, pair.isSwapped, *found);
        });
    if (verdict != detail::Verdict::Overlapping) {
        found.reset();
    }
    return verdict != detail::Verdict::Undecided;
}
template bool findBoxHullPenetration(const PosedPair<float>&, std::optional<Penetration>&);
template bool findBoxHullPenetration(const PosedPair<double>&, std::optional<Penetration>&);

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

}  // namespace sat3d::inline SAT3D_ABI
