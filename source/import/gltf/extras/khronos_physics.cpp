#include "import/files/validation_error.hpp"
#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/document/json_values.hpp"
#include "import/gltf/extras/physics_nodes.hpp"
#include "import/gltf/extras/physics_values.hpp"
#include "import/scene/physics_declarations.hpp"

#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// Reads the joint of a node. Throws JsonValueError for invalid values, and for limits that a joint of sat3d
/// cannot hold.
/// @param part         the node's own part
/// @param joints       the descriptions in the file
/// @param nodeCount    of the file
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

using Json = nlohmann::json;

class KhronosReader {
public:
    KhronosReader(const Json* extension, PhysicsNodes& nodes)
        : nodes_(nodes),
          joints_(extension == nullptr ? JsonValues() : listMember(*extension, "physicsJoints")) {}

    void read(std::uint32_t k) {
        if (const Json* physics = khronosOf(nodes_.json(k))) {
            nodes_.physics(k).source = ColliderSource::KhrRigidBodies;
            nodes_.readBody(k, *physics, khronosMotion, [&](const Json& part) { return shapeOf(part); });
            nodes_.attempt(k, "its joint is left out", [&] {
                if (const Json* joint = objectMember(*physics, "joint")) {
                    nodes_.physics(k).joint = khronosJoint(*joint, joints_, nodes_.count());
                }
            });
        }
    }

private:
    std::optional<DeclaredShape> shapeOf(const Json& part) {
        const Json* const geometry = objectMember(part, "geometry");
        const bool hasNodes = member(part, "nodes") != nullptr;
        if (geometry == nullptr && !part.contains("shape")) {
            if (hasNodes) {
                return std::nullopt;  // a trigger that consists of other triggers
            }
            throw JsonValueError("it has no geometry. Add a shape or a node");
        }
        const Json& named =
            geometry != nullptr ? *geometry : part;  // in old files, the shape is on the collider itself
        const bool isHull = flagOf(named, "convexHull");
        if (named.contains("node") && named.contains("shape")) {
            throw JsonValueError("it has a shape and a node. Keep one of the two");
        }
        if (const auto from = indexOf(named, "node", nodes_.count(), "nodes")) {
            return meshesBelow(*from, isHull);
        }
        const JsonValues newer = nodes_.listOf("KHR_implicit_shapes", "shapes");
        const JsonValues older = nodes_.listOf("KHR_collision_shapes", "shapes");
        const JsonValues shapes = (geometry != nullptr && !newer.empty()) || older.empty() ? newer : older;
        const auto index = indexOf(named, "shape", shapes.size(), "shapes");
        if (!index) {
            throw JsonValueError("it has no geometry. Add a shape or a node");
        }
        DeclaredShape shape = nodes_.shapeIn(shapes, *index, GltfShapeDialect::Khronos);
        shape.isHull = shape.isHull || isHull;
        return shape;
    }

    /// Returns the meshes of a node and of its descendants, in the node's frame.
    DeclaredShape meshesBelow(std::uint32_t top, bool isHull) {
        DeclaredShape shape;
        shape.kind = DeclaredShape::Kind::Mesh;
        shape.isHull = isHull;
        std::vector<std::pair<std::uint32_t, glm::dmat4>> pending{{top, glm::dmat4(1.0)}};
        while (!pending.empty()) {
            if (++nodesVisited_ > nodes_.options().maxNodes) {
                throw ValidationError(ImportError::Code::LimitExceeded,
                                      "has colliders that consist of more nodes than maxNodes = " +
                                          std::to_string(nodes_.options().maxNodes));
            }
            const auto [k, toTop] = pending.back();
            pending.pop_back();
            if (const Json* mesh = member(nodes_.json(k), "mesh")) {
                shape.meshes.push_back({mesh->get<std::uint32_t>(), toTop});
                shape.meshNodes.push_back(k);
            }
            const auto children = listIn(nodes_.json(k), "children");
            for (std::size_t child = children.size(); child-- > 0;) {
                const auto below = children[child].get<std::uint32_t>();
                pending.emplace_back(below, toTop * toParentOf(nodes_.json(below)));
            }
        }
        if (shape.meshes.empty()) {
            throw JsonValueError("node " + std::to_string(top) +
                                 " and its descendants have no mesh. Choose a node that has one");
        }
        return shape;
    }

    PhysicsNodes& nodes_;
    JsonValues joints_;
    std::uint64_t nodesVisited_ = 0;
};

}  // namespace

void readKhronosPhysics(const Json* extension, PhysicsNodes& nodes) {
    nodes.readLists(extension);
    KhronosReader reader(extension, nodes);
    for (std::uint32_t k = 0; k < nodes.count(); ++k) {
        reader.read(k);
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
