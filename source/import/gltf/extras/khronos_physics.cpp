#include "import/files/validation_error.hpp"
#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/extras/khronos_joints.hpp"
#include "import/gltf/extras/physics_extensions.hpp"
#include "import/gltf/extras/physics_values.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

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
