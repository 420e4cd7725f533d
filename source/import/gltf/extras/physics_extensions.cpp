#include "import/gltf/extras/physics_extensions.hpp"

#include "import/files/validation_error.hpp"
#include "import/gltf/document/document.hpp"
#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/document/json_values.hpp"
#include "import/gltf/extras/physics_values.hpp"
#include "import/gltf/extras/shape_list.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostFaults = 20;  // reported faults for one node or one list
constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();

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
            if (++faults <= kMostFaults) {
                notes.push_back(std::string(what) + " " + std::to_string(k) + " is ignored: " + fault.what());
            }
        }
    }
    return entries;
}

// ---------------------------------------------------------------------------------------- nodes

class PhysicsReader {
public:
    PhysicsReader(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras)
        : document_(document),
          options_(options),
          extras_(extras),
          nodes_(document.nodes.size()),
          parents_(nodes_, kNoParent) {
        for (std::uint32_t k = 0; k < nodes_; ++k) {
            for (const Json& child : listIn(node(k), "children")) {
                parents_[child.get<std::size_t>()] = k;
            }
        }
    }

    void readKhronos() {
        readLists(khronosOf(document_.root));
        for (std::uint32_t k = 0; k < nodes_; ++k) {
            const Json* const physics = khronosOf(node(k));
            if (physics == nullptr) {
                continue;
            }
            extras_.nodes[k].physics.source = ColliderSource::KhrRigidBodies;
            readBody(k, *physics, khronosMotion, [&](const Json& part) { return khronosShape(part); });
            joints_ += physics->contains("joint");
        }
    }

    void readOmi() {
        readLists(extensionOf(document_.root, "OMI_physics_body"));
        for (std::uint32_t k = 0; k < nodes_; ++k) {
            if (const Json* body = extensionOf(node(k), "OMI_physics_body")) {
                extras_.nodes[k].physics.source = ColliderSource::OmiPhysicsBody;
                readOmiBody(k, *body);
            }
            if (const Json* shape = extensionOf(node(k), "OMI_physics_shape")) {
                extras_.nodes[k].physics.source = ColliderSource::OmiPhysicsBody;
                extras_.physics.hasColliders = true;
                attempt(k, "there is no body for it", [&] { add(k, omiShape(*shape), *shape, {}); });
            }
            if (const Json* collider = extensionOf(node(k), "OMI_collider")) {
                extras_.nodes[k].physics.source = ColliderSource::OmiCollider;
                extras_.physics.hasColliders = true;
                attempt(k, "there is no body for it", [&] { readOmiCollider(k, *collider); });
            }
            joints_ += extensionOf(node(k), "OMI_physics_joint") != nullptr;
        }
        makeTriggers();
    }

    /// Resolves references between nodes, after all nodes are read.
    void finish() {
        for (const auto& [part, whole] : compounds_) {
            joinTrigger(part, whole);
        }
        if (joints_ > 0) {
            extras_.notes.push_back("the file has joints on " + formatCount(joints_, "node", "nodes") +
                                    ", which are not read: create them in the game");
        }
    }

private:
    [[nodiscard]] const Json& node(std::uint32_t k) const { return document_.nodes[k]; }

    /// Calls a function that reads a part of a node. An invalid value adds a fault to the node. The fault
    /// states the consequence.
    template <class Read>
    void attempt(std::uint32_t k, const char* consequence, Read&& read) {
        NodePhysics& physics = extras_.nodes[k].physics;
        try {
            read();
        } catch (const JsonValueError& fault) {
            if (physics.faults.size() < kMostFaults) {
                physics.faults.push_back("has an invalid value in " + std::string(toString(physics.source)) +
                                         " (node " + std::to_string(k) + " of the file), so " + consequence +
                                         ": " + fault.what());
            }
        }
    }

    void readLists(const Json* extension) {
        extras_.physics.materials =
            entriesOf(extension, "physicsMaterials", "physics material", gltfMaterial, extras_.notes);
        extras_.physics.filters =
            entriesOf(extension, "collisionFilters", "collision filter", gltfFilter, extras_.notes);
    }

