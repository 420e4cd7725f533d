#pragma once

#include "harness/thread_pool.hpp"
#include "response/joint_scenes.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>

namespace sat3d::benchmarks {

/// A scene of joints in our dynamics, without sleep.
class Sat3dJoints {
public:
    Sat3dJoints(const JointScene& scene, std::size_t threads)
        : dynamics_({.sleepSpeed = 0.0f}), pool_(threads) {
        if (scene.isSolid) {
            (void)world_.add({.shape = HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f}, .kind = ObjectKind::Static});
        }
        const std::uint64_t touches = scene.isSolid ? ~std::uint64_t{0} : 0;
        for (const JointScene::Body& body : scene.bodies) {
            const Capsule& capsule = body.capsule;
            const Shape shape =
                capsule.start == capsule.end ? Shape(Sphere{capsule.start, capsule.radius}) : Shape(capsule);
            ids_.push_back(*world_.add({.shape = shape,
                                        .pose = body.pose,
                                        .kind = body.isFixed ? ObjectKind::Static : ObjectKind::Moving,
                                        .filter = {.collidesWith = touches}}));
            if (!body.isFixed) {
                dynamics_.setBody(world_, ids_.back(),
                                  {.mass = *massFromDensity(shape, JointScene::kDensity)});
            }
        }
        for (const JointScene::Joint& joint : scene.joints) {
            (void)dynamics_.addJoint(world_, jointOf(joint)).value();
        }
    }
    void step(float dt) {
        if (pool_.size() == 1) {
            dynamics_.step(world_, dt);
        } else {
            dynamics_.step(world_, dt, pool_);
        }
    }
    [[nodiscard]] glm::vec3 position(std::size_t body) const {
        return world_.find(ids_[body])->pose.position;
    }
    /// Tells whether two runs have the same bits.
    [[nodiscard]] std::uint64_t hash() const { return world_.hash() ^ dynamics_.hash(); }

private:
    [[nodiscard]] Joint jointOf(const JointScene::Joint& of) const {
        const ObjectId a = ids_[of.a], b = ids_[of.b];
        Joint joint = of.isHinge ? Joint::hinge(world_, a, b, of.point, of.axis)
                                 : Joint::ball(world_, a, b, of.point, of.axis);
        if (of.cone) {
            joint.turns.swing = JointAxis::range(0.0f, *of.cone);
        }
        if (of.twist) {
            joint.turns.twist = JointAxis::range(of.twist->lower, of.twist->upper);
        }
        joint.turns.twist.drive = JointDrive::motor(0.0f, of.friction);
        if (!of.isHinge) {
            joint.turns.swing.drive = JointDrive::motor(0.0f, of.friction);
        }
        return joint;
    }

    World world_;
    Dynamics dynamics_;
    ThreadPool pool_;
    std::vector<ObjectId> ids_;
};

}  // namespace sat3d::benchmarks
