#include "collision_meshes.hpp"

#include "exit_codes.hpp"

#include <sat3d/debug/shape_mesh.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <fmt/core.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

namespace sat3d::tool {
namespace {

constexpr std::string_view kPrefixes[] = {"UBX_", "UCX_", "USP_", "UCP_", "MCDCX_"};

/// Of the shape that comes back when the mesh is imported: a capsule of no length is a sphere.
std::string_view prefixFor(const ConvexShape& shape) {
    const auto* capsule = std::get_if<Capsule>(&shape);
    const bool isBall = capsule != nullptr && capsule->start == capsule->end;
    switch (isBall ? ShapeKind::Sphere : kindOf(shape)) {
        case ShapeKind::Box:
            return "UBX_";
        case ShapeKind::Sphere:
            return "USP_";
        case ShapeKind::Capsule:
            return "UCP_";
        default:
            return "UCX_";
    }
}

bool startsWith(std::string_view name, std::string_view prefix) {
    return name.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), name.begin(), [](char wanted, char found) {
               return std::toupper(static_cast<unsigned char>(found)) == wanted;
           });
}

std::string_view withoutPrefix(std::string_view name) {
    for (const std::string_view prefix : kPrefixes) {
        if (startsWith(name, prefix)) {
            return name.substr(prefix.size());
        }
    }
    return name;
}

/// "Wall#2", one of several bodies of a node, without the number.
std::string_view withoutPart(std::string_view name) {
    const std::size_t mark = name.rfind('#');
    return mark == std::string_view::npos ? name : name.substr(0, mark);
}

bool isFlat(const ConvexShape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return !(std::min({box->halfExtents.x, box->halfExtents.y, box->halfExtents.z}) > 0.0f);
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return !(sphere->radius > 0.0f);
    }
    const auto* capsule = std::get_if<Capsule>(&shape);
    return capsule != nullptr && !(capsule->radius > 0.0f);
}

class Converter {
public:
    Converter(const CollisionModel& model, bool isZUp) : model_(model), bodiesOn_(model.nodes.size()) {
        if (isZUp) {
            toFile_.rotation = glm::angleAxis(glm::radians(-90.0), glm::dvec3(1.0, 0.0, 0.0));
        }
        for (const CollisionBody& body : model.bodies) {
            ++bodiesOn_[body.node];
        }
        for (const CollisionBody& body : model.bodies) {
            ++bodiesFor_[stemOf(body)];
        }
        for (const ModelNode& node : model.nodes) {
            const DPose pivot{glm::dvec3(node.pivot.position),
                              glm::normalize(glm::dquat(node.pivot.rotation))};
            nodes_.push_back({node.name, node.parent, toFile_ * pivot, {}, {}, node.properties});
            used_.insert(node.name);
        }
    }

    std::vector<MeshNode> convert() {
        for (const CollisionBody& body : model_.bodies) {
            if (isFlat(body.shape)) {
                throw BadInput(fmt::format("body \"{}\" is a {} without thickness: no mesh can show it",
                                           body.name, toString(kindOf(body.shape))));
            }
            add(body);
        }
        return std::move(nodes_);
    }

private:
    /// The name as it was before a number was put behind it.
    [[nodiscard]] std::string_view ownName(const CollisionBody& body) const {
        return bodiesOn_[body.node] > 1 ? withoutPart(body.name) : std::string_view(body.name);
    }

    /// What follows the prefix: the name of the mesh that is seen, or else of the body.
    [[nodiscard]] std::string stemOf(const CollisionBody& body) const {
        const bool isForAnother = body.renderNode && *body.renderNode != body.node;
        const std::string_view stem = isForAnother ? std::string_view(model_.nodes[*body.renderNode].name)
                                                   : withoutPrefix(ownName(body));
        return stem.empty() ? "body" : std::string(stem);
    }

    /// Whether a convention counted in the node's name: then it must not stand there without its mesh.
    [[nodiscard]] bool wasReadByName(const CollisionBody& body) const {
        const std::string& name = model_.nodes[body.node].name;
        return withoutPrefix(name) != name || ownName(body) != name;
    }

    std::string freshName(std::string_view prefix, const std::string& stem) {
        const std::string whole = std::string(prefix) + stem;
        if (bodiesFor_[stem] == 1 && used_.insert(whole).second) {
            return whole;
        }
        for (;;) {
            const std::string numbered = fmt::format("{}_{:02}", whole, ++numbers_[whole]);
            if (used_.insert(numbered).second) {
                return numbered;
            }
        }
    }

    void add(const CollisionBody& body) {
        const std::string_view prefix = prefixFor(body.shape);
        const bool isOwnMesh = wasReadByName(body) && !nodes_[body.node].mesh;
        std::uint32_t index = body.node;
        if (!isOwnMesh) {
            index = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(
                {freshName(prefix, stemOf(body)), body.node, nodes_[body.node].pose, {}, {}, {}});
        } else if (bodiesOn_[body.node] > 1 || !startsWith(nodes_[index].name, prefix)) {
            nodes_[index].name = freshName(prefix, stemOf(body));
        }
        MeshNode& node = nodes_[index];
        node.mesh = meshOf(body.shape);
        const DPose toNode = node.pose.inverse() * toFile_;
        for (glm::vec3& vertex : node.mesh->vertices) {
            vertex = glm::vec3(toNode.transformPoint(glm::dvec3(vertex)));
        }
        if (const auto* hull = std::get_if<ConvexHull>(&body.shape)) {
            node.faceTags.assign(hull->faceTags().begin(), hull->faceTags().end());
        } else {
            node.faceTags.assign(node.mesh->faceCount(), body.material);
        }
    }

    const CollisionModel& model_;
    DPose toFile_;                                    // from the model's frame
    std::vector<std::uint32_t> bodiesOn_;             // per node
    std::map<std::string, std::uint32_t> bodiesFor_;  // per stem
    std::map<std::string, std::uint32_t> numbers_;    // the last one given, per name
    std::set<std::string> used_;
    std::vector<MeshNode> nodes_;
};

}  // namespace

std::vector<MeshNode> collisionMeshes(const CollisionModel& model, bool isZUp) {
    return Converter(model, isZUp).convert();
}

}  // namespace sat3d::tool
