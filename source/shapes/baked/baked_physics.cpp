#include "shapes/baked/baked_physics.hpp"

#include "math/is_finite.hpp"

#include <array>
#include <cmath>

namespace sat3d::SAT3D_ABI {
namespace {

void writeNames(BakedWriter& writer, const std::vector<std::string>& names) {
    writer.number(static_cast<std::uint32_t>(names.size()));
    for (const std::string& name : names) {
        writer.text(name);
    }
}

std::vector<std::string> readNames(BakedReader& reader) {
    std::vector<std::string> names(reader.count(sizeof(std::uint32_t)));
    for (std::string& name : names) {
        name = reader.text();
    }
    return names;
}

/// Flags of the values that are given; the others are written as 0.
enum : std::uint8_t { kHasMass = 1, kHasCenter = 2, kHasInertia = 4 };

void writeRigidBody(BakedWriter& writer, const RigidBody& body) {
    writer.number(body.node);
    writer.number(static_cast<std::uint8_t>(body.motion));
    writer.number(static_cast<std::uint8_t>((body.mass ? kHasMass : 0) |
                                            (body.centerOfMass ? kHasCenter : 0) |
                                            (body.inertia ? kHasInertia : 0)));
    writer.number(body.mass.value_or(0.0f));
    writer.vector(body.centerOfMass.value_or(glm::vec3(0.0f)));
    writer.vector(body.inertia.value_or(glm::vec3(0.0f)));
    writer.quaternion(body.inertiaAxes);
    writer.vector(body.linearVelocity);
    writer.vector(body.angularVelocity);
    writer.number(body.gravityFactor);
}

RigidBody readRigidBody(BakedReader& reader, std::size_t nodeCount) {
    RigidBody body;
    body.node = readIndex(reader, nodeCount, "node");
    body.motion = readEnumeration(reader, MotionType::Kinematic);
    const auto given = reader.number<std::uint8_t>();
    const auto mass = reader.number<float>();
    const glm::vec3 center = reader.vector(), inertia = reader.vector();
    constexpr const char* kBadValues = "a rigid body has invalid values";
    body.inertiaAxes = reader.rotation(kBadValues);
    body.linearVelocity = reader.vector();
    body.angularVelocity = reader.vector();
    body.gravityFactor = reader.number<float>();
    if (given > (kHasMass | kHasCenter | kHasInertia) || body.node == kNoIndex || !isFinite(center) ||
        !isFinite(body.linearVelocity) || !isFinite(body.angularVelocity) ||
        !std::isfinite(body.gravityFactor)) {
        reader.fail(kBadValues);
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
        reader.fail("a rigid body has a mass or an inertia that is not above 0");
    }
    return body;
}

void writeRange(BakedWriter& writer, const ModelJointRange& range) {
    writer.numbers(std::array{range.lower, range.upper});
}

ModelJointRange readRange(BakedReader& reader) {
    const auto limits = reader.numbers<float, 2>();
    if (!(limits[0] <= limits[1])) {
        reader.fail("a joint has a lower limit that is not below its upper one");
    }
    return {limits[0], limits[1]};
}

void writeJoint(BakedWriter& writer, const ModelJoint& joint) {
    writer.text(joint.name);
    writer.number(joint.nodeA);
    writer.number(joint.nodeB);
    writeOptionalIndex(writer, joint.rigidBodyA);
    writer.number(joint.rigidBodyB);
    writer.pose(joint.frameA);
    writer.pose(joint.frameB);
    for (const ModelJointRange& range : joint.offsets) {
        writeRange(writer, range);
    }
    writeRange(writer, joint.distance);
    writeRange(writer, joint.twist);
    writer.number(joint.maxSwing);
    writer.number(static_cast<std::uint8_t>(joint.collides));
}

ModelJoint readJoint(BakedReader& reader, const CollisionModel& model) {
    ModelJoint joint;
    joint.name = reader.text();
    joint.nodeA = readIndex(reader, model.nodes.size(), "node");
    joint.nodeB = readIndex(reader, model.nodes.size(), "node");
    joint.rigidBodyA = readOptionalIndex(reader, model.rigidBodies.size(), "rigid body");
    joint.rigidBodyB = readIndex(reader, model.rigidBodies.size(), "rigid body");
    constexpr const char* kBadFrame = "a joint has an invalid frame";
    joint.frameA = reader.pose(kBadFrame);
    joint.frameB = reader.pose(kBadFrame);
    for (ModelJointRange& range : joint.offsets) {
        range = readRange(reader);
    }
    joint.distance = readRange(reader);
    joint.twist = readRange(reader);
    joint.maxSwing = reader.number<float>();
    joint.collides = readEnumeration(reader, std::uint8_t{1}) != 0;
    if (joint.nodeA == kNoIndex || joint.nodeB == kNoIndex || joint.rigidBodyB == kNoIndex ||
        !(joint.maxSwing >= 0.0f)) {
        reader.fail("a joint has invalid values");
    }
    return joint;
}

void writeMaterial(BakedWriter& writer, const PhysicsMaterial& material) {
    writer.text(material.name);
    writer.numbers(std::array{material.staticFriction, material.dynamicFriction, material.restitution});
    writer.number(static_cast<std::uint8_t>(material.frictionCombine));
    writer.number(static_cast<std::uint8_t>(material.restitutionCombine));
}

PhysicsMaterial readMaterial(BakedReader& reader) {
    PhysicsMaterial material;
    material.name = reader.text();
    const auto values = reader.numbers<float, 3>();
    for (const float value : values) {
        if (!std::isfinite(value) || value < 0.0f) {
            reader.fail("a physics material has invalid values");
        }
    }
    material.staticFriction = values[0];
    material.dynamicFriction = values[1];
    material.restitution = values[2];
    material.frictionCombine = readEnumeration(reader, CombineMode::Multiply);
    material.restitutionCombine = readEnumeration(reader, CombineMode::Multiply);
    return material;
}

void writeFilter(BakedWriter& writer, const CollisionFilter& filter) {
    writer.text(filter.name);
    writeNames(writer, filter.groups);
    writeNames(writer, filter.includedGroups);
    writeNames(writer, filter.excludedGroups);
}

CollisionFilter readFilter(BakedReader& reader) {
    CollisionFilter filter;
    filter.name = reader.text();
    filter.groups = readNames(reader);
    filter.includedGroups = readNames(reader);
    filter.excludedGroups = readNames(reader);
    return filter;
}

}  // namespace

void writeOptionalIndex(BakedWriter& writer, std::optional<std::uint32_t> index) {
    writer.number(index.value_or(kNoIndex));
}

std::uint32_t readIndex(BakedReader& reader, std::size_t count, const char* what) {
    const auto index = reader.number<std::uint32_t>();
    if (index >= count && index != kNoIndex) [[unlikely]] {
        reader.fail(std::string("it refers to ") + what + " " + std::to_string(index) + " of " +
                    std::to_string(count));
    }
    return index;
}

void writePhysics(BakedWriter& writer, const CollisionModel& model) {
    writer.number(static_cast<std::uint32_t>(model.rigidBodies.size()));
    for (const RigidBody& body : model.rigidBodies) {
        writeRigidBody(writer, body);
    }
    writer.number(static_cast<std::uint32_t>(model.joints.size()));
    for (const ModelJoint& joint : model.joints) {
        writeJoint(writer, joint);
    }
    writer.number(static_cast<std::uint32_t>(model.physicsMaterials.size()));
    for (const PhysicsMaterial& material : model.physicsMaterials) {
        writeMaterial(writer, material);
    }
    writer.number(static_cast<std::uint32_t>(model.filters.size()));
    for (const CollisionFilter& filter : model.filters) {
        writeFilter(writer, filter);
    }
}

void readPhysics(BakedReader& reader, CollisionModel& model) {
    constexpr std::size_t kRigidBody = 78, kMinJoint = 121, kMinMaterial = 18, kMinFilter = 16;
    model.rigidBodies.resize(reader.count(kRigidBody));
    for (RigidBody& body : model.rigidBodies) {
        body = readRigidBody(reader, model.nodes.size());
    }
    model.joints.resize(reader.count(kMinJoint));
    for (ModelJoint& joint : model.joints) {
        joint = readJoint(reader, model);
    }
    model.physicsMaterials.resize(reader.count(kMinMaterial));
    for (PhysicsMaterial& material : model.physicsMaterials) {
        material = readMaterial(reader);
    }
    model.filters.resize(reader.count(kMinFilter));
    for (CollisionFilter& filter : model.filters) {
        filter = readFilter(reader);
    }
}

}  // namespace sat3d::SAT3D_ABI
