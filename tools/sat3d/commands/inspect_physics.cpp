#include "commands/inspect_physics.hpp"

#include "models/models.hpp"
#include "terminal.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

namespace sat3d::tool {
namespace {

using Json = nlohmann::json;

/// Infinity becomes a text, because JSON cannot represent it.
Json number(float value) {
    return std::isfinite(value) ? Json(value) : Json("infinity");
}

Json vector(const glm::vec3& v) {
    return {number(v.x), number(v.y), number(v.z)};
}

Json jsonOf(const RigidBody& body) {
    const glm::quat& q = body.inertiaAxes;
    return {{"node", body.node},
            {"motion", toString(body.motion)},
            {"mass", body.mass ? number(*body.mass) : Json()},
            {"centerOfMass", body.centerOfMass ? vector(*body.centerOfMass) : Json()},
            {"inertia", body.inertia ? vector(*body.inertia) : Json()},
            {"inertiaAxes", {q.x, q.y, q.z, q.w}},
            {"linearVelocity", vector(body.linearVelocity)},
            {"angularVelocity", vector(body.angularVelocity)},
            {"gravityFactor", body.gravityFactor}};
}

Json jsonOf(const PhysicsMaterial& material) {
    return {{"name", material.name},
            {"staticFriction", material.staticFriction},
            {"dynamicFriction", material.dynamicFriction},
            {"restitution", material.restitution},
            {"frictionCombine", toString(material.frictionCombine)},
            {"restitutionCombine", toString(material.restitutionCombine)}};
}

Json jsonOf(const CollisionFilter& filter) {
    return {{"name", filter.name},
            {"systems", filter.groups},
            {"includedGroups", filter.includedGroups},
            {"excludedGroups", filter.excludedGroups}};
}

template <class List>
Json listOf(const List& list) {
    Json json = Json::array();
    for (const auto& entry : list) {
        json.push_back(jsonOf(entry));
    }
    return json;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + printable(name);
    }
    return text;
}

/// Returns the names of the bodies and triangle meshes that satisfy the predicate.
template <class Holds>
std::string bodiesOf(const CollisionModel& model, Holds&& holds) {
    std::vector<std::string> names;
    forEachCollider(model, [&](const auto& collider) {
        if (holds(collider)) {
            names.push_back(collider.name);
        }
    });
    return names.empty() ? "no body" : joined(names);
}

std::string massOf(const RigidBody& body) {
    return !body.mass                  ? "mass as its shapes give it"
           : std::isfinite(*body.mass) ? fmt::format("{:.6g} kg", *body.mass)
                                       : "infinite mass";
}

/// Returns the name, or the index if the name is empty.
std::string named(const std::string& name, std::size_t index) {
    return name.empty() ? std::to_string(index) : printable(name);
}

void printFilter(const CollisionModel& model, std::size_t index) {
    const CollisionFilter& filter = model.filters[index];
    fmt::print("filter {}: {}{}{} ({})\n", named(filter.name, index),
               filter.groups.empty() ? "of no system" : "of " + joined(filter.groups),
               filter.includedGroups.empty() ? "" : ", meets only " + joined(filter.includedGroups),
               filter.excludedGroups.empty() ? "" : ", does not meet " + joined(filter.excludedGroups),
               bodiesOf(model, [&](const auto& body) { return body.filter == index; }));
}

}  // namespace

void printPhysics(const CollisionModel& model) {
    fmt::print("{}", model.rigidBodies.empty() && model.physicsMaterials.empty() && model.filters.empty()
                         ? ""
                         : "\n");
    for (std::size_t k = 0; k < model.rigidBodies.size(); ++k) {
        const RigidBody& rigid = model.rigidBodies[k];
        fmt::print("rigid body {}: {}, {} ({})\n", printable(model.nodes[rigid.node].name),
                   toString(rigid.motion), massOf(rigid),
                   bodiesOf(model, [&](const auto& body) { return body.rigidBody == k; }));
    }
    for (std::size_t k = 0; k < model.physicsMaterials.size(); ++k) {
        const PhysicsMaterial& material = model.physicsMaterials[k];
        fmt::print(
            "physics material {}: friction {:.4g} at rest and {:.4g} sliding, restitution {:.4g} ({})\n",
            named(material.name, k), material.staticFriction, material.dynamicFriction, material.restitution,
            bodiesOf(model, [&](const auto& body) { return body.physicsMaterial == k; }));
    }
    for (std::size_t k = 0; k < model.filters.size(); ++k) {
        printFilter(model, k);
    }
}

void addPhysics(const CollisionModel& model, Json& json) {
    json["rigidBodies"] = listOf(model.rigidBodies);
    json["physicsMaterials"] = listOf(model.physicsMaterials);
    json["filters"] = listOf(model.filters);
}

namespace {

template <class Collider>
void addIndices(const Collider& collider, Json& json) {
    json["rigidBody"] = orNull(collider.rigidBody);
    json["physicsMaterial"] = orNull(collider.physicsMaterial);
    json["filter"] = orNull(collider.filter);
    json["trigger"] = orNull(collider.trigger);
}

}  // namespace

void addPhysics(const CollisionBody& body, Json& json) {
    addIndices(body, json);
}

void addPhysics(const CollisionMesh& surface, Json& json) {
    addIndices(surface, json);
}

}  // namespace sat3d::tool
