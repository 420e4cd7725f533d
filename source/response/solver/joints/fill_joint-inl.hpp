// Writes joints to their rows, and the impulses of rows back to joints.
#if defined(SAT3D_RESPONSE_FILL_JOINT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_FILL_JOINT_INL_HPP
#undef SAT3D_RESPONSE_FILL_JOINT_INL_HPP
#else
#define SAT3D_RESPONSE_FILL_JOINT_INL_HPP
#endif

#include "response/solver/joints/joint_row.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// What fillers of rows of all joints do alike.
template <class Dimension, class Block>
class JoinedRowFiller {
public:
    using M = BodyMath<Dimension>;
    using Joint = SolverJoint<Dimension>;

    HWY_INLINE JoinedRowFiller(Block& block, std::size_t lane) : block_(block), lane_(lane) {}

protected:
    template <class Input>
    HWY_INLINE const Joint& fillJoined(const Input& input, float h) {
        const Joint& joint = jointOf(input);
        fillBodies<Dimension>(input.bodies, joint.bodyA, joint.bodyB, block_, lane_, true);
        const auto vector = [&](const typename Dimension::Vector& from, auto& to)
                                HWY_ATTR { M::storeVector(M::fromGlm(from), to, lane_); };
        vector(joint.armA, block_.armA);
        vector(joint.armB, block_.armB);
        vector(joint.apart, block_.apart);
        vector(fallOf(input, joint.bodyB, h) - fallOf(input, joint.bodyA, h), block_.fall);
        return joint;
    }
    template <class Input>
    HWY_INLINE Joint& storeJoined(const Input& input) const {
        Joint& joint = jointOf(input);
        joint.impulse = M::toGlm(M::template loadVector<float>(block_.impulse, lane_)) + 0.0f;
        return joint;
    }
    HWY_INLINE void put(float a, Lane& to) const { to.v[lane_] = a; }

    Block& block_;
    std::size_t lane_;

private:
    template <class Input>
    [[nodiscard]] HWY_INLINE Joint& jointOf(const Input& input) const {
        return input.joints[block_.constraint[lane_] - input.contacts.size()];
    }

    /// How much less a body moves in a substep than its velocity says: see BodyDrive.
    template <class Input>
    [[nodiscard]] HWY_INLINE typename Dimension::Vector fallOf(const Input& input, std::uint32_t body,
                                                               float h) const {
        const bool falls = body != BasicSolverContact<Dimension>::kStandsStill && input.hasContact[body] == 0;
        return falls ? accelerationOf(input.bodies[body]) * (0.5f * h * h) : typename Dimension::Vector(0.0f);
    }
};

template <class Dimension>
class RowFiller<Dimension, PointRow<Dimension>> : public JoinedRowFiller<Dimension, PointRow<Dimension>> {
public:
    using Base = JoinedRowFiller<Dimension, PointRow<Dimension>>;

    HWY_INLINE RowFiller(PointRow<Dimension>& block, std::size_t lane) : Base(block, lane) {}

    template <class Input>
    HWY_INLINE void fill(const Input& input, float h, const auto&) {
        const auto& joint = Base::fillJoined(input, h);
        for (std::size_t i = 0; i < kAxes; ++i) {
            Base::put(joint.axes[i].holdImpulse, Base::block_.hold[i]);
        }
    }
    template <class Input>
    HWY_INLINE void storeImpulses(const Input& input) const {
        auto& joint = Base::storeJoined(input);
        for (std::size_t i = 0; i < kAxes; ++i) {
            joint.axes[i].holdImpulse = Base::block_.hold[i].v[Base::lane_];
        }
        joint.angularImpulse = typename Dimension::Spin(0.0f);
    }

private:
    static constexpr std::size_t kAxes = DimensionSizes<Dimension>::kVector;
};

template <class Dimension>
class RowFiller<Dimension, JointRow<Dimension>> : public JoinedRowFiller<Dimension, JointRow<Dimension>> {
public:
    using Base = JoinedRowFiller<Dimension, JointRow<Dimension>>;
    using M = BodyMath<Dimension>;

    HWY_INLINE RowFiller(JointRow<Dimension>& block, std::size_t lane) : Base(block, lane) {}

