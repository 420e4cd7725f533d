// Free rotation: a body keeps its angular momentum and its energy, while its axis moves.
// Source: J. Touma, J. Wisdom, "Lie-Poisson integrators for rigid body dynamics in the solar system", 1994:
// the energy is split into that of a ball and those of two axes. Each part alone is a rotation about a fixed
// axis.
#if defined(SAT3D_RESPONSE_FREE_ROTATION_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_FREE_ROTATION_INL_HPP
#undef SAT3D_RESPONSE_FREE_ROTATION_INL_HPP
#else
#define SAT3D_RESPONSE_FREE_ROTATION_INL_HPP
#endif

#include "response/solver/problem/row_block.hpp"
#include "response/solver/rows/body_math_3d-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The principal axes of a vector of bodies at the start of the step, and the inverse inertia about each, in
/// any unit. In ascending order, right-handed.
struct PrincipalAxes {
    using M = BodyMath<Dimension3>;
    using Vector = M::Vector<Lanes>;
    struct Axis {
        Vector direction;
        Lanes inverse;
    };
    Axis axes[3]{};

    /// Cyclic Jacobi iteration.
    explicit HWY_INLINE PrincipalAxes(M::Inertia<Lanes> inverse) {
        constexpr int kSweeps = 4;  // converges quadratically
        const Lanes zero = all<Lanes>(0.0f), one = all<Lanes>(1.0f);
        Vector x{one, zero, zero}, y{zero, one, zero}, z{zero, zero, one};
        for (int i = 0; i < kSweeps; ++i) {
            eliminate(inverse.xx, inverse.yy, inverse.xy, inverse.xz, inverse.yz, x, y);
            eliminate(inverse.xx, inverse.zz, inverse.xz, inverse.xy, inverse.yz, x, z);
            eliminate(inverse.yy, inverse.zz, inverse.yz, inverse.xy, inverse.xz, y, z);
        }
        axes[0] = {x, inverse.xx}, axes[1] = {y, inverse.yy}, axes[2] = {z, inverse.zz};
        sort(axes[0], axes[1]);
        sort(axes[1], axes[2]);
        sort(axes[0], axes[1]);
        makeEqual();
        makeOrthonormal();
    }

    template <class Gather>
    [[nodiscard]] static HWY_INLINE PrincipalAxes load(const Gather& gatherAt) {
        PrincipalAxes loaded;
        for (std::size_t i = 0; i < 3; ++i) {
            const Four<Lanes> axis = gatherAt(4 * i);
            loaded.axes[i] = {{axis.x, axis.y, axis.z}, axis.w};
        }
        return loaded;
    }
    template <class Scatter>
    HWY_INLINE void store(const Scatter& scatterAt) const {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& [direction, inverse] = axes[i];
            scatterAt(4 * i, Four<Lanes>{direction.x, direction.y, direction.z, inverse});
        }
    }

private:
    HWY_INLINE PrincipalAxes() {}

    /// Rotates two axes so that the entry pq of the matrix becomes 0.
    static HWY_INLINE void eliminate(Lanes& pp, Lanes& qq, Lanes& pq, Lanes& pr, Lanes& qr, Vector& p,
                                     Vector& q) {
        const Lanes zero = all<Lanes>(0.0f), one = all<Lanes>(1.0f), tiny = all<Lanes>(1e-30f);
        const Lanes difference = qq - pp, twice = pq + pq;
        const auto isNegative = difference < zero;
        const Lanes size =
            select(isNegative, -difference, difference) + squareRoot(difference * difference + twice * twice);
        const Lanes tangent = select(isNegative, -twice, twice) / maximum(size, tiny);
        const Lanes cosine = one / squareRoot(one + tangent * tangent), sine = tangent * cosine;
        pp = pp - tangent * pq, qq = qq + tangent * pq, pq = zero;
        const Lanes before = pr;
        pr = cosine * before - sine * qr, qr = sine * before + cosine * qr;
        const Vector axis = p;
        p = axis * cosine - q * sine, q = axis * sine + q * cosine;
    }
    /// Makes the two smaller inverses equal if they differ by no more than the rounding of the largest one.
    /// That difference, which is another one in each step, would turn a thin stick faster and faster about
    /// its axis.
    HWY_INLINE void makeEqual() {
        constexpr float kRounding = 1e-6f;
        const Lanes least = all<Lanes>(kRounding) * axes[2].inverse;
        const auto areEqual = axes[1].inverse - axes[0].inverse < least;
        const Lanes mean = maximum(all<Lanes>(0.5f) * (axes[0].inverse + axes[1].inverse), least);
        for (Axis* const axis : {&axes[0], &axes[1]}) {
            axis->inverse = select(areEqual, mean, axis->inverse);
        }
    }
    /// Errors of rounding would add up from substep to substep.
    HWY_INLINE void makeOrthonormal() {
        const auto normalize = [](Vector& v) HWY_ATTR { v = v * (all<Lanes>(1.0f) / squareRoot(dot(v, v))); };
        Vector &x = axes[0].direction, &y = axes[1].direction, &z = axes[2].direction;
        normalize(x);
        y = y - x * dot(x, y);
        normalize(y);
        z = cross(x, y);
        normalize(z);
    }
    static HWY_INLINE void sort(Axis& a, Axis& b) {
        const auto swaps = b.inverse < a.inverse;
        const auto swap = [&](Lanes& ofA, Lanes& ofB) HWY_ATTR {
            const Lanes before = ofA;
            ofA = select(swaps, ofB, before), ofB = select(swaps, before, ofB);
        };
        swap(a.inverse, b.inverse);
        swap(a.direction.x, b.direction.x);
        swap(a.direction.y, b.direction.y);
        swap(a.direction.z, b.direction.z);
    }
};

