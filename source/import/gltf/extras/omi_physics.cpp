#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/extras/physics_nodes.hpp"
#include "import/gltf/extras/physics_values.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

class OmiReader {
public:
    explicit OmiReader(PhysicsNodes& nodes) : nodes_(nodes) {}

    void read(std::uint32_t k) {
        const Json& node = nodes_.json(k);
        if (const Json* body = extensionOf(node, "OMI_physics_body")) {
            nodes_.physics(k).source = ColliderSource::OmiPhysicsBody;
            readBody(k, *body);
        }
        if (const Json* shape = extensionOf(node, "OMI_physics_shape")) {
            nodes_.physics(k).source = ColliderSource::OmiPhysicsBody;
            nodes_.noteCollider();
            nodes_.attempt(k, "there is no body for it",
                           [&] { nodes_.addCollider(k, shapeOf(*shape), *shape, {}); });
        }
        if (const Json* collider = extensionOf(node, "OMI_collider")) {
            nodes_.physics(k).source = ColliderSource::OmiCollider;
            nodes_.noteCollider();
            nodes_.attempt(k, "there is no body for it", [&] { readCollider(k, *collider); });
        }
        nodes_.noteJoint(extensionOf(node, "OMI_physics_joint") != nullptr);
    }

    /// Makes triggers of old OMI files, in which a whole body can be a trigger. The trigger consists of all
    /// shapes of the body and its descendants, except those of nested bodies.
    void makeTriggers() {
        std::vector<std::optional<bool>> isTrigger(nodes_.count());  // for each body, whether it is a trigger
        for (const auto& [body, is] : oldBodies_) {
            isTrigger[body] = is;
        }
        for (std::uint32_t k = 0; k < nodes_.count() && !oldBodies_.empty(); ++k) {
            std::uint32_t body = k;
            while (body != PhysicsNodes::kNoParent && !isTrigger[body]) {
                body = nodes_.parentOf(body);
            }
            if (body != PhysicsNodes::kNoParent && *isTrigger[body]) {
                for (DeclaredCollider& collider : nodes_.physics(k).colliders) {
                    collider.trigger = body;
                }
            }
        }
    }

private:
    /// Returns the shape of a part, or nothing if the part has no shape: it then groups its descendants.
    [[nodiscard]] std::optional<DeclaredShape> shapeOf(const Json& part) const {
        const JsonValues shapes = nodes_.listOf("OMI_physics_shape", "shapes");
        const auto index = indexOf(part, "shape", shapes.size(), "shapes");
        return index ? std::optional(nodes_.shapeIn(shapes, *index, GltfShapeDialect::Omi)) : std::nullopt;
    }

    void readBody(std::uint32_t k, const Json& body) {
        if (const Json* type = member(body, "type")) {  // in old files, the motion is on the body itself
            oldBodies_.emplace_back(k, *type == "trigger");
            if (*type != "trigger") {
                nodes_.attempt(k, "its motion is left out",
                               [&] { nodes_.physics(k).rigidBody = omiMotion(body); });
            }
            return;
        }
        nodes_.readBody(k, body, omiMotion, [&](const Json& part) { return shapeOf(part); });
    }

    void readCollider(std::uint32_t k, const Json& part) {
        const JsonValues colliders = nodes_.listOf("OMI_collider", "colliders");
        const auto index = indexOf(part, "collider", colliders.size(), "colliders");
        if (!index) {
            throw JsonValueError("it has no collider. Choose one of the list");
        }
        DeclaredShape shape = nodes_.shapeIn(colliders, *index, GltfShapeDialect::Omi);
        const bool isTrigger = flagOf(colliders[*index], "isTrigger");
        nodes_.addCollider(k, std::move(shape), part, isTrigger ? std::optional(k) : std::nullopt);
    }

    PhysicsNodes& nodes_;
    std::vector<std::pair<std::uint32_t, bool>> oldBodies_;  // node, whether it is a trigger
};

}  // namespace

void readOmiPhysics(PhysicsNodes& nodes) {
    nodes.readLists(nodes.extensionOfFile("OMI_physics_body"));
    OmiReader reader(nodes);
    for (std::uint32_t k = 0; k < nodes.count(); ++k) {
        reader.read(k);
    }
    reader.makeTriggers();
}

}  // namespace sat3d::SAT3D_ABI::importing
