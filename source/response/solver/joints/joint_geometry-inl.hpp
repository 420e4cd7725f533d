// Where the frames of joints are in a substep, and in which directions their coordinates change.
#if defined(SAT3D_RESPONSE_JOINT_GEOMETRY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_JOINT_GEOMETRY_INL_HPP
#undef SAT3D_RESPONSE_JOINT_GEOMETRY_INL_HPP
#else
#define SAT3D_RESPONSE_JOINT_GEOMETRY_INL_HPP
#endif

#include "response/solver/joints/joint_row.hpp"
#include "response/solver/joints/solve_joined-inl.hpp"
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

template <class Dimension>
struct JointGeometry : JointArms<Dimension> {
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Block = JointRow<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;
    using Displacement = typename M::template Displacement<F>;
    using Pair = BodyPair<Dimension, F>;
    static constexpr std::size_t kLinear = JointSizes<Dimension>::kLinear,
                                 kAxes = JointSizes<Dimension>::kAxes,
                                 kCoordinates = JointSizes<Dimension>::kCoordinates;

    using JointArms<Dimension>::armA, JointArms<Dimension>::armB, JointArms<Dimension>::apart,
        JointArms<Dimension>::pushArmA, JointArms<Dimension>::calmOf;
    Vector along[kLinear];               ///< axes of the offsets
    Spin about[kCoordinates - kLinear];  ///< axes of the angles
    F values[kCoordinates];
    bool hasAngles;

    HWY_INLINE JointGeometry(const Row<Dimension, Block, F>& row, const Displacement& a,
                             const Displacement& b)
        : JointArms<Dimension>(row, a, b), hasAngles(turns(row.block)) {
        const Block& block = row.block;
        const F zero = all<F>(0.0f), tiny = all<F>(1e-30f);
        const auto frameA =
            M::template product<F>(a.rotation, M::template loadRotation<F>(block.frameA, row.lane));
        for (std::size_t i = 0; i < kLinear; ++i) {
            along[i] = M::template axisOf<F>(frameA, i);
        }
        const auto isDistance = zero < row.number(block.isDistance);
        const bool isAnyDistance = isAny(isDistance);
        const F length = isAnyDistance ? squareRoot(dot(apart, apart)) : zero;
        if (isAnyDistance) {
            const Vector line = apart * (all<F>(1.0f) / maximum(length, tiny));
            along[0] = select(isDistance & (tiny < length), line, along[0]);
        }
        for (std::size_t i = 0; i < kLinear; ++i) {
            values[i] = dot(along[i], apart);
        }
        values[0] = select(isDistance, length, values[0]);
        for (std::size_t i = kLinear; i < kCoordinates; ++i) {
            values[i] = zero;
            about[i - kLinear] = M::template zeroSpin<F>();
        }
        if (hasAngles) {
            const auto frameB =
                M::template product<F>(b.rotation, M::template loadRotation<F>(block.frameB, row.lane));
            const JointAngles<Dimension, F> angles(frameA, frameB);
            for (std::size_t i = kLinear; i < kCoordinates; ++i) {
                about[i - kLinear] = angles.axes[i - kLinear];
                values[i] = angleNear(angles.values[i - kLinear], countedFrom(row, block.axes[i]));
            }
        }
    }

    /// Whether any angle of any joint of a row is not free.
    [[nodiscard]] static HWY_INLINE bool turns(const Block& block) {
        return (block.locked | block.limited | block.driven) >> kLinear != 0;
    }

    /// See JointArms::calm(). The axes of angles turn with A.
    [[nodiscard]] HWY_INLINE F calm(const Pair& pair, float h) const {
        if (this->turnsLittle(pair, h)) {
            return all<F>(1.0f);
        }
        const F ofArms = this->calmOfArms(pair, h);
        return hasAngles ? minimum(ofArms, calmOf(dot(pair.a.w, pair.a.w), all<F>(1.0f), h)) : ofArms;
    }

    /// How fast a coordinate changes.
    [[nodiscard]] HWY_INLINE F speed(const Pair& pair, std::size_t i) const {
        return i < kLinear ? dot(along[i], pair.relativeVelocity(pushArmA, armB))
                           : dot(about[i - kLinear], pair.b.w - pair.a.w);
    }