/// Bodies that rotate freely: their rotation since the start of the step, and the angular momentum about each
/// principal axis.
class FreeRotation {
public:
    using M = BodyMath<Dimension3>;
    using Vector = M::Vector<Lanes>;
    using Rotation = M::Rotation<Lanes>;

    HWY_INLINE FreeRotation(const PrincipalAxes& body, const Rotation& rotation, const Vector& w)
        : body_(body), rotation_(rotation), before_(M::rotatedBack(rotation, w)) {
        for (std::size_t i = 0; i < 3; ++i) {
            momentum_[i] = momentumBefore_[i] = dot(axis(i), before_) / inverse(i);
        }
    }

    HWY_INLINE void run(Lanes h) {
        const Lanes half = all<Lanes>(0.5f) * h;
        const Vector momentum = axis(0) * momentum_[0] + axis(1) * momentum_[1] + axis(2) * momentum_[2];
        turn(momentum * (inverse(1) * half));
        turnAbout(0, 1, 2, half);
        turnAbout(2, 0, 1, h);
        turnAbout(0, 1, 2, half);
    }
    [[nodiscard]] HWY_INLINE Rotation rotation() const {
        const auto& [x, y, z, w] = rotation_;
        const Lanes scale = all<Lanes>(1.0f) / squareRoot(x * x + y * y + z * z + w * w);
        return {x * scale, y * scale, z * scale, w * scale};
    }
    [[nodiscard]] HWY_INLINE Vector angularVelocity() const {
        // As a change, so that rounding does not add up.
        const auto change = [&](std::size_t i) HWY_ATTR {
            return axis(i) * ((momentum_[i] - momentumBefore_[i]) * inverse(i));
        };
        return M::rotated(rotation(), before_ + (change(0) + change(1) + change(2)));
    }

private:
    [[nodiscard]] HWY_INLINE const Vector& axis(std::size_t i) const { return body_.axes[i].direction; }
    [[nodiscard]] HWY_INLINE Lanes inverse(std::size_t i) const { return body_.axes[i].inverse; }

    /// Turns the bodies about one of their axes, by what it turns faster than the middle one.
    HWY_INLINE void turnAbout(std::size_t i, std::size_t next, std::size_t last, Lanes h) {
        const Lanes one = all<Lanes>(1.0f), two = all<Lanes>(2.0f);
        const Lanes tangent = all<Lanes>(0.5f) * h * (inverse(i) - inverse(1)) * momentum_[i];
        const Lanes sine = two * tangent / (one + tangent * tangent), lost = sine * tangent;
        // As changes: the rounding of a cosine would be the same in each substep.
        const Lanes ofNext = momentum_[next], ofLast = momentum_[last];
        momentum_[next] = ofNext + (sine * ofLast - lost * ofNext);
        momentum_[last] = ofLast - (sine * ofNext + lost * ofLast);
        turn(axis(i) * tangent);
    }
    /// Cayley map: turns by twice the arc tangent of the length of a vector.
    HWY_INLINE void turn(const Vector& by) {
        const Vector q{rotation_.x, rotation_.y, rotation_.z};
        const Vector v = q + by * rotation_.w + cross(q, by);
        rotation_ = {v.x, v.y, v.z, rotation_.w - dot(q, by)};
    }

    const PrincipalAxes& body_;
    Rotation rotation_;
    Vector before_;  ///< angular velocity
    Lanes momentum_[3]{}, momentumBefore_[3]{};
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
