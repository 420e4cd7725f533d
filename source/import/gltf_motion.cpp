#include "import/gltf_motion.hpp"

#include "import/gltf_figures.hpp"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

constexpr auto kInfinity = std::numeric_limits<float>::infinity();
constexpr auto kLeast = std::numeric_limits<float>::min();

/// 0 stands for infinity, which JSON cannot hold.
float orInfinity(double value, const char* what) {
    if (value < 0.0) {
        throw FigureFault(std::string("\"") + what + "\" is " + figure(value) + ", and must not be negative");
    }
    return value == 0.0 ? kInfinity : std::max(static_cast<float>(value), kLeast);
}

/// What both families of extensions write alike.
void readCommonMotion(const Json& motion, RigidBody& body) {
    if (const auto center = vectorOf(motion, "centerOfMass")) {
        body.centerOfMass = glm::vec3(*center);
    }
    if (const auto q = figuresOf<4>(motion, "inertiaOrientation")) {
        const glm::dquat axes((*q)[3], glm::dvec3((*q)[0], (*q)[1], (*q)[2]));
        if (!(glm::length(axes) > 1e-6)) {
            throw FigureFault("\"inertiaOrientation\" is no rotation. Write 0, 0, 0, 1 for none");
        }
        body.inertiaAxes = glm::quat(glm::normalize(axes));
    }
    body.linearVelocity = glm::vec3(vectorOf(motion, "linearVelocity").value_or(glm::dvec3(0.0)));
    body.angularVelocity = glm::vec3(vectorOf(motion, "angularVelocity").value_or(glm::dvec3(0.0)));
    body.gravityFactor = static_cast<float>(figureOr(motion, "gravityFactor", 1.0));
}

/// Principal moments on the diagonal of OMI's older tensor.
std::optional<glm::dvec3> diagonalOf(const Json& motion) {
    const auto t = figuresOf<9>(motion, "inertiaTensor");
    if (!t) {
        return std::nullopt;
    }
    for (const std::size_t off : {1u, 2u, 3u, 5u, 6u, 7u}) {
        if ((*t)[off] != 0.0) {
            throw FigureFault(
                "\"inertiaTensor\" has more than its diagonal, which is not read. "
                "Write \"inertiaDiagonal\" and \"inertiaOrientation\"");
        }
    }
    return glm::dvec3((*t)[0], (*t)[4], (*t)[8]);
}

Combine combineOf(const Json& material, const char* key) {
    constexpr std::pair<std::string_view, Combine> kWays[] = {{"average", Combine::Average},
                                                              {"minimum", Combine::Minimum},
                                                              {"maximum", Combine::Maximum},
                                                              {"multiply", Combine::Multiply}};
    const std::string text = textOr(material, key, "average");
    const auto* found =
        std::ranges::find(kWays, std::string_view(text), &std::pair<std::string_view, Combine>::first);
    if (found == std::end(kWays)) {
        throw FigureFault(std::string("\"") + key + "\" is \"" + text +
                          "\". Use average, minimum, maximum or multiply");
    }
    return found->second;
}

std::vector<std::string> namesOf(const Json& json, const char* key) {
    std::vector<std::string> names;
    if (const Json* list = member(json, key)) {
        if (!list->is_array() ||
            !std::ranges::all_of(*list, [](const Json& name) { return name.is_string(); })) {
            throw FigureFault(std::string("\"") + key + "\" is no list of texts");
        }
        for (const Json& name : *list) {
            names.push_back(name.get<std::string>());
        }
    }
    return names;
}

}  // namespace

RigidBody khronosMotion(const Json& motion) {
    RigidBody body;
    body.motion = flagOf(motion, "isKinematic") ? Motion::Kinematic : Motion::Dynamic;
    if (motion.contains("mass")) {
        body.mass = orInfinity(figureOr(motion, "mass", 0.0), "mass");
    }
    if (const auto i = vectorOf(motion, "inertiaDiagonal")) {
        constexpr const char* kKey = "inertiaDiagonal";
        body.inertia = glm::vec3(orInfinity(i->x, kKey), orInfinity(i->y, kKey), orInfinity(i->z, kKey));
    }
    readCommonMotion(motion, body);
    return body;
}

RigidBody omiMotion(const Json& motion) {
    RigidBody body;
    const std::string type = textOr(motion, "type", "");
    if (type == "static") {
        body.motion = Motion::Static;
    } else if (type == "kinematic" || type == "character") {
        body.motion = Motion::Kinematic;
    } else if (type == "dynamic" || type == "rigid" || type == "vehicle") {
        body.motion = Motion::Dynamic;
        body.mass = std::max(static_cast<float>(positive(motion, "mass", 1.0)), kLeast);
    } else {
        throw FigureFault("its type is \"" + type + "\". Use static, kinematic or dynamic");
    }
    auto inertia = vectorOf(motion, "inertiaDiagonal");
    inertia = inertia ? inertia : diagonalOf(motion);
    if (inertia && *inertia != glm::dvec3(0.0)) {  // 0 is none here
        constexpr const char* kKey = "inertiaDiagonal";
        body.inertia = glm::vec3(orInfinity(inertia->x, kKey), orInfinity(inertia->y, kKey),
                                 orInfinity(inertia->z, kKey));
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
    filter.systems = namesOf(json, "collisionSystems");
    filter.collidesWith = namesOf(json, "collideWithSystems");
    filter.collidesNotWith = namesOf(json, "notCollideWithSystems");
    if (!filter.collidesWith.empty() && !filter.collidesNotWith.empty()) {
        throw FigureFault("it lists what to meet and what not to meet. Keep one of the two lists");
    }
    return filter;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
