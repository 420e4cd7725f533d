#pragma once

/// @file
/// Physics properties from model files: rigid bodies, joints, materials, collision filters. The library
/// stores them for the game; no query reads them.

#include <sat3d/math/pose.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Intended motion of a body. The game moves a kinematic body, and collisions do not stop it.
enum class MotionType : std::uint8_t { Unspecified, Static, Dynamic, Kinematic };

/// Rigid body of all collision bodies on `node` and its descendants, except those of a nested rigid body.
/// Values are in the model's frame, as modeled.
struct RigidBody {
    std::uint32_t node = 0;  ///< index into the model's nodes
    MotionType motion = MotionType::Dynamic;
    /// Mass in kg, above 0; infinity for an immovable body. If empty, it is computed from the shapes.
    std::optional<float> mass = std::nullopt;
    std::optional<glm::vec3> centerOfMass = std::nullopt;  ///< meters; none: computed from the shapes
    /// Principal moments of inertia, kg m2, above 0. Infinity: the body does not rotate about that axis. If
    /// empty, they are computed from the shapes.
    std::optional<glm::vec3> inertia = std::nullopt;
    glm::quat inertiaAxes{1.0f, glm::vec3(0.0f)};  ///< rotation from the principal axes to the model's frame
    glm::vec3 linearVelocity{0.0f};                ///< m/s
    glm::vec3 angularVelocity{0.0f};               ///< rad/s
    float gravityFactor = 1.0f;

    friend bool operator==(const RigidBody&, const RigidBody&) = default;
};

/// What a joint of a model lets happen along or about one axis. Equal limits lock it. By default nothing is
/// locked.
struct ModelJointRange {
    float lower = -std::numeric_limits<float>::infinity();  ///< meters or radians; infinite: no limit
    float upper = std::numeric_limits<float>::infinity();

    friend bool operator==(const ModelJointRange&, const ModelJointRange&) = default;
};

/// Joint of two rigid bodies, or of the world and a rigid body. Frames are in the model's frame, as modeled;
/// the coordinates are those of BasicJoint in space. BasicJoint::fromModel() makes a joint of it.
struct ModelJoint {
    std::string name = {};    ///< that of the node that declares it
    std::uint32_t nodeA = 0;  ///< index into the model's nodes: the node of frame A
    std::uint32_t nodeB = 0;
    std::optional<std::uint32_t> rigidBodyA = std::nullopt;  ///< index into the model's list; none: the world
    std::uint32_t rigidBodyB = 0;
    Pose frameA = {}, frameB = {};
    std::array<ModelJointRange, 3> offsets = {};  ///< of B's origin, along the axes of frame A
    ModelJointRange distance = {};                ///< of the origins; limited only if the offsets are free
    ModelJointRange twist = {};                   ///< turn about the x axis
    float maxSwing = std::numeric_limits<float>::infinity();  ///< angle between the x axes; 0: locked
    bool collides = false;                                    ///< whether the two bodies touch each other
};

/// Rule that combines the coefficients of two materials. If their rules differ, the rule declared first here
/// wins.
enum class CombineMode : std::uint8_t { Average, Minimum, Maximum, Multiply };

/// Friction and restitution of a surface. No coefficient is negative.
struct PhysicsMaterial {
    std::string name = {};
    float staticFriction = 0.6f;
    float dynamicFriction = 0.6f;
    float restitution = 0.0f;
    CombineMode frictionCombine = CombineMode::Average;
    CombineMode restitutionCombine = CombineMode::Average;

    friend bool operator==(const PhysicsMaterial&, const PhysicsMaterial&) = default;
};

/// Collision filter by named groups. Two bodies collide if neither body's filter excludes the other body.
struct CollisionFilter {
    std::string name = {};
    std::vector<std::string> groups = {};          ///< the body's own groups
    std::vector<std::string> includedGroups = {};  ///< if not empty, the body collides with these groups only
    std::vector<std::string> excludedGroups =
        {};  ///< groups with which the body does not collide; empty if includedGroups is not

    friend bool operator==(const CollisionFilter&, const CollisionFilter&) = default;
};

/// Returns the name of the enumerator: "Kinematic".
[[nodiscard]] SAT3D_API std::string_view toString(MotionType motion) noexcept;
[[nodiscard]] SAT3D_API std::string_view toString(CombineMode combine) noexcept;

}  // namespace sat3d::SAT3D_ABI
