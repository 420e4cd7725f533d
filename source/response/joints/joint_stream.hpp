#pragma once

/// @file
/// Joints in hashes and snapshots.

#include "response/joints/joint_faults.hpp"
#include "response/joints/joint_table.hpp"
#include "response/motion/visit_numbers.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/response/joint.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

template <class Visit>
void visitAxis(const Visit& visit, JointAxis& axis) {
    visit(axis.lower), visit(axis.upper);
    JointDrive& drive = axis.drive;
    visit(drive.maxForce), visit(drive.speed), visit(drive.position);
    visit(drive.hertz), visit(drive.dampingRatio);
}
template <class Visit>
void visitTurns(const Visit& visit, JointTurns<Dimension3>& turns) {
    visitAxis(visit, turns.twist), visitAxis(visit, turns.swing);
}
template <class Visit>
void visitTurns(const Visit& visit, JointTurns<Dimension2>& turns) {
    visitAxis(visit, turns.twist);
}

/// See visit_numbers.hpp.
template <class Visit, class T>
void visitJoint(const Visit& visit, JointRecord<T>& record) {
    visit(record.generation);
    visitFlag(visit, record.exists);
    if (!record.exists) {
        return;
    }
    BasicJoint<T>& joint = record.joint;
    visitId(visit, joint.a), visitId(visit, joint.b);
    forEachNumber(joint.frameInA, visit), forEachNumber(joint.frameInB, visit);
    for (JointAxis& axis : joint.offsets) {
        visitAxis(visit, axis);
    }
    visitAxis(visit, joint.distance);
    visitTurns(visit, joint.turns);
    visit(joint.breakForce), visit(joint.breakTorque);
    visitFlag(visit, joint.collides);
    for (auto& impulses : record.impulses) {
        visit(impulses.hold), visit(impulses.drive);
    }
    visit(record.tear.gap), visit(record.tear.turn);
    visitVector(visit, record.force), visitSpin(visit, record.torque);
}

/// Writes all joints.
template <class T, class Visit>
void writeJoints(const JointTable<T>& table, const Visit& visit) {
    visit(static_cast<std::uint32_t>(table.slots().size()));
    for (JointRecord<T> record : table.slots()) {
        visitJoint(visit, record);
    }
}

/// Reads the joints of a snapshot, which may end before. Returns what is wrong with it, or nullptr.
/// @param visit  reads into a number
template <class T, class Source, class Visit>
[[nodiscard]] const char* readJoints(Source& source, const Visit& visit, JointTable<T>& table) {
    std::vector<JointRecord<T>> slots;
    std::uint32_t count = 0;
    if (source.restSize() > 0) {
        visit(count);
    }
    while (slots.size() < count && !source.hasFailed()) {
        visitJoint(visit, slots.emplace_back());
        const BasicJoint<T>& joint = slots.back().joint;
        const JointTear& tear = slots.back().tear;
        const bool isTearBad = !(tear.gap >= 0.0f) || !(tear.turn >= 0.0f);
        if (slots.back().exists && (faultOf(joint) != nullptr || joint.a == joint.b || isTearBad)) {
            return "has a bad joint";
        }
    }
    table.restore(std::move(slots));
    return nullptr;
}

}  // namespace sat3d::SAT3D_ABI
