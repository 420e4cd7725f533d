#include "import/model/model_builder.hpp"

#include "core/files/utf8_path.hpp"
#include "core/format_numbers.hpp"
#include "import/bodies/declared_bodies.hpp"
#include "import/files/source_file.hpp"
#include "import/model/node_states.hpp"
#include "import/names/name_effect.hpp"
#include "import/report/mesh_warnings.hpp"
#include "import/report/node_summary.hpp"
#include "import/report/size_warnings.hpp"
#include "import/scene/node_transforms.hpp"

#include <glm/matrix.hpp>

#include <algorithm>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;
using WarningCode = NodeReport::Warning::Code;

/// Builds the collision model of a scene, node by node.
class ModelBuilder {
public:
    ModelBuilder(const Scene& scene, const std::filesystem::path& file, const ImportOptions& options)
        : scene_(scene), options_(options) {
        model_.report.file = file;
        model_.report.format = scene.formatName;
        model_.report.generator = scene.generator;
        model_.report.notes = scene.notes;
        model_.report.files = scene.files;
        model_.up = options.up;
        model_.materials = scene.materials;
        model_.physicsMaterials = scene.physics.materials;
        model_.filters = scene.physics.filters;
        nodes_ = nodeStates(scene, utf8(file.stem()), options, model_);
    }

    /// Returns the nodes in the order in which they are built. Collision meshes come first, because a render
    /// mesh collides itself if none of its collision meshes gives a body.
    [[nodiscard]] std::vector<std::uint32_t> order() const {
        std::vector<std::uint32_t> nodes;
        for (const NodeRole role : {NodeRole::Body, NodeRole::RenderOnly, NodeRole::Dropped}) {
            for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
                if (nodes_[k].isReported && nodes_[k].role.role == role) {
                    nodes.push_back(k);
                }
            }
        }
        return nodes;
    }

    void build(std::uint32_t k) {
        NodeState& node = nodes_[k];
        if (node.role.role == NodeRole::Dropped) {
            return reportDropped(k);
        }
        if (node.role.role == NodeRole::RenderOnly && node.collisionMeshes.empty() &&
            !node.role.staysRenderOnly) {
            node.role.role = node.report.role = NodeRole::Body;
        }
        node.report.mirrored = glm::determinant(glm::dmat3(node.toModel)) < 0.0;
        const bool hasDeclared = isDeclared(node.role.source);
        NodeReport unused;  // the report shows the declared colliders instead of the render mesh
        WeldedMesh surface;
        if (!hasDeclared || options_.keepRenderMeshes) {
            surface = measuredSurface(scene_, placedMeshes(scene_.nodes[k]), node.toModel, options_,
                                      hasDeclared ? unused : node.report);
        }
        if (options_.keepRenderMeshes && surface.faceCount() > 0) {
            model_.renderMeshes.push_back({*node.modelNode, surface});
        }
        if (hasDeclared) {
            addDeclaredBodies(k);
        } else if (node.role.role == NodeRole::Body) {
            addNamedBodies(k, surface);
        } else {
            node.report.summary = scene_.physics.hasColliders    ? kUndeclaredSummary
                                  : node.collisionMeshes.empty() ? kUnnamedSummary
                                                                 : renderMeshSummary(node.collisionMeshes);
        }
    }

    /// Returns the model with its bodies in file order.
    ImportedModel finish() {
        std::ranges::stable_sort(model_.bodies, {}, &CollisionBody::node);
        std::ranges::stable_sort(model_.meshes, {}, &CollisionMesh::node);
        std::ranges::stable_sort(model_.renderMeshes, {}, &RenderMesh::node);
        for (NodeState& node : nodes_) {
            if (node.isReported) {
                model_.report.nodes.push_back(std::move(node.report));
            }
        }
        mergeSizeWarnings(model_.report);
        return std::move(model_);
    }

