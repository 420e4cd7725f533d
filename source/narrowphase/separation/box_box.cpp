#include "narrowphase/separation/box_box.hpp"

#include "narrowphase/kernels/hull/hull_kernels.hpp"

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

}  // namespace sat3d::inline SAT3D_ABI
