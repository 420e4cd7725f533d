// B's pose as A sees it.
#if defined(SAT3D_KERNELS_RELATIVE_POSE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#undef SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#else
#define SAT3D_KERNELS_RELATIVE_POSE_INL_HPP
#endif

#include "narrowphase/kernels/double4-inl.hpp"

#include <sat3d/math/pose.hpp>

#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE Vector4 withoutFourth(Vector4 a) {
    const Tag4 d;
    return hn::IfThenElseZero(hn::FirstN(d, 3), a);
}

/// Three vectors out of three: each its own lane 0, 1 or 2, then the next lane of `next`, then of `last`.
HWY_INLINE void mix(Vector4 own, Vector4 next, Vector4 last, Float4 (&mixed)[3]) {
    const Tag4 d;
    mixed[0] = store(hn::OddEven(next, hn::ConcatUpperLower(d, last, own)));
    mixed[1] = store(hn::OddEven(own, hn::ConcatUpperLower(d, next, last)));
    mixed[2] = store(hn::OddEven(last, hn::ConcatUpperLower(d, own, next)));
}

/// B seen from A, about the hulls' centers: all in double and rounded once at the end, so that neither a
/// place far from the world's origin nor a center far from a hull's own costs precision. Rotations are
/// renormalised on the way. This is poseBInA() of math/pose.hpp and a change of origin in one, without
/// matrices in between. Written as whole vectors: who loads as a vector what was written number by number
/// waits until all that came before is done.
template <class T>
HWY_INLINE void findRelativePose(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                                 const BasicPose<T>& poseB, RelativePose& pose) {
    static_assert(sizeof(poseA) == 7 * sizeof(T));  // a position is loaded with one number more
    const double ax = poseA.rotation.x, ay = poseA.rotation.y, az = poseA.rotation.z, aw = poseA.rotation.w;
    const double bx = poseB.rotation.x, by = poseB.rotation.y, bz = poseB.rotation.z, bw = poseB.rotation.w;
    const double lengthSquaredA = ax * ax + ay * ay + az * az + aw * aw;
    const double lengthSquaredB = bx * bx + by * by + bz * bz + bw * bw;
    const Double4 scaleA = all4(2.0 / lengthSquaredA), scale = all4(2.0 / (lengthSquaredA * lengthSquaredB));

    // Quaternion of B in A: conjugate(a) * b.
    const Double4 rotationA = load4(poseA.rotation), rotationB = load4(poseB.rotation);
    constexpr double kSignsX[4] = {-0.0, 0.0, -0.0, 0.0}, kSignsY[4] = {-0.0, -0.0, 0.0, 0.0},
                     kSignsZ[4] = {0.0, -0.0, -0.0, 0.0};
    const Double4 q = all4(aw) * rotationB + all4(ax) * flipped(yxwz(zwxy(rotationB)), kSignsX) +
                      all4(ay) * flipped(zwxy(rotationB), kSignsY) +
                      all4(az) * flipped(yxwz(rotationB), kSignsZ);
    // The rotation: its diagonal, and around it xy + wz, yz + wx, zx + wy, and the same with minus.
    const Double4 s = scale * q, squares = s * q, products = s * yzx(q), turns = zxy(s) * wwww(q);
    const Double4 diagonal = all4(1.0) - (yzx(squares) + zxy(squares));
    const Double4 sums = products + turns, differences = products - turns, sumsAfter = zxy(sums);

    // The way between the positions, turned into A's frame: d + scaleA * (w u + u x a), with u = d x a.
    const Double4 d = load4(&poseB.position.x) - load4(&poseA.position.x), u = cross(d, rotationA);
    const Double4 between = d + scaleA * (all4(aw) * u + cross(u, rotationA));
    const Double4 centerA = load4(&a.center.x), centerB = load4(&b.center.x);
    const Double4 center =
        between + (diagonal * centerB + differences * yzx(centerB) + sumsAfter * zxy(centerB)) - centerA;

    const Vector4 own = withoutFourth(rounded(diagonal)), above = withoutFourth(rounded(differences)),
                  below = withoutFourth(rounded(sums));
    mix(own, zxy(above), below, pose.rows);
    mix(own, zxy(below), above, pose.columns);
    pose.centerBInA = store(withoutFourth(rounded(center)));
}

/// Stands for a pose that is not finite: so far away that nothing overlaps.
HWY_INLINE RelativePose farAway() {
    RelativePose pose{};
    for (int axis = 0; axis < 3; ++axis) {
        pose.columns[axis].v[axis] = pose.rows[axis].v[axis] = 1.0f;
    }
    pose.centerBInA.v[0] = 1e18f;
    return pose;
}

/// Whichever number of a pose is not finite, it shows in the center: all of them go into it.
template <class T>
HWY_INLINE void bringTogether(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                              const BasicPose<T>& poseB, KernelResult& result) {
    findRelativePose(a, poseA, b, poseB, result.pose);
    const float* center = result.pose.centerBInA.v;
    result.isFinite = std::isfinite(center[0] + center[1] + center[2]);
    if (HWY_UNLIKELY(!result.isFinite)) {
        result.pose = farAway();
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
