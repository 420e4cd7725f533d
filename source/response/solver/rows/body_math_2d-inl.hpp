// Rigid bodies in the plane: motion, rotation and inertia, for one contact or a row of them.
#if defined(SAT3D_RESPONSE_BODY_MATH_2D_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_BODY_MATH_2D_INL_HPP
#undef SAT3D_RESPONSE_BODY_MATH_2D_INL_HPP
#else
#define SAT3D_RESPONSE_BODY_MATH_2D_INL_HPP
#endif

#include "response/solver/rows/lanes-inl.hpp"
#include "response/solver/rows/row_header.hpp"
#include "response/solver/rows/vectors-inl.hpp"

#include <glm/ext/vector_float2.hpp>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <>
struct BodyMath<Dimension2> {
    template <class F>
    using Vector = Vector2<F>;
    template <class F>
    using Spin = F;
    template <class F>
    using Inertia = F;
    template <class F>
    struct Rotation {
        F cos, sin;
    };
    template <class F>
    using Motion = MotionOf<Vector<F>, Spin<F>>;
    template <class F>
    using Displacement = DisplacementOf<Vector<F>, Rotation<F>>;
    template <class F>
    using Drive = DriveOf<F, Vector<F>, Spin<F>>;

    static constexpr std::size_t kStride = DimensionSizes<Dimension2>::kState;
    static constexpr std::size_t kDriveStride = DimensionSizes<Dimension2>::kDrive;

    template <class F, class Gather>
    static HWY_INLINE Motion<F> loadMotion(const Gather& gatherAt) {
        const Four<F> all = gatherAt(0);
        return {{all.x, all.y}, all.z};
    }
    template <class F, class Gather>
    static HWY_INLINE Displacement<F> loadDisplacement(const Gather& gatherAt) {
        const Four<F> all = gatherAt(4);
        return {{all.x, all.y}, {all.z, all.w}};
    }
    template <class F, class Gather>
    static HWY_INLINE Drive<F> loadDrive(const Gather& gatherAt) {
        const Four<F> v = gatherAt(0), rest = gatherAt(4);
        return {{v.x, v.y}, v.w, v.z, rest.x, rest.y, rest.z, all<F>(0.0f), rest.w, all<F>(0.0f)};
    }
    static HWY_INLINE void storeDrive(const Drive<float>& drive, float (&to)[8]) {
        to[0] = drive.acceleration.x, to[1] = drive.acceleration.y, to[2] = drive.angularAcceleration;
        to[3] = drive.linearFactor, to[4] = drive.angularFactor, to[5] = drive.freeFall;
        to[6] = drive.maxSpin, to[7] = drive.limitFrom;
    }
    /// Shortens a spin to its limit. In the plane no axis of a shape is free.
    template <class F>
    static HWY_INLINE F limited(const Drive<F>& drive, const Rotation<F>&, F w) {
        return maximum(minimum(w, drive.maxSpin), -drive.maxSpin);
    }
    template <class F, class Scatter>
    static HWY_INLINE void storeMotion(const Motion<F>& motion, const Scatter& scatterAt) {
        scatterAt(0, Four<F>{motion.v.x, motion.v.y, motion.w, all<F>(0.0f)});
    }
    template <class F, class Scatter>
    static HWY_INLINE void storeDisplacement(const Displacement<F>& moved, const Scatter& scatterAt) {
        scatterAt(4,
                  Four<F>{moved.translation.x, moved.translation.y, moved.rotation.cos, moved.rotation.sin});
    }

    template <class F>
    static HWY_INLINE Vector<F> loadVector(const Lane (&from)[2], std::size_t lane) {
        return {load<F>(from[0], lane), load<F>(from[1], lane)};
    }
    template <class F>
    static HWY_INLINE void storeVector(const Vector<F>& a, Lane (&to)[2], std::size_t lane) {
        store(a.x, to[0], lane), store(a.y, to[1], lane);
    }
    template <class F>
    static HWY_INLINE F loadSpin(const Lane (&from)[1], std::size_t lane) {
        return load<F>(from[0], lane);
    }
    template <class F>
    static HWY_INLINE void storeSpin(F a, Lane (&to)[1], std::size_t lane) {
        store(a, to[0], lane);
    }
    template <class F>
    static HWY_INLINE Rotation<F> loadRotation(const Lane (&from)[2], std::size_t lane) {
        return {load<F>(from[0], lane), load<F>(from[1], lane)};
    }
    static HWY_INLINE void storeRotation(const Rotation<float>& a, Lane (&to)[2], std::size_t lane) {
        store(a.cos, to[0], lane), store(a.sin, to[1], lane);
    }
    template <class F>
    static HWY_INLINE F largest(const Vector<F>& v) {
        return maximum(v.x, v.y);
    }
    template <class F>
    static HWY_INLINE F trace(F a) {
        return a;
    }
    template <class F>
    static HWY_INLINE F loadInertia(const Lane (&from)[1], std::size_t lane) {
        return load<F>(from[0], lane);
    }
    static HWY_INLINE void storeInertia(float a, Lane (&to)[1], std::size_t lane) { store(a, to[0], lane); }

    static HWY_INLINE Vector<float> fromGlm(const glm::vec2& a) { return {a.x, a.y}; }
    static HWY_INLINE glm::vec2 toGlm(const Vector<float>& a) { return {a.x, a.y}; }
    static HWY_INLINE float spinToGlm(float a) { return a; }
    static HWY_INLINE float spinFromGlm(float a) { return a; }
    static HWY_INLINE glm::vec2 toGlm(const Rotation<float>& a) { return {a.cos, a.sin}; }
    static HWY_INLINE float fromGlm(float a) { return a; }
    static HWY_INLINE float inertiaToGlm(float a) { return a; }
    static HWY_INLINE float turnedInertia(const glm::vec2&, float inertia) { return inertia; }
    static HWY_INLINE Rotation<float> rotationFromGlm(const glm::vec2& a) { return {a.x, a.y}; }

