#include "import/gltf/extras/physics_values.hpp"

#include "import/gltf/document/json_values.hpp"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

constexpr auto kInfinity = std::numeric_limits<float>::infinity();
constexpr auto kMin = std::numeric_limits<float>::min();

/// Converts a number in which 0 means infinity, because JSON cannot represent infinity.
float orInfinity(double value, const char* key) {
    if (value < 0.0) {
        invalid(key, "is " + formatNumber(value) + ", and must not be negative");
    }
    return value == 0.0 ? kInfinity : std::max(static_cast<float>(value), kMin);
}

glm::vec3 inertiaOf(const glm::dvec3& diagonal) {
    constexpr const char* kKey = "inertiaDiagonal";
    return {orInfinity(diagonal.x, kKey), orInfinity(diagonal.y, kKey), orInfinity(diagonal.z, kKey)};
}

/// Reads the members that Khronos and OMI extensions share.
void readCommonMotion(const Json& motion, RigidBody& body) {
    if (const auto center = vectorOf(motion, "centerOfMass")) {
        body.centerOfMass = glm::vec3(*center);
    }
    if (const auto q = numbersOf<4>(motion, "inertiaOrientation")) {
        const glm::dquat axes((*q)[3], glm::dvec3((*q)[0], (*q)[1], (*q)[2]));
        if (!(glm::length(axes) > 1e-6)) {
            invalid("inertiaOrientation", "is not a rotation. Write 0, 0, 0, 1 for none");
        }
        body.inertiaAxes = glm::quat(glm::normalize(axes));
    }
    body.linearVelocity = glm::vec3(vectorOf(motion, "linearVelocity").value_or(glm::dvec3(0.0)));
    body.angularVelocity = glm::vec3(vectorOf(motion, "angularVelocity").value_or(glm::dvec3(0.0)));
    body.gravityFactor = static_cast<float>(numberOr(motion, "gravityFactor", 1.0));
}

/// Returns the principal moments: the diagonal of the inertia tensor in old OMI files.
std::optional<glm::dvec3> diagonalOf(const Json& motion) {
    const auto t = numbersOf<9>(motion, "inertiaTensor");
    if (!t) {
        return std::nullopt;
    }
    for (const std::size_t off : {1u, 2u, 3u, 5u, 6u, 7u}) {
        if ((*t)[off] != 0.0) {
            invalid("inertiaTensor",
                    "has more than its diagonal, which is not read. "
                    "Write \"inertiaDiagonal\" and \"inertiaOrientation\"");
        }
    }
    return glm::dvec3((*t)[0], (*t)[4], (*t)[8]);
}

CombineMode combineOf(const Json& material, const char* key) {
    constexpr std::pair<std::string_view, CombineMode> kWays[] = {{"average", CombineMode::Average},
                                                                  {"minimum", CombineMode::Minimum},
                                                                  {"maximum", CombineMode::Maximum},
                                                                  {"multiply", CombineMode::Multiply}};
    const std::string text = textOr(material, key, "average");
    const auto* found =
        std::ranges::find(kWays, std::string_view(text), &std::pair<std::string_view, CombineMode>::first);
    if (found == std::end(kWays)) {
        invalid(key, "is \"" + text + "\". Use average, minimum, maximum or multiply");
    }
    return found->second;
}

std::vector<std::string> namesOf(const Json& json, const char* key) {
    const Json* const list = member(json, key);
    if (list == nullptr) {
        return {};
    }
    if (!list->is_array() || !std::ranges::all_of(*list, [](const Json& name) { return name.is_string(); })) {
        invalid(key, "is not a list of texts");
    }
    return list->get<std::vector<std::string>>();
}

}  // namespace

RigidBody khronosMotion(const Json& motion) {
    RigidBody body;
    body.motion = flagOf(motion, "isKinematic") ? MotionType::Kinematic : MotionType::Dynamic;
    if (motion.contains("mass")) {
        body.mass = orInfinity(numberOr(motion, "mass", 0.0), "mass");
    }
    if (const auto i = vectorOf(motion, "inertiaDiagonal")) {
        body.inertia = inertiaOf(*i);
    }
    readCommonMotion(motion, body);
    return body;
}

RigidBody omiMotion(const Json& motion) {
    RigidBody body;
    const std::string type = textOr(motion, "type", "");
    if (type == "static") {
        body.motion = MotionType::Static;
    } else if (type == "kinematic" || type == "character") {
        body.motion = MotionType::Kinematic;
    } else if (type == "dynamic" || type == "rigid" || type == "vehicle") {
        body.motion = MotionType::Dynamic;
        body.mass = std::max(static_cast<float>(positive(motion, "mass", 1.0)), kMin);
    } else {
        throw JsonValueError("its type is \"" + type + "\". Use static, kinematic or dynamic");
    }
    auto inertia = vectorOf(motion, "inertiaDiagonal");
    inertia = inertia ? inertia : diagonalOf(motion);
    if (inertia && *inertia != glm::dvec3(0.0)) {  // 0 means that none is given
        body.inertia = inertiaOf(*inertia);
    }
    readCommonMotion(motion, body);
    return body;
}

PhysicsMaterial gltfMaterial(const Json& json) {
    PhysicsMaterial material;
    material.name = textOr(json, "name", "");
    material.staticFriction = static_cast<float>(notNegative(json, "staticFriction", 0.6));
    material.dynamicFriction = static_cast<float>(notNegative(json, "dynamicFriction", 0.6));
    material.restitution = static_cast<float>(notNegative(json, "restitution", 0.0));
    material.frictionCombine = combineOf(json, "frictionCombine");
    material.restitutionCombine = combineOf(json, "restitutionCombine");
    return material;
}

CollisionFilter gltfFilter(const Json& json) {
    CollisionFilter filter;
    filter.name = textOr(json, "name", "");
    filter.groups = namesOf(json, "collisionSystems");
    filter.includedGroups = namesOf(json, "collideWithSystems");
    filter.excludedGroups = namesOf(json, "notCollideWithSystems");
    if (!filter.includedGroups.empty() && !filter.excludedGroups.empty()) {
        throw JsonValueError(
            "it has \"collideWithSystems\" and \"notCollideWithSystems\". Keep one of the two lists");
    }
    return filter;
}

}  // namespace sat3d::SAT3D_ABI::importing
