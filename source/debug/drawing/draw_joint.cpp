#include "core/format_numbers.hpp"
#include "debug/drawing/pen.hpp"

#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/response/joint.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace sat3d::SAT3D_ABI {
namespace {

using debug::Pen;

/// A frame of a joint in the world.
struct JointFrame {
    glm::dvec3 origin{0.0};
    std::array<glm::dvec3, 3> axes{};

    template <class T>
    JointFrame(const BasicPose<T>& object, const BasicPose<T>& frame) {
        const RigidTransform toWorld = localToWorld(object);
        origin = toWorld.rotation * glm::dvec3(frame.position) + toWorld.translation;
        for (int i = 0; i < 3; ++i) {
            glm::dvec3 axis(0.0);
            axis[i] = 1.0;
            axes[static_cast<std::size_t>(i)] = toWorld.rotation * (glm::dquat(frame.rotation) * axis);
        }
    }
};

/// Draws what a joint lets happen, in the frame of A.
class JointPen {
public:
    JointPen(Pen& pen, const JointFrame& frame) : pen_(pen), frame_(frame) {}

    /// The way along an axis: from limit to limit, or a line that says that there is none.
    void drawOffset(std::size_t axis, const JointAxis& limits) const {
        if (limits.isLocked()) {
            return;
        }
        const glm::dvec3& along = frame_.axes[axis];
        const bool isLimited = std::isfinite(limits.lower) && std::isfinite(limits.upper);
        const double lower = isLimited ? double(limits.lower) : -radius(),
                     upper = isLimited ? double(limits.upper) : radius();
        const glm::dvec3 from = frame_.origin + lower * along, to = frame_.origin + upper * along;
        pen_.line(from, to, isLimited ? pen_.colors().limit : pen_.colors().joint);
        if (isLimited) {
            drawEnd(from, axis), drawEnd(to, axis);
        }
    }

    /// The axis, the arc between both limits, and a spoke for the angle.
    void drawTwist(const JointAxis& limits, float angle) const {
        if (limits.isLocked()) {
            return;
        }
        const glm::dvec3 half = 0.5 * radius() * frame_.axes[0];
        pen_.line(frame_.origin - half, frame_.origin + half, pen_.colors().joint);
        pen_.line(frame_.origin, onArc(double(angle)), pen_.colors().joint);
        if (std::isfinite(limits.lower) && std::isfinite(limits.upper)) {
            pen_.line(frame_.origin, onArc(double(limits.lower)), pen_.colors().limit);
            pen_.line(frame_.origin, onArc(double(limits.upper)), pen_.colors().limit);
            for (int i = 0; i < kSegments; ++i) {
                const double step = double(limits.upper - limits.lower) / kSegments;
                pen_.line(onArc(double(limits.lower) + step * i),
                          onArc(double(limits.lower) + step * (i + 1)), pen_.colors().limit);
            }
        }
    }

    /// The cone, and the axis that stays in it.
    void drawSwing(const JointAxis& limits, const glm::dvec3& axisOfB) const {
        constexpr float kPi = 3.14159274f;
        if (limits.isLocked()) {
            return;
        }
        pen_.line(frame_.origin, frame_.origin + radius() * axisOfB, pen_.colors().joint);
        if (limits.upper >= kPi) {
            return;
        }
        std::array<glm::dvec3, kSegments> rim;
        for (int i = 0; i < kSegments; ++i) {
            const double angle = kTurn * i / kSegments;
            const glm::dvec3 out = std::cos(angle) * frame_.axes[1] + std::sin(angle) * frame_.axes[2];
            rim[static_cast<std::size_t>(i)] =
                frame_.origin + radius() * (std::cos(double(limits.upper)) * frame_.axes[0] +
                                            std::sin(double(limits.upper)) * out);
        }
        pen_.loop(rim, pen_.colors().limit);
        for (std::size_t i = 0; i < rim.size(); i += kSegments / 4) {
            pen_.line(frame_.origin, rim[i], pen_.colors().limit);
        }
    }

    /// A line between both origins, and crosses where its limits are.
    void drawDistance(const JointAxis& limits, const glm::dvec3& originOfB) const {
        pen_.line(frame_.origin, originOfB, pen_.colors().joint);
        const double length = glm::distance(frame_.origin, originOfB);
        for (const float limit : {limits.lower, limits.upper}) {
            if (limit > 0.0f && std::isfinite(limit) && length > 0.0) {
                pen_.cross(glm::mix(frame_.origin, originOfB, double(limit) / length),
                           double(pen_.options().pointSize), pen_.colors().limit);
            }
        }
    }

private:
    static constexpr int kSegments = 16;
    static constexpr double kTurn = 6.28318530717958647692;

    [[nodiscard]] double radius() const { return double(pen_.options().normalLength); }
    [[nodiscard]] glm::dvec3 onArc(double angle) const {
        return frame_.origin +
               radius() * (std::cos(angle) * frame_.axes[1] + std::sin(angle) * frame_.axes[2]);
    }
    void drawEnd(const glm::dvec3& point, std::size_t axis) const {
        for (const std::size_t side : {(axis + 1) % 3, (axis + 2) % 3}) {
            const glm::dvec3 arm = double(pen_.options().pointSize) * frame_.axes[side];
            pen_.line(point - arm, point + arm, pen_.colors().limit);
        }
    }

    Pen& pen_;
    const JointFrame& frame_;
};

}  // namespace

template <class T>
void drawJoint(DebugGeometry& geometry, const BasicWorld<T>& world, const BasicDynamics<T>& dynamics,
               JointId id, const DebugOptions& options) {
    Pen pen(geometry, options);
    const BasicJoint<T>* const joint = dynamics.findJoint(id);
    const auto state = dynamics.jointState(world, id);
    if (joint == nullptr || !state || !pen.shows(DebugLayer::Joints)) {
        return;
    }
    const auto poseOf = [&](ObjectId object) {
        return object == kWorldFrame ? BasicPose<T>{} : world.find(object)->pose;
    };
    const JointFrame a(poseOf(joint->a), joint->frameInA), b(poseOf(joint->b), joint->frameInB);
    for (const auto& [object, frame] : {std::pair{joint->a, &a}, {joint->b, &b}}) {
        if (const Body* const body = dynamics.find(object)) {
            const RigidTransform toWorld = localToWorld(world.find(object)->pose);
            pen.line(toWorld.rotation * glm::dvec3(body->mass.center) + toWorld.translation, frame->origin,
                     pen.colors().joint);
        }
    }
    pen.cross(b.origin, 0.5 * double(options.pointSize), pen.colors().joint);
    pen.label(b.origin, formatNumber(double(glm::length(state->force))) + " N");
    const JointPen limits(pen, a);
    if (joint->distance.isFree()) {
        for (std::size_t axis = 0; axis < joint->offsets.size(); ++axis) {
            limits.drawOffset(axis, joint->offsets[axis]);
        }
        limits.drawTwist(joint->turns.twist, state->twist);
        limits.drawSwing(joint->turns.swing, b.axes[0]);
    } else {
        limits.drawDistance(joint->distance, b.origin);
    }
}

template SAT3D_DEBUG_API void drawJoint(DebugGeometry&, const World&, const Dynamics&, JointId,
                                        const DebugOptions&);
template SAT3D_DEBUG_API void drawJoint(DebugGeometry&, const DWorld&, const DDynamics&, JointId,
                                        const DebugOptions&);

}  // namespace sat3d::SAT3D_ABI
