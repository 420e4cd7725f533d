#include "import/gltf/extras/khronos_joints.hpp"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <string>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

constexpr ModelJointRange kLocked{0.0f, 0.0f};

[[nodiscard]] bool isFree(const ModelJointRange& range) {
    return range == ModelJointRange{};
}

/// Collects the limits of a description, and finds the joint of sat3d that has them.
class LimitReader {
public:
    void read(const Json& limit) {
        if (!limit.is_object()) {
            throw JsonValueError("one of its limits is not an object");
        }
        const bool isLinear = limit.contains("linearAxes");
        if (isLinear == limit.contains("angularAxes")) {
            throw JsonValueError("one of its limits needs either \"linearAxes\" or \"angularAxes\"");
        }
        const std::array<bool, 3> axes = axesOf(limit, isLinear ? "linearAxes" : "angularAxes");
        ModelJointRange range;
        range.lower = static_cast<float>(numberOr(limit, "min", static_cast<double>(range.lower)));
        range.upper = static_cast<float>(numberOr(limit, "max", static_cast<double>(range.upper)));
        if (range.lower > range.upper) {
            throw JsonValueError("one of its limits has a \"min\" above its \"max\"");
        }
        isSoft_ = isSoft_ || limit.contains("stiffness") || limit.contains("damping");
        if (std::ranges::count(axes, true) == 1) {
            narrow((isLinear ? linear_ : angular_)[indexOfFirst(axes)], range);
        } else if (range.upper == 0.0f) {
            lock(isLinear ? linear_ : angular_, axes);
        } else if (isLinear) {
            limitDistance(axes, range);
        } else {
            limitCone(axes, range);
        }
    }

    [[nodiscard]] DeclaredJoint joint() const {
        DeclaredJoint declared;
        ModelJoint& joint = declared.joint;
        const std::size_t twist = twistAxis();
        joint.twist = angular_[twist];
        constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
        const auto isFar = [](float angle) { return !(std::abs(angle) <= kTurn); };
        if (!isFree(joint.twist) && (isFar(joint.twist.lower) || isFar(joint.twist.upper) ||
                                     isFar(joint.twist.upper - joint.twist.lower))) {
            throw JsonValueError(
                "it limits a turn on one side only, or to more than a turn. Give the limit a \"min\" and "
                "a \"max\" from -6.283 to 6.283 that are at most 6.283 apart");
        }
        const ModelJointRange& across = angular_[(twist + 1) % 3];
        joint.maxSwing = cone_ ? cone_->angle : across == kLocked ? 0.0f : joint.maxSwing;
        joint.distance = distance_;
        for (std::size_t i = 0; i < 3; ++i) {
            joint.offsets[i] = linear_[(i + twist) % 3];
        }
        const bool holdsOffset = !std::ranges::all_of(linear_, isFree);
        if (holdsOffset && !isFree(distance_)) {
            throw JsonValueError("it limits the distance and the offset along an axis. Keep one of the two");
        }
        if (!holdsOffset && isFree(distance_) && isFree(joint.twist) && isFree(across) && !cone_) {
            throw JsonValueError("it has no limits, so it holds nothing");
        }
        // x becomes the axis of the twist; the third turn about (1, 1, 1) makes y of x.
        const glm::dquat third(0.5, glm::dvec3(0.5));
        declared.toTwistAxis = twist == 0   ? glm::dquat(1.0, glm::dvec3(0.0))
                               : twist == 1 ? third
                                            : glm::conjugate(third);
        declared.isSoft = isSoft_;
        return declared;
    }

private:
    using Ranges = std::array<ModelJointRange, 3>;
    struct Cone {
        std::size_t axis;
        float angle;
    };

    static std::array<bool, 3> axesOf(const Json& limit, const char* key) {
        const JsonValues list = listMember(limit, key);
        std::array<bool, 3> axes{};
        for (const Json& axis : list) {
            if (!axis.is_number_unsigned() || axis.get<std::uint64_t>() > 2) {
                invalid(key, "has " + axis.dump().substr(0, 40) + ", and axes are 0, 1 and 2");
            }
            axes[axis.get<std::size_t>()] = true;
        }
        if (list.empty()) {
            invalid(key, "names no axis");
        }
        return axes;
    }
    static std::size_t indexOfFirst(const std::array<bool, 3>& axes) {
        return static_cast<std::size_t>(std::ranges::find(axes, true) - axes.begin());
    }

