// The angles between the two frames of joints, and the axes about which these angles change.
#if defined(SAT3D_RESPONSE_JOINT_ANGLES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_JOINT_ANGLES_INL_HPP
#undef SAT3D_RESPONSE_JOINT_ANGLES_INL_HPP
#else
#define SAT3D_RESPONSE_JOINT_ANGLES_INL_HPP
#endif

#include "response/solver/joints/solver_joint.hpp"
#include "response/solver/rows/body_math_2d-inl.hpp"
#include "response/solver/rows/body_math_3d-inl.hpp"
#include "response/solver/rows/row-inl.hpp"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The angle of the direction (x, y), from -pi to pi, up to 2e-6. 0 for the direction (0, 0).
template <class F>
HWY_INLINE F angleOf(F y, F x) {
    constexpr float kPi = 3.14159265358979323846f, kTiny = 1e-30f;
    const F zero = all<F>(0.0f), one = all<F>(1.0f);
    const auto isBack = x < zero, isDown = y < zero;
    const F length = squareRoot(x * x + y * y);
    // The tangents of a half and of a quarter of the angle to the x axis. The latter is at most 0.42, so that
    // the series of the arc tangent converges.
    const F half = select(isDown, -y, y) / maximum(length + select(isBack, -x, x), all<F>(kTiny));
    const F quarter = half / (one + squareRoot(one + half * half));
    const F s = quarter * quarter;
    F series = all<F>(1.0f / 13.0f);
    for (const float divisor : {-11.0f, 9.0f, -7.0f, 5.0f, -3.0f, 1.0f}) {
        series = all<F>(1.0f / divisor) + s * series;
    }
    const F angle = all<F>(4.0f) * quarter * series;
    const F up = select(isBack, all<F>(kPi) - angle, angle);
    return select(isDown, -up, up);
}

/// By the order of JointSizes.
template <class Dimension, class F>
struct JointAngles;

template <class F>
struct JointAngles<Dimension3, F> {
    using M = BodyMath<Dimension3>;
    using Vector = typename M::template Vector<F>;
    using Rotation = typename M::template Rotation<F>;

    F values[4];
    Vector axes[4];

    /// Splits the rotation from A to B into a twist about x and a swing about an axis across it.
    HWY_INLINE JointAngles(const Rotation& a, const Rotation& b) {
        const F zero = all<F>(0.0f), one = all<F>(1.0f), two = all<F>(2.0f), tiny = all<F>(1e-12f);
        Rotation q = M::template product<F>(M::template inverse<F>(a), b);
        const auto isLong = q.w < zero;  // the same rotation as its opposite
        q = {select(isLong, -q.x, q.x), select(isLong, -q.y, q.y), select(isLong, -q.z, q.z),
             select(isLong, -q.w, q.w)};
        const F halfSwingCosine = squareRoot(q.w * q.w + q.x * q.x);
        const F scale = one / maximum(halfSwingCosine, tiny);
        const F swingY = (q.y * q.w - q.z * q.x) * scale, swingZ = (q.z * q.w + q.y * q.x) * scale;
        const F halfSwingSine = squareRoot(swingY * swingY + swingZ * swingZ);
        const Vector x = M::template axisOf<F>(a, 0), y = M::template axisOf<F>(a, 1),
                     z = M::template axisOf<F>(a, 2), xOfB = M::template axisOf<F>(b, 0);
        values[0] = two * angleOf(q.x, q.w);
        // The rate of the twist is this vector times the difference of the angular velocities. Where the x
        // axes are nearly opposite (within 3 degrees), there is no twist, and so nothing acts on it.
        const F sum = one + dot(x, xOfB);
        axes[0] = (x + xOfB) * inverseOf(select(all<F>(1e-3f) < sum, sum, zero));
        values[1] = two * swingY, axes[1] = y;
        values[2] = two * swingZ, axes[2] = z;
        values[3] = two * angleOf(halfSwingSine, halfSwingCosine);
        axes[3] = (y * swingY + z * swingZ) * (one / maximum(halfSwingSine, tiny));
    }
};

template <class F>
struct JointAngles<Dimension2, F> {
    using M = BodyMath<Dimension2>;
    using Rotation = typename M::template Rotation<F>;

    F values[1];
    F axes[1];

    HWY_INLINE JointAngles(const Rotation& a, const Rotation& b) {
        const Rotation relative = M::template product<F>(M::template inverse<F>(a), b);
        values[0] = angleOf(relative.sin, relative.cos);
        axes[0] = all<F>(1.0f);
    }
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
