#include "narrowphase/separation/box_box.hpp"

#include "narrowphase/kernels/hull/hull_kernels.hpp"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using KernelFeatures = std::array<std::uint8_t, detail::KernelBox::Box::kFeatures>;

/// The numbers of features in a Box. They equal those of the kernels.
constexpr KernelFeatures kOwnNames = [] {
    using Form = detail::KernelBox::Box;
    KernelFeatures names{};
    for (std::uint8_t i = 0; i < Form::kFeatures; ++i) {
        names[i] = static_cast<std::uint8_t>(
            i < Form::kFaces ? i : i - (i < Form::kEdges ? Form::kFaces : Form::kEdges));
    }
    return names;
}();

}  // namespace

detail::KernelBox kernelBoxOf(const Box& box, const glm::vec3& center) noexcept {
    using Form = detail::KernelBox::Box;
    const glm::vec3& half = box.halfExtents;
    detail::KernelBox kernel;
    kernel.center = glm::dvec4(center.x, center.y, center.z, 0.0);
    kernel.radius = std::nextafter(glm::length(half), std::numeric_limits<float>::max());
    kernel.box = Form{{half.x, half.y, half.z, Form::kOutOfReach}, kOwnNames};
    return kernel;
}

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
