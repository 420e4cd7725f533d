#include "import/gltf/extras/physics_nodes.hpp"

#include "core/format_numbers.hpp"
#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/document/json_values.hpp"
#include "import/gltf/extras/physics_values.hpp"
#include "import/scene/physics_declarations.hpp"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

/// Default values of the extensions, meters.
struct Defaults {
    double radius, capsuleHeight, cylinderHeight;
};

Defaults defaultsOf(GltfShapeDialect dialect) {
    return dialect == GltfShapeDialect::Khronos ? Defaults{0.25, 0.5, 0.5} : Defaults{0.5, 1.0, 2.0};
}

void readBox(const Json& figures, DeclaredShape& shape) {
    shape.size = vectorOf(figures, "size").value_or(glm::dvec3(1.0));
    if (!(shape.size.x > 0.0 && shape.size.y > 0.0 && shape.size.z > 0.0)) {
        invalid("size", "is " + formatPoint(glm::vec3(shape.size)) + ", and all three must be above 0");
    }
}

void readRadii(const Json& figures, double fallback, DeclaredShape& shape) {
    const double both = notNegative(figures, "radius", fallback);
    shape.radiusBottom = notNegative(figures, "radiusBottom", both);
    shape.radiusTop = notNegative(figures, "radiusTop", both);
    if (shape.radiusBottom == 0.0 && shape.radiusTop == 0.0) {
        throw JsonValueError("both radii are 0. Write at least one above 0");
    }
}

/// Reads a capsule. In old files with one radius, the height of a capsule includes its caps.
void readCapsule(const Json& figures, GltfShapeDialect dialect, bool isFlat, DeclaredShape& shape) {
    const Defaults defaults = defaultsOf(dialect);
    readRadii(figures, defaults.radius, shape);
    const bool isOld = dialect == GltfShapeDialect::Omi && (isFlat || figures.contains("radius"));
    if (!isOld) {
        shape.height = positive(figures, "height", defaults.capsuleHeight);
        return;
    }
    const double whole = positive(figures, "height", 2.0);
    shape.height = whole - shape.radiusBottom - shape.radiusTop;
    if (shape.height < 0.0) {
        invalid("height",
                "is " + formatNumber(whole) + ", less than the two round ends. Make it longer or thinner");
    }
}

void readMesh(const Json& figures, std::size_t meshCount, DeclaredShape& shape) {
    const auto mesh = indexOf(figures, "mesh", meshCount, "meshes");
    if (!mesh) {
        throw JsonValueError("it has no mesh. Add one, or use another type");
    }
    shape.meshes.push_back({*mesh});
}

DeclaredShape::Kind shapeTypeOf(const std::string& type) {
    constexpr std::pair<std::string_view, DeclaredShape::Kind> kKinds[] = {
        {"box", DeclaredShape::Kind::Box},         {"sphere", DeclaredShape::Kind::Sphere},
        {"capsule", DeclaredShape::Kind::Capsule}, {"cylinder", DeclaredShape::Kind::Cylinder},
        {"mesh", DeclaredShape::Kind::Mesh},       {"trimesh", DeclaredShape::Kind::Mesh},
        {"convex", DeclaredShape::Kind::Mesh},     {"hull", DeclaredShape::Kind::Mesh}};
    const auto* found = std::ranges::find(kKinds, std::string_view(type),
                                          &std::pair<std::string_view, DeclaredShape::Kind>::first);
    if (found != std::end(kKinds)) {
        return found->second;
    }
    throw JsonValueError(type.empty() ? "it has no type. Export the model again"
                         : type == "plane"
                             ? "planes are not supported. Replace it with a thick box"
                             : "its type \"" + type +
                                   "\" is unknown. Use box, sphere, capsule, cylinder or a mesh");
}

DeclaredShape readShape(const Json& json, GltfShapeDialect dialect, std::size_t meshCount) {
    DeclaredShape shape;
    const std::string type = textOr(json, "type", "");
    shape.kind = shapeTypeOf(type);
    shape.isHull = type == "convex" || type == "hull";
    const Json* const nested = objectMember(json, type.c_str());
    static const Json kNothing = Json::object();
    const bool isFlat = nested == nullptr && dialect == GltfShapeDialect::Omi && json.size() > 1;
    const Json& figures = nested != nullptr ? *nested : isFlat ? json : kNothing;
    switch (shape.kind) {
        case DeclaredShape::Kind::Box:
            readBox(figures, shape);
            break;
        case DeclaredShape::Kind::Sphere:
            shape.radiusBottom = shape.radiusTop = positive(figures, "radius", 0.5);
            break;
        case DeclaredShape::Kind::Capsule:
            readCapsule(figures, dialect, isFlat, shape);
            break;
        case DeclaredShape::Kind::Cylinder:
            readRadii(figures, defaultsOf(dialect).radius, shape);
            shape.height = positive(figures, "height", defaultsOf(dialect).cylinderHeight);
            break;
        case DeclaredShape::Kind::Mesh:
            // In old KHR files, the shape itself states whether it is a hull.
            if (const Json* extensions = objectMember(json, "extensions")) {
                for (const char* name : {"KHR_physics_rigid_bodies", "KHR_rigid_bodies"}) {
                    const Json* const more = objectMember(*extensions, name);
                    shape.isHull = shape.isHull || (more != nullptr && flagOf(*more, "convexHull"));
                }
            }
            readMesh(figures, meshCount, shape);
            break;
    }
    return shape;
}

/// Returns a shape of a list. Mesh indices are those of the file.
/// @param index      index of the shape, for messages
/// @param meshCount  number of meshes in the file
/// Throws JsonValueError.
DeclaredShape gltfShape(const Json& shape, std::uint32_t index, GltfShapeDialect dialect,
                        std::size_t meshCount) try {
    return readShape(shape, dialect, meshCount);
} catch (const JsonValueError& fault) {
    throw JsonValueError("shape " + std::to_string(index) + " is invalid: " + fault.what());
}

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

void readGltfPhysics(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras) {
    const bool isKhronos = options.khrPhysics && std::ranges::any_of(document.nodes, khronosOf);
    const bool isOmi = options.omiPhysics && std::ranges::any_of(document.nodes, hasOmi);
    if (!isKhronos && !isOmi) {
        return;
    }
    PhysicsNodes nodes(document, options, extras);
    if (isKhronos) {
        readKhronosPhysics(khronosOf(document.root), nodes);
    } else {
        readOmiPhysics(nodes);
    }
    nodes.finish();
    if (isKhronos && isOmi) {
        extras.notes.push_back(
            "the file has physics of KHR_physics_rigid_bodies and of OMI; only the first is read");
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
