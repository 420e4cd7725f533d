#pragma once

/// @file
/// Boxes and hulls in the form that the float kernels read.

#include "math/compose.hpp"
#include "math/unit_rotation.hpp"
#include "narrowphase/convex/box_kernel_hull.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <optional>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Whether the float kernels answer for a pair: both shapes are boxes or hulls.
[[nodiscard]] inline bool haveKernels(ShapeRef a, ShapeRef b) noexcept {
    const auto isBoxOrHull = [](ShapeRef::Kind kind) {
        return kind == ShapeRef::Kind::Box || kind == ShapeRef::Kind::ConvexHull;
    };
    return isBoxOrHull(a.kind()) && isBoxOrHull(b.kind());
}

/// A hull, as the kernels read it.
class HullForm {
public:
    explicit HullForm(const ConvexHull& hull) : source_(hull) {}

    [[nodiscard]] const ConvexHull* source() const { return &source_; }
    /// Whether the hull has the form of a box.
    [[nodiscard]] bool isBox() const { return hull().box.has_value(); }
    [[nodiscard]] const KernelBox& box() const { return hull(); }
    [[nodiscard]] static bool makeHull() { return true; }
    static void addAdjacency() {}
    [[nodiscard]] const KernelHull& hull() const { return source_.data().kernel; }

private:
    const ConvexHull& source_;
};

/// A Box, as the kernels read it, made for one query.
class BoxForm {
public:
    /// @param center  of the Box in the frame of its pose
    BoxForm(const Box& shape, const glm::vec3& center) : box_(kernelBoxOf(shape, center)) {}
    BoxForm(const BoxForm&) = delete;  // the hull refers to itself
    BoxForm& operator=(const BoxForm&) = delete;
    ~BoxForm() = default;

    [[nodiscard]] static const ConvexHull* source() { return nullptr; }
    [[nodiscard]] static bool isBox() { return true; }
    [[nodiscard]] const KernelBox& box() const { return box_; }
    /// Makes hull(), as of the hull with this form. Returns false for a very thin Box, which has none.
    [[nodiscard]] bool makeHull() {
        if (!hull_ && hasKernelHull(box_)) {
            hull_.emplace(box_);
        }
        return hull_.has_value();
    }
    /// Completes hull() for manifolds.
    void addAdjacency() { hull_->addAdjacency(); }
    [[nodiscard]] const KernelHull& hull() const { return hull_->hull(); }

private:
    KernelBox box_;
    std::optional<BoxKernelHull> hull_;
};

/// The forms of a pair and their poses.
template <class T, class A, class B>
struct KernelPair {
    A& a;
    B& b;
    const BasicPose<T>&poseA, &poseB;

    /// Whether both are boxes by their types.
    static constexpr bool kAreBoxes = std::is_same_v<A, BoxForm> && std::is_same_v<B, BoxForm>;
    [[nodiscard]] bool areBoxes() const { return a.isBox() && b.isBox(); }
    [[nodiscard]] bool makeHulls() const { return a.makeHull() && b.makeHull(); }
};

/// Whether a shape is a Box that is rotated in its frame.
[[nodiscard]] inline bool isTurnedBox(ShapeRef shape) noexcept {
    constexpr glm::quat kNoRotation(1.0f, 0.0f, 0.0f, 0.0f);
    return shape.kind() == ShapeRef::Kind::Box && shape.box().rotation != kNoRotation;
}

/// The pose of the frame of a Box itself, in double; of a hull, its pose.
template <class T>
[[nodiscard]] DPose poseOfForm(ShapeRef shape, const BasicPose<T>& pose) {
    if (shape.kind() != ShapeRef::Kind::Box) {
        return inDouble(pose);
    }
    const Box& box = shape.box();
    SAT3D_ASSERT(isUnit(box.rotation), "a box's rotation must have unit length");
    return composed(pose, Pose{box.center, box.rotation});
}

/// askOfForms() for two shapes of which A is a Box.
template <class T, class Ask>
auto askOfBoxForms(const PosedPair<T>& pair, const Ask& ask) {
    const bool isTurned = isTurnedBox(pair.a) || isTurnedBox(pair.b);
    const auto centerOf = [&](const Box& box) { return isTurned ? glm::vec3(0.0f) : box.center; };
    const auto askAtPoses = [&]<class A, class B>(A& a, B& b) {
        if (isTurned) {
            const DPose poseA = poseOfForm(pair.a, pair.poseA), poseB = poseOfForm(pair.b, pair.poseB);
            return ask(KernelPair<double, A, B>{a, b, poseA, poseB});
        }
        return ask(KernelPair<T, A, B>{a, b, pair.poseA, pair.poseB});
    };
    BoxForm a(pair.a.box(), centerOf(pair.a.box()));
    if (pair.b.kind() == ShapeRef::Kind::Box) {
        BoxForm b(pair.b.box(), centerOf(pair.b.box()));
        return askAtPoses(a, b);
    }
    HullForm b(pair.b.hull());
    return askAtPoses(a, b);
}

/// Calls ask(KernelPair). If a Box is rotated in its shape's frame, the poses are those of the boxes' own
/// frames, in double.
/// @param pair  boxes and hulls in the canonical order: a Box comes before a hull
template <class T, class Ask>
auto askOfForms(const PosedPair<T>& pair, const Ask& ask) {
    if (!areHulls(pair.a, pair.b)) {
        return askOfBoxForms(pair, ask);
    }
    // Small enough to be inlined, so that two hulls do not pay for what boxes need.
    HullForm a(pair.a.hull()), b(pair.b.hull());
    return ask(KernelPair<T, HullForm, HullForm>{a, b, pair.poseA, pair.poseB});
}

}  // namespace sat3d::SAT3D_ABI
