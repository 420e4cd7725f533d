// Writes wheels to their rows, and the impulses of rows back to wheels.
#if defined(SAT3D_RESPONSE_FILL_WHEEL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_FILL_WHEEL_INL_HPP
#undef SAT3D_RESPONSE_FILL_WHEEL_INL_HPP
#else
#define SAT3D_RESPONSE_FILL_WHEEL_INL_HPP
#endif

#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"
#include "response/solver/wheels/solver_wheel.hpp"
#include "response/solver/wheels/wheel_row.hpp"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class RowFiller<Dimension, WheelRow<Dimension>> {
public:
    using M = BodyMath<Dimension>;
    using Block = WheelRow<Dimension>;
    using Wheel = SolverWheel<Dimension>;

    HWY_INLINE RowFiller(Block& block, std::size_t lane) : block_(block), lane_(lane) {}

    template <class Input>
    HWY_INLINE void fill(const Input& input, float, const auto&) {
        const Wheel& wheel = wheelOf(input);
        fillBodies<Dimension>(input.bodies, wheel.bodyA, wheel.bodyB, block_, lane_, false);
        block_.tread[lane_] = wheel.tread;
        const auto vector = [&](const typename Dimension::Vector& from, auto& to)
                                HWY_ATTR { M::storeVector(M::fromGlm(from), to, lane_); };
        vector(wheel.armA, block_.armA), vector(wheel.armB, block_.armB);
        vector(wheel.normal, block_.normal), vector(wheel.along, block_.along);
        vector(wheel.groundVelocity, block_.groundVelocity);
        vector(wheel.groundAcceleration, block_.groundAcceleration);
        put(wheel.compression, block_.compressionAtStart), put(wheel.compression, block_.compression);
        put(wheel.travel, block_.travel), put(wheel.perNormal, block_.perNormal);
        put(wheel.stiffness, block_.stiffness), put(wheel.damping, block_.damping);
        put(wheel.slidingShare, block_.slidingShare), put(wheel.maxImpulse, block_.maxImpulse);
        put(wheel.springImpulse, block_.spring), put(wheel.stopImpulse, block_.stop);
        setGrip(wheel.rolling, block_.grips[0]), setGrip(wheel.sideways, block_.grips[1]);
    }

    template <class Input>
    HWY_INLINE void storeImpulses(const Input& input) const {
        Wheel& wheel = wheelOf(input);
        wheel.compression = get(block_.compression);
        wheel.springImpulse = get(block_.spring), wheel.stopImpulse = get(block_.stop);
        wheel.totalLoad = get(block_.total);
        const auto store = [&](const auto& from, typename Wheel::Grip& to)
                               HWY_ATTR { to.impulse = get(from.impulse), to.total = get(from.total); };
        store(block_.grips[0], wheel.rolling), store(block_.grips[1], wheel.sideways);
    }

private:
    HWY_INLINE void put(float a, Lane& to) const { to.v[lane_] = a; }
    [[nodiscard]] HWY_INLINE float get(const Lane& from) const { return from.v[lane_]; }

    HWY_INLINE void setGrip(const typename Wheel::Grip& from, typename Block::Grip& to) const {
        put(from.friction, to.friction), put(from.peakSlip, to.peakSlip), put(from.impulse, to.impulse);
    }

    template <class Input>
    [[nodiscard]] HWY_INLINE Wheel& wheelOf(const Input& input) const {
        return input.wheels.wheels[block_.constraint[lane_] - input.contacts.size() - input.joints.size()];
    }

    Block& block_;
    std::size_t lane_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
