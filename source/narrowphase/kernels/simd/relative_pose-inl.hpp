// B's pose as A sees it.
#if defined(SAT3D_KERNELS_RELATIVE_POSE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#undef SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#else
#define SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#endif

#include "narrowphase/kernels/simd/double4-inl.hpp"

#include <sat3d/math/pose.hpp>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE Vector4 withoutFourth(Vector4 a) {
    const Tag4 d;
    return hn::IfThenElseZero(hn::FirstN(d, 3), a);
}

/// A rotation's matrix by diagonals, from its own on: xx yy zz, xy yz zx and yx zy xz.
struct Turn {
    Double4 own, above, below;
};

/// @param scale  2 over the square of the quaternion's length
HWY_INLINE Turn turnOf(Double4 quaternion, Double4 scale) {
    const Double4 next = yzx(quaternion);
    const Double4 squares = quaternion * quaternion, products = quaternion * next,
                  turns = zxy(quaternion) * all4<3>(quaternion);
    return {all4(1.0) - scale * (yzx(squares) + zxy(squares)), scale * (products - turns),
            scale * (products + turns)};
}

HWY_INLINE Double4 turned(const Turn& turn, Double4 a) {
    return turn.own * a + turn.above * yzx(a) + zxy(turn.below) * zxy(a);
}

/// Three vectors out of three: each its own lane 0, 1 or 2, then the next lane of `next`, then of `last`.
HWY_INLINE void mix(Vector4 own, Vector4 next, Vector4 last, Float4 (&mixed)[3]) {
    const Tag4 d;
    mixed[0] = store(hn::OddEven(next, hn::ConcatUpperLower(d, last, own)));
    mixed[1] = store(hn::OddEven(own, hn::ConcatUpperLower(d, next, last)));
    mixed[2] = store(hn::OddEven(last, hn::ConcatUpperLower(d, own, next)));
}

HWY_INLINE void storeRotation(const Turn& turn, RelativePose& pose) {
    const auto part = [](Double4 a) HWY_ATTR { return withoutFourth(rounded(a)); };
    const Vector4 own = part(turn.own), above = part(turn.above), below = part(turn.below);
    mix(own, zxy(below), above, pose.columns);
    mix(own, zxy(above), below, pose.rows);
}

/// 2 over the square of the length of A's rotation, and over that of the rotation from B to A: what turns
/// products of a quaternion's numbers into a rotation, of whatever length it is.
HWY_INLINE hn::Vec<hn::FixedTag<double, 2>> scalesOf(Double4 rotationA, Double4 rotationB) {
    const hn::FixedTag<double, 2> d;
    const auto squares = sums(rotationA * rotationA, rotationB * rotationB);
    return hn::Div(hn::Set(d, 2.0), hn::Mul(squares, hn::InterleaveLower(d, hn::Set(d, 1.0), squares)));
}

/// B seen from A, about the hulls' centers: all in double and rounded once at the end, so that neither a
/// place far from the world's origin nor a center far from a hull's own costs precision. Rotations are
/// renormalised on the way. This is poseBInA() of math/pose.hpp and a change of origin in one, without
/// matrices in between. Written as whole vectors: who loads as a vector what was written number by number
/// waits until all that came before is done. @return false where a pose is not finite
template <class T>
HWY_INLINE bool findRelativePose(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                                 const BasicPose<T>& poseB, RelativePose& pose) {
    static_assert(sizeof(poseA) == 7 * sizeof(T));  // a position is loaded with one number more
    const Double4 rotationA = load4(poseA.rotation), rotationB = load4(poseB.rotation);
    const auto scales = scalesOf(rotationA, rotationB);
    pose.scaleA = hn::GetLane(scales);
    const Double4 scaleA = all4(pose.scaleA), scaleBInA = all4(hn::GetLane(hn::Shuffle01(scales)));

    // Quaternion of B in A: conjugate(a) * b.
    constexpr double kSignsX[4] = {-0.0, 0.0, -0.0, 0.0}, kSignsY[4] = {-0.0, -0.0, 0.0, 0.0},
                     kSignsZ[4] = {0.0, -0.0, -0.0, 0.0};
    const Double4 aw = all4<3>(rotationA);
    const Double4 q = aw * rotationB + all4<0>(rotationA) * flipped(yxwz(zwxy(rotationB)), kSignsX) +
                      all4<1>(rotationA) * flipped(zwxy(rotationB), kSignsY) +
                      all4<2>(rotationA) * flipped(yxwz(rotationB), kSignsZ);
    const Turn bInA = turnOf(q, scaleBInA);

    // The way between the positions, turned into A's frame: d + scaleA * (w u + u x a), with u = d x a.
    const Double4 d = load4(&poseB.position.x) - load4(&poseA.position.x), u = cross(d, rotationA);
    const Double4 between = d + scaleA * (aw * u + cross(u, rotationA));
    const Double4 centerA = load4(&a.center.x), centerB = load4(&b.center.x);
    const Double4 center = (between - centerA) + turned(bInA, centerB);

    storeRotation(bInA, pose);
    const Vector4 centerBInA = withoutFourth(rounded(center));
    pose.centerBInA = store(centerBInA);
    // Whichever number is not finite, it shows in the center: all of them go into it.
    const Tag4 d4;
    constexpr float kLargest = std::numeric_limits<float>::max();
    return hn::AllTrue(d4, hn::Le(hn::Abs(centerBInA), hn::Set(d4, kLargest)));
}

/// A direction of A's frame, unit for a unit direction.
template <class T>
HWY_INLINE Float4 directionInWorld(const BasicPose<T>& poseA, const RelativePose& pose, Vector4 direction) {
    const Turn turn = turnOf(load4(poseA.rotation), all4(pose.scaleA));
    return store(rounded(turned(turn, promoted(direction))));
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