    /// Reads motion, collider and trigger of a node. They have the same form in Khronos and OMI extensions.
    template <class ReadShape>
    void readBody(std::uint32_t k, const Json& body, RigidBody (*readMotion)(const Json&),
                  ReadShape&& readShape) {
        attempt(k, "its motion is left out", [&] {
            if (const Json* motion = objectMember(body, "motion")) {
                extras_.nodes[k].physics.rigidBody = readMotion(*motion);
            }
        });
        attempt(k, "there is no body for it", [&] {
            extras_.physics.hasColliders |= body.contains("collider") || body.contains("trigger");
            if (const Json* collider = objectMember(body, "collider")) {
                add(k, readShape(*collider), *collider, {});
            }
        });
        attempt(k, "there is no trigger for it", [&] {
            const Json* const trigger = objectMember(body, "trigger");
            if (trigger == nullptr) {
                return;
            }
            readCompound(k, listMember(*trigger, "nodes"));
            add(k, readShape(*trigger), *trigger, k);
        });
    }

    void add(std::uint32_t k, std::optional<DeclaredShape> shape, const Json& part,
             std::optional<std::uint32_t> trigger) {
        if (!shape) {
            return;
        }
        DeclaredCollider& collider = extras_.nodes[k].physics.colliders.emplace_back();
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

    // -------------------------------------------------------------------------------- Khronos

    std::optional<DeclaredShape> khronosShape(const Json& part) {
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
        if (const auto from = indexOf(named, "node", nodes_, "nodes")) {
            return meshesBelow(*from, isHull);
        }
        const JsonValues newer = listOf("KHR_implicit_shapes", "shapes");
        const JsonValues older = listOf("KHR_collision_shapes", "shapes");
        const JsonValues shapes = (geometry != nullptr && !newer.empty()) || older.empty() ? newer : older;
        const auto index = indexOf(named, "shape", shapes.size(), "shapes");
        if (!index) {
            throw JsonValueError("it has no geometry. Add a shape or a node");
        }
        DeclaredShape shape = shapeIn(shapes, *index, GltfShapeDialect::Khronos);
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
            if (++nodesVisited_ > options_.maxNodes) {
                throw ValidationError(ImportError::Code::LimitExceeded,
                                      "has colliders that consist of more nodes than maxNodes = " +
                                          std::to_string(options_.maxNodes));
            }
            const auto [k, toTop] = pending.back();
            pending.pop_back();
            if (const Json* mesh = member(node(k), "mesh")) {
                shape.meshes.push_back({mesh->get<std::uint32_t>(), toTop});
            }
            const auto children = listIn(node(k), "children");
            for (std::size_t child = children.size(); child-- > 0;) {
                const auto below = children[child].get<std::uint32_t>();
                pending.emplace_back(below, toTop * toParentOf(node(below)));
            }
        }
        if (shape.meshes.empty()) {
            throw JsonValueError("node " + std::to_string(top) +
                                 " and its descendants have no mesh. Choose a node that has one");
        }
        return shape;
    }

    // -------------------------------------------------------------------------------- OMI

    /// Returns a list of an extension in the document.
    [[nodiscard]] JsonValues listOf(const char* extension, const char* key) const {
        const Json* const found = extensionOf(document_.root, extension);
        return found == nullptr ? JsonValues() : listMember(*found, key);
    }
    [[nodiscard]] DeclaredShape shapeIn(JsonValues shapes, std::uint32_t index,
                                        GltfShapeDialect dialect) const {
        return gltfShape(shapes[index], index, dialect, document_.meshes.size());
    }

    /// Returns the shape of a part, or nothing if the part has no shape: it then groups its descendants.
    std::optional<DeclaredShape> omiShape(const Json& part) {
        const JsonValues shapes = listOf("OMI_physics_shape", "shapes");
        const auto index = indexOf(part, "shape", shapes.size(), "shapes");
        return index ? std::optional(shapeIn(shapes, *index, GltfShapeDialect::Omi)) : std::nullopt;
    }