    template <class F>
    static HWY_INLINE Vector<F> zeroVector() {
        return evenVector<F>(0.0f);
    }
    template <class F>
    static HWY_INLINE Vector<F> evenVector(float a) {
        return {all<F>(a), all<F>(a)};
    }
    template <class F>
    static HWY_INLINE Spin<F> zeroSpin() {
        return all<F>(0.0f);
    }
    static HWY_INLINE Rotation<float> noRotation() { return {1.0f, 0.0f}; }

    template <class F>
    static HWY_INLINE Vector<F> spinCross(F w, const Vector<F>& arm) {
        return {-(w * arm.y), w * arm.x};
    }
    template <class F>
    static HWY_INLINE Vector<F> crossSpin(const Vector<F>& direction, F w) {
        return {direction.y * w, -(direction.x * w)};
    }
    template <class F>
    static HWY_INLINE F armCross(const Vector<F>& arm, const Vector<F>& impulse) {
        return arm.x * impulse.y - arm.y * impulse.x;
    }
    template <class F>
    static HWY_INLINE F times(F inertia, F a) {
        return inertia * a;
    }
    template <class F>
    static HWY_INLINE Vector<F> rotated(const Rotation<F>& q, const Vector<F>& a) {
        return {q.cos * a.x - q.sin * a.y, q.cos * a.y + q.sin * a.x};
    }
    template <class F>
    static HWY_INLINE Vector<F> rotatedBack(const Rotation<F>& q, const Vector<F>& a) {
        return {q.cos * a.x + q.sin * a.y, q.cos * a.y - q.sin * a.x};
    }
    template <class F>
    static HWY_INLINE Rotation<F> product(const Rotation<F>& p, const Rotation<F>& q) {
        return {p.cos * q.cos - p.sin * q.sin, p.sin * q.cos + p.cos * q.sin};
    }
    template <class F>
    static HWY_INLINE Rotation<F> inverse(const Rotation<F>& q) {
        return {q.cos, -q.sin};
    }
    template <class F>
    static HWY_INLINE Vector<F> axisOf(const Rotation<F>& q, std::size_t axis) {
        return axis == 0 ? Vector<F>{q.cos, q.sin} : Vector<F>{-q.sin, q.cos};
    }
    /// 1 for axes along which the bodies of a row may move, 0 for locked ones.
    /// @param locked  see lockBits()
    template <class F>
    static HWY_INLINE Vector<F> freeMoves(const std::uint8_t* locked, std::size_t lane) {
        return {withoutBit<F>(locked, lane, 0), withoutBit<F>(locked, lane, 1)};
    }
    /// The same for axes about which they may turn.
    template <class F>
    static HWY_INLINE Spin<F> freeTurns(const std::uint8_t* locked, std::size_t lane) {
        return withoutBit<F>(locked, lane, kFirstTurn);
    }
    /// An inverse inertia, or 0 if the turn is locked.
    /// @param free  1 or 0
    template <class F>
    static HWY_INLINE F lockedInertia(F m, F free) {
        return m * free;
    }
    /// A number with an inverse: 1 in place of 0, if nothing turns.
    static HWY_INLINE float withoutZeros(float m) { return m > 0.0f ? m : 1.0f; }
    /// Adds how much an impulse of 1 along each axis at the end of an arm changes the velocity there, because
    /// it turns the body: a lower triangle.
    template <class F>
    static HWY_INLINE void addResponse(F m, const Vector<F>& arm, F (&to)[2][2]) {
        to[0][0] = to[0][0] + m * arm.y * arm.y;
        to[1][0] = to[1][0] - m * arm.x * arm.y;
        to[1][1] = to[1][1] + m * arm.x * arm.x;
    }
    template <class F>
    static HWY_INLINE F turnedInertia(const Rotation<F>&, F inertia) {
        return inertia;
    }
    template <class F>
    static HWY_INLINE Vector<F> swing(F by, const Vector<F>& arm) {
        const F one = all<F>(1.0f), scale = one / squareRoot(one + by * by);
        const F shrink = -(by * by * scale * scale) / (one + scale);
        return arm * shrink + Vector<F>{-arm.y, arm.x} * (by * scale);
    }
    template <class F>
    static HWY_INLINE Rotation<F> turned(const Rotation<F>& q, F by) {
        const Rotation<F> sum{q.cos - by * q.sin, q.sin + by * q.cos};
        const F scale = all<F>(1.0f) / squareRoot(sum.cos * sum.cos + sum.sin * sum.sin);
        return {sum.cos * scale, sum.sin * scale};
    }
    static HWY_INLINE float inverse(float inertia) { return inertia > 0.0f ? 1.0f / inertia : 0.0f; }
    static HWY_INLINE float sum(float a, float b) { return a + b; }

    static constexpr bool kHasGyroscopes = false;
    static constexpr std::size_t kTangents = 1;
    template <class F>
    struct Tangents {
        Vector<F> all[kTangents];
        HWY_INLINE const Vector<F>& operator[](std::size_t i) const { return all[i]; }
    };
    static HWY_INLINE Vector<float> perpendicular(const Vector<float>& n) { return {-n.y, n.x}; }
    template <class F>
    static HWY_INLINE Tangents<F> tangents(const Vector<F>&, const Vector<F>& first) {
        return {{first}};
    }
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
