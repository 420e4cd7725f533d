#include "import/gltf/extras/physics_nodes.hpp"

#include "core/format_numbers.hpp"
#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/extras/physics_values.hpp"

#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

/// Reads every entry of a list. An invalid entry gives a note and an empty entry.
template <class Entry>
std::vector<Entry> entriesOf(const Json* extension, const char* key, const char* what,
                             Entry (*read)(const Json&), std::vector<std::string>& notes) {
    std::vector<Entry> entries;
    std::size_t faults = 0;
    const JsonValues list = extension == nullptr ? JsonValues() : listMember(*extension, key);
    for (std::size_t k = 0; k < list.size(); ++k) {
        try {
            if (!list[k].is_object()) {
                throw JsonValueError("it is not an object");
            }
            entries.push_back(read(list[k]));
        } catch (const JsonValueError& fault) {
            entries.emplace_back();
            if (++faults <= PhysicsNodes::kMaxFaults) {
                notes.push_back(std::string(what) + " " + std::to_string(k) + " is ignored: " + fault.what());
            }
        }
    }
    return entries;
}

}  // namespace

PhysicsNodes::PhysicsNodes(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras)
    : document_(document), options_(options), extras_(extras), parents_(document.nodes.size(), kNoParent) {
    for (std::uint32_t k = 0; k < count(); ++k) {
        for (const Json& child : listIn(json(k), "children")) {
            parents_[child.get<std::size_t>()] = k;
        }
    }
}

const Json* PhysicsNodes::extensionOfFile(const char* name) const {
    return extensionOf(document_.root, name);
}

JsonValues PhysicsNodes::listOf(const char* extension, const char* key) const {
    const Json* const found = extensionOfFile(extension);
    return found == nullptr ? JsonValues() : listMember(*found, key);
}

DeclaredShape PhysicsNodes::shapeIn(JsonValues shapes, std::uint32_t index, GltfShapeDialect dialect) const {
    return gltfShape(shapes[index], index, dialect, document_.meshes.size());
}

void PhysicsNodes::readLists(const Json* extension) {
    extras_.physics.materials =
        entriesOf(extension, "physicsMaterials", "physics material", gltfMaterial, extras_.notes);
    extras_.physics.filters =
        entriesOf(extension, "collisionFilters", "collision filter", gltfFilter, extras_.notes);
}

void PhysicsNodes::readBody(std::uint32_t k, const Json& body, RigidBody (*readMotion)(const Json&),
                            const ShapeReader& readShape) {
    attempt(k, "its motion is left out", [&] {
        if (const Json* motion = objectMember(body, "motion")) {
            physics(k).rigidBody = readMotion(*motion);
        }
    });
    attempt(k, "there is no body for it", [&] {
        extras_.physics.hasColliders |= body.contains("collider") || body.contains("trigger");
        if (const Json* collider = objectMember(body, "collider")) {
            addCollider(k, readShape(*collider), *collider, {});
        }
    });
    attempt(k, "there is no trigger for it", [&] {
        const Json* const trigger = objectMember(body, "trigger");
        if (trigger == nullptr) {
            return;
        }
        readCompound(k, listMember(*trigger, "nodes"));
        addCollider(k, readShape(*trigger), *trigger, k);
    });
}

void PhysicsNodes::addCollider(std::uint32_t k, std::optional<DeclaredShape> shape, const Json& part,
                               std::optional<std::uint32_t> trigger) {
    if (!shape) {
        return;
    }
    DeclaredCollider& collider = physics(k).colliders.emplace_back();
    collider.shape = *std::move(shape);
    collider.trigger = trigger;
    attempt(k, "the collider has no physics material", [&] {
        collider.physicsMaterial =
            indexOf(part, "physicsMaterial", extras_.physics.materials.size(), "physics materials");
    });
    attempt(k, "the collider has no filter", [&] {
        collider.filter =
            indexOf(part, "collisionFilter", extras_.physics.filters.size(), "collision filters");
    });
}

void PhysicsNodes::addFault(std::uint32_t k, const char* consequence, const JsonValueError& fault) {
    NodePhysics& node = physics(k);
    if (node.faults.size() < kMaxFaults) {
        node.faults.push_back("has an invalid value in " + std::string(toString(node.source)) + " (node " +
                              std::to_string(k) + " of the file), so " + consequence + ": " + fault.what());
    }
}

void PhysicsNodes::finish() {
    for (const auto& [part, whole] : compounds_) {
        joinTrigger(part, whole);
    }
    if (joints_ > 0) {
        extras_.notes.push_back("the file has joints of OMI on " + formatCount(joints_, "node", "nodes") +
                                ", which are not read: create them in the game");
    }
}

void PhysicsNodes::readCompound(std::uint32_t whole, JsonValues parts) {
    for (const Json& part : parts) {
        if (!part.is_number_unsigned() || part.get<std::uint64_t>() >= count()) {
            throw JsonValueError("its trigger consists of node " + part.dump().substr(0, 40) +
                                 ", and the file has " + std::to_string(count()) +
                                 " nodes. Choose one that exists");
        }
        compounds_.emplace_back(part.get<std::uint32_t>(), whole);
    }
}

void PhysicsNodes::joinTrigger(std::uint32_t part, std::uint32_t whole) {
    attempt(whole, "that part stays a trigger by itself", [&] {
        std::uint32_t above = part;
        while (above != kNoParent && above != whole) {
            above = parents_[above];
        }
        bool isTrigger = false;
        for (DeclaredCollider& collider : physics(part).colliders) {
            if (above == whole && collider.trigger) {
                collider.trigger = whole;
                isTrigger = true;
            }
        }
        if (!isTrigger) {
            throw JsonValueError("its trigger consists of node " + std::to_string(part) +
                                 ", which is not a trigger below it. Choose only such nodes");
        }
    });
}

}  // namespace sat3d::SAT3D_ABI::importing
