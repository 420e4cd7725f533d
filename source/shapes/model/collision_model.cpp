#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <algorithm>
#include <variant>

namespace sat3d::SAT3D_ABI {

const CollisionBody* CollisionModel::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(bodies, name, &CollisionBody::name);
    return found == bodies.end() ? nullptr : &*found;
}

const CollisionMesh* CollisionModel::findMesh(std::string_view name) const noexcept {
    const auto found = std::ranges::find(meshes, name, &CollisionMesh::name);
    return found == meshes.end() ? nullptr : &*found;
}

const ModelNode* CollisionModel::findNode(std::string_view name) const noexcept {
    const auto found = std::ranges::find(nodes, name, &ModelNode::name);
    return found == nodes.end() ? nullptr : &*found;
}

std::string_view CollisionModel::material(std::uint32_t tag) const noexcept {
    return tag == 0 || tag > materials.size() ? std::string_view() : materials[tag - 1];
}

const std::string* ModelNode::property(std::string_view key) const noexcept {
    const auto found = std::ranges::find(properties, key, &NodeProperty::key);
    return found == properties.end() ? nullptr : &found->value;
}

void computeNodeTransforms(const CollisionModel& model, std::span<const Pose> moves, std::span<Pose> result) {
    SAT3D_ASSERT(moves.size() == model.nodes.size() && result.size() == model.nodes.size(),
                 "one move and one result for each node");
    const std::size_t count = std::min(result.size(), model.nodes.size());
    for (std::size_t node = 0; node < count; ++node) {
        const auto& [name, parent, pivot, properties] = model.nodes[node];
        const Pose move = node < moves.size() ? moves[node] : Pose{};
        const bool stays = move.position == glm::vec3(0.0f) && move.rotation == Pose{}.rotation;
        const Pose own = stays ? Pose{} : pivot * move * pivot.inverse();
        // A node that does not move keeps its parent's transform bit for bit.
        result[node] = !parent ? own : stays ? result[*parent] : result[*parent] * own;
        result[node].rotation = glm::normalize(result[node].rotation);
    }
}

Aabb bounds(const CollisionModel& model, const RigidTransform& toFrame) noexcept {
    Aabb box;
    for (const CollisionBody& body : model.bodies) {
        box = join(box, bounds(body.shape, toFrame));
    }
    for (const CollisionMesh& mesh : model.meshes) {
        box = join(box, bounds(mesh.mesh, toFrame));
    }
    return box;
}

ShapeType shapeTypeOf(const ConvexShape& shape) noexcept {
    struct Kind {
        ShapeType operator()(const Sphere&) const { return ShapeType::Sphere; }
        ShapeType operator()(const Capsule&) const { return ShapeType::Capsule; }
        ShapeType operator()(const Box&) const { return ShapeType::Box; }
        ShapeType operator()(const ConvexHull&) const { return ShapeType::ConvexHull; }
    };
    return std::visit(Kind{}, shape);
}

}  // namespace sat3d::SAT3D_ABI