private:
    void reportDropped(std::uint32_t k) {
        NodeState& node = nodes_[k];
        const NodeState& by = nodes_[node.role.droppedBy.value_or(k)];
        if (node.role.bodyName.empty() && &by == &node) {
            warn(node.report, WarningCode::Skipped,
                 "has no name but " + std::string(toString(node.role.source)) +
                     ": no body. Write a name before the suffix");
        }
        node.report.summary = droppedSummary(by.role.source, &by == &node ? "" : by.name);
    }

    [[nodiscard]] bool isDynamic(const NodeState& node) const {
        return node.rigidBody && model_.rigidBodies[*node.rigidBody].motion == MotionType::Dynamic;
    }

    /// Returns a body with the members that all bodies of a node have in common.
    [[nodiscard]] CollisionBody commonBody(const NodeState& node, MotionType motion) const {
        CollisionBody body;
        body.node = *node.modelNode;
        if (const auto seen = node.role.renderNode) {
            body.renderNode = nodes_[*seen].modelNode;
        }
        body.rigidBody = node.rigidBody;
        body.motion = motion;
        if (body.rigidBody && motion == MotionType::Unspecified) {
            body.motion = model_.rigidBodies[*body.rigidBody].motion;
        }
        return body;
    }

    /// Adds the bodies or the triangle mesh of one collider.
    ColliderSummary add(NodeState& node, const CollisionBody& common, ColliderBodies&& built) {
        ColliderSummary summary{.bodies = built.shapes.size(), .isTrigger = common.trigger.has_value()};
        if (built.triangleMesh) {
            summary.type = ShapeType::TriangleMesh;
            summary.triangles = built.triangleMesh->triangleCount();
            model_.meshes.push_back({common.name, *std::move(built.triangleMesh), common.node,
                                     common.renderNode, common.rigidBody, common.physicsMaterial,
                                     common.filter, common.trigger});
        }
        for (std::size_t i = 0; i < built.shapes.size(); ++i) {
            CollisionBody& body = model_.bodies.emplace_back(common);
            body.name += built.shapes.size() > 1 ? "#" + std::to_string(i + 1) : "";
            body.shape = std::move(built.shapes[i].shape);
            body.material = built.shapes[i].material;
            summary.type = shapeTypeOf(body.shape);
        }
        if (built.arePieces) {
            summary.pieces = node.report.pieces;
            summary.pieces.count = static_cast<std::uint32_t>(summary.bodies);
        } else if (summary.bodies > 0 && common.requestedType == ShapeType::TriangleMesh) {
            node.report.warnings.push_back(meshReplacedByHull(node.role.source, isDynamic(node)));
        }
        return summary;
    }

    /// Adds the bodies of a node that collides by its name, or without a collision name.
    void addNamedBodies(std::uint32_t k, const WeldedMesh& surface) {
        NodeState& node = nodes_[k];
        NodeState* const seen = node.role.renderNode ? &nodes_[*node.role.renderNode] : nullptr;
        CollisionBody common = commonBody(node, node.role.motion);
        common.name = node.role.bodyName;
        common.requestedType = node.role.wanted;
        const ColliderRequest request =
            requestByName(node.role, model_.report.metersPerUnit, isDynamic(node), options_);
        const ColliderSummary summary =
            add(node, common, buildBodies(surface, request, options_, node.report));
        node.report.summary =
            bodySummary(summary, node.role.source, seen != &node, seen != nullptr ? seen->name : "");
        if (summary.isEmpty()) {
            return;
        }
        if (seen != nullptr && seen != &node) {
            seen->collisionMeshes.push_back(node.name);
        }
        if (node.role.missesRenderMesh) {
            const std::string source(toString(node.role.source));
            warn(node.report, WarningCode::NoRenderMesh,
                 "names no mesh of this file: it collides without a render mesh. " +
                     (isUnreal(node.role.source)
                          ? "After " + source +
                                " write the exact name of the mesh, then _01, _02 if it has several hulls"
                          : "Before " + source +
                                " write the exact name of the mesh; if it has several, end the others with " +
                                source + ".001, .002"));
        }
    }

    void addDeclaredBodies(std::uint32_t k) {
        NodeState& node = nodes_[k];
        const NodePhysics& physics = scene_.nodes[k].physics;
        const bool hasSolid = std::ranges::any_of(
            physics.colliders, [](const DeclaredCollider& collider) { return !collider.trigger; });
        const MotionType motion = node.rigidBody ? MotionType::Unspecified : MotionType::Static;
        std::vector<ColliderBodies> built =
            buildDeclaredBodies(scene_, scene_.nodes[k], node.toModel, isDynamic(node),
                                model_.report.metersPerUnit, options_, node.report);
        std::vector<ColliderSummary> summaries;
        for (const bool areMeshes : {false, true}) {  // convex bodies first
            for (std::size_t i = 0; i < built.size(); ++i) {
                if (built[i].isEmpty() || built[i].triangleMesh.has_value() != areMeshes) {
                    continue;
                }
                const DeclaredCollider& collider = physics.colliders[i];
                CollisionBody common = commonBody(node, motion);
                common.name = node.name + (collider.trigger && hasSolid ? "#trigger" : "");
                common.requestedType = requestedTypeOf(collider.shape);
                common.physicsMaterial = collider.physicsMaterial;
                common.filter = collider.filter;
                if (collider.trigger) {
                    const bool isOwn = *collider.trigger == Node::kNoParent;
                    common.trigger = isOwn ? node.modelNode : nodes_[*collider.trigger].modelNode;
                }
                summaries.push_back(add(node, common, std::move(built[i])));
            }
        }
        node.report.summary = declaredSummary(summaries, node.role.source);
    }

    const Scene& scene_;
    const ImportOptions& options_;
    std::vector<NodeState> nodes_;
    ImportedModel model_;
};

}  // namespace

