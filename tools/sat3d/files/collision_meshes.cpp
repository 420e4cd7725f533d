#include "files/collision_meshes.hpp"

#include "exit_codes.hpp"
#include "import/names/name_effect.hpp"
#include "models/models.hpp"

#include <sat3d/debug/tessellate.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <fmt/core.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

namespace sat3d::tool {
namespace {

constexpr std::string_view kPrefixes[] = {"UBX_", "UCX_", "USP_", "UCP_", "MCDCX_"};

/// Returns the prefix of the shape that an import gives: a capsule of zero length is a sphere.
std::string_view prefixFor(const ConvexShape& shape) {
    const auto* capsule = std::get_if<Capsule>(&shape);
    const bool isBall = capsule != nullptr && capsule->start == capsule->end;
    const ShapeType type = isBall ? ShapeType::Sphere : shapeTypeOf(shape);
    return type == ShapeType::Box       ? "UBX_"
           : type == ShapeType::Sphere  ? "USP_"
           : type == ShapeType::Capsule ? "UCP_"
                                        : "UCX_";
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

/// Returns whether a naming convention applies to the name on import.
bool hasMeaningOnImport(std::string_view name) {
    return importing::effectOf(colliderSourceFromName(name)) != importing::NameEffect::None;
}

/// Removes everything that has a meaning on import in a name that ends in -colonly.
std::string plainName(std::string_view name) {
    for (std::string_view rest = withoutPrefix(name); rest != name; rest = withoutPrefix(name)) {
        name = rest;
    }
    std::string plain(name);
    std::ranges::replace(plain, '$', '_');
    return plain.empty() ? "surface" : plain;
}

/// Removes the number of a body from its name: "Wall" for "Wall#2".
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
    Converter(const CollisionModel& model, bool isZUp) : model_(model), collidersOn_(model.nodes.size()) {
        if (isZUp) {
            toFile_.rotation = glm::angleAxis(glm::radians(-90.0), glm::dvec3(1.0, 0.0, 0.0));
        }
        forEachCollider(model, [&](const auto& collider) { ++collidersOn_[collider.node]; });
        for (const CollisionBody& body : model.bodies) {
            ++collidersFor_[stemOf(body)];
        }
        for (const CollisionMesh& surface : model.meshes) {
            ++collidersFor_[plainName(stemOf(surface))];
        }
        for (const ModelNode& node : model.nodes) {
            const DPose pivot{glm::dvec3(node.restPose.position),
                              glm::normalize(glm::dquat(node.restPose.rotation))};
            nodes_.push_back({node.name, node.parent, toFile_ * pivot, {}, {}, node.properties});
            used_.insert(node.name);
        }
    }

    std::vector<MeshNode> convert() {
        for (const CollisionBody& body : model_.bodies) {
            if (isFlat(body.shape)) {
                throw BadInput(fmt::format("body \"{}\" is a {} without thickness: no mesh can show it",
                                           body.name, toString(shapeTypeOf(body.shape))));
            }
            add(body);
        }
        for (const CollisionMesh& surface : model_.meshes) {
            add(surface);
        }
        renameDroppedNodes();
        return inTreeOrder();
    }

private:
    /// Returns the nodes in an order in which new nodes directly follow their parent. Parents still precede
    /// their children.
    std::vector<MeshNode> inTreeOrder() {
        const auto anchorOf = [&](std::uint32_t node) {
            return node < model_.nodes.size() ? node : *nodes_[node].parent;
        };
        std::vector<std::uint32_t> order(nodes_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, anchorOf);
        std::vector<std::uint32_t> newIndex(nodes_.size());
        std::vector<MeshNode> sorted;
        for (const std::uint32_t node : order) {
            newIndex[node] = static_cast<std::uint32_t>(sorted.size());
            MeshNode& added = sorted.emplace_back(std::move(nodes_[node]));
            if (added.parent) {
                added.parent = newIndex[*added.parent];
            }
        }
        return sorted;
    }

    /// Returns the body's name without its number.
    template <class Collider>
    [[nodiscard]] std::string_view ownName(const Collider& body) const {
        return collidersOn_[body.node] > 1 ? withoutPart(body.name) : std::string_view(body.name);
    }

    /// Returns the name without prefix: the name of the render mesh if that is another node, otherwise the
    /// body's name.
    template <class Collider>
    [[nodiscard]] std::string stemOf(const Collider& body) const {
        const bool isForAnother = body.renderNode && *body.renderNode != body.node;
        const std::string_view stem = isForAnother ? std::string_view(model_.nodes[*body.renderNode].name)
                                                   : withoutPrefix(ownName(body));
        return stem.empty() ? "body" : std::string(stem);
    }

    /// Returns whether a convention applied to the node's name, or would apply on import. Such a node must
    /// have a mesh in the file.
    template <class Collider>
    [[nodiscard]] bool isNamedByConvention(const Collider& body) const {
        const std::string& name = model_.nodes[body.node].name;
        return hasMeaningOnImport(name) || ownName(body) != name;
    }

    /// Renames -noimp nodes above meshes, because an import would drop all nodes below them. Only models that
    /// were imported without naming conventions have such nodes.
    void renameDroppedNodes() {
        std::vector<bool> leadsToMesh(nodes_.size());
        for (std::size_t k = nodes_.size(); k-- > 0;) {  // children first
            MeshNode& node = nodes_[k];
            leadsToMesh[k] = leadsToMesh[k] || node.mesh;
            if (leadsToMesh[k] && colliderSourceFromName(node.name) == ColliderSource::GodotNoimp) {
                std::ranges::replace(node.name, '$', '-');
                node.name = unused(node.name + "-node");
            }
            if (leadsToMesh[k] && node.parent) {
                leadsToMesh[*node.parent] = true;
            }
        }
    }

    std::string freshName(std::string_view prefix, const std::string& stem, std::string_view suffix) {
        std::string whole = std::string(prefix) + stem + std::string(suffix);
        return collidersFor_[stem] == 1 ? unused(whole) : numbered(whole);
    }

    /// Returns the name, with a number if another node already has it.
    std::string unused(const std::string& whole) {
        return isTaken(whole) ? numbered(whole) : *used_.insert(whole);
    }

    [[nodiscard]] bool isTaken(const std::string& name) const { return used_.contains(name); }

    std::string numbered(const std::string& whole) {
        for (;;) {
            std::string name = fmt::format("{}_{:02}", whole, ++numbers_[whole]);
            if (!isTaken(name)) {
                return *used_.insert(std::move(name));
            }
        }
    }

    /// Returns the node for a collider's mesh: its own node, or a new child.
    /// @param hasPrefix  returns whether a node's name already has the prefix
    template <class Collider, class IsNamedSo>
    MeshNode& nodeFor(const Collider& collider, const std::string& stem, std::string_view prefix,
                      std::string_view suffix, IsNamedSo&& hasPrefix) {
        const bool isOwnMesh = isNamedByConvention(collider) && !nodes_[collider.node].mesh;
        if (!isOwnMesh) {
            nodes_.push_back(
                {freshName(prefix, stem, suffix), collider.node, nodes_[collider.node].pose, {}, {}, {}});
            return nodes_.back();
        }
        MeshNode& own = nodes_[collider.node];
        if (collidersOn_[collider.node] > 1 || !hasPrefix(own.name)) {
            used_.erase(used_.find(own.name));  // the new name may equal the old name
            own.name = freshName(prefix, stem, suffix);
        }
        return own;
    }

    /// Moves a mesh into the node, from the model's frame to the node's frame.
    void show(PolygonMesh&& mesh, std::vector<std::uint32_t>&& tags, MeshNode& node) const {
        const DPose toNode = node.pose.inverse() * toFile_;
        for (glm::vec3& vertex : mesh.vertices) {
            vertex = glm::vec3(toNode.transformPoint(glm::dvec3(vertex)));
        }
        node.mesh = std::move(mesh);
        node.faceTags = std::move(tags);
    }

    void add(const CollisionBody& body) {
        const std::string_view prefix = prefixFor(body.shape);
        MeshNode& node = nodeFor(body, stemOf(body), prefix, "",
                                 [&](const std::string& name) { return startsWith(name, prefix); });
        PolygonMesh mesh = tessellate(body.shape);
        std::vector<std::uint32_t> tags(mesh.faceCount(), body.material);
        if (const auto* hull = std::get_if<ConvexHull>(&body.shape)) {
            tags.assign(hull->faceTags().begin(), hull->faceTags().end());
        }
        show(std::move(mesh), std::move(tags), node);
    }

    void add(const CollisionMesh& surface) {
        MeshNode& node = nodeFor(surface, plainName(stemOf(surface)), "", "-colonly",
                                 [](const std::string&) { return false; });
        const std::span<const std::uint32_t> tags = surface.mesh.tags();
        show(tessellate(surface.mesh), {tags.begin(), tags.end()}, node);
    }

    const CollisionModel& model_;
    DPose toFile_;                                       // from the model's frame to the file's frame
    std::vector<std::uint32_t> collidersOn_;             // number of colliders, per node
    std::map<std::string, std::uint32_t> collidersFor_;  // number of colliders, per stem
    std::map<std::string, std::uint32_t> numbers_;       // the last number, per name
    std::multiset<std::string> used_;                    // names of nodes
    std::vector<MeshNode> nodes_;
};

}  // namespace

std::vector<MeshNode> collisionMeshes(const CollisionModel& model, bool isZUp) {
    return Converter(model, isZUp).convert();
}

}  // namespace sat3d::tool
