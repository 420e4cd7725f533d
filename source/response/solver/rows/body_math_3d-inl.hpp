// Rigid bodies in space: motion, rotation and inertia, for one contact or a row of them.
#if defined(SAT3D_RESPONSE_BODY_MATH_3D_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_BODY_MATH_3D_INL_HPP
#undef SAT3D_RESPONSE_BODY_MATH_3D_INL_HPP
#else
#define SAT3D_RESPONSE_BODY_MATH_3D_INL_HPP
#endif

#include "response/solver/rows/lanes-inl.hpp"
#include "response/solver/rows/row_header.hpp"
#include "response/solver/rows/vectors-inl.hpp"

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <>
struct BodyMath<Dimension3> {
    template <class F>
    using Vector = Vector3<F>;
    template <class F>
    using Spin = Vector3<F>;
    template <class F>
    struct Inertia {
        F xx, yy, zz, xy, xz, yz;
    };
    template <class F>
    struct Rotation {
        F x, y, z, w;

        template <class Mask>
        friend HWY_INLINE Rotation select(Mask mask, const Rotation& yes, const Rotation& no) {
            return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z),
                    select(mask, yes.w, no.w)};
        }
    };
    template <class F>
    using Motion = MotionOf<Vector<F>, Spin<F>>;
    template <class F>
    using Displacement = DisplacementOf<Vector<F>, Rotation<F>>;
    template <class F>
    using Drive = DriveOf<F, Vector<F>, Spin<F>>;

    static constexpr std::size_t kStride = DimensionSizes<Dimension3>::kState;
    static constexpr std::size_t kDriveStride = DimensionSizes<Dimension3>::kDrive;

    // Groups of BodyState.
    template <class F, class Gather>
    static HWY_INLINE Motion<F> loadMotion(const Gather& gatherAt) {
        const Four<F> v = gatherAt(0), w = gatherAt(4);
        return {{v.x, v.y, v.z}, {w.x, w.y, w.z}};
    }
    template <class F, class Gather>
    static HWY_INLINE Displacement<F> loadDisplacement(const Gather& gatherAt) {
        const Four<F> t = gatherAt(8), r = gatherAt(12);
        return {{t.x, t.y, t.z}, {r.x, r.y, r.z, r.w}};
    }
    template <class F, class Gather>
    static HWY_INLINE Drive<F> loadDrive(const Gather& gatherAt) {
        const Four<F> v = gatherAt(0), w = gatherAt(4), rest = gatherAt(8), axis = gatherAt(12);
        return {{v.x, v.y, v.z}, v.w,    {w.x, w.y, w.z},         w.w, rest.x, rest.y,
                rest.z,          rest.w, {axis.x, axis.y, axis.z}};
    }
    static HWY_INLINE void storeDrive(const Drive<float>& drive, float (&to)[16]) {
        const auto& [v, linear, w, angular, fall, maxSpin, maxFreeSpin, limitFrom, axis] = drive;
        to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = linear;
        to[4] = w.x, to[5] = w.y, to[6] = w.z, to[7] = angular;
        to[8] = fall, to[9] = maxSpin, to[10] = maxFreeSpin, to[11] = limitFrom;
        to[12] = axis.x, to[13] = axis.y, to[14] = axis.z, to[15] = 0.0f;
    }
    /// Shortens a spin to its limits.
    /// @param turned  how the body has turned since the start of the step
    template <class F>
    static HWY_INLINE Spin<F> limited(const Drive<F>& drive, const Rotation<F>& turned, const Spin<F>& w) {
        const Spin<F> axis = rotated(turned, drive.freeAxis);
        const F about = dot(axis, w);
        const Spin<F> across = w - axis * about;
        const F size = squareRoot(dot(across, across));
        const F scale = select(drive.maxSpin < size, drive.maxSpin / size, all<F>(1.0f));
        return axis * maximum(minimum(about, drive.maxFreeSpin), -drive.maxFreeSpin) + across * scale;
    }
    template <class F, class Scatter>
    static HWY_INLINE void storeMotion(const Motion<F>& motion, const Scatter& scatterAt) {
        const F zero = all<F>(0.0f);
        scatterAt(0, Four<F>{motion.v.x, motion.v.y, motion.v.z, zero});
        scatterAt(4, Four<F>{motion.w.x, motion.w.y, motion.w.z, zero});
    }
    template <class F, class Scatter>
    static HWY_INLINE void storeDisplacement(const Displacement<F>& moved, const Scatter& scatterAt) {
        const auto& [t, r] = moved;
        scatterAt(8, Four<F>{t.x, t.y, t.z, all<F>(0.0f)});
        scatterAt(12, Four<F>{r.x, r.y, r.z, r.w});
    }

    template <class F>
    static HWY_INLINE Vector<F> loadVector(const Lane (&from)[3], std::size_t lane) {
        return {load<F>(from[0], lane), load<F>(from[1], lane), load<F>(from[2], lane)};
    }
    template <class F>
    static HWY_INLINE void storeVector(const Vector<F>& a, Lane (&to)[3], std::size_t lane) {
        store(a.x, to[0], lane), store(a.y, to[1], lane), store(a.z, to[2], lane);
    }
    template <class F>
    static HWY_INLINE Spin<F> loadSpin(const Lane (&from)[3], std::size_t lane) {
        return loadVector<F>(from, lane);
    }
    template <class F>
    static HWY_INLINE void storeSpin(const Spin<F>& a, Lane (&to)[3], std::size_t lane) {
        storeVector(a, to, lane);
    }
    template <class F>
    static HWY_INLINE Rotation<F> loadRotation(const Lane (&from)[4], std::size_t lane) {
        return {load<F>(from[0], lane), load<F>(from[1], lane), load<F>(from[2], lane),
                load<F>(from[3], lane)};
    }
    static HWY_INLINE void storeRotation(const Rotation<float>& a, Lane (&to)[4], std::size_t lane) {
        store(a.x, to[0], lane), store(a.y, to[1], lane), store(a.z, to[2], lane), store(a.w, to[3], lane);
    }
    template <class F>
    static HWY_INLINE Inertia<F> loadInertia(const Lane (&from)[6], std::size_t lane) {
        return {load<F>(from[0], lane), load<F>(from[1], lane), load<F>(from[2], lane),
                load<F>(from[3], lane), load<F>(from[4], lane), load<F>(from[5], lane)};
    }
    template <class F>
    static HWY_INLINE void storeInertia(const Inertia<F>& a, Lane (&to)[6], std::size_t lane) {
        store(a.xx, to[0], lane), store(a.yy, to[1], lane), store(a.zz, to[2], lane);
        store(a.xy, to[3], lane), store(a.xz, to[4], lane), store(a.yz, to[5], lane);
    }

    static HWY_INLINE Vector<float> fromGlm(const glm::vec3& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE glm::vec3 toGlm(const Vector<float>& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE glm::vec3 spinToGlm(const Spin<float>& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE Spin<float> spinFromGlm(const glm::vec3& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE glm::quat toGlm(const Rotation<float>& a) { return {a.w, glm::vec3(a.x, a.y, a.z)}; }
    static HWY_INLINE Rotation<float> rotationFromGlm(const glm::quat& a) { return {a.x, a.y, a.z, a.w}; }
    /// An inertia, or its inverse, in world axes, after the body has turned.
    static HWY_INLINE glm::mat3 turnedInertia(const glm::quat& turned, const glm::mat3& inertia) {
        const glm::mat3 rotation = glm::mat3_cast(turned);
        return rotation * inertia * glm::transpose(rotation);
    }
    static HWY_INLINE Inertia<float> fromGlm(const glm::mat3& a) {
        return {a[0][0], a[1][1], a[2][2], a[1][0], a[2][0], a[2][1]};
    }
    static HWY_INLINE glm::mat3 inertiaToGlm(const Inertia<float>& a) {
        return {glm::vec3(a.xx, a.xy, a.xz), glm::vec3(a.xy, a.yy, a.yz), glm::vec3(a.xz, a.yz, a.zz)};
    }
    template <class F>
    static HWY_INLINE F largest(const Vector<F>& v) {
        return maximum(maximum(v.x, v.y), v.z);
    }
    template <class F>
    static HWY_INLINE F trace(const Inertia<F>& a) {
        return a.xx + a.yy + a.zz;
    }
    /// Returns a multiple of an inverse inertia with a trace of 1; that of a ball, if it has none.
    static HWY_INLINE Inertia<float> relative(const Inertia<float>& a) {
        const float trace = a.xx + a.yy + a.zz, scale = trace > 0.0f ? 1.0f / trace : 0.0f;
        const Inertia<float> scaled{a.xx * scale, a.yy * scale, a.zz * scale,
                                    a.xy * scale, a.xz * scale, a.yz * scale};
        constexpr float kThird = 1.0f / 3.0f;
        return inverse(scaled).xx > 0.0f ? scaled : Inertia<float>{kThird, kThird, kThird, 0.0f, 0.0f, 0.0f};
    }
    /// Whether the axis of a body moves as it rotates freely. Not that of a ball or a cube.
    /// @param a  an inverse inertia
    static HWY_INLINE bool isGyroscopic(const Inertia<float>& a) {
        constexpr float kRounding = 1e-5f;
        const float limit = kRounding * (a.xx + a.yy + a.zz);
        const auto isSmall = [&](float b) HWY_ATTR { return -limit <= b && b <= limit; };
        return !(isSmall(a.xx - a.yy) && isSmall(a.yy - a.zz) && isSmall(a.xy) && isSmall(a.xz) &&
                 isSmall(a.yz));
    }

    static constexpr bool kHasGyroscopes = true;
    template <class F>
    static HWY_INLINE Vector<F> zeroVector() {
        return evenVector<F>(0.0f);
    }
    template <class F>
    static HWY_INLINE Vector<F> evenVector(float a) {
        return {all<F>(a), all<F>(a), all<F>(a)};
    }
    template <class F>
    static HWY_INLINE Spin<F> zeroSpin() {
        return zeroVector<F>();
    }
    static HWY_INLINE Rotation<float> noRotation() { return {0.0f, 0.0f, 0.0f, 1.0f}; }

    /// Velocity that a spin gives to the end of an arm.
    template <class F>
    static HWY_INLINE Vector<F> spinCross(const Spin<F>& w, const Vector<F>& arm) {
        return cross(w, arm);
    }
    /// The vector whose product with an arm is the speed along a direction that a spin gives to its end.
    template <class F>
    static HWY_INLINE Vector<F> crossSpin(const Vector<F>& direction, const Spin<F>& w) {
        return cross(direction, w);
    }
    /// Angular impulse of an impulse at the end of an arm.
    template <class F>
    static HWY_INLINE Spin<F> armCross(const Vector<F>& arm, const Vector<F>& impulse) {
        return cross(arm, impulse);
    }
    template <class F>
    static HWY_INLINE Spin<F> times(const Inertia<F>& m, const Spin<F>& a) {
        return {m.xx * a.x + m.xy * a.y + m.xz * a.z, m.xy * a.x + m.yy * a.y + m.yz * a.z,
                m.xz * a.x + m.yz * a.y + m.zz * a.z};
    }
    template <class F>
    static HWY_INLINE Vector<F> rotated(const Rotation<F>& q, const Vector<F>& a) {
        const Vector<F> axis{q.x, q.y, q.z};
        const Vector<F> t = cross(axis, a), twice = t + t;
        return a + twice * q.w + cross(axis, twice);
    }
    template <class F>
    static HWY_INLINE Vector<F> rotatedBack(const Rotation<F>& q, const Vector<F>& a) {
        return rotated({-q.x, -q.y, -q.z, q.w}, a);
    }

    /// The rotation by q, then by p.
    template <class F>
    static HWY_INLINE Rotation<F> product(const Rotation<F>& p, const Rotation<F>& q) {
        return {
            p.w * q.x + q.w * p.x + (p.y * q.z - p.z * q.y), p.w * q.y + q.w * p.y + (p.z * q.x - p.x * q.z),
            p.w * q.z + q.w * p.z + (p.x * q.y - p.y * q.x), p.w * q.w - (p.x * q.x + p.y * q.y + p.z * q.z)};
    }
    template <class F>
    static HWY_INLINE Rotation<F> inverse(const Rotation<F>& q) {
        return {-q.x, -q.y, -q.z, q.w};
    }
    /// An axis after a rotation.
    template <class F>
    static HWY_INLINE Vector<F> axisOf(const Rotation<F>& q, std::size_t axis) {
        const F one = all<F>(1.0f), two = all<F>(2.0f);
        switch (axis) {
            case 0:
                return {one - two * (q.y * q.y + q.z * q.z), two * (q.x * q.y + q.z * q.w),
                        two * (q.x * q.z - q.y * q.w)};
            case 1:
                return {two * (q.x * q.y - q.z * q.w), one - two * (q.x * q.x + q.z * q.z),
                        two * (q.y * q.z + q.x * q.w)};
            default:
                return {two * (q.x * q.z + q.y * q.w), two * (q.y * q.z - q.x * q.w),
                        one - two * (q.x * q.x + q.y * q.y)};
        }
    }
    /// Adds how much an impulse of 1 along each axis at the end of an arm changes the velocity there, because
    /// it turns the body: a lower triangle.
    template <class F>
    static HWY_INLINE void addResponse(const Inertia<F>& m, const Vector<F>& arm, F (&to)[3][3]) {
        const auto& [x, y, z] = arm;
        // Changes of the spin: m times the cross products of the arm with the axes.
        const Vector<F> ofX{m.xy * z - m.xz * y, m.yy * z - m.yz * y, m.yz * z - m.zz * y},
            ofY{m.xz * x - m.xx * z, m.yz * x - m.xy * z, m.zz * x - m.xz * z},
            ofZ{m.xx * y - m.xy * x, m.xy * y - m.yy * x, m.xz * y - m.yz * x};
        to[0][0] = to[0][0] + (ofX.y * z - ofX.z * y);
        to[1][0] = to[1][0] + (ofX.z * x - ofX.x * z);
        to[2][0] = to[2][0] + (ofX.x * y - ofX.y * x);
        to[1][1] = to[1][1] + (ofY.z * x - ofY.x * z);
        to[2][1] = to[2][1] + (ofY.x * y - ofY.y * x);
        to[2][2] = to[2][2] + (ofZ.x * y - ofZ.y * x);
    }
    /// An inertia, or its inverse, after a rotation.
    template <class F>
    static HWY_INLINE Inertia<F> turnedInertia(const Rotation<F>& q, const Inertia<F>& m) {
        const Vector<F> x = axisOf(q, 0), y = axisOf(q, 1), z = axisOf(q, 2);
        const Vector<F> p = x * m.xx + y * m.xy + z * m.xz, r = x * m.xy + y * m.yy + z * m.yz,
                        s = x * m.xz + y * m.yz + z * m.zz;
        return {p.x * x.x + r.x * y.x + s.x * z.x, p.y * x.y + r.y * y.y + s.y * z.y,
                p.z * x.z + r.z * y.z + s.z * z.z, p.x * x.y + r.x * y.y + s.x * z.y,
                p.x * x.z + r.x * y.z + s.x * z.z, p.y * x.z + r.y * y.z + s.y * z.z};
    }
    /// 1 for axes along which the bodies of a row may move, 0 for locked ones.
    /// @param locked  see lockBits()
    template <class F>
    static HWY_INLINE Vector<F> freeMoves(const std::uint8_t* locked, std::size_t lane) {
        return {withoutBit<F>(locked, lane, 0), withoutBit<F>(locked, lane, 1),
                withoutBit<F>(locked, lane, 2)};
    }
    /// The same for axes about which they may turn.
    template <class F>
    static HWY_INLINE Spin<F> freeTurns(const std::uint8_t* locked, std::size_t lane) {
        return {withoutBit<F>(locked, lane, kFirstTurn), withoutBit<F>(locked, lane, kFirstTurn + 1),
                withoutBit<F>(locked, lane, kFirstTurn + 2)};
    }
    /// The inverse inertia of a body that turns about its free axes only: see withLockedTurns().
    /// @param m     that of the body without locks, as it lies now
    /// @param free  1 for free axes, 0 for locked ones
    template <class F>
    static HWY_INLINE Inertia<F> lockedInertia(const Inertia<F>& m, const Spin<F>& free) {
        const F one = all<F>(1.0f);
        Inertia<F> left = m;
        const auto lock = [&](F isLocked, F pivot, const Vector<F>& column) HWY_ATTR {
            const Vector<F> part = column * (isLocked * inverseOf(pivot));
            left = {left.xx - part.x * column.x, left.yy - part.y * column.y, left.zz - part.z * column.z,
                    left.xy - part.x * column.y, left.xz - part.x * column.z, left.yz - part.y * column.z};
        };
        lock(one - free.x, left.xx, {left.xx, left.xy, left.xz});
        lock(one - free.y, left.yy, {left.xy, left.yy, left.yz});
        lock(one - free.z, left.zz, {left.xz, left.yz, left.zz});
        return {left.xx * free.x,          left.yy * free.y,          left.zz * free.z,
                left.xy * free.x * free.y, left.xz * free.x * free.z, left.yz * free.y * free.z};
    }
    /// A matrix with an inverse: with 1 in place of 0 for axes about which nothing turns.
    static HWY_INLINE Inertia<float> withoutZeros(const Inertia<float>& m) {
        const auto orOne = [](float a) { return a > 0.0f ? a : 1.0f; };
        return {orOne(m.xx), orOne(m.yy), orOne(m.zz), m.xy, m.xz, m.yz};
    }
    /// How turned() moves the end of an arm.
    template <class F>
    static HWY_INLINE Vector<F> swing(const Spin<F>& by, const Vector<F>& arm) {
        const Vector<F> half = by * all<F>(0.5f), across = cross(half, arm);
        return (across + cross(half, across)) * (all<F>(2.0f) / (all<F>(1.0f) + dot(half, half)));
    }

    /// Turns a rotation by a small rotation vector.
    template <class F>
    static HWY_INLINE Rotation<F> turned(const Rotation<F>& q, const Spin<F>& by) {
        const F half = all<F>(0.5f), x = half * by.x, y = half * by.y, z = half * by.z;
        const Rotation<F> sum{q.x + (x * q.w + y * q.z - z * q.y), q.y + (y * q.w + z * q.x - x * q.z),
                              q.z + (z * q.w + x * q.y - y * q.x), q.w - (x * q.x + y * q.y + z * q.z)};
        const F scale =
            all<F>(1.0f) / squareRoot(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w);
        return {sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale};
    }

    /// Returns the inverse, or 0 if there is none.
    static HWY_INLINE Inertia<float> inverse(const Inertia<float>& m) {
        const float cofactorX = m.yy * m.zz - m.yz * m.yz, cofactorY = m.xz * m.yz - m.xy * m.zz,
                    cofactorZ = m.xy * m.yz - m.xz * m.yy;
        const float determinant = m.xx * cofactorX + m.xy * cofactorY + m.xz * cofactorZ;
        const float scale = determinant > 0.0f ? 1.0f / determinant : 0.0f;
        return {cofactorX * scale,
                (m.xx * m.zz - m.xz * m.xz) * scale,
                (m.xx * m.yy - m.xy * m.xy) * scale,
                cofactorY * scale,
                cofactorZ * scale,
                (m.xy * m.xz - m.xx * m.yz) * scale};
    }
    template <class F>
    static HWY_INLINE Inertia<F> sum(const Inertia<F>& a, const Inertia<F>& b) {
        return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
    }

    // Friction: two tangents.
    static constexpr std::size_t kTangents = 2;
    template <class F>
    struct Tangents {
        Vector<F> all[kTangents];
        HWY_INLINE const Vector<F>& operator[](std::size_t i) const { return all[i]; }
    };
    /// A unit vector perpendicular to a unit vector. Source: T. Duff et al., "Building an Orthonormal Basis,
    /// Revisited", 2017.
    static HWY_INLINE Vector<float> perpendicular(const Vector<float>& n) {
        const float sign = n.z < 0.0f ? -1.0f : 1.0f;
        const float a = -1.0f / (sign + n.z), b = n.x * n.y * a;
        return {b, sign + n.y * n.y * a, -n.y};
    }
    template <class F>
    static HWY_INLINE Tangents<F> tangents(const Vector<F>& normal, const Vector<F>& first) {
        return {{first, cross(normal, first)}};
    }
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
