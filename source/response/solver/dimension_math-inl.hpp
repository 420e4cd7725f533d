// Vectors, rotations and inertia of rigid bodies in space and in the plane, for one contact or a row of them.
#if defined(SAT3D_RESPONSE_DIMENSION_MATH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_DIMENSION_MATH_INL_HPP
#undef SAT3D_RESPONSE_DIMENSION_MATH_INL_HPP
#else
#define SAT3D_RESPONSE_DIMENSION_MATH_INL_HPP
#endif

#include "response/solver/lanes-inl.hpp"
#include "response/solver/row_block.hpp"

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// The states and drives of bodies follow each other without gaps.
template <class Dimension>
constexpr bool kIsDense = sizeof(BodyState<Dimension>) == sizeof(float) * DimensionSizes<Dimension>::kState &&
                          sizeof(BodyDrive<Dimension>) == sizeof(float) * DimensionSizes<Dimension>::kDrive;
static_assert(kIsDense<Dimension3> && kIsDense<Dimension2>);

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
HWY_INLINE float dot(float a, float b) {
    return a * b;
}
HWY_INLINE Lanes dot(Lanes a, Lanes b) {
    return a * b;
}

/// What the solver needs to know of a dimension, in numbers of type F.
template <class Dimension>
struct Maths;

