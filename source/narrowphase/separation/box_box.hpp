#pragma once

/// @file Answers of the float kernels for two Box shapes. They equal the answers for two hulls that are
/// boxes.

#include "math/compose.hpp"
#include "math/unit_rotation.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/box.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI {

[[nodiscard]] inline bool areBoxes(ShapeRef a, ShapeRef b) noexcept {
    return a.kind() == ShapeRef::Kind::Box && b.kind() == ShapeRef::Kind::Box;
}

/// Converts a box to the form of the kernels.
/// @param center  center of the box in the frame of its pose
[[nodiscard]] detail::KernelBox kernelBoxOf(const Box& box, const glm::vec3& center) noexcept;

/// Calls ask(kernel box, pose, kernel box, pose) for two Box shapes. Boxes that are rotated in their shape's
/// frame get poses in double.
template <class T, class Ask>
auto askOfBoxes(const PosedPair<T>& pair, const Ask& ask) {
    const Box &a = pair.a.box(), &b = pair.b.box();
    constexpr glm::quat kNone(1.0f, 0.0f, 0.0f, 0.0f);
    if (a.rotation == kNone && b.rotation == kNone) {
        return ask(kernelBoxOf(a, a.center), pair.poseA, kernelBoxOf(b, b.center), pair.poseB);
    }
    const auto posed = [](const BasicPose<T>& pose, const Box& box) {
        SAT3D_ASSERT(isUnit(box.rotation), "a box's rotation must have unit length");
        return composed(pose, Pose{box.center, box.rotation});
    };
    constexpr glm::vec3 kOrigin(0.0f);
    return ask(kernelBoxOf(a, kOrigin), posed(pair.poseA, a), kernelBoxOf(b, kOrigin), posed(pair.poseB, b));
}

/// Computes penetration() of two Box shapes without a margin.
/// @param pair  in the canonical order, with usable poses
/// @return in the caller's order
template <class T>
[[nodiscard]] std::optional<Penetration> boxPenetration(const PosedPair<T>& pair);

}  // namespace sat3d::inline SAT3D_ABI
