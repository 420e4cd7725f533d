// Springs and tires of wheels, for a row of them at a time. A spring is a soft constraint along the normal of
// the ground. A tire is a constraint that stops sliding. It gives way as much as its slip curve says for the
// slip of the substep before, and not at all at rest. So a parked wheel holds as static
// friction does, and a rolling one has the forces of its curve, whatever the length of a substep is. The
// tread, which is much lighter than the body, is solved together with the tire and the brake.
// Sources: E. Catto, "Soft Constraints", 2011: springs as constraints. W. Milliken, D. Milliken, "Race Car
// Vehicle Dynamics", 1995: combined slip by normalized slips.
#if defined(SAT3D_RESPONSE_SOLVE_WHEEL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_WHEEL_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_WHEEL_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_WHEEL_INL_HPP
#endif

#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"
#include "response/solver/wheels/solver_wheel.hpp"
#include "response/solver/wheels/wheel_row.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class RowSolver<Dimension, WheelRow<Dimension>> {
public:
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Block = WheelRow<Dimension>;
    using Vector = typename M::template Vector<F>;

    HWY_INLINE RowSolver(Block& block, float* states, std::size_t lane, const Substep& substep)
        : row_{block, states, lane}, block_(block), substep_(substep) {}

    /// Finds the slip at the start of the step, and how easily the wheel moves the bodies.
    HWY_NOINLINE void prepare() {
        const Pair pair = row_.loadPair();
        const Geometry geometry = load(pair, Stage::Relax);
        findSlip(pair, geometry, loadTread());
        store(geometry.ofNormal, block_.response, row_.lane);
    }

    // Shocks leave wheels alone: they have springs.
    HWY_INLINE void findImpacts() {}
    HWY_INLINE void arrange(const auto&) {}
    HWY_INLINE void solveShocked() {}
    HWY_INLINE void relaxShocked() {}
    HWY_INLINE void keepImpulses() {}
    HWY_INLINE void restoreImpulses() {}

    /// Applies the impulses of the substep before.
    HWY_INLINE void warmStart() { run(Stage::WarmStart); }
    HWY_INLINE void solve() { run(Stage::Solve); }
    /// Solves all but the spring once more, where the bodies are now.
    HWY_INLINE void relax() { run(Stage::Relax); }

