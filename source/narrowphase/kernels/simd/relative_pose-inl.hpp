// The pose of B in A's frame.
#if defined(SAT3D_KERNELS_RELATIVE_POSE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#undef SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#else
#define SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#endif

#include "narrowphase/kernels/simd/double4-inl.hpp"

#include <sat3d/math/pose.hpp>

#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

HWY_INLINE Vector4 withoutFourth(Vector4 a) {
    const Tag4 d;
    alignas(16) constexpr std::uint32_t kFirstThree[4] = {~0u, ~0u, ~0u,
                                                          0};  // FirstN computes it lane by lane
    return hn::And(a, hn::BitCast(d, hn::Load(hn::RebindToUnsigned<Tag4>(), kFirstThree)));
}

HWY_INLINE Vector4 withFourth(Vector4 a, float fourth) {
    const Tag4 d;
    return hn::IfThenElse(hn::FirstN(d, 3), a, hn::Set(d, fourth));
}

/// A rotation matrix stored by its three cyclic diagonals: (xx, yy, zz), (xy, yz, zx) and (yx, zy, xz).
struct RotationDiagonals {
    Double4 main, above, below;
};

/// Converts a quaternion q to a rotation matrix.
/// @param scale  2 / |q|^2
HWY_INLINE RotationDiagonals diagonalsOf(Double4 quaternion, Double4 scale) {
    const Double4 next = yzx(quaternion);
    const Double4 squares = quaternion * quaternion, products = quaternion * next,
                  productsWithW = zxy(quaternion) * all4<3>(quaternion);
    return {all4(1.0) - scale * (yzx(squares) + zxy(squares)), scale * (products - productsWithW),
            scale * (products + productsWithW)};
}

HWY_INLINE Double4 rotate(const RotationDiagonals& rotation, Double4 a) {
    return rotation.main * a + rotation.above * yzx(a) + zxy(rotation.below) * zxy(a);
}

/// Assembles three vectors: lane i of vector i comes from `main`, the next lane (cyclically) from `next`, the
/// other from `last`.
HWY_INLINE void storeFromDiagonals(Vector4 main, Vector4 next, Vector4 last, Float4 (&vectors)[3]) {
    const Tag4 d;
    vectors[0] = store(hn::OddEven(next, hn::ConcatUpperLower(d, last, main)));
    vectors[1] = store(hn::OddEven(main, hn::ConcatUpperLower(d, next, last)));
    vectors[2] = store(hn::OddEven(last, hn::ConcatUpperLower(d, main, next)));
}

HWY_INLINE void storeRotation(const RotationDiagonals& rotation, RelativePose& pose) {
    const auto toFloats = [](Double4 a) HWY_ATTR { return withoutFourth(rounded(a)); };
    const Vector4 main = toFloats(rotation.main), above = toFloats(rotation.above),
                  below = toFloats(rotation.below);
    storeFromDiagonals(main, zxy(below), above, pose.columns);
    storeFromDiagonals(main, zxy(above), below, pose.rows);
}

/// Computes 2 / |q|^2 of A's quaternion, and of the quaternion from B to A. This factor in diagonalsOf()
/// normalizes the rotation.
HWY_INLINE hn::Vec<hn::FixedTag<double, 2>> scalesOf(Double4 rotationA, Double4 rotationB) {
    const hn::FixedTag<double, 2> d;
    const auto squares = sums(rotationA * rotationA, rotationB * rotationB);
    return hn::Div(hn::Set(d, 2.0), hn::Mul(squares, hn::InterleaveLower(d, hn::Set(d, 1.0), squares)));
}

/// A pose as the kernels compute with it. It is the same type for positions in float and in double, so that
/// the routines that take it are compiled once.
struct LoadedPose {
    Double4 position, rotation;

    template <class T>
    HWY_INLINE explicit LoadedPose(const BasicPose<T>& pose)
        : position(load4(&pose.position.x)), rotation(load4(pose.rotation)) {
        static_assert(sizeof(pose) == 7 * sizeof(T));  // a position is loaded with a number of the rotation
    }
};

/// The pose of B in A's frame, before it is rounded.
struct ExactRelativePose {
    RotationDiagonals rotation;
    Double4 center;
    double scaleA;  ///< see RelativePose
};

