#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/rigid_math.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

// The motion of a body in the step, and its translation alone.
RigidMotion motionOf(const SolverBody& solved, const glm::vec3& center) {
    return {solved.translation, glm::vec3(rotationVectorOf(glm::dquat(solved.rotation))), center};
}
PlanarMotion motionOf(const PlanarSolverBody& solved, const glm::vec2& center) {
    return {solved.translation, static_cast<float>(planarAngle(glm::dvec2(solved.rotation))), center};
}
RigidMotion translationOf(const RigidMotion& motion) {
    return {.translation = motion.translation};
}
PlanarMotion translationOf(const PlanarMotion& motion) {
    return {.translation = motion.translation};
}

/// Ends the motion of a body after a fraction of it.
void shorten(SolverBody& solved, float fraction) {
    const glm::dvec3 turn = rotationVectorOf(glm::dquat(solved.rotation));
    solved.rotation = glm::quat(rotationFromVector(static_cast<double>(fraction) * turn));
    solved.translation *= fraction;
}
void shorten(PlanarSolverBody& solved, float fraction) {
    const double turn = planarAngle(glm::dvec2(solved.rotation));
    solved.rotation = glm::vec2(planarRotation(static_cast<double>(fraction) * turn));
    solved.translation *= fraction;
}

/// An object and its motion in the step. The solver has moved its body, but not yet the object.
template <class T>
struct MovingObject {
    using Motion = decltype(motionOf(BasicSolverBody<typename Space<T>::Dimension>{},
                                     typename Space<T>::Dimension::Vector(0.0f)));

    const BasicObject<T>& object;
    BodyRecord<T>* record;                                ///< nullptr for an object without a body
    BasicSolverBody<typename Space<T>::Dimension>* body;  ///< nullptr if it stands still
    Motion motion = {};

    MovingObject(DynamicsState<T>& state, const BasicWorld<T>& world, std::uint32_t index)
        : object(*world.find(state.seen[index].id)),
          record(state.find(state.seen[index].id)),
          body(record != nullptr && record->solverBody != kNone ? &state.solverBodies[record->solverBody]
                                                                : nullptr) {
        if (body != nullptr) {
            motion = motionOf(*body, record->body.mass.center);
        }
    }

    [[nodiscard]] typename Space<T>::Pose poseAt(float fraction) const {
        return poseAtFraction(object.pose, motion, static_cast<double>(fraction));
    }

    /// Whether it moves or turns so far in the step that it may pass through something.
    [[nodiscard]] bool isFast(float dt) const {
        return isMover(record) &&
               (glm::length(record->body.velocity) + sizeOf(record->body.angularVelocity) * record->reach) *
                       dt >
                   0.5f * record->innerRadius;
    }
};

/// Bodies that touch from the start cannot move farther than this fraction of their motion.
constexpr float kTouching = 1e-3f;

/// The fraction of its motion that takes the core of a body to an obstacle. The core is a ball or disk. If it
/// touches the obstacle from the start, it is a smaller one: so bodies can move apart.
template <class T>
float fractionOfCore(const MovingObject<T>& body, const MovingObject<T>& obstacle) {
    using Vector = typename Space<T>::Dimension::Vector;
    typename Space<T>::Pose center;
    center.position = body.record->center();
    for (const float share : {0.5f, 0.25f, 0.125f, 0.0f}) {
        const auto core = roundAt(Vector(0.0f), share * body.record->innerRadius);
        const auto hit = sweep(core, center, obstacle.object.shape, obstacle.object.pose,
                               translationOf(body.motion), obstacle.motion);
        if (hit.fraction > kTouching) {
            return hit.fraction;
        }
    }
    return 1.0f;
}

/// Whether a body overlaps an obstacle by more than half of its inner radius after a fraction of the step.
template <class T>
bool isDeepAt(float fraction, const MovingObject<T>& body, const MovingObject<T>& obstacle) {
    const auto hit = penetration(body.object.shape, body.poseAt(fraction), obstacle.object.shape,
                                 obstacle.poseAt(fraction));
    return hit && hit->depth > 0.5f * body.record->innerRadius;
}

/// The fraction of the step after which a body touches an obstacle. If it does so from the start: after which
/// it gets deep.
template <class T>
float fractionOfShape(const MovingObject<T>& body, const MovingObject<T>& obstacle) {
    const auto touch = sweep(body.object.shape, body.object.pose, obstacle.object.shape, obstacle.object.pose,
                             body.motion, obstacle.motion);
    if (touch.fraction > kTouching) {
        return touch.fraction;
    }
    constexpr float kPrecision = 1.0f / 256.0f;
    float free = 0.0f, deep = 1.0f;
    while (deep - free > kPrecision) {
        const float middle = 0.5f * (free + deep);
        (isDeepAt(middle, body, obstacle) ? deep : free) = middle;
    }
    if (free > 0.0f) {
        return free;
    }
    return isDeepAt(0.0f, body, obstacle) ? 1.0f : kPrecision;  // deep bodies must be able to move apart
}

/// The fraction of its motion after which a body must stop, or 1.
template <class T>
float freeFraction(const MovingObject<T>& body, const MovingObject<T>& obstacle) {
    const float ofCore = fractionOfCore(body, obstacle);
    return ofCore < 1.0f || isDeepAt(1.0f, body, obstacle) ? std::min(ofCore, fractionOfShape(body, obstacle))
                                                           : 1.0f;
}

}  // namespace

/// Stops fast bodies at what they would pass through. Contacts hold back what a body meets on its way, but
/// not what it turns into or what a corner passes by. If the core of a body would reach an obstacle, or if
/// the body would get deep into it, the body stops where it touches the obstacle, or soon after. The next
/// step sees the contact.
///
/// If the obstacle is fast, too, both stop. Others may then meet one of them sooner, which the next round
/// sees: the motions as they end up must take no core through anything.
template <class T>
void DynamicsStep<T>::stopAtObstacles() {
    constexpr int kMaxRounds = 4;
    bool isAnyStopped = true;
    for (int round = 0; isAnyStopped && round < kMaxRounds; ++round) {
        isAnyStopped = false;
        for (const FastBody& fast : s_.fastBodies) {
            const MovingObject<T> body(s_, world_, fast.body), obstacle(s_, world_, fast.obstacle);
            const float fraction = freeFraction(body, obstacle);
            if (fraction < 1.0f) {
                isAnyStopped = true;
                shorten(*body.body, fraction);
                if (obstacle.isFast(dt_)) {
                    shorten(*obstacle.body, fraction);
                }
            }
        }
    }
}

#define SAT3D_INSTANTIATE(T) template void DynamicsStep<T>::stopAtObstacles()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
