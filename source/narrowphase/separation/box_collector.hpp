#pragma once

/// @file
/// Pairs of boxes of a batch query, collected for the kernels that take sixteen at a time.

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/box/box_batch.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/separation/batch_pairs.hpp"
#include "narrowphase/separation/box_hull.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Whether the kernels have the box form of a shape in its own pose: a hull that is a box, or a Box that is
/// not rotated in its frame.
[[nodiscard]] inline bool hasBoxForm(ShapeRef shape) {
    return shape.kind() == ShapeRef::Kind::Box
               ? shape.box().rotation == kNoRotation
               : shape.kind() == ShapeRef::Kind::ConvexHull && shape.hull().data().kernel.box.has_value();
}

/// The kernel form of a shape that hasBoxForm().
class KernelBoxOf {
public:
    explicit KernelBoxOf(ShapeRef shape) {
        if (shape.kind() == ShapeRef::Kind::ConvexHull) {
            box_ = &shape.hull().data().kernel;
        } else {
            own_ = kernelBoxOf(shape.box(), shape.box().center);
            box_ = &own_;
        }
    }
    KernelBoxOf(const KernelBoxOf&) = delete;  // may refer to itself
    KernelBoxOf& operator=(const KernelBoxOf&) = delete;
    ~KernelBoxOf() = default;

    [[nodiscard]] const detail::KernelBox& box() const { return *box_; }

private:
    const detail::KernelBox* box_;
    detail::KernelBox own_;
};

/// Collects pairs of boxes. When a batch is full, runs the kernel on it and calls
/// answer(indices of the pairs, batch).
template <class Answer>
class BoxCollector {
    using BoxBatch = detail::BoxBatch;
    using KernelBox = detail::KernelBox;

public:
    BoxCollector(void (*kernel)(BoxBatch&), const Answer& answer) : kernel_(kernel), answer_(answer) {}

    /// Adds a pair if both shapes have box forms.
    bool addIfBoxes(std::size_t index, const PosedPair<float>& pair) {
        const auto& [a, poseA, b, poseB, ignored] = pair;
        if (!hasBoxForm(a) || !hasBoxForm(b)) {
            return false;
        }
        const bool swaps =
            areHulls(a, b) ? needsSwap(PosedHulls<float>{a.hull(), poseA, b.hull(), poseB}) : needsSwap(pair);
        add(index, formOf(a, ownA_[count_]), poseA, formOf(b, ownB_[count_]), poseB, swaps);
        return true;
    }

    void flush() {
        if (count_ == 0) {
            return;
        }
        for (std::size_t lane = count_; lane < BoxBatch::kSize; ++lane) {
            repeatFirstIn(lane);  // idle lanes must hold valid numbers
        }
        kernel_(batch_);
        SAT3D_ASSERT(batch_.finite, "poses must be finite, with positions within 1e15 m");
        answer_(std::span(indices_).first(count_), batch_);
        count_ = 0;
    }

private:
    /// @param own  receives the form of a Box
    static const KernelBox& formOf(ShapeRef shape, KernelBox& own) {
        if (shape.kind() == ShapeRef::Kind::ConvexHull) {
            return shape.hull().data().kernel;
        }
        own = kernelBoxOf(shape.box(), shape.box().center);
        return own;
    }

    void add(std::size_t index, const KernelBox& a, const Pose& poseA, const KernelBox& b, const Pose& poseB,
             bool swaps) {
        assertSound(poseA);
        assertSound(poseB);
        // The order is chosen without a branch, which would be unpredictable.
        batch_.a[count_] = swaps ? &b : &a;
        batch_.b[count_] = swaps ? &a : &b;
        batch_.poseA[count_] = swaps ? &poseB : &poseA;
        batch_.poseB[count_] = swaps ? &poseA : &poseB;
        batch_.slack[count_] = detail::kSlack * (a.radius + b.radius);
        batch_.isSwapped[count_] = swaps ? 1 : 0;
        indices_[count_] = index;
        if (++count_ == BoxBatch::kSize) {
            flush();
        }
    }

    void repeatFirstIn(std::size_t lane) {
        batch_.a[lane] = batch_.a[0];
        batch_.b[lane] = batch_.b[0];
        batch_.poseA[lane] = batch_.poseA[0];
        batch_.poseB[lane] = batch_.poseB[0];
        batch_.slack[lane] = batch_.slack[0];
        batch_.isSwapped[lane] = batch_.isSwapped[0];
    }

    void (*kernel_)(BoxBatch&);
    const Answer& answer_;
    BoxBatch batch_;
    std::array<KernelBox, BoxBatch::kSize> ownA_, ownB_;  ///< forms of Box shapes
    std::array<std::size_t, BoxBatch::kSize> indices_;
    std::size_t count_ = 0;
};

/// Whether the boxes of a lane may overlap within a margin. The slack covers the rounding of the separation.
[[nodiscard]] inline bool mayOverlap(const detail::BoxBatch& batch, std::size_t lane, float margin) {
    constexpr float kRelativeSlack = 1e-5f;
    const float radii = batch.a[lane]->radius + batch.b[lane]->radius;
    return batch.separation[lane] * (1.0f - kRelativeSlack) < margin + kRelativeSlack * radii;
}

}  // namespace sat3d::SAT3D_ABI
