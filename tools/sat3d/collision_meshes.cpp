#include "collision_meshes.hpp"

#include "exit_codes.hpp"

#include <sat3d/debug/shape_mesh.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <fmt/core.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <span>
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

/// Whether importing the name would make something of it.
bool countsWhereRead(std::string_view name) {
    switch (nameRuleOf(name)) {
        case NameRule::None:
        case NameRule::GodotOcc:
        case NameRule::GodotVehicle:
        case NameRule::GodotWheel:
            return false;
        default:
            return true;
    }
}

/// For a name that ends in Godot's -colonly: without what would count before that.
std::string withoutSigns(std::string_view name) {
    for (std::string_view rest = withoutPrefix(name); rest != name; rest = withoutPrefix(name)) {
        name = rest;
    }
    std::string plain(name);
    std::ranges::replace(plain, '$', '_');
    return plain.empty() ? "surface" : plain;
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
    Converter(const CollisionModel& model, bool isZUp) : model_(model), collidersOn_(model.nodes.size()) {
        if (isZUp) {
            toFile_.rotation = glm::angleAxis(glm::radians(-90.0), glm::dvec3(1.0, 0.0, 0.0));
        }
        for (const CollisionBody& body : model.bodies) {
            ++collidersOn_[body.node];
        }
        for (const CollisionSurface& surface : model.surfaces) {
            ++collidersOn_[surface.node];
        }
        for (const CollisionBody& body : model.bodies) {
            ++collidersFor_[stemOf(body)];
        }
        for (const CollisionSurface& surface : model.surfaces) {
            ++collidersFor_[withoutSigns(stemOf(surface))];
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
        for (const CollisionSurface& surface : model_.surfaces) {
            add(surface);
        }
        keepWhatIsBelow();
        return std::move(nodes_);
    }

private:
    /// The name as it was before a number was put behind it.
    template <class Collider>
    [[nodiscard]] std::string_view ownName(const Collider& body) const {
        return collidersOn_[body.node] > 1 ? withoutPart(body.name) : std::string_view(body.name);
    }

    /// What follows the prefix: the name of the mesh that is seen, or else of the body.
    template <class Collider>
    [[nodiscard]] std::string stemOf(const Collider& body) const {
        const bool isForAnother = body.renderNode && *body.renderNode != body.node;
        const std::string_view stem = isForAnother ? std::string_view(model_.nodes[*body.renderNode].name)
                                                   : withoutPrefix(ownName(body));
        return stem.empty() ? "body" : std::string(stem);
    }

    /// Whether a convention counted in the node's name, or would in the file: then it must not stand there
    /// without its mesh.
    template <class Collider>
    [[nodiscard]] bool isReadByName(const Collider& body) const {
        const std::string& name = model_.nodes[body.node].name;
        return countsWhereRead(name) || ownName(body) != name;
    }

    /// Godot's -noimp takes along all that is below. It did not where names were switched off.
    void keepWhatIsBelow() {
        std::vector<bool> bearsMesh(nodes_.size());
        for (std::size_t k = nodes_.size(); k-- > 0;) {  // those below first
            MeshNode& node = nodes_[k];
            bearsMesh[k] = bearsMesh[k] || node.mesh;
            if (bearsMesh[k] && nameRuleOf(node.name) == NameRule::GodotNoimp) {
                std::ranges::replace(node.name, '$', '-');
                node.name = unused(node.name + "-node");
            }
            if (bearsMesh[k] && node.parent) {
                bearsMesh[*node.parent] = true;
            }
        }
    }

    std::string freshName(std::string_view prefix, const std::string& stem, std::string_view suffix) {
        std::string whole = std::string(prefix) + stem + std::string(suffix);
        return collidersFor_[stem] == 1 ? unused(whole) : numbered(whole);
    }

    /// The name, or with a number behind it where another node bears it.
    std::string unused(const std::string& whole) {
        return used_.insert(whole).second ? whole : numbered(whole);
    }

    std::string numbered(const std::string& whole) {
        for (;;) {
            std::string name = fmt::format("{}_{:02}", whole, ++numbers_[whole]);
            if (used_.insert(name).second) {
                return name;
            }
        }
    }

    /// The node for a collider's mesh: its own, or a new one below. @param isNamedSo  as its own has it
    template <class Collider, class IsNamedSo>
    MeshNode& nodeFor(const Collider& collider, const std::string& stem, std::string_view prefix,
                      std::string_view suffix, IsNamedSo&& isNamedSo) {
        const bool isOwnMesh = isReadByName(collider) && !nodes_[collider.node].mesh;
        if (!isOwnMesh) {
            nodes_.push_back(
                {freshName(prefix, stem, suffix), collider.node, nodes_[collider.node].pose, {}, {}, {}});
            return nodes_.back();
        }
        MeshNode& own = nodes_[collider.node];
        if (collidersOn_[collider.node] > 1 || !isNamedSo(own.name)) {
            own.name = freshName(prefix, stem, suffix);
        }
        return own;
    }

    /// Gives the node its mesh, from the model's frame to its own.
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
        PolygonMesh mesh = meshOf(body.shape);
        std::vector<std::uint32_t> tags(mesh.faceCount(), body.material);
        if (const auto* hull = std::get_if<ConvexHull>(&body.shape)) {
            tags.assign(hull->faceTags().begin(), hull->faceTags().end());
        }
        show(std::move(mesh), std::move(tags), node);
    }

    void add(const CollisionSurface& surface) {
        MeshNode& node = nodeFor(surface, withoutSigns(stemOf(surface)), "", "-colonly",
                                 [](const std::string&) { return false; });
        const std::span<const std::uint32_t> tags = surface.mesh.tags();
        show(meshOf(surface.mesh), {tags.begin(), tags.end()}, node);
    }

    const CollisionModel& model_;
    DPose toFile_;                                       // from the model's frame
    std::vector<std::uint32_t> collidersOn_;             // per node
    std::map<std::string, std::uint32_t> collidersFor_;  // per stem
    std::map<std::string, std::uint32_t> numbers_;       // the last one given, per name
    std::set<std::string> used_;
    std::vector<MeshNode> nodes_;
};

}  // namespace

std::vector<MeshNode> collisionMeshes(const CollisionModel& model, bool isZUp) {
    return Converter(model, isZUp).convert();
}

}  // namespace sat3d::tool
