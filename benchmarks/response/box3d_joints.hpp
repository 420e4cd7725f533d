#pragma once

#include "response/box3d_scene.hpp"
#include "response/joint_scenes.hpp"

#include <box3d/box3d.h>
#include <cstddef>

namespace sat3d::benchmarks {

class Box3dJoints : public Box3dScene {
public:
    Box3dJoints(const JointScene& scene, std::size_t threads) : Box3dScene(threads) {
        b3ShapeDef ofShape = b3DefaultShapeDef();
        ofShape.density = JointScene::kDensity;
        if (scene.isSolid) {
            addPlane();
        } else {
            ofShape.filter.maskBits = 0;
        }
        for (const JointScene::Body& body : scene.bodies) {
            addCapsule(body, ofShape);
        }
        for (const JointScene::Joint& joint : scene.joints) {
            addJoint(scene, joint);
        }
    }

private:
    void addCapsule(const JointScene::Body& body, const b3ShapeDef& ofShape) {
        const b3BodyId id = addBody(body.isFixed ? b3_staticBody : b3_dynamicBody, body.pose);
        const auto& [a, b, radius] = body.capsule;
        if (a == b) {
            const b3Sphere ball{{a.x, a.y, a.z}, radius};
            b3CreateSphereShape(id, &ofShape, &ball);
        } else {
            const b3Capsule capsule{{a.x, a.y, a.z}, {b.x, b.y, b.z}, radius};
            b3CreateCapsuleShape(id, &ofShape, &capsule);
        }
    }
    void addJoint(const JointScene& scene, const JointScene::Joint& joint) {
        if (joint.isHinge) {
            b3RevoluteJointDef hinge = b3DefaultRevoluteJointDef();
            setBase(scene, joint, hinge.base);
            hinge.enableLimit = joint.twist.has_value();
            hinge.lowerAngle = hinge.enableLimit ? joint.twist->lower : 0.0f;
            hinge.upperAngle = hinge.enableLimit ? joint.twist->upper : 0.0f;
            hinge.enableMotor = joint.friction > 0.0f;
            hinge.maxMotorTorque = joint.friction;
            b3CreateRevoluteJoint(world_, &hinge);
            return;
        }
        b3SphericalJointDef ball = b3DefaultSphericalJointDef();
        setBase(scene, joint, ball.base);
        ball.enableConeLimit = joint.cone.has_value();
        ball.coneAngle = joint.cone.value_or(0.0f);
        ball.enableTwistLimit = joint.twist.has_value();
        ball.lowerTwistAngle = ball.enableTwistLimit ? joint.twist->lower : 0.0f;
        ball.upperTwistAngle = ball.enableTwistLimit ? joint.twist->upper : 0.0f;
        ball.enableMotor = joint.friction > 0.0f;
        ball.maxMotorTorque = joint.friction;
        b3CreateSphericalJoint(world_, &ball);
    }
    void setBase(const JointScene& scene, const JointScene::Joint& joint, b3JointDef& base) const {
        base.bodyIdA = ids_[joint.a];
        base.bodyIdB = ids_[joint.b];
        base.localFrameA = frameIn(scene.bodies[joint.a].pose, joint);
        base.localFrameB = frameIn(scene.bodies[joint.b].pose, joint);
    }
    /// Box3D turns about the z axis of a frame.
    static b3Transform frameIn(const Pose& body, const JointScene::Joint& joint) {
        const glm::quat frame = glm::quat(glm::vec3(0.0f, 0.0f, 1.0f), joint.axis);
        const glm::vec3 p = glm::conjugate(body.rotation) * (joint.point - body.position);
        const glm::quat q = glm::normalize(glm::conjugate(body.rotation) * frame);
        return {{p.x, p.y, p.z}, {{q.x, q.y, q.z}, q.w}};
    }
};

}  // namespace sat3d::benchmarks
