#include <sat3d/core/assert.hpp>
#include <sat3d/shapes/collision_model.hpp>

#include <algorithm>
#include <variant>

namespace sat3d::inline SAT3D_ABI {

const CollisionBody* CollisionModel::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(bodies, name, &CollisionBody::name);
    return found == bodies.end() ? nullptr : &*found;
}

const CollisionSurface* CollisionModel::findSurface(std::string_view name) const noexcept {
    const auto found = std::ranges::find(surfaces, name, &CollisionSurface::name);
    return found == surfaces.end() ? nullptr : &*found;
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

void moveNodes(const CollisionModel& model, std::span<const Pose> moves, std::span<Pose> result) {
    SAT3D_ASSERT(moves.size() == model.nodes.size() && result.size() == model.nodes.size(),
                 "one move and one result for each node");
    const std::size_t count = std::min(result.size(), model.nodes.size());
    for (std::size_t node = 0; node < count; ++node) {
        const auto& [name, parent, pivot, properties] = model.nodes[node];
        const Pose move = node < moves.size() ? moves[node] : Pose{};
        const bool stays = move.position == glm::vec3(0.0f) && move.rotation == Pose{}.rotation;
        const Pose own = stays ? Pose{} : pivot * move * pivot.inverse();
        // What stays where its parent takes it, stays to the bit.
        result[node] = !parent ? own : stays ? result[*parent] : result[*parent] * own;
        result[node].rotation = glm::normalize(result[node].rotation);
    }
}

ShapeKind kindOf(const ConvexShape& shape) noexcept {
    struct Kind {
        ShapeKind operator()(const Sphere&) const { return ShapeKind::Sphere; }
        ShapeKind operator()(const Capsule&) const { return ShapeKind::Capsule; }
        ShapeKind operator()(const Box&) const { return ShapeKind::Box; }
        ShapeKind operator()(const ConvexHull&) const { return ShapeKind::ConvexHull; }
    };
    return std::visit(Kind{}, shape);
}

std::string_view toString(ShapeKind kind) noexcept {
    switch (kind) {
        case ShapeKind::ConvexHull:
            return "ConvexHull";
        case ShapeKind::Box:
            return "Box";
        case ShapeKind::Sphere:
            return "Sphere";
        case ShapeKind::Capsule:
            return "Capsule";
        case ShapeKind::TriangleMesh:
            return "TriangleMesh";
    }
    return "?";
}

std::string_view toString(UpAxis axis) noexcept {
    return axis == UpAxis::Y ? "Y" : axis == UpAxis::Z ? "Z" : "?";
}

}  // namespace sat3d::inline SAT3D_ABI
