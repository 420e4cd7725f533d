// What acts on treads and springs inside a vehicle, at the start of a substep: engine, brakes, differentials,
// anti-roll bars.
#if defined(SAT3D_RESPONSE_TURN_TREADS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_TURN_TREADS_INL_HPP
#undef SAT3D_RESPONSE_TURN_TREADS_INL_HPP
#else
#define SAT3D_RESPONSE_TURN_TREADS_INL_HPP
#endif

#include "response/solver/problem/row_block.hpp"
#include "response/solver/rows/lanes-inl.hpp"
#include "response/solver/wheels/solver_wheel.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class TreadTurner {
public:
    /// @param firstConstraint  of the wheels
    HWY_INLINE TreadTurner(const SolverWheels<Dimension>& wheels, std::uint32_t firstConstraint,
                           SolverProblem<Dimension>& problem, float h)
        : wheels_(wheels), firstConstraint_(firstConstraint), problem_(problem), h_(h) {}

    HWY_INLINE void run() {
        for (SolverAxle& axle : wheels_.axles) {
            lock(axle);
            bend(axle);
        }
        for (SolverTread& tread : wheels_.treads) {
            const float missing = (tread.driveSpeed - tread.speed) * tread.mass, most = tread.driveForce * h_;
            const float drive =
                tread.driveSpeed < 0.0f ? std::clamp(missing, -most, 0.0f) : std::clamp(missing, 0.0f, most);
            tread.speed += drive / tread.mass;
            tread.brakeImpulse =
                std::clamp(-(tread.speed * tread.mass), -(tread.brakeForce * h_), tread.brakeForce * h_);
            tread.speed += tread.brakeImpulse / tread.mass;
        }
    }

private:
    /// Pushes the treads of both sides to the difference of speeds that they should have. A tread that grips
    /// weighs as much as what it drives. The impulse that this takes is learned from substep to substep: the
    /// ground undoes what a substep has done, so an impulse by the difference alone would never be enough.
    HWY_INLINE void lock(SolverAxle& axle) {
        constexpr float kLearned = 0.25f;
        if (axle.lockForce == 0.0f) {
            return;
        }
        SolverTread& left = wheels_.treads[axle.treads[0]];
        SolverTread& right = wheels_.treads[axle.treads[1]];
        const float missing = axle.speedDifference - (left.speed - right.speed);
        const float mass = 1.0f / (1.0f / (left.mass + grippedMass(axle, axle.treads[0])) +
                                   1.0f / (right.mass + grippedMass(axle, axle.treads[1])));
        const float most = axle.lockForce * h_;
        axle.lockImpulse = std::clamp(axle.lockImpulse + kLearned * missing * mass, -most, most);
        const float impulse = std::clamp(axle.lockImpulse + missing * mass, -most, most);
        left.speed += impulse / left.mass;
        right.speed -= impulse / right.mass;
    }

    /// What resists the tread in a substep: the wheel that gives way least.
    [[nodiscard]] HWY_INLINE float grippedMass(const SolverAxle& axle, std::uint32_t tread) const {
        float most = 0.0f;
        for (std::uint32_t wheel = axle.firstWheel; wheel < axle.endWheel; ++wheel) {
            if (wheels_.wheels[wheel].tread == tread) {
                const auto [block, lane] = placeOf(wheel);
                const float compliance = block->compliance.v[lane];
                most = compliance > 0.0f ? std::max(most, 1.0f / compliance) : most;
            }
        }
        return most;
    }

    /// The bar presses the wheel with the shorter spring down, and pulls the other one up with the same
    /// force. That is at most what lifts the other one off the ground, against its spring. No bar is stiffer
    /// than a substep can follow.
    HWY_INLINE void bend(const SolverAxle& axle) {
        constexpr float kMost = 0.5f;
        if (axle.antiRoll == 0.0f) {
            return;
        }
        float compressions[2] = {}, response = 0.0f;
        for (std::size_t side = 0; side < 2; ++side) {
            if (axle.wheels[side] != SolverAxle::kNoWheel) {
                const auto [block, lane] = placeOf(axle.wheels[side]);
                const float per = block->perNormal.v[lane];
                compressions[side] = std::max(block->compression.v[lane], 0.0f);
                response += per * per * block->response.v[lane];
            }
        }
        if (!(response > 0.0f)) {
            return;
        }
        const float stiffness = std::min(axle.antiRoll, kMost / (h_ * h_ * response));
        const bool isLeft = compressions[0] > compressions[1];  // shorter
        const float lifting = 1.0f / (1.0f / stiffness + 1.0f / axle.stiffness[isLeft ? 1 : 0]);
        const float longer = compressions[isLeft ? 1 : 0], shorter = compressions[isLeft ? 0 : 1];
        const float force = std::min(stiffness * (shorter - longer), lifting * shorter);
        for (std::size_t side = 0; side < 2; ++side) {
            if (axle.wheels[side] != SolverAxle::kNoWheel) {
                const auto [block, lane] = placeOf(axle.wheels[side]);
                const bool presses = isLeft == (side == 0);
                block->antiRollImpulse.v[lane] = (presses ? force : -force) * h_ * block->perNormal.v[lane];
            }
        }
    }

    struct Place {
        WheelRow<Dimension>* block;
        std::size_t lane;
    };
    [[nodiscard]] HWY_INLINE Place placeOf(std::uint32_t wheel) const {
        const RowPlace& place = problem_.places[firstConstraint_ + wheel];
        return {&std::get<kWheelKind>(problem_.rows).blocks[place.block], place.lane};
    }

    const SolverWheels<Dimension>& wheels_;
    std::uint32_t firstConstraint_;
    SolverProblem<Dimension>& problem_;
    float h_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