template <>
struct Maths<Dimension3> {
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
    };
    template <class F>
    struct Motion {
        Vector<F> v;
        Spin<F> w;
    };
    template <class F>
    struct Displacement {
        Vector<F> translation;
        Rotation<F> rotation;
    };

    template <class F>
    struct Drive {
        Vector<F> acceleration;
        F linearFactor;
        Spin<F> angularAcceleration;
        F angularFactor;
        F freeFall;
    };

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
        const Four<F> v = gatherAt(0), w = gatherAt(4), rest = gatherAt(8);
        return {{v.x, v.y, v.z}, v.w, {w.x, w.y, w.z}, w.w, rest.x};
    }
    static HWY_INLINE void storeDrive(const Drive<float>& drive, float (&to)[12]) {
        const auto& [v, linear, w, angular, fall] = drive;
        to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = linear;
        to[4] = w.x, to[5] = w.y, to[6] = w.z, to[7] = angular;
        to[8] = fall, to[9] = to[10] = to[11] = 0.0f;
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
    static HWY_INLINE Inertia<F> loadInertia(const Lane (&from)[6], std::size_t lane) {
        return {load<F>(from[0], lane), load<F>(from[1], lane), load<F>(from[2], lane),
                load<F>(from[3], lane), load<F>(from[4], lane), load<F>(from[5], lane)};
    }
    static HWY_INLINE void storeInertia(const Inertia<float>& a, Lane (&to)[6], std::size_t lane) {
        store(a.xx, to[0], lane), store(a.yy, to[1], lane), store(a.zz, to[2], lane);
        store(a.xy, to[3], lane), store(a.xz, to[4], lane), store(a.yz, to[5], lane);
    }

    static HWY_INLINE Vector<float> fromGlm(const glm::vec3& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE glm::vec3 toGlm(const Vector<float>& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE glm::vec3 spinToGlm(const Spin<float>& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE Spin<float> spinFromGlm(const glm::vec3& a) { return {a.x, a.y, a.z}; }
    static HWY_INLINE glm::quat toGlm(const Rotation<float>& a) { return {a.w, glm::vec3(a.x, a.y, a.z)}; }
    static HWY_INLINE Inertia<float> fromGlm(const glm::mat3& a) {
        return {a[0][0], a[1][1], a[2][2], a[1][0], a[2][0], a[2][1]};
    }
    static HWY_INLINE Inertia<float> fromFloats(const float (&a)[6]) {
        return {a[0], a[1], a[2], a[3], a[4], a[5]};
    }
    static HWY_INLINE void toFloats(const Inertia<float>& a, float (&to)[6]) {
        to[0] = a.xx, to[1] = a.yy, to[2] = a.zz, to[3] = a.xy, to[4] = a.xz, to[5] = a.yz;
    }
    /// Whether a body with this inertia has an axis that moves as it turns freely. Not that of a ball or a
    /// cube.
    static HWY_INLINE bool isGyroscopic(const Inertia<float>& a) {
        constexpr float kRounding = 1e-5f;
        const float allowed = kRounding * (a.xx + a.yy + a.zz);
        const auto isSmall = [&](float b) HWY_ATTR { return -allowed <= b && b <= allowed; };
        return !(isSmall(a.xx - a.yy) && isSmall(a.yy - a.zz) && isSmall(a.xy) && isSmall(a.xz) &&
                 isSmall(a.yz));
    }

    template <class F>
    static HWY_INLINE Vector<F> zeroVector() {
        return {all<F>(0.0f), all<F>(0.0f), all<F>(0.0f)};
    }
    static HWY_INLINE Rotation<float> noRotation() { return {0.0f, 0.0f, 0.0f, 1.0f}; }

    /// Velocity that a spin gives to the end of an arm.
    template <class F>
    static HWY_INLINE Vector<F> spinCross(const Spin<F>& w, const Vector<F>& arm) {
        return cross(w, arm);
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
    static HWY_INLINE Vector<float> rotatedBack(const Rotation<float>& q, const Vector<float>& a) {
        return rotated({-q.x, -q.y, -q.z, q.w}, a);
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
    static HWY_INLINE Inertia<float> sum(const Inertia<float>& a, const Inertia<float>& b) {
        return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
    }

    /// Angular velocity after a substep of free rotation: the gyroscopic torque, by one Newton step of
    /// implicit Euler in the frame of the body. Source: E. Catto, "Numerical Methods", GDC 2015.
    /// @param inertia  at the rotation of the step's start
    static HWY_INLINE Spin<float> gyroscopic(const Inertia<float>& inertia, const Rotation<float>& rotation,
                                             const Spin<float>& w, float h) {
        const Vector<float> spin = rotatedBack(rotation, w), momentum = times(inertia, spin);
        const Vector<float> residual = cross(spin, momentum) * h;
        // Columns of the Jacobian: inertia + h ([spin] inertia - [momentum]).
        const Vector<float> x{inertia.xx, inertia.xy, inertia.xz}, y{inertia.xy, inertia.yy, inertia.yz},
            z{inertia.xz, inertia.yz, inertia.zz};
        const Vector<float> columnX = x + (cross(spin, x) - Vector<float>{0.0f, momentum.z, -momentum.y}) * h;
        const Vector<float> columnY = y + (cross(spin, y) - Vector<float>{-momentum.z, 0.0f, momentum.x}) * h;
        const Vector<float> columnZ = z + (cross(spin, z) - Vector<float>{momentum.y, -momentum.x, 0.0f}) * h;
        const Vector<float> yz = cross(columnY, columnZ);
        const float determinant = dot(columnX, yz);
        if (!(determinant > 0.0f)) {
            return w;
        }
        const float scale = 1.0f / determinant;
        const Vector<float> change{dot(residual, yz) * scale, dot(residual, cross(columnZ, columnX)) * scale,
                                   dot(residual, cross(columnX, columnY)) * scale};
        return rotated(rotation, spin - change);
    }

    // Friction: two tangents.
    static constexpr std::size_t kTangents = 2;
    template <class F>
    struct Tangents {
        Vector<F> first, second;
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
        return {first, cross(normal, first)};
    }
};

template <>
struct Maths<Dimension2> {
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
    struct Motion {
        Vector<F> v;
        F w;
    };
    template <class F>
    struct Displacement {
        Vector<F> translation;
        Rotation<F> rotation;
    };

    template <class F>
    struct Drive {
        Vector<F> acceleration;
        F linearFactor;
        F angularAcceleration;
        F angularFactor;
        F freeFall;
    };

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
        return {{v.x, v.y}, v.w, v.z, rest.x, rest.y};
    }
    static HWY_INLINE void storeDrive(const Drive<float>& drive, float (&to)[8]) {
        to[0] = drive.acceleration.x, to[1] = drive.acceleration.y, to[2] = drive.angularAcceleration;
        to[3] = drive.linearFactor, to[4] = drive.angularFactor, to[5] = drive.freeFall, to[6] = to[7] = 0.0f;
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

    template <class F>
    static HWY_INLINE Vector<F> zeroVector() {
        return {all<F>(0.0f), all<F>(0.0f)};
    }
    static HWY_INLINE Rotation<float> noRotation() { return {1.0f, 0.0f}; }

    template <class F>
    static HWY_INLINE Vector<F> spinCross(F w, const Vector<F>& arm) {
        return {-(w * arm.y), w * arm.x};
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
        return {q.cos * a.x - q.sin * a.y, q.sin * a.x + q.cos * a.y};
    }
    template <class F>
    static HWY_INLINE Rotation<F> turned(const Rotation<F>& q, F by) {
        const Rotation<F> sum{q.cos - by * q.sin, q.sin + by * q.cos};
        const F scale = all<F>(1.0f) / squareRoot(sum.cos * sum.cos + sum.sin * sum.sin);
        return {sum.cos * scale, sum.sin * scale};
    }
    static HWY_INLINE float inverse(float inertia) { return inertia > 0.0f ? 1.0f / inertia : 0.0f; }
    static HWY_INLINE float sum(float a, float b) { return a + b; }
    static HWY_INLINE float fromFloats(const float (&a)[1]) { return a[0]; }
    static HWY_INLINE void toFloats(float a, float (&to)[1]) { to[0] = a; }
    static HWY_INLINE bool isGyroscopic(float) { return false; }
    static HWY_INLINE float gyroscopic(float, const Rotation<float>&, float w, float) { return w; }

    static constexpr std::size_t kTangents = 1;
    template <class F>
    struct Tangents {
        Vector<F> first;
    };
    static HWY_INLINE Vector<float> perpendicular(const Vector<float>& n) { return {-n.y, n.x}; }
    template <class F>
    static HWY_INLINE Tangents<F> tangents(const Vector<F>&, const Vector<F>& first) {
        return {first};
    }
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