    void readOmiBody(std::uint32_t k, const Json& body) {
        NodePhysics& physics = extras_.nodes[k].physics;
        if (const Json* type = member(body, "type")) {  // in old files, the motion is on the body itself
            oldBodies_.emplace_back(k, *type == "trigger");
            if (*type != "trigger") {
                attempt(k, "its motion is left out", [&] { physics.rigidBody = omiMotion(body); });
            }
            return;
        }
        readBody(k, body, omiMotion, [&](const Json& part) { return omiShape(part); });
    }

    void readOmiCollider(std::uint32_t k, const Json& part) {
        const JsonValues colliders = listOf("OMI_collider", "colliders");
        const auto index = indexOf(part, "collider", colliders.size(), "colliders");
        if (!index) {
            throw JsonValueError("it has no collider. Choose one of the list");
        }
        DeclaredShape shape = shapeIn(colliders, *index, GltfShapeDialect::Omi);
        const bool isTrigger = flagOf(colliders[*index], "isTrigger");
        add(k, std::move(shape), part, isTrigger ? std::optional(k) : std::nullopt);
    }

    /// Makes triggers of old OMI files, in which a whole body can be a trigger. The trigger consists of all
    /// shapes of the body and its descendants, except those of nested bodies.
    void makeTriggers() {
        std::vector<std::optional<bool>> isTrigger(nodes_);  // for each body, whether it is a trigger
        for (const auto& [body, is] : oldBodies_) {
            isTrigger[body] = is;
        }
        for (std::uint32_t k = 0; k < nodes_ && !oldBodies_.empty(); ++k) {
            std::uint32_t body = k;
            while (body != kNoParent && !isTrigger[body]) {
                body = parents_[body];
            }
            if (body != kNoParent && *isTrigger[body]) {
                for (DeclaredCollider& collider : extras_.nodes[k].physics.colliders) {
                    collider.trigger = body;
                }
            }
        }
    }

    // -------------------------------------------------------------------------------- compound triggers

    void readCompound(std::uint32_t whole, JsonValues parts) {
        for (const Json& part : parts) {
            if (!part.is_number_unsigned() || part.get<std::uint64_t>() >= nodes_) {
                throw JsonValueError("its trigger consists of node " + part.dump().substr(0, 40) +
                                     ", and the file has " + std::to_string(nodes_) +
                                     " nodes. Choose one that exists");
            }
            compounds_.emplace_back(part.get<std::uint32_t>(), whole);
        }
    }

    void joinTrigger(std::uint32_t part, std::uint32_t whole) {
        attempt(whole, "that part stays a trigger by itself", [&] {
            std::uint32_t above = part;
            while (above != kNoParent && above != whole) {
                above = parents_[above];
            }
            bool isTrigger = false;
            for (DeclaredCollider& collider : extras_.nodes[part].physics.colliders) {
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

    const GltfDocument& document_;
    const ImportOptions& options_;
    GltfExtras& extras_;
    std::size_t nodes_;
    std::vector<std::uint32_t> parents_;
    std::vector<std::pair<std::uint32_t, bool>> oldBodies_;           // old OMI: node, whether a trigger
    std::vector<std::pair<std::uint32_t, std::uint32_t>> compounds_;  // part, whole
    std::uint64_t nodesVisited_ = 0;
    std::uint32_t joints_ = 0;
};

}  // namespace

void readGltfPhysics(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras) {
    const bool isKhronos = options.khrPhysics && std::ranges::any_of(document.nodes, khronosOf);
    const bool isOmi = options.omiPhysics && std::ranges::any_of(document.nodes, hasOmi);
    if (!isKhronos && !isOmi) {
        return;
    }
    PhysicsReader reader(document, options, extras);
    if (isKhronos) {
        reader.readKhronos();
    } else {
        reader.readOmi();
    }
    reader.finish();
    if (isKhronos && isOmi) {
        extras.notes.push_back(
            "the file has physics of KHR_physics_rigid_bodies and of OMI; only the first is read");
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
