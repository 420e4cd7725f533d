#include "import/gltf_physics.hpp"

#include "import/format_vetting.hpp"
#include "import/gltf_extensions.hpp"
#include "import/gltf_figures.hpp"
#include "import/gltf_motion.hpp"
#include "import/gltf_shapes.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostFaults = 20;  // told of one node, or of one list
constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();

/// Every entry of a list of the extension; where one makes no sense, a note and an empty entry.
template <class Entry>
std::vector<Entry> entriesOf(const Json* extension, const char* key, const char* what,
                             Entry (*read)(const Json&), std::vector<std::string>& notes) {
    std::vector<Entry> entries;
    std::size_t faults = 0;
    const Json* const list = extension == nullptr ? nullptr : listMember(*extension, key);
    for (std::size_t k = 0; k < sizeOf(list); ++k) {
        try {
            if (!(*list)[k].is_object()) {
                throw FigureFault("it is no object");
            }
            entries.push_back(read((*list)[k]));
        } catch (const FigureFault& fault) {
            entries.emplace_back();
            if (++faults > kMostFaults) {
                continue;
            }
            notes.push_back(std::string(what) + " " + std::to_string(k) +
                            " counts as one that says nothing: " + fault.what());
        }
    }
    return entries;
}

// ---------------------------------------------------------------------------------------- nodes

class PhysicsReader {
public:
    PhysicsReader(const Json& document, const ImportOptions& options, GltfExtras& extras)
        : document_(document), options_(options), extras_(extras), nodes_(extras.nodes.size()) {
        const Json* const nodes = listMember(document, "nodes");
        parents_.assign(nodes_, kNoParent);
        for (std::uint32_t k = 0; k < nodes_; ++k) {
            for (const Json& child : childrenOf((*nodes)[k])) {
                parents_[child.get<std::size_t>()] = k;
            }
        }
        meshes_ = sizeOf(listMember(document, "meshes"));
    }

    void readKhronos() {
        readLists(khronosOf(document_));
        for (std::uint32_t k = 0; k < nodes_; ++k) {
            const Json* const said = khronosOf(node(k));
            if (said == nullptr) {
                continue;
            }
            extras_.nodes[k].physics.rule = NameRule::KhrRigidBodies;
            attempt(k, "its motion is left out", [&] {
                if (const Json* motion = objectMember(*said, "motion")) {
                    extras_.nodes[k].physics.rigidBody = khronosMotion(*motion);
                }
            });
            readParts(k, *said, [&](const Json& part) { return khronosShape(part); });
            joints_ += said->contains("joint");
        }
    }

    void readOmi() {
        readLists(extensionOf(document_, "OMI_physics_body"));
        for (std::uint32_t k = 0; k < nodes_; ++k) {
            if (const Json* body = extensionOf(node(k), "OMI_physics_body")) {
                extras_.nodes[k].physics.rule = NameRule::OmiPhysicsBody;
                readOmiBody(k, *body);
            }
            if (const Json* shape = extensionOf(node(k), "OMI_physics_shape")) {
                extras_.nodes[k].physics.rule = NameRule::OmiPhysicsBody;
                extras_.physics.hasColliders = true;
                attempt(k, "there is no body for it",
                        [&] { add(k, omiShape(*shape, "shape", omiShapes()), *shape, {}); });
            }
            if (const Json* collider = extensionOf(node(k), "OMI_collider")) {
                extras_.nodes[k].physics.rule = NameRule::OmiCollider;
                extras_.physics.hasColliders = true;
                attempt(k, "there is no body for it", [&] { readOmiCollider(k, *collider); });
            }
            joints_ += extensionOf(node(k), "OMI_physics_joint") != nullptr;
        }
        makeTriggers();
    }

    /// What needs all nodes read.
    void finish() {
        for (const auto& [part, whole] : compounds_) {
            joinTrigger(part, whole);
        }
        if (joints_ > 0) {
            extras_.notes.push_back("the file has joints on " + count(joints_, "node", "nodes") +
                                    ", which are not read: make them in the game");
        }
    }

private:
    [[nodiscard]] const Json& node(std::uint32_t k) const { return (*listMember(document_, "nodes"))[k]; }