    /// Several limits of one axis hold together.
    static void narrow(ModelJointRange& range, const ModelJointRange& by) {
        range = {std::max(range.lower, by.lower), std::min(range.upper, by.upper)};
        if (range.lower > range.upper) {
            throw JsonValueError("two of its limits exclude each other");
        }
    }
    static void lock(Ranges& ranges, const std::array<bool, 3>& axes) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (axes[i]) {
                narrow(ranges[i], kLocked);
            }
        }
    }
    void limitDistance(const std::array<bool, 3>& axes, const ModelJointRange& range) {
        if (!std::ranges::all_of(axes, std::identity())) {
            throw JsonValueError(
                "it limits the distance from a line, which no joint of sat3d does. Limit each of the two "
                "\"linearAxes\" by itself");
        }
        if (!(range.upper > 0.0f)) {
            throw JsonValueError("it limits a distance to less than 0");
        }
        narrow(distance_, {std::max(range.lower, 0.0f), range.upper});
    }
    void limitCone(const std::array<bool, 3>& axes, const ModelJointRange& range) {
        if (std::ranges::all_of(axes, std::identity())) {
            throw JsonValueError(
                "it limits a turn about all axes together, which no joint of sat3d does. Limit "
                "two \"angularAxes\" (a cone) and the third one");
        }
        if (range.lower > 0.0f || !(range.upper > 0.0f && range.upper <= std::numbers::pi_v<float>)) {
            throw JsonValueError(
                "its cone has a \"min\" above 0, or a \"max\" that is not from 0 to 3.14159");
        }
        const auto axis = static_cast<std::size_t>(std::ranges::find(axes, false) - axes.begin());
        if (cone_ && cone_->axis != axis) {
            throw JsonValueError("it has two cones. Keep one");
        }
        cone_ = {axis, std::min(cone_ ? cone_->angle : range.upper, range.upper)};
    }

    /// The axis of the twist: those across it are both locked, both free, or in a cone.
    [[nodiscard]] std::size_t twistAxis() const {
        std::optional<std::size_t> found;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const ModelJointRange &u = angular_[(axis + 1) % 3], &v = angular_[(axis + 2) % 3];
            const bool areLocked = u == kLocked && v == kLocked, areFree = isFree(u) && isFree(v);
            const bool isCone = cone_ && cone_->axis == axis && areFree;
            if (isCone || (!cone_ && areLocked)) {
                return axis;
            }
            if (!cone_ && areFree && (!found || !isFree(angular_[axis]))) {
                found = axis;
            }
        }
        if (!found) {
            throw JsonValueError(
                "it limits the turns about two axes each by itself, which no joint of sat3d does. Limit "
                "both together (two \"angularAxes\": a cone) and the third one");
        }
        return *found;
    }

    Ranges linear_, angular_;
    ModelJointRange distance_;
    std::optional<Cone> cone_;
    bool isSoft_ = false;
};

}  // namespace

DeclaredJoint khronosJoint(const Json& part, JsonValues joints, std::size_t nodeCount) {
    const auto connected = indexOf(part, "connectedNode", nodeCount, "nodes");
    if (!connected) {
        throw JsonValueError("it has no \"connectedNode\". Name the node that it is joined with");
    }
    const auto index = indexOf(part, "joint", joints.size(), "physics joints");
    if (!index || !joints[*index].is_object()) {
        throw JsonValueError("it has no \"joint\", which says what it holds");
    }
    constexpr std::size_t kMaxLimits = 64;  // many nodes may share one description
    const JsonValues limits = listMember(joints[*index], "limits");
    if (limits.size() > kMaxLimits) {
        throw JsonValueError("it has " + std::to_string(limits.size()) + " limits, and at most " +
                             std::to_string(kMaxLimits) + " are read");
    }
    LimitReader reader;
    for (const Json& limit : limits) {
        reader.read(limit);
    }
    DeclaredJoint declared = reader.joint();
    declared.connectedNode = *connected;
    declared.joint.collides = flagOf(part, "enableCollision");
    declared.hasDrives = !listMember(joints[*index], "drives").empty();
    return declared;
}

}  // namespace sat3d::SAT3D_ABI::importing