    template <class Input>
    HWY_INLINE void fill(const Input& input, float h, const auto&) {
        const auto& joint = Base::fillJoined(input, h);
        M::storeRotation(M::rotationFromGlm(joint.frameA), block_.frameA, lane_);
        M::storeRotation(M::rotationFromGlm(joint.frameB), block_.frameB, lane_);
        put(joint.isDistance ? 1.0f : 0.0f, block_.isDistance);
        for (std::size_t i = 0; i < joint.axes.size(); ++i) {
            const SolverJointAxis& axis = joint.axes[i];
            setRange(axis, block_.axes[i]);
            setDrive(axis, block_.axes[i], axis.hertz > 0.0f ? springMass(input, joint, i) : 0.0f, h);
            const auto note = [&](bool isSo, std::uint8_t& bits) {
                bits = static_cast<std::uint8_t>(bits | (isSo ? 1u << i : 0u));
            };
            note(axis.isLocked(), block_.locked);
            note(!axis.isFree() && !axis.isLocked(), block_.limited);
            note(axis.maxForce > 0.0f, block_.driven);
        }
    }

    template <class Input>
    HWY_INLINE void storeImpulses(const Input& input) const {
        auto& joint = Base::storeJoined(input);
        for (std::size_t i = 0; i < joint.axes.size(); ++i) {
            // No -0: it would tell apart rows that solve a free coordinate and rows that leave it.
            joint.axes[i].holdImpulse = block_.axes[i].hold.v[lane_] + 0.0f;
            joint.axes[i].driveImpulse = block_.axes[i].drive.v[lane_] + 0.0f;
        }
        joint.angularImpulse = M::spinToGlm(M::template loadSpin<float>(block_.angularImpulse, lane_)) + 0.0f;
    }

private:
    using Base::block_, Base::lane_, Base::put;

    HWY_INLINE void setRange(const SolverJointAxis& axis, JointAxisRow& row) const {
        const bool isLimited = std::isfinite(axis.lower) && std::isfinite(axis.upper);
        put(axis.isLocked() ? 1.0f : 0.0f, row.isLocked);
        put(axis.lower, row.lower), put(axis.upper, row.upper);
        put(isLimited ? 0.5f * (axis.lower + axis.upper) : axis.position, row.middle);
        put(axis.holdImpulse, row.hold), put(axis.driveImpulse, row.drive);
    }

    /// See JointAxisRow.
    HWY_INLINE void setDrive(const SolverJointAxis& axis, JointAxisRow& row, float mass, float h) const {
        if (!(axis.maxForce > 0.0f)) {
            put(0.0f, row.drive);
            return;
        }
        const float omega = kTwoPi * std::min(axis.hertz, kMostHertzPerSubstep / h);
        put(axis.hertz > 0.0f ? 1.0f : 0.0f, row.isSpring);
        put(omega * omega * h * mass, row.stiffness);
        put(2.0f * axis.dampingRatio * omega * h * mass, row.damper);
        put(axis.position, row.position), put(axis.speed, row.speed);
        put(std::min(axis.maxForce * h, std::numeric_limits<float>::max()), row.maxImpulse);
    }

    /// The mass that swings with the frequency of a spring. For offsets and the distance, both bodies count
    /// as points; for angles, their inertias about the axes of the frames count. This mass does not change
    /// when bodies turn, so the stiffness does not either: a spring whose stiffness changes gives more than
    /// it has stored.
    template <class Input>
    [[nodiscard]] HWY_INLINE float springMass(const Input& input, const typename Base::Joint& joint,
                                              std::size_t coordinate) const {
        constexpr std::size_t kLinear = JointSizes<Dimension>::kLinear;
        const auto ofBodies = [&](const auto& responseOf) {
            const auto of = [&](std::uint32_t body, const auto& frame) {
                return body == BasicSolverContact<Dimension>::kStandsStill
                           ? 0.0f
                           : responseOf(input.bodies[body], frame);
            };
            const float response = of(joint.bodyA, joint.frameA) + of(joint.bodyB, joint.frameB);
            return response > 0.0f ? 1.0f / response : 0.0f;
        };
        if (coordinate < kLinear) {
            return ofBodies([](const auto& body, const auto&) { return body.inverseMass; });
        }
        return ofBodies([&](const auto& body, const auto& frame) {
            return turnResponse(body.inverseInertia, frame, coordinate - kLinear);
        });
    }
    static HWY_INLINE float turnResponse(float inverseInertia, const glm::vec2&, std::size_t) {
        return inverseInertia;
    }
    static HWY_INLINE float turnResponse(const glm::mat3& inverseInertia, const glm::quat& frame,
                                         std::size_t angle) {
        const auto about = [&](const glm::vec3& axis) {
            const glm::vec3 turned = frame * axis;
            return glm::dot(turned, inverseInertia * turned);
        };
        // One stiffness for both parts of the swing: only then does its torque follow from an energy.
        return angle == 0 ? about({1.0f, 0.0f, 0.0f})
                          : 0.5f * (about({0.0f, 1.0f, 0.0f}) + about({0.0f, 0.0f, 1.0f}));
    }
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
