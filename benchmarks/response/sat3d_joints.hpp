#pragma once

#include "response/joint_scenes.hpp"
#include "response/sat3d_scene.hpp"

#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <cstdint>

namespace sat3d::benchmarks {

class Sat3dJoints : public Sat3dScene {
public:
    Sat3dJoints(const JointScene& scene, std::size_t threads) : Sat3dScene(threads) {
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
};

}  // namespace sat3d::benchmarks
