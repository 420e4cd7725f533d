#include "shapes/baked/baked_physics.hpp"

#include "math/is_finite.hpp"

#include <cmath>

namespace sat3d::SAT3D_ABI {
namespace {

/// Flags of the values that are given; the others are written as 0.
enum : std::uint8_t { kHasMass = 1, kHasCenter = 2, kHasInertia = 4 };

void transferRigidBody(BakedArchive& archive, RigidBody& body, std::size_t nodeCount) {
    constexpr const char* kBadValues = "a rigid body has invalid values";
    auto given = static_cast<std::uint8_t>((body.mass ? kHasMass : 0) | (body.centerOfMass ? kHasCenter : 0) |
                                           (body.inertia ? kHasInertia : 0));
    float mass = body.mass.value_or(0.0f);
    glm::vec3 center = body.centerOfMass.value_or(glm::vec3(0.0f)),
              inertia = body.inertia.value_or(glm::vec3(0.0f));
    archive.index(body.node, nodeCount, "node");
    archive.enumeration(body.motion, MotionType::Kinematic);
    archive.numbers(given, mass);
    archive.vector(center);
    archive.vector(inertia);
    archive.rotation(body.inertiaAxes, kBadValues);
    archive.vector(body.linearVelocity);
    archive.vector(body.angularVelocity);
    archive.number(body.gravityFactor);
    if (!archive.reads()) {
        return;
    }
    if (given > (kHasMass | kHasCenter | kHasInertia) || body.node == kNoIndex || !isFinite(center) ||
        !isFinite(body.linearVelocity) || !isFinite(body.angularVelocity) ||
        !std::isfinite(body.gravityFactor)) {
        archive.fail(kBadValues);
    }
    if ((given & kHasMass) != 0) {
        body.mass = mass;
    }
    if ((given & kHasCenter) != 0) {
        body.centerOfMass = center;
    }
    if ((given & kHasInertia) != 0) {
        body.inertia = inertia;
    }
    const bool isHeavy = !body.mass || *body.mass > 0.0f;
    const bool isInert = !body.inertia || (inertia.x > 0.0f && inertia.y > 0.0f && inertia.z > 0.0f);
    if (!isHeavy || !isInert) {
        archive.fail("a rigid body has a mass or an inertia that is not above 0");
    }
}

void transferRange(BakedArchive& archive, ModelJointRange& range) {
    archive.numbers(range.lower, range.upper);
    if (archive.reads() && !(range.lower <= range.upper)) {
        archive.fail("a joint has a lower limit that is not below its upper one");
    }
}

void transferJoint(BakedArchive& archive, const CollisionModel& model, ModelJoint& joint) {
    constexpr const char* kBadFrame = "a joint has an invalid frame";
    archive.text(joint.name);
    archive.index(joint.nodeA, model.nodes.size(), "node");
    archive.index(joint.nodeB, model.nodes.size(), "node");
    archive.optionalIndex(joint.rigidBodyA, model.rigidBodies.size(), "rigid body");
    archive.index(joint.rigidBodyB, model.rigidBodies.size(), "rigid body");
    archive.pose(joint.frameA, kBadFrame);
    archive.pose(joint.frameB, kBadFrame);
    for (ModelJointRange& range : joint.offsets) {
        transferRange(archive, range);
    }
    transferRange(archive, joint.distance);
    transferRange(archive, joint.twist);
    archive.number(joint.maxSwing);
    archive.enumeration(joint.collides, true);
    if (archive.reads() && (joint.nodeA == kNoIndex || joint.nodeB == kNoIndex ||
                            joint.rigidBodyB == kNoIndex || !(joint.maxSwing >= 0.0f))) {
        archive.fail("a joint has invalid values");
    }
}

void transferMaterial(BakedArchive& archive, PhysicsMaterial& material) {
    archive.text(material.name);
    for (float* value : {&material.staticFriction, &material.dynamicFriction, &material.restitution}) {
        archive.number(*value);
        if (archive.reads() && (!std::isfinite(*value) || *value < 0.0f)) {
            archive.fail("a physics material has invalid values");
        }
    }
    archive.enumeration(material.frictionCombine, CombineMode::Multiply);
    archive.enumeration(material.restitutionCombine, CombineMode::Multiply);
}

void transferFilter(BakedArchive& archive, CollisionFilter& filter) {
    archive.text(filter.name);
    for (auto* names : {&filter.groups, &filter.includedGroups, &filter.excludedGroups}) {
        archive.list(*names, sizeof(std::uint32_t), [&](std::string& name) { archive.text(name); });
    }
}

}  // namespace

void transferPhysics(BakedArchive& archive, CollisionModel& model) {
    constexpr std::size_t kRigidBody = 78, kMinJoint = 121, kMinMaterial = 18, kMinFilter = 16;
    archive.list(model.rigidBodies, kRigidBody,
                 [&](RigidBody& body) { transferRigidBody(archive, body, model.nodes.size()); });
    archive.list(model.joints, kMinJoint, [&](ModelJoint& joint) { transferJoint(archive, model, joint); });
    archive.list(model.physicsMaterials, kMinMaterial,
                 [&](PhysicsMaterial& material) { transferMaterial(archive, material); });
    archive.list(model.filters, kMinFilter,
                 [&](CollisionFilter& filter) { transferFilter(archive, filter); });
}

}  // namespace sat3d::SAT3D_ABI
