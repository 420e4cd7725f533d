#include "response/joints/joint_stream.hpp"

#include "response/joints/joint_faults.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/response/joint.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

void visitAxis(StateStream& stream, JointAxis& axis) {
    JointDrive& drive = axis.drive;
    stream(axis.lower, axis.upper);
    stream(drive.maxForce, drive.speed, drive.position, drive.hertz, drive.dampingRatio);
}

void visitTurns(StateStream& stream, JointTurns<Dimension3>& turns) {
    visitAxis(stream, turns.twist);
    visitAxis(stream, turns.swing);
}
void visitTurns(StateStream& stream, JointTurns<Dimension2>& turns) {
    visitAxis(stream, turns.twist);
}

template <class T>
void visitJointContents(StateStream& stream, JointRecord<T>& record) {
    BasicJoint<T>& joint = record.joint;
    stream(joint.a, joint.b, joint.frameInA, joint.frameInB);
    for (JointAxis& axis : joint.offsets) {
        visitAxis(stream, axis);
    }
    visitAxis(stream, joint.distance);
    visitTurns(stream, joint.turns);
    stream(joint.breakForce, joint.breakTorque, joint.collides);
    for (auto& impulses : record.impulses) {
        stream(impulses.hold, impulses.drive);
    }
    stream(record.tear.gap, record.tear.turn, record.force, record.torque);
}

template <class T>
void visitJoint(StateStream& stream, JointRecord<T>& slot) {
    visitSlot(stream, slot, [&](JointRecord<T>& record) { visitJointContents(stream, record); });
}

template <class T>
bool isBad(const JointRecord<T>& record) {
    const BasicJoint<T>& joint = record.joint;
    const bool isTearBad = !(record.tear.gap >= 0.0f) || !(record.tear.turn >= 0.0f);
    const bool isImpulseBad = !std::ranges::all_of(record.impulses, [](const auto& impulses) {
        return std::isfinite(impulses.hold) && std::isfinite(impulses.drive);
    });
    return record.exists && (faultOf(joint) != nullptr || joint.a == joint.b || isTearBad || isImpulseBad);
}

}  // namespace

template <class T>
void writeJoints(StateStream& stream, const JointTable<T>& table) {
    writeList(stream, table.slots(), [&](JointRecord<T>& record) { visitJoint(stream, record); });
}

template <class T>
const char* readJoints(StateStream& stream, JointTable<T>& table) {
    std::vector<JointRecord<T>> slots;
    visitList(stream, slots, [&](JointRecord<T>& record) { visitJoint(stream, record); });
    if (std::ranges::any_of(slots, isBad<T>)) {
        return "has a bad joint";
    }
    table.restore(std::move(slots));
    return nullptr;
}

#define SAT3D_INSTANTIATE(T)                                       \
    template void writeJoints(StateStream&, const JointTable<T>&); \
    template const char* readJoints(StateStream&, JointTable<T>&)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