private:
    using Pair = BodyPair<Dimension, F>;
    using Direction = PushDirection<Dimension, F>;
    static constexpr std::size_t kDirections = Block::kDirections;

    /// Where the wheel pushes in this substep.
    struct Geometry {
        Direction normal, grips[kDirections];
        F ofNormal, ofGrips[kDirections];  ///< how much an impulse of 1 changes the speed
        F compression;
        Vector groundVelocity;

        [[nodiscard]] HWY_INLINE F normalSpeed(const Pair& pair) const {
            return normal.speed(pair) - dot(normal.along, groundVelocity);
        }
        [[nodiscard]] HWY_INLINE F speed(const Pair& pair, std::size_t i) const {
            return grips[i].speed(pair) - dot(grips[i].along, groundVelocity);
        }
    };

    /// The wheel moves with B, and both bodies are pushed where it is.
    [[nodiscard]] HWY_INLINE Geometry load(const Pair& pair, Stage stage) const {
        const auto displacementAt = [&](const std::uint32_t* bodies) HWY_ATTR {
            return M::template loadDisplacement<F>([&](std::size_t group)
                                                       HWY_ATTR { return row_.gatherAt(group, bodies); });
        };
        const auto a = displacementAt(block_.a), b = displacementAt(block_.b);
        const Vector startA = row_.vector(block_.armA), startB = row_.vector(block_.armB);
        const Vector armB = M::template rotated<F>(b.rotation, startB);
        const Vector moved = b.translation + (armB - startB);
        const Vector ground = a.translation + (M::template rotated<F>(a.rotation, startA) - startA);
        const Vector armA = startA + (moved - a.translation);
        Geometry geometry;
        const Vector normal = row_.vector(block_.normal);
        const Vector along = M::template rotated<F>(b.rotation, row_.vector(block_.along));
        geometry.normal.set(armA, armB, normal);
        geometry.grips[0].set(armA, armB, along);
        geometry.grips[1].set(armA, armB, cross(along, normal));
        const auto finish = [&](Direction& direction, F& response) HWY_ATTR {
            direction.setSpins(pair);
            response = direction.response(pair, direction);
        };
        finish(geometry.normal, geometry.ofNormal);
        for (std::size_t i = 0; i < kDirections; ++i) {
            finish(geometry.grips[i], geometry.ofGrips[i]);
        }
        geometry.compression = row_.number(block_.compressionAtStart) -
                               row_.number(block_.perNormal) * dot(normal, moved - ground);
        const F half = all<F>(stage == Stage::Relax ? -0.5f * substep_.h : 0.5f * substep_.h);
        geometry.groundVelocity = row_.vector(block_.groundVelocity) +
                                  row_.vector(block_.groundAcceleration) * (all<F>(substep_.time) + half) +
                                  turnOfGround(pair, armA - armB, half);
        return geometry;
    }
    /// How the turn of a kinematic ground changes the velocity of what it carries until the middle of the
    /// substep that comes or, after it, has passed. Without it, a body moves along the tangent for a substep,
    /// and so outward. As with contacts, the warm start adds what changes from one middle to the next.
    /// @param center  of B, from that of A
    /// @param time  until that middle
    [[nodiscard]] HWY_INLINE Vector turnOfGround(const Pair& pair, const Vector& center, F time) const {
        const F zero = all<F>(0.0f);
        const auto turning = [&](const Vector& v) HWY_ATTR { return M::template spinCross<F>(pair.a.w, v); };
        return turning(turning(center)) * select(zero < pair.inverseMassA, zero, time);
    }

    /// Not inline: it is long, and all stages share it.
    HWY_NOINLINE void run(Stage stage) {
        Pair pair = row_.loadPair();
        const Geometry geometry = load(pair, stage);
        if (stage == Stage::WarmStart) {
            push(pair, geometry);
        } else {
            solve(stage, pair, geometry);
        }
        row_.storePair(pair);
    }
    HWY_INLINE void push(Pair& pair, const Geometry& geometry) const {
        const F along = row_.number(block_.grips[0].impulse), across = row_.number(block_.grips[1].impulse);
        geometry.normal.push(pair, loadOf());
        geometry.grips[0].push(pair, along);
        geometry.grips[1].push(pair, across);
        Tread tread = loadTread();
        tread.speed = tread.speed - along / tread.mass;
        storeTread(tread);
    }
    HWY_INLINE void solve(Stage stage, Pair& pair, const Geometry& geometry) {
        store(geometry.compression, block_.compression, row_.lane);
        if (stage == Stage::Solve) {
            solveSpring(pair, geometry);
        }
        solveStop(stage, pair, geometry);
        const Tread tread = solveTire(pair, geometry);
        if (stage == Stage::Relax) {
            findSlip(pair, geometry, tread);
            addTo(block_.total, loadOf());
            for (auto& grip : block_.grips) {
                addTo(grip.total, row_.number(grip.impulse));
            }
        }
    }

    struct Tread {
        F speed, mass, brake, maxBrake;
    };
    [[nodiscard]] HWY_INLINE Tread loadTread() const {
        Lane speed{}, mass{}, brake{}, force{};
        for (std::size_t i = row_.lane; i < row_.lane + kLanes; ++i) {
            const SolverTread& tread = substep_.treads[block_.tread[i]];
            speed.v[i] = tread.speed, mass.v[i] = tread.mass;
            brake.v[i] = tread.brakeImpulse, force.v[i] = tread.brakeForce;
        }
        return {row_.number(speed), row_.number(mass), row_.number(brake),
                row_.number(force) * all<F>(substep_.h)};
    }
    HWY_INLINE void storeTread(const Tread& tread) const {
        Lane speed, brake;
        store(tread.speed, speed, row_.lane), store(tread.brake, brake, row_.lane);
        for (std::size_t i = row_.lane; i < row_.lane + kLanes && block_.constraint[i] != kNoConstraint;
             ++i) {
            SolverTread& to = substep_.treads[block_.tread[i]];
            to.speed = speed.v[i], to.brakeImpulse = brake.v[i];
        }
    }

    HWY_INLINE void addTo(Lane& sum, F a) const { store(row_.number(sum) + a, sum, row_.lane); }
    /// The impulse along the normal.
    [[nodiscard]] HWY_INLINE F loadOf() const {
        return row_.number(block_.spring) + row_.number(block_.stop);
    }

    /// How much the ground may still give along the normal.
    [[nodiscard]] HWY_INLINE F impulseLeft() const {
        return maximum(row_.number(block_.maxImpulse) - row_.number(block_.total), all<F>(0.0f));
    }

    /// By the compression and its speed at the end of the substep. It never pulls.
    HWY_INLINE void solveSpring(Pair& pair, const Geometry& geometry) {
        const F h = all<F>(substep_.h), zero = all<F>(0.0f), per = row_.number(block_.perNormal);
        const F stiffness = row_.number(block_.stiffness);
        const F ofSpeed = h * per * per * (h * stiffness + row_.number(block_.damping));
        const F atRest = h * per * stiffness * geometry.compression + row_.number(block_.antiRollImpulse);
        const F before = row_.number(block_.spring);
        const F wanted = (atRest - ofSpeed * (geometry.normalSpeed(pair) - geometry.ofNormal * before)) /
                         (all<F>(1.0f) + ofSpeed * geometry.ofNormal);
        const F after = minimum(maximum(wanted, zero), impulseLeft());
        store(after, block_.spring, row_.lane);
        geometry.normal.push(pair, after - before);
    }

    /// The end of the spring's travel holds as a contact does.
    HWY_INLINE void solveStop(Stage stage, Pair& pair, const Geometry& geometry) {
        const F zero = all<F>(0.0f), one = all<F>(1.0f);
        const Softness soft = softnessOf(minimum(2.0f * substep_.options.contactHertz, 0.25f / substep_.h),
                                         0.5f * substep_.options.dampingRatio, substep_.h);
        const F room = (row_.number(block_.travel) - geometry.compression) / row_.number(block_.perNormal);
        const auto isBeyond = room < zero;
        F bias = room * all<F>(1.0f / substep_.h), massScale = one, impulseScale = zero;
        if (stage == Stage::Solve) {
            const F push = maximum(room * all<F>(soft.biasRate), all<F>(-substep_.options.maxPushSpeed));
            bias = select(isBeyond, push, bias);
            massScale = select(isBeyond, all<F>(soft.massScale), one);
            impulseScale = select(isBeyond, all<F>(soft.impulseScale), zero);
        } else {
            bias = maximum(bias, zero);
        }
        const F before = row_.number(block_.stop);
        const F wanted = before -
                         (geometry.normalSpeed(pair) + bias) * inverseOf(geometry.ofNormal) * massScale -
                         before * impulseScale;
        const F after = minimum(maximum(wanted, zero), impulseLeft() - row_.number(block_.spring));
        store(after, block_.stop, row_.lane);
        geometry.normal.push(pair, after - before);
    }

    /// Finds the speed by which the slip makes the tire give way: its force in a direction is
    ///     load * friction * sliding speed / (peakSlip * slipSpeed).
    /// With the slip, relative to its peak, that is a parabola up to the peak and falls to the sliding share
    /// beyond it. If all is at rest, the tire does not give way.
    HWY_INLINE void findSlip(const Pair& pair, const Geometry& geometry, const Tread& tread) {
        const F one = all<F>(1.0f), two = all<F>(2.0f), tiny = all<F>(1e-30f);
        const auto absolute = [](F a) HWY_ATTR { return maximum(a, -a); };
        const F rolling = geometry.speed(pair, 0);
        const F way = maximum(absolute(rolling), absolute(tread.speed));
        const F peakAlong = maximum(row_.number(block_.grips[0].peakSlip), tiny),
                peakAcross = maximum(row_.number(block_.grips[1].peakSlip), tiny);
        const F along = (rolling - tread.speed) / peakAlong, across = geometry.speed(pair, 1) / peakAcross;
        const F sliding = squareRoot(along * along + across * across);
        const auto slides = way < sliding;
        const F larger = maximum(sliding, way), scale = one / maximum(larger, tiny);
        const F share = row_.number(block_.slidingShare);
        const F curve = select(slides, share + (one - share) * (way * scale), two - sliding * scale);
        const F slipSpeed = larger / maximum(curve, tiny);
        store(slipSpeed, block_.slipSpeed, row_.lane);
        store(geometry.ofGrips[0] + slipCompliance(0, slipSpeed, loadOf()), block_.compliance, row_.lane);
    }
    [[nodiscard]] HWY_INLINE F slipCompliance(std::size_t direction, F slipSpeed, F load) const {
        const auto& grip = block_.grips[direction];
        const F tiny = all<F>(1e-20f);
        return row_.number(grip.peakSlip) * slipSpeed / maximum(load * row_.number(grip.friction), tiny);
    }

    /// Solves both directions of the tire, and the brake of its tread.
    HWY_INLINE Tread solveTire(Pair& pair, const Geometry& geometry) {
        const F zero = all<F>(0.0f), one = all<F>(1.0f);
        const F load = loadOf(), slipSpeed = row_.number(block_.slipSpeed);
        Tread tread = loadTread();
        const F beforeAlong = row_.number(block_.grips[0].impulse),
                beforeAcross = row_.number(block_.grips[1].impulse);
        const F changeAlong = alongImpulse(pair, geometry, tread, slipCompliance(0, slipSpeed, load));
        const F softAcross = slipCompliance(1, slipSpeed, load);
        const F speedAcross =
            geometry.speed(pair, 1) + changeAlong * geometry.grips[1].response(pair, geometry.grips[0]);
        const F changeAcross =
            -((speedAcross + softAcross * beforeAcross) * inverseOf(geometry.ofGrips[1] + softAcross));
        // The friction ellipse.
        const F limitAlong = load * row_.number(block_.grips[0].friction),
                limitAcross = load * row_.number(block_.grips[1].friction);
        const F wantedAlong = beforeAlong + changeAlong, wantedAcross = beforeAcross + changeAcross;
        const F partAlong = wantedAlong * inverseOf(limitAlong),
                partAcross = wantedAcross * inverseOf(limitAcross);
        const F part = squareRoot(partAlong * partAlong + partAcross * partAcross);
        const F scale = select(one < part, one / maximum(part, one), one);
        const F along = select(zero < limitAlong, wantedAlong * scale, zero),
                across = select(zero < limitAcross, wantedAcross * scale, zero);
        store(along, block_.grips[0].impulse, row_.lane), store(across, block_.grips[1].impulse, row_.lane);
        geometry.grips[0].push(pair, along - beforeAlong);
        geometry.grips[1].push(pair, across - beforeAcross);
        const F stopping = (along - beforeAlong) - tread.speed * tread.mass;  // by the brake
        const F brake = limited(tread.brake + stopping, tread.maxBrake);
        tread.speed = tread.speed + ((brake - tread.brake) - (along - beforeAlong)) / tread.mass;
        tread.brake = brake;
        storeTread(tread);
        return tread;
    }

    /// Finds the change of the impulse along the tread. The brake holds the tread against the impulse that
    /// stops the body if it can. Otherwise it pushes with all it has, and the tread gives way, too.
    [[nodiscard]] HWY_INLINE F alongImpulse(const Pair& pair, const Geometry& geometry, const Tread& tread,
                                            F softness) const {
        const F response = geometry.ofGrips[0] + softness;
        const F speed = geometry.speed(pair, 0) + softness * row_.number(block_.grips[0].impulse);
        const F held = -(speed * inverseOf(response));
        const F brake = limited(tread.brake + (held - tread.speed * tread.mass), tread.maxBrake);
        const F treadSpeed = tread.speed + (brake - tread.brake) / tread.mass;
        return -((speed - treadSpeed) / (response + all<F>(1.0f) / tread.mass));
    }
    [[nodiscard]] static HWY_INLINE F limited(F a, F limit) { return maximum(minimum(a, limit), -limit); }

    Row<Dimension, Block, F> row_;
    Block& block_;
    const Substep& substep_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