/// Computes the pose of B in A's frame, with the hulls' centers as origins.
///
/// Combines poseBInA() of math/pose.hpp and the change of origins. All steps are in double, with one rounding
/// to float at the end, so that positions far from the world's origin and centers far from a hull's origin
/// cost no precision. Rotations are normalized.
HWY_INLINE ExactRelativePose exactRelativePose(const KernelBox& a, const LoadedPose& poseA,
                                               const KernelBox& b, const LoadedPose& poseB) {
    const Double4 &rotationA = poseA.rotation, &rotationB = poseB.rotation;
    const auto scales = scalesOf(rotationA, rotationB);
    const double ofA = hn::GetLane(scales);
    const Double4 scaleA = all4(ofA), scaleBInA = all4(hn::GetLane(hn::Shuffle01(scales)));

    // The quaternion of B in A: conjugate(a) * b.
    constexpr double kSignsX[4] = {-0.0, 0.0, -0.0, 0.0}, kSignsY[4] = {-0.0, -0.0, 0.0, 0.0},
                     kSignsZ[4] = {0.0, -0.0, -0.0, 0.0};
    const Double4 signsX = load4(kSignsX), signsY = load4(kSignsY), signsZ = load4(kSignsZ);
    const Double4 aw = all4<3>(rotationA);
    const Double4 q = aw * rotationB + all4<0>(rotationA) * (yxwz(zwxy(rotationB)) ^ signsX) +
                      all4<1>(rotationA) * (zwxy(rotationB) ^ signsY) +
                      all4<2>(rotationA) * (yxwz(rotationB) ^ signsZ);
    const RotationDiagonals bInA = diagonalsOf(q, scaleBInA);

    // The vector d between the positions, rotated to A's frame: d + scaleA * (w u + u x a), with u = d x a.
    const Double4 d = poseB.position - poseA.position, u = cross(d, rotationA);
    const Double4 between = d + scaleA * (aw * u + cross(u, rotationA));
    const Double4 centerA = load4(&a.center.x), centerB = load4(&b.center.x);
    return {bInA, (between - centerA) + rotate(bInA, centerB), ofA};
}

/// Rounds a pose to float.
/// @return false if it is not finite
HWY_INLINE bool roundPose(const ExactRelativePose& exact, RelativePose& pose) {
    pose.scaleA = exact.scaleA;
    storeRotation(exact.rotation, pose);
    const Vector4 centerBInA = withoutFourth(rounded(exact.center));
    pose.centerBInA = store(centerBInA);
    // The center depends on all numbers of both poses. So it is not finite if one of them is not finite.
    const Tag4 d4;
    constexpr float kLargest = std::numeric_limits<float>::max();
    return hn::AllTrue(d4, hn::Le(hn::Abs(centerBInA), hn::Set(d4, kLargest)));
}

HWY_INLINE RigidTransform transformOf(const ExactRelativePose& exact) {
    alignas(32) double main[4], above[4], below[4], center[4];
    storeLanes(exact.rotation.main, main);
    storeLanes(exact.rotation.above, above);
    storeLanes(exact.rotation.below, below);
    storeLanes(exact.center, center);
    RigidTransform transform;
    transform.rotation = {
        {main[0], below[0], above[2]}, {above[0], main[1], below[1]}, {below[2], above[1], main[2]}};
    transform.translation = {center[0], center[1], center[2]};
    return transform;
}

/// Computes the pose of B in A's frame, rounded to float.
/// @return false if a pose is not finite
HWY_INLINE bool findRelativePose(const KernelBox& a, const LoadedPose& poseA, const KernelBox& b,
                                 const LoadedPose& poseB, RelativePose& pose) {
    return roundPose(exactRelativePose(a, poseA, b, poseB), pose);
}

/// Rotates a direction from A's frame to the world; keeps its length.
HWY_INLINE Float4 directionInWorld(const LoadedPose& poseA, const RelativePose& pose, Vector4 direction) {
    const RotationDiagonals rotation = diagonalsOf(poseA.rotation, all4(pose.scaleA));
    return store(rounded(rotate(rotation, promoted(direction))));
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
