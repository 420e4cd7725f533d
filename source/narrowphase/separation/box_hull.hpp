#pragma once

/// @file
/// Answers of the float kernels for two Box shapes, and for a Box and a hull. They equal the answers for two
/// hulls.

#include "math/compose.hpp"
#include "math/unit_rotation.hpp"
#include "narrowphase/convex/box_kernel_hull.hpp"
#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline bool areBoxes(ShapeRef a, ShapeRef b) noexcept {
    return a.kind() == ShapeRef::Kind::Box && b.kind() == ShapeRef::Kind::Box;
}

/// Whether one shape is a Box and the other a ConvexHull, in any order.
[[nodiscard]] inline bool areBoxAndHull(ShapeRef a, ShapeRef b) noexcept {
    using Kind = ShapeRef::Kind;
    return (a.kind() == Kind::Box && b.kind() == Kind::ConvexHull) ||
           (a.kind() == Kind::ConvexHull && b.kind() == Kind::Box);
}

using KernelFeatures = std::array<std::uint8_t, detail::KernelBox::Box::kFeatures>;

/// The numbers of features in a Box. They equal those of the kernels.
inline constexpr KernelFeatures kBoxFeatures = [] {
    using Form = detail::KernelBox::Box;
    KernelFeatures names{};
    for (std::uint8_t i = 0; i < Form::kFeatures; ++i) {
        names[i] = static_cast<std::uint8_t>(
            i < Form::kFaces ? i : i - (i < Form::kEdges ? Form::kFaces : Form::kEdges));
    }
    return names;
}();

/// Converts a box to the form of the kernels.
/// @param center  center of the box in the frame of its pose
[[nodiscard]] inline detail::KernelBox kernelBoxOf(const Box& box, const glm::vec3& center) noexcept {
    using Form = detail::KernelBox::Box;
    constexpr float kRoundedUp = 1.0f + 4.0f * std::numeric_limits<float>::epsilon();
    const glm::vec3& half = box.halfExtents;
    return {{center.x, center.y, center.z, 0.0},
            kRoundedUp * std::sqrt(glm::dot(half, half)),
            0.0f,
            Form{{half.x, half.y, half.z, Form::kOutOfReach}, kBoxFeatures}};
}

inline constexpr glm::quat kNoRotation(1.0f, 0.0f, 0.0f, 0.0f);

/// The pose of a box's own frame.
template <class T>
[[nodiscard]] DPose poseOfBox(const BasicPose<T>& pose, const Box& box) {
    SAT3D_ASSERT(isUnit(box.rotation), "a box's rotation must have unit length");
    return composed(pose, Pose{box.center, box.rotation});
}

/// Calls ask(kernel box, pose, kernel box, pose) for two Box shapes. Boxes that are rotated in their shape's
/// frame get poses in double.
template <class T, class Ask>
auto askOfBoxes(const PosedPair<T>& pair, const Ask& ask) {
    const Box &a = pair.a.box(), &b = pair.b.box();
    if (a.rotation == kNoRotation && b.rotation == kNoRotation) {
        return ask(kernelBoxOf(a, a.center), pair.poseA, kernelBoxOf(b, b.center), pair.poseB);
    }
    constexpr glm::vec3 kOrigin(0.0f);
    return ask(kernelBoxOf(a, kOrigin), poseOfBox(pair.poseA, a), kernelBoxOf(b, kOrigin),
               poseOfBox(pair.poseB, b));
}

/// Calls ask(kernel box, pose, hull, pose) for a Box and a hull, like askOfBoxes().
/// @param pair  in the canonical order: the Box is A
template <class T, class Ask>
auto askOfBoxAndHull(const PosedPair<T>& pair, const Ask& ask) {
    const Box& box = pair.a.box();
    if (box.rotation == kNoRotation) {
        return ask(kernelBoxOf(box, box.center), pair.poseA, pair.b.hull(), pair.poseB);
    }
    constexpr glm::vec3 kOrigin(0.0f);
    return ask(kernelBoxOf(box, kOrigin), poseOfBox(pair.poseA, box), pair.b.hull(), inDouble(pair.poseB));
}

/// Computes penetration() of two Box shapes without a margin.
/// @param pair  in the canonical order, with usable poses
/// @param margin  a push with a depth below 0 may answer for boxes that are apart by less (see
/// boxPenetrationKernel)
/// @param features  unless null, and if there is no push within a positive margin: receives the features of
/// the largest separation along the axes that the kernel tests, in the canonical order
/// @return in the caller's order
template <class T>
[[nodiscard]] std::optional<Penetration> boxPenetration(const PosedPair<T>& pair, float margin = 0.0f,
                                                        FeaturePair* features = nullptr);

/// Computes penetration() of a Box and a hull without a margin.
/// @param pair   in the canonical order, with usable poses
/// @param found  empty; receives the answer in the caller's order
/// @param margin, features  as for boxPenetration()
/// @return false if the kernels have no answer: for a very thin Box, and if the float test is undecided
template <class T>
[[nodiscard]] bool findBoxHullPenetration(const PosedPair<T>& pair, std::optional<Penetration>& found,
                                          float margin = 0.0f, FeaturePair* features = nullptr);

/// Tests whether a Box and a hull overlap, without a margin. Undecided: findBoxHullPenetration() decides.
/// @param pair  like findBoxHullPenetration()
template <class T>
[[nodiscard]] detail::Verdict boxHullOverlap(const PosedPair<T>& pair);

}  // namespace sat3d::SAT3D_ABI
