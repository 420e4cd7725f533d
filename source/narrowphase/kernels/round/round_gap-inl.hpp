// The places of two shapes, tests of distances, and the output of the closed forms.
#if defined(SAT3D_KERNELS_ROUND_GAP_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_ROUND_GAP_INL_HPP
#undef SAT3D_KERNELS_ROUND_GAP_INL_HPP
#else
#define SAT3D_KERNELS_ROUND_GAP_INL_HPP
#endif

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/kernels/simd/double4-inl.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/pair/flip.hpp"

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

/// Whether a squared distance is greater than that of touching cores. False if it is not finite.
/// @param squaredSize  about the square of the size of the cores
HWY_INLINE bool areApart(double squaredDistance, double squaredSize) {
    return squaredDistance > kTouchingCores * kTouchingCores * squaredSize &&
           squaredDistance <= std::numeric_limits<double>::max();
}

/// Whether a squared distance of cores is clearly greater than a distance.
HWY_INLINE bool isFarther(double squaredDistance, double distance) {
    return squaredDistance > kClearlyFarther * distance * distance;
}

/// The square root, without the branch of std::sqrt for negative numbers.
HWY_INLINE double squareRoot(double square) {
    const hn::FixedTag<double, 2> d;
    return hn::GetLane(hn::Sqrt(hn::Set(d, square)));
}

/// Whether a query needs no gap, and a ball inside a polytope is so close to a sphere that rounding does not
/// decide.
/// @param distance  of the centers of both
/// @param size      about the size of the polytope
HWY_INLINE bool isDecidedByBall(double distance, double ballRadius, double size, double sphereRadius,
                                const RoundGapQuery& query) {
    const double reach = sphereRadius + query.limit;
    return !query.needsGap && distance - ballRadius < reach - kNoise * (distance + size + reach);
}

/// The shortest way from a core to a polytope, in the polytope's frame.
struct CoreGap {
    double distance;  ///< between the core and the polytope; negative: minus the depth of the overlap
    Double4 normal;   ///< unit, from the core, A, to the polytope, B
    FeaturePair features;
};

/// Writes a gap in the caller's order. The order is chosen without a branch, which would be unpredictable.
/// @param onA, onB  touching points, relative to the positions of the shapes
HWY_INLINE void writeGap(double separation, Double4 normal, Double4 onA, Double4 onB,
                         const FeaturePair& features, bool isLine, bool isSwapped, RoundGap& gap) {
    constexpr float kSigns[2] = {1.0f, -1.0f};
    const Tag4 d;
    storeLanes(onA, gap.points[isSwapped]);
    storeLanes(onB, gap.points[!isSwapped]);
    hn::StoreU(hn::Mul(rounded(normal), hn::Set(d, kSigns[isSwapped])), d, gap.normal);
    gap.separation = static_cast<float>(separation);
    gap.setFeatures(flippedIf(isSwapped, features));
    gap.isLine = isLine;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