    /// Reads something of a node; where it makes no sense, the node has a fault with what follows from it.
    template <class Read>
    void attempt(std::uint32_t k, const char* consequence, Read&& read) {
        NodePhysics& physics = extras_.nodes[k].physics;
        try {
            read();
        } catch (const FigureFault& fault) {
            if (physics.faults.size() == kMostFaults) {
                return;
            }
            physics.faults.push_back("says in " + std::string(toString(physics.rule)) +
                                     " what makes no sense (node " + std::to_string(k) +
                                     " of the file), so " + consequence + ": " + fault.what());
        }
    }

    void readLists(const Json* extension) {
        extras_.physics.materials =
            entriesOf(extension, "physicsMaterials", "physics material", gltfMaterial, extras_.notes);
        extras_.physics.filters =
            entriesOf(extension, "collisionFilters", "collision filter", gltfFilter, extras_.notes);
    }

    /// Both families write colliders and triggers alike, but for their shapes.
    template <class ReadShape>
    void readParts(std::uint32_t k, const Json& said, ReadShape&& readShape) {
        attempt(k, "there is no body for it", [&] {
            extras_.physics.hasColliders |= said.contains("collider") || said.contains("trigger");
            const Json* const collider = objectMember(said, "collider");
            if (std::optional<DeclaredShape> shape =
                    collider != nullptr ? readShape(*collider) : std::nullopt) {
                add(k, *std::move(shape), *collider, {});
            }
        });
        attempt(k, "there is no trigger for it", [&] {
            const Json* const trigger = objectMember(said, "trigger");
            if (trigger == nullptr) {
                return;
            }
            if (const Json* parts = listMember(*trigger, "nodes")) {
                readCompound(k, *parts);
            }
            if (std::optional<DeclaredShape> shape = readShape(*trigger)) {
                add(k, *std::move(shape), *trigger, k);
            }
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
        attempt(k, "it is taken without", [&] {
            collider.physicsMaterial =
                indexOf(part, "physicsMaterial", extras_.physics.materials.size(), "physics materials");
        });
        attempt(k, "it is taken without", [&] {
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
                return std::nullopt;  // a trigger that is made of others
            }
            throw FigureFault("it names no geometry. Name a shape or a node");
        }
        const Json& named =
            geometry != nullptr ? *geometry : part;  // of old, the shape stood on the collider itself
        const bool isHull = flagOf(named, "convexHull");
        if (named.contains("node") && named.contains("shape")) {
            throw FigureFault("it names a shape and a node. Keep one of the two");
        }
        if (const auto from = indexOf(named, "node", nodes_, "nodes")) {
            return meshesBelow(*from, isHull);
        }
        const Json* const newer = extensionOf(document_, "KHR_implicit_shapes");
        const Json* const older = extensionOf(document_, "KHR_collision_shapes");
        const Json* const extension =
            (geometry != nullptr && newer != nullptr) || older == nullptr ? newer : older;
        const Json* const shapes = extension == nullptr ? nullptr : listMember(*extension, "shapes");
        const auto index = indexOf(named, "shape", sizeOf(shapes), "shapes");
        if (!index) {
            throw FigureFault("it names no geometry. Name a shape or a node");
        }
        DeclaredShape shape = gltfShape(shapes, *index, GltfShapeDialect::Khronos, meshes_);
        shape.isHull = shape.isHull || isHull;
        return shape;
    }

    /// The meshes of a node and of all below it, in its own frame.
    DeclaredShape meshesBelow(std::uint32_t top, bool isHull) {
        DeclaredShape shape;
        shape.kind = DeclaredShape::Kind::Mesh;
        shape.isHull = isHull;
        std::vector<std::pair<std::uint32_t, glm::dmat4>> pending{{top, glm::dmat4(1.0)}};
        while (!pending.empty()) {
            if (++nodesVisited_ > options_.maxNodes) {
                throw VettingFault(
                    ImportError::Code::LimitExceeded,
                    "has colliders made of more nodes than maxNodes = " + std::to_string(options_.maxNodes));
            }
            const auto [k, toTop] = pending.back();
            pending.pop_back();
            if (const Json* mesh = member(node(k), "mesh")) {
                shape.meshes.push_back({mesh->get<std::uint32_t>(), toTop});
            }
            const auto children = childrenOf(node(k));
            for (std::size_t child = children.size(); child-- > 0;) {
                const auto below = children[child].get<std::uint32_t>();
                pending.emplace_back(below, toTop * toParentOf(node(below)));
            }
        }
        if (shape.meshes.empty()) {
            throw FigureFault("node " + std::to_string(top) +
                              " has no mesh, nor has any below it. Name one that has");
        }
        return shape;
    }

    // -------------------------------------------------------------------------------- OMI

    [[nodiscard]] const Json* omiShapes() const {
        const Json* const extension = extensionOf(document_, "OMI_physics_shape");
        return extension == nullptr ? nullptr : listMember(*extension, "shapes");
    }

    /// Nothing where it names none: some nodes only hold together what is below them.
    std::optional<DeclaredShape> omiShape(const Json& part, const char* key, const Json* shapes) {
        const auto index = indexOf(part, key, sizeOf(shapes), "shapes");
        return index ? std::optional(gltfShape(shapes, *index, GltfShapeDialect::Omi, meshes_))
                     : std::nullopt;
    }

    void readOmiBody(std::uint32_t k, const Json& body) {
        NodePhysics& physics = extras_.nodes[k].physics;
        if (const Json* type = member(body, "type")) {  // of old, the motion stood on the body itself
            if (*type == "trigger") {
                oldBodies_.emplace_back(k, true);
            } else {
                oldBodies_.emplace_back(k, false);
                attempt(k, "its motion is left out", [&] { physics.rigidBody = omiMotion(body); });
            }
            return;
        }
        attempt(k, "its motion is left out", [&] {
            if (const Json* motion = objectMember(body, "motion")) {
                physics.rigidBody = omiMotion(*motion);
            }
        });
        readParts(k, body, [&](const Json& part) { return omiShape(part, "shape", omiShapes()); });
    }

    void readOmiCollider(std::uint32_t k, const Json& said) {
        const Json* const extension = extensionOf(document_, "OMI_collider");
        const Json* const colliders = extension == nullptr ? nullptr : listMember(*extension, "colliders");
        const auto index = indexOf(said, "collider", sizeOf(colliders), "colliders");
        if (!index) {
            throw FigureFault("it names no collider. Name one of the list");
        }
        DeclaredShape shape = gltfShape(colliders, *index, GltfShapeDialect::Omi, meshes_);
        const bool isTrigger = flagOf((*colliders)[*index], "isTrigger");
        add(k, std::move(shape), said, isTrigger ? std::optional(k) : std::nullopt);
    }

    /// Of old, a body was a trigger as a whole: with all shapes below it, but for those of bodies further
    /// down.
    void makeTriggers() {
        std::vector<std::optional<bool>> isTrigger(nodes_);  // of bodies
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

    void readCompound(std::uint32_t whole, const Json& parts) {
        for (const Json& part : parts) {
            if (!part.is_number_unsigned() || part.get<std::uint64_t>() >= nodes_) {
                throw FigureFault("its trigger is made of node " + part.dump().substr(0, 40) +
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
                throw FigureFault("its trigger is made of node " + std::to_string(part) +
                                  ", which is no trigger below it. Name only those");
            }
        });
    }

    const Json& document_;
    const ImportOptions& options_;
    GltfExtras& extras_;
    std::size_t nodes_;
    std::size_t meshes_ = 0;
    std::vector<std::uint32_t> parents_;
    std::vector<std::pair<std::uint32_t, bool>> oldBodies_;           // of OMI: whether they are triggers
    std::vector<std::pair<std::uint32_t, std::uint32_t>> compounds_;  // part, whole
    std::uint64_t nodesVisited_ = 0;
    std::uint32_t joints_ = 0;
};

}  // namespace

void readGltfPhysics(const Json& document, const ImportOptions& options, GltfExtras& extras) {
    const Json* const nodes = listMember(document, "nodes");
    const auto anyNode = [&](auto&& has) { return nodes != nullptr && std::ranges::any_of(*nodes, has); };
    const bool isKhronos =
        options.khrPhysics && anyNode([](const Json& n) { return khronosOf(n) != nullptr; });
    const bool isOmi = options.omiPhysics && anyNode(hasOmi);
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