Result<ImportedModel, ImportError> buildModel(const Scene& scene, const std::filesystem::path& file,
                                              const ImportOptions& options, const Deadline& deadline) {
    bool isCanceled = false, isLate = false;
    ImportOptions stoppable = options;
    stoppable.pieces.progress = [&](double share) {
        isCanceled = isCanceled || (options.pieces.progress && !options.pieces.progress(share));
        isLate = isLate || deadline.passed();
        return !isCanceled && !isLate;
    };
    ModelBuilder builder(scene, file, stoppable);
    const auto refused = [&](Code code, const std::string& message, const std::string& node,
                             ImportReport&& report) {
        Unexpected<ImportError> unexpected = failure(code, file, message, node);
        unexpected.error.report = std::move(report);
        return unexpected;
    };
    if (const std::uint64_t shown = verticesShown(scene); shown > options.maxVertices) {
        return refused(Code::LimitExceeded,
                       "has " + std::to_string(shown) +
                           " vertices, more than maxVertices = " + std::to_string(options.maxVertices),
                       "", builder.finish().report);
    }
    for (const std::uint32_t node : builder.order()) {
        isLate = isLate || deadline.passed();
        if (!isLate) {
            builder.build(node);
        }
        const std::string& name = scene.nodes[node].name;
        const std::string place = ", at node \"" + name + "\"";
        if (isCanceled) {
            return refused(Code::Canceled, "canceled by the callback" + place, name, builder.finish().report);
        }
        if (isLate) {
            return refused(Code::LimitExceeded,
                           "takes longer than maxSeconds = " + formatNumber(options.maxSeconds) + place, name,
                           builder.finish().report);
        }
    }
    ImportedModel model = builder.finish();
    if (model.bodies.empty() && model.meshes.empty()) {
        const auto warned = std::ranges::find_if(
            model.report.nodes, [](const NodeReport& node) { return !node.warnings.empty(); });
        return refused(Code::NoColliders, noCollidersMessage(model.report),
                       warned == model.report.nodes.end() ? "" : warned->name, std::move(model.report));
    }
    return model;
}

}  // namespace sat3d::SAT3D_ABI::importing
