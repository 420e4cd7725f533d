// Vectors of two and three numbers. A number is a float, or one float of each contact of a row.
#if defined(SAT3D_RESPONSE_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_VECTORS_INL_HPP
#undef SAT3D_RESPONSE_VECTORS_INL_HPP
#else
#define SAT3D_RESPONSE_VECTORS_INL_HPP
#endif

#include "response/solver/rows/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class F>
struct Vector3 {
    F x, y, z;
};
template <class F>
struct Vector2 {
    F x, y;
};

template <class F>
HWY_INLINE Vector3<F> operator+(const Vector3<F>& a, const Vector3<F>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class F>
HWY_INLINE Vector3<F> operator-(const Vector3<F>& a, const Vector3<F>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class F>
HWY_INLINE Vector3<F> operator*(const Vector3<F>& a, F b) {
    return {a.x * b, a.y * b, a.z * b};
}
template <class F>
HWY_INLINE F dot(const Vector3<F>& a, const Vector3<F>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class F>
HWY_INLINE Vector3<F> cross(const Vector3<F>& a, const Vector3<F>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class Mask, class F>
HWY_INLINE Vector3<F> select(Mask mask, const Vector3<F>& yes, const Vector3<F>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

template <class F>
HWY_INLINE Vector2<F> operator+(const Vector2<F>& a, const Vector2<F>& b) {
    return {a.x + b.x, a.y + b.y};
}
template <class F>
HWY_INLINE Vector2<F> operator-(const Vector2<F>& a, const Vector2<F>& b) {
    return {a.x - b.x, a.y - b.y};
}
template <class F>
HWY_INLINE Vector2<F> operator*(const Vector2<F>& a, F b) {
    return {a.x * b, a.y * b};
}
template <class F>
HWY_INLINE F dot(const Vector2<F>& a, const Vector2<F>& b) {
    return a.x * b.x + a.y * b.y;
}
template <class Mask, class F>
HWY_INLINE Vector2<F> select(Mask mask, const Vector2<F>& yes, const Vector2<F>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y)};
}

/// Copies the numbers of a vector to an array, and back.
template <class F>
HWY_INLINE void split(const Vector3<F>& a, F (&to)[3]) {
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}
template <class F>
HWY_INLINE void split(const Vector2<F>& a, F (&to)[2]) {
    to[0] = a.x, to[1] = a.y;
}
template <class F>
HWY_INLINE Vector3<F> vectorOf(const F (&a)[3]) {
    return {a[0], a[1], a[2]};
}
template <class F>
HWY_INLINE Vector2<F> vectorOf(const F (&a)[2]) {
    return {a[0], a[1]};
}

/// The products of the numbers of two vectors.
template <class F>
HWY_INLINE Vector3<F> scaled(const Vector3<F>& a, const Vector3<F>& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class F>
HWY_INLINE Vector2<F> scaled(const Vector2<F>& a, const Vector2<F>& b) {
    return {a.x * b.x, a.y * b.y};
}

HWY_INLINE float dot(float a, float b) {
    return a * b;
}
HWY_INLINE Lanes dot(Lanes a, Lanes b) {
    return a * b;
}

/// Velocities of a body.
template <class Vector, class Spin>
struct MotionOf {
    Vector v;
    Spin w;
};

/// How far a body has moved and turned since the start of the step.
template <class Vector, class Rotation>
struct DisplacementOf {
    Vector translation;
    Rotation rotation;
};

/// Changes of the velocities of a body in a substep.
template <class F, class Vector, class Spin>
struct DriveOf {
    Vector acceleration;
    F linearFactor;
    Spin angularAcceleration;
    F angularFactor;
    F freeFall;
    F maxSpin;      ///< rad/s
    F maxFreeSpin;  ///< the same, about the free axis
    F limitFrom;    ///< the fraction of the step from which these limits hold
    Spin freeAxis;  ///< of a capsule, at the start of the step. 0 if there is none
};

/// Vectors and operations of a dimension, in numbers of type F.
template <class Dimension>
struct BodyMath;

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
