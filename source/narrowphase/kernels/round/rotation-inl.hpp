// Rotations in double, four lanes.
#if defined(SAT3D_KERNELS_ROTATION_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_ROTATION_INL_HPP
#undef SAT3D_KERNELS_ROTATION_INL_HPP
#else
#define SAT3D_KERNELS_ROTATION_INL_HPP
#endif

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/simd/double4-inl.hpp"

#include <sat3d/math/pose.hpp>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// A rotation by a quaternion of any length except 0.
class Rotation {
public:
    HWY_INLINE Rotation() : quaternion_(all4(0.0)), scale_(0.0) {}
    template <class T>
    HWY_INLINE explicit Rotation(const glm::qua<T>& rotation) : quaternion_(load4(rotation)) {
        scale_ = 2.0 / hn::GetLane(sums(quaternion_ * quaternion_, quaternion_ * quaternion_));
    }

    /// Whether all numbers are finite, and the length is not 0.
    [[nodiscard]] HWY_INLINE bool isUsable() const {
        // 2 / |q|^2 is 0 for an infinite, and infinite for a zero |q|.
        return scale_ > 0.0 && scale_ <= std::numeric_limits<double>::max();
    }
    [[nodiscard]] HWY_INLINE Double4 operator()(Double4 vector) const {
        const Double4 across = cross(quaternion_, vector);
        return vector + all4(scale_) * (cross(quaternion_, across) + all4<3>(quaternion_) * across);
    }
    [[nodiscard]] HWY_INLINE Double4 inverse(Double4 vector) const {
        const Double4 across = cross(quaternion_, vector);
        return vector + all4(scale_) * (cross(quaternion_, across) - all4<3>(quaternion_) * across);
    }

private:
    Double4 quaternion_;
    double scale_;  ///< 2 / |q|^2
};

/// What the poses of two shapes, A and B, say. It is the same type for positions in float and in double, so
/// that the routines that take it are compiled once.
struct PairPlaces {
    template <class T>
    HWY_INLINE PairPlaces(const BasicPose<T>& poseA, const BasicPose<T>& poseB)
        : rotationA(poseA.rotation),
          rotationB(poseB.rotation),
          aFromB(load4(&poseA.position.x) - load4(&poseB.position.x)) {
        assertSound(poseA);
        assertSound(poseB);
    }
    [[nodiscard]] HWY_INLINE bool areUsable() const { return rotationA.isUsable() && rotationB.isUsable(); }

    Rotation rotationA, rotationB;
    Double4 aFromB;  ///< from the position of B to that of A
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
