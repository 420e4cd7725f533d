#pragma once

#include "peers/box3d.hpp"
#include "response/joint_scenes.hpp"

#include <box3d/box3d.h>
#include <cstdint>

namespace sat3d::benchmarks {

/// A scene of joints in Box3D's world, without sleep.
class Box3dJoints {
public:
    Box3dJoints(const JointScene& scene, std::size_t threads) {
        b3WorldDef ofWorld = b3DefaultWorldDef();
        ofWorld.gravity = {0.0f, -9.81f, 0.0f};
        ofWorld.enableSleep = false;
        ofWorld.workerCount = static_cast<std::uint32_t>(threads);
        world_ = b3CreateWorld(&ofWorld);
        b3ShapeDef ofShape = b3DefaultShapeDef();
        ofShape.density = JointScene::kDensity;
        if (scene.isSolid) {
            const b3BodyDef ofGround = b3DefaultBodyDef();
            const b3BoxHull plane = b3MakeOffsetBoxHull(200.0f, 1.0f, 200.0f, {0.0f, -1.0f, 0.0f});
            b3CreateHullShape(b3CreateBody(world_, &ofGround), &ofShape, &plane.base);
        } else {
            ofShape.filter.maskBits = 0;
        }
        for (const JointScene::Body& body : scene.bodies) {
            addBody(body, ofShape);
        }
        for (const JointScene::Joint& joint : scene.joints) {
            addJoint(scene, joint);
        }
    }
    ~Box3dJoints() { b3DestroyWorld(world_); }
    Box3dJoints(const Box3dJoints&) = delete;
    Box3dJoints& operator=(const Box3dJoints&) = delete;

    /// With four substeps, as Box3D recommends.
    void step(float dt) { b3World_Step(world_, dt, 4); }
    [[nodiscard]] glm::vec3 position(std::size_t body) const {
        const b3Pos at = b3Body_GetPosition(ids_[body]);
        return {at.x, at.y, at.z};
    }

private:
    void addBody(const JointScene::Body& body, const b3ShapeDef& ofShape) {
        b3BodyDef ofBody = b3DefaultBodyDef();
        ofBody.type = body.isFixed ? b3_staticBody : b3_dynamicBody;
        const b3WorldTransform pose = box3dPose(body.pose);
        ofBody.position = pose.p;
        ofBody.rotation = pose.q;
        ids_.push_back(b3CreateBody(world_, &ofBody));
        const auto& [a, b, radius] = body.capsule;
        if (a == b) {
            const b3Sphere ball{{a.x, a.y, a.z}, radius};
            b3CreateSphereShape(ids_.back(), &ofShape, &ball);
        } else {
            const b3Capsule capsule{{a.x, a.y, a.z}, {b.x, b.y, b.z}, radius};
            b3CreateCapsuleShape(ids_.back(), &ofShape, &capsule);
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

    b3WorldId world_;
    std::vector<b3BodyId> ids_;
};

}  // namespace sat3d::benchmarks
