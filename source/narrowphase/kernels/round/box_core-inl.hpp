// A box in its own axes, for points and segments in closed form.
#if defined(SAT3D_KERNELS_BOX_CORE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_CORE_INL_HPP
#undef SAT3D_KERNELS_BOX_CORE_INL_HPP
#else
#define SAT3D_KERNELS_BOX_CORE_INL_HPP
#endif

#include "math/unit_rotation.hpp"
#include "narrowphase/kernels/round/box_features.hpp"
#include "narrowphase/kernels/round/round_gap-inl.hpp"

#include <sat3d/core/assert.hpp>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// A box, and the frame of its axes, with the origin at its center.
class BoxCore {
public:
    HWY_INLINE BoxCore(const Box& box, const Rotation& toWorld)
        : half_(load4(&box.halfExtents.x)), toWorld_(toWorld), center_(load4(&box.center.x)) {
        const glm::quat& q = box.rotation;
        isRotated_ = q.x != 0.0f || q.y != 0.0f || q.z != 0.0f;
        if (isRotated_) {
            SAT3D_ASSERT(isUnit(q), "a box's rotation must have unit length");
            axes_ = Rotation(q);
        }
    }

    [[nodiscard]] HWY_INLINE Double4 half() const { return half_; }
    /// Converts a point to the box's frame.
    /// @param point  in world axes, relative to the position of the box's pose
    [[nodiscard]] HWY_INLINE Double4 inBox(Double4 point) const {
        const Double4 inShape = toWorld_.inverse(point) - center_;
        return isRotated_ ? axes_.inverse(inShape) : inShape;
    }
    [[nodiscard]] HWY_INLINE Double4 directionInBox(Double4 direction) const {
        const Double4 inShape = toWorld_.inverse(direction);
        return isRotated_ ? axes_.inverse(inShape) : inShape;
    }
    /// Converts a direction from the box's frame to world axes.
    [[nodiscard]] HWY_INLINE Double4 inWorld(Double4 direction) const {
        return toWorld_(isRotated_ ? axes_(direction) : direction);
    }

private:
    Double4 half_;
    const Rotation& toWorld_;
    Double4 center_;
    Rotation axes_;
    bool isRotated_;
};

/// Finds the point of a box that is closest to a point outside. Returns false if the point is not outside.
HWY_INLINE bool findNearestPoint(Double4 point, Double4 half, double squaredSize, CoreGap& gap) {
    const Double4 apart = minOf(maxOf(point, negated(half)), half) - point;
    const double squared = dot3(apart, apart);
    if (!areApart(squared, squaredSize)) {
        return false;
    }
    const std::uint32_t beyond = bitsOf(half < point) & 7u;
    const std::uint32_t outside = bitsOf(half < absolute(point)) & 7u;
    gap.distance = squareRoot(squared);
    gap.normal = apart * all4(1.0 / gap.distance);
    gap.features = kFeaturesOnBox[8 * outside + beyond];
    return true;
}

/// Finds the face of a box along which a core inside it has the shortest way out. If several tie, it is the
/// lowest numbered.
/// @param low, high  bounds of the core along the axes of the box
/// @return the number of the face
HWY_INLINE std::uint32_t findNearestFace(Double4 low, Double4 high, Double4 half, double tie, CoreGap& gap) {
    double onPositive[4], onNegative[4];
    storeLanes(low - half, onPositive);
    storeLanes(negated(high) - half, onNegative);
    gap.distance = onNegative[0];
    std::uint32_t best = 0;
    const auto offer = [&](double separation, std::uint32_t face) {
        if (separation > gap.distance + tie) {
            gap.distance = separation;
            best = face;
        }
    };
    offer(onPositive[0], 1);
    for (std::uint32_t axis = 1; axis < 3; ++axis) {
        offer(onNegative[axis], 2 * axis);
        offer(onPositive[axis], 2 * axis + 1);
    }
    double normal[4] = {};
    normal[best / 2] = best % 2 == 1 ? -1.0 : 1.0;
    gap.normal = load4(normal);
    return best;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