    /// Impulses along and about the axes, as one impulse at B's origin and an angular one.
    struct Sum {
        Vector impulse;
        Spin angular;

        HWY_INLINE Sum() : impulse(M::template zeroVector<F>()), angular(M::template zeroSpin<F>()) {}
    };
    HWY_INLINE void add(Sum& sum, std::size_t i, F impulse) const {
        if (i < kLinear) {
            sum.impulse = sum.impulse + along[i] * impulse;
        } else {
            sum.angular = sum.angular + about[i - kLinear] * impulse;
        }
    }
    HWY_INLINE void push(Pair& pair, const Sum& sum) const {
        pair.push(sum.impulse, pushArmA, armB);
        pair.turn(sum.angular, sum.angular);
    }

    /// The direction of a coordinate.
    [[nodiscard]] HWY_INLINE PushDirection<Dimension, F> direction(const Pair& pair, std::size_t i) const {
        PushDirection<Dimension, F> direction;
        if (i < kLinear) {
            direction.set(pushArmA, armB, along[i]);
        } else {
            direction.along = M::template zeroVector<F>();
            direction.turnA = direction.turnB = about[i - kLinear];
        }
        direction.setSpins(pair);
        return direction;
    }

    /// By how much the coordinates change faster in the mean of a substep than at its start, because the
    /// bodies turn. With it, a lock holds where the bodies are at the end, and the forces of joints do no
    /// work: see "RATTLE", H. C. Andersen, 1983.
    HWY_INLINE void findExcess(const Pair& pair, const Vector& fall, F isDistance, float h,
                               F (&excess)[kCoordinates]) const {
        const F zero = all<F>(0.0f), step = all<F>(h), perStep = all<F>(1.0f / h);
        const Vector change = this->change(pair, fall, h), end = apart + change;
        // As A's frame sees it.
        const Vector inA = (change + M::template swing<F>(pair.a.w * -step, end)) * perStep;
        for (std::size_t i = 0; i < kLinear; ++i) {
            excess[i] = dot(along[i], inA) - speed(pair, i);
        }
        const auto isRod = zero < isDistance;
        if (isAny(isRod)) {
            excess[0] = select(isRod, excessOfRod(change, end, speed(pair, 0), perStep), excess[0]);
        }
        for (std::size_t i = kLinear; i < kCoordinates; ++i) {
            excess[i] = zero;
        }
        if constexpr (M::kHasGyroscopes) {
            // The axes of the swing in the middle of the substep.
            const Spin turn = pair.b.w - pair.a.w;
            for (std::size_t i = kLinear + 1; i < kAxes; ++i) {
                excess[i] = all<F>(0.5f * h) * dot(cross(pair.a.w, about[i - kLinear]), turn);
            }
        }
    }

private:
    /// A rod that turns far in a substep cannot follow its circle: then its own length is the most that can
    /// be made up for.
    [[nodiscard]] HWY_INLINE F excessOfRod(const Vector& change, const Vector& end, F speed,
                                           F perStep) const {
        const F length = squareRoot(dot(apart, apart)), lengths = squareRoot(dot(end, end)) + length;
        const F stretch =
            (dot(apart, change) + dot(end, change)) * perStep / maximum(lengths, all<F>(1e-30f));
        const F most = length * perStep;
        return maximum(minimum(stretch - speed, most), -most);
    }
    /// The angle from which others are counted: the limit that holds it, or else the middle of the limits.
    [[nodiscard]] static HWY_INLINE F countedFrom(const Row<Dimension, Block, F>& row,
                                                  const JointAxisRow& axis) {
        const F zero = all<F>(0.0f), held = row.number(axis.hold);
        const F middle = select(zero < held, row.number(axis.lower), row.number(axis.middle));
        return select(held < zero, row.number(axis.upper), middle);
    }
    /// The same angle, within half a turn of another one.
    [[nodiscard]] static HWY_INLINE F angleNear(F angle, F other) {
        constexpr float kPi = 3.14159265358979323846f;
        const F pi = all<F>(kPi), turn = all<F>(2.0f * kPi);
        const F up = select(pi < other - angle, angle + turn, angle);
        return select(pi < up - other, up - turn, up);
    }
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
