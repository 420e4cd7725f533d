#include "import/model_builder.hpp"

#include "core/figures.hpp"
#include "import/body.hpp"
#include "import/declared_bodies.hpp"
#include "import/frame.hpp"
#include "import/node_decisions.hpp"
#include "import/node_walk.hpp"
#include "import/outcome.hpp"
#include "import/source_file.hpp"
#include "import/surface.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;
using Warning = NodeReport::Warning;

ImportReport reportOf(const std::filesystem::path& file, const Scene& scene, const Frame& frame) {
    ImportReport report;
    report.file = file;
    report.format = scene.formatName;
    report.generator = scene.generator;
    report.metresPerUnit = frame.metresPerUnit;
    report.unitSource = frame.unitSource;
    report.sourceUp = frame.sourceUp;
    report.upSource = frame.upSource;
    report.notes = scene.notes;
    report.notes.insert(report.notes.end(), frame.notes.begin(), frame.notes.end());
    return report;
}

/// Builds the bodies of one scene, one node at a time.
class ModelBuilder {
public:
    ModelBuilder(const Scene& scene, const std::filesystem::path& file, const ImportOptions& options)
        : scene_(scene),
          options_(options),
          frame_(resolveFrame(scene, options)),
          world_(worldMatrices(scene)),
          names_(namedNodes(scene, file.stem().string())),
          decisions_(decisionsOf(scene, names_, options)),
          reportOf_(scene.nodes.size()),
          collidesFor_(scene.nodes.size()),
          modelNodeOf_(scene.nodes.size()),
          rigidBodyOf_(scene.nodes.size()) {
        model_.report = importing::reportOf(file, scene, frame_);
        model_.up = options.up;
        model_.materials = scene.materials;
        model_.physicsMaterials = scene.physics.materials;
        model_.filters = scene.physics.filters;
        addModelNodes();
        addRigidBodies();
        addReportLines();
    }

    /// Collision meshes and nodes that collide themselves first: whether a mesh that is only seen needs a
    /// body after all is known when its collision meshes are built.
    [[nodiscard]] std::vector<std::uint32_t> order() const {
        std::vector<std::uint32_t> nodes;
        for (const NodeRole role : {NodeRole::Body, NodeRole::RenderOnly, NodeRole::Dropped}) {
            for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node) {
                if (hasLine(node) && decisions_[node].role == role) {
                    nodes.push_back(node);
                }
            }
        }
        return nodes;
    }

    void build(std::uint32_t node) {
        NameDecision& decision = decisions_[node];
        if (decision.role == NodeRole::Dropped) {
            return reportDropped(node);
        }
        const bool isDeclared = scene_.physics.hasColliders;
        if (decision.role == NodeRole::RenderOnly && collidesFor_[node].empty() && !isDeclared) {
            decision.role = NodeRole::Body;
        }
        const glm::dmat4 toModel = frame_.worldToModel * world_[node];
        NodeResult result = isDeclared && decision.role == NodeRole::Body ? buildDeclared(node, toModel)
                                                                          : buildNamed(node, toModel);
        if (result.mesh.faceCount() > 0) {
            model_.meshes.push_back({*modelNodeOf_[node], std::move(result.mesh)});
        }
        NodeReport& report = lineOf(node);
        result.report.name = std::move(report.name);
        result.report.path = std::move(report.path);
        result.report.node = report.node;
        result.report.rule = decision.rule;
        result.report.role = decision.role;
        report = std::move(result.report);
        if (decision.role == NodeRole::RenderOnly) {
            report.outcome = isDeclared ? outcomeBesideDeclared() : outcomeOfRenderMesh(collidesFor_[node]);
        } else if (isDeclared) {
            addDeclaredBodies(node, std::move(result));
        } else {
            addBodies(node, std::move(result));
        }
    }

    /// The model, its bodies in the file's order.
    ImportedModel finish() {
        std::ranges::stable_sort(model_.bodies, {}, &CollisionBody::node);  // nodes stand in the file's order
        std::ranges::stable_sort(model_.surfaces, {}, &CollisionSurface::node);
        std::ranges::stable_sort(model_.meshes, {}, &NodeMesh::node);
        return std::move(model_);
    }

private:
    /// All but the helpers, which stand for steps of other nodes' transforms.
    void addModelNodes() {
        for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node) {
            const std::uint32_t parent = scene_.nodes[node].parent;
            const bool isRoot = parent == Node::kNoParent;
            if (scene_.nodes[node].isHelper && scene_.nodes[node].meshes.empty()) {
                modelNodeOf_[node] = isRoot ? std::nullopt : modelNodeOf_[parent];
                continue;
            }
            model_.nodes.push_back({names_[node].name, isRoot ? std::nullopt : modelNodeOf_[parent],
                                    pivotOf(frame_.worldToModel * world_[node]),
                                    scene_.nodes[node].properties});
            modelNodeOf_[node] = static_cast<std::uint32_t>(model_.nodes.size() - 1);
        }
    }

    /// Parts that move as one: each node belongs to the nearest rigid body at or above it.
    void addRigidBodies() {
        for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node) {
            const std::uint32_t parent = scene_.nodes[node].parent;
            rigidBodyOf_[node] = parent == Node::kNoParent ? std::nullopt : rigidBodyOf_[parent];
            if (!scene_.nodes[node].physics.rigidBody) {
                continue;
            }
            std::optional<RigidBody> body = inModel(*scene_.nodes[node].physics.rigidBody,
                                                    frame_.worldToModel * world_[node], frame_.metresPerUnit);
            if (!body) {
                model_.report.notes.push_back(
                    "node \"" + names_[node].name +
                    "\": its motion is left out, for its figures become too large in "
                    "the model's frame. Check them and the node's scale");
                continue;
            }
            body->node = *modelNodeOf_[node];
            rigidBodyOf_[node] = static_cast<std::uint32_t>(model_.rigidBodies.size());
            model_.rigidBodies.push_back(*body);
        }
    }

    /// Whether the report tells of the node.
    [[nodiscard]] bool hasLine(std::uint32_t node) const {
        return !scene_.nodes[node].meshes.empty() ||
               (scene_.physics.hasColliders && scene_.nodes[node].physics.saysCollision());
    }

    void addReportLines() {
        for (std::uint32_t node = 0; node < scene_.nodes.size(); ++node) {
            noteFaults(node);
            if (!hasLine(node)) {
                noteRuleWithoutMesh(node);
                continue;
            }
            reportOf_[node] = static_cast<std::uint32_t>(model_.report.nodes.size());
            NodeReport& report = model_.report.nodes.emplace_back();
            report.name = names_[node].name;
            report.node = *modelNodeOf_[node];
            report.path = pathOf(scene_, node);
            report.rule = decisions_[node].rule;
            report.role = decisions_[node].role;
        }
    }

    /// What would not show, where no collider is left to tell of it.
    void noteFaults(std::uint32_t node) {
        if (!scene_.physics.hasColliders) {
            for (const std::string& fault : scene_.nodes[node].physics.faults) {
                model_.report.notes.push_back("node \"" + names_[node].name + "\": " + fault);
            }
        }
    }

    void noteRuleWithoutMesh(std::uint32_t node) {
        const NameDecision& decision = decisions_[node];
        if (decision.role != NodeRole::Dropped && asksForBody(decision.rule)) {
            model_.report.notes.push_back("node \"" + names_[node].name +
                                          "\" has no mesh: " + std::string(toString(decision.rule)) +
                                          " gives no body there. Put the name on the mesh object");
        }
    }

    [[nodiscard]] NodeReport& lineOf(std::uint32_t node) { return model_.report.nodes[reportOf_[node]]; }

    /// Moves by itself, as surfaces do not.
    [[nodiscard]] bool isDynamic(std::uint32_t node) const {
        return rigidBodyOf_[node] && model_.rigidBodies[*rigidBodyOf_[node]].motion == Motion::Dynamic;
    }

    [[nodiscard]] NodeResult buildNamed(std::uint32_t node, const glm::dmat4& toModel) const {
        Treatment treatment = treatmentByName(decisions_[node], isDynamic(node), options_);
        treatment.metresPerUnit = frame_.metresPerUnit;
        return buildBodies(scene_, placedMeshes(scene_.nodes[node]), toModel, treatment, options_);
    }

    [[nodiscard]] NodeResult buildDeclared(std::uint32_t node, const glm::dmat4& toModel) const {
        return buildDeclaredBodies(scene_, scene_.nodes[node], toModel, isDynamic(node), frame_.metresPerUnit,
                                   options_);
    }

    void reportDropped(std::uint32_t node) {
        const NameDecision& decision = decisions_[node];
        NodeReport& report = lineOf(node);
        if (decision.bodyName.empty() && decision.droppedBy == node) {
            report.warnings.push_back(
                {Warning::Code::Skipped, "has no name but " + std::string(toString(decision.rule)) +
                                             ": no body. Write a name before the suffix"});
        }
        const std::uint32_t by = decision.droppedBy.value_or(node);
        report.outcome =
            outcomeOfDropped(decisions_[by].rule, by == node ? std::string_view() : names_[by].name);
    }

    /// What bodies and surfaces have in common.
    template <class Collider>
    void place(std::uint32_t node, Collider& collider) const {
        collider.node = *modelNodeOf_[node];
        if (const auto seen = decisions_[node].renderNode) {
            collider.renderNode = modelNodeOf_[*seen];
        }
        collider.rigidBody = rigidBodyOf_[node];
    }

    void addBodies(std::uint32_t node, NodeResult&& result) {
        std::vector<NodeResult::Shape>& shapes = result.shapes;
        const NameDecision& decision = decisions_[node];
        NodeReport& report = lineOf(node);
        const ShapeKind kind = !result.surfaces.empty() ? ShapeKind::TriangleMesh
                               : !shapes.empty()        ? kindOf(shapes.front().shape)
                                                        : ShapeKind::ConvexHull;
        for (NodeResult::Mesh& surface : result.surfaces) {
            place(node,
                  model_.surfaces.emplace_back(CollisionSurface{decision.bodyName, std::move(surface.mesh)}));
        }
        for (std::size_t k = 0; k < shapes.size(); ++k) {
            const std::string part = shapes.size() > 1 ? "#" + std::to_string(k + 1) : "";
            CollisionBody body{decision.bodyName + part, std::move(shapes[k].shape)};
            place(node, body);
            body.wanted = decision.wanted;
            body.material = shapes[k].material;
            body.motion = decision.motion;
            if (body.rigidBody && body.motion == Motion::Unstated) {
                body.motion = model_.rigidBodies[*body.rigidBody].motion;
            }
            model_.bodies.push_back(std::move(body));
        }
        const bool isCollisionMesh = decision.renderNode != node;
        if (isCollisionMesh && decision.renderNode && !result.isEmpty()) {
            collidesFor_[*decision.renderNode].push_back(names_[node].name);
        }
        report.outcome =
            outcomeOfBody({decision.rule, shapes.size(), report.pieces, kind, report.triangles,
                           isCollisionMesh, decision.renderNode ? names_[*decision.renderNode].name : ""});
        if (result.isEmpty()) {
            return;
        }
        const std::string rule(toString(decision.rule));
        if (decision.wanted == ShapeKind::TriangleMesh && report.pieces.count == 0 && !shapes.empty()) {
            report.warnings.push_back(hullForMesh(decision.rule, isDynamic(node)));
        }
        if (decision.missesRenderMesh) {
            report.warnings.push_back({Warning::Code::NoRenderMesh,
                                       "names no mesh of this file: it collides, but for no mesh. After " +
                                           rule + " goes the exact name of the mesh, then perhaps _01, _02"});
        }
    }

    /// What the file declares of a collider beside its shape.
    template <class Collider>
    void placeDeclared(std::uint32_t node, const DeclaredCollider& declared, bool hasSolid,
                       Collider& collider) const {
        place(node, collider);
        collider.name = names_[node].name + (declared.trigger && hasSolid ? "#trigger" : "");
        collider.physicsMaterial = declared.physicsMaterial;
        collider.filter = declared.filter;
        if (declared.trigger) {
            const std::uint32_t whole = *declared.trigger;
            collider.trigger = modelNodeOf_[whole == Node::kNoParent ? node : whole];
        }
    }

    /// One collider: a body, or the pieces of a mesh taken apart.
    DeclaredOutcome addDeclaredBody(std::uint32_t node, bool hasSolid, std::span<NodeResult::Shape> shapes) {
        const NodePhysics& physics = scene_.nodes[node].physics;
        const DeclaredCollider& collider = physics.colliders[shapes.front().collider];
        DeclaredOutcome outcome{kindOf(shapes.front().shape), 0, {}, collider.trigger.has_value()};
        for (std::size_t k = 0; k < shapes.size(); ++k) {
            CollisionBody body{"", std::move(shapes[k].shape)};
            placeDeclared(node, collider, hasSolid, body);
            body.name += shapes.size() > 1 ? "#" + std::to_string(k + 1) : "";
            body.wanted = wantedKind(collider.shape);
            body.material = shapes[k].material;
            body.motion = body.rigidBody ? model_.rigidBodies[*body.rigidBody].motion : Motion::Static;
            model_.bodies.push_back(std::move(body));
        }
        if (shapes.front().isPiece) {
            outcome.pieces = lineOf(node).pieces;
            outcome.pieces.count = static_cast<std::uint32_t>(shapes.size());
        } else if (wantedKind(collider.shape) == ShapeKind::TriangleMesh) {
            lineOf(node).warnings.push_back(hullForMesh(physics.rule, isDynamic(node)));
        }
        return outcome;
    }

    void addDeclaredBodies(std::uint32_t node, NodeResult&& result) {
        const NodePhysics& physics = scene_.nodes[node].physics;
        const bool hasSolid = std::ranges::any_of(
            physics.colliders, [](const DeclaredCollider& collider) { return !collider.trigger; });
        std::vector<DeclaredOutcome> outcomes;
        for (auto first = result.shapes.begin(); first != result.shapes.end();) {
            const auto last = std::find_if(first, result.shapes.end(), [&](const NodeResult::Shape& shape) {
                return shape.collider != first->collider;
            });
            outcomes.push_back(addDeclaredBody(node, hasSolid, std::span(first, last)));
            first = last;
        }
        for (NodeResult::Mesh& surface : result.surfaces) {
            CollisionSurface& added =
                model_.surfaces.emplace_back(CollisionSurface{"", std::move(surface.mesh)});
            placeDeclared(node, physics.colliders[surface.collider], hasSolid, added);
            outcomes.push_back(
                {ShapeKind::TriangleMesh, added.mesh.triangleCount(), {}, added.trigger.has_value()});
        }
        lineOf(node).outcome = outcomeOfDeclared(outcomes, physics.rule);
    }

    const Scene& scene_;
    const ImportOptions& options_;
    Frame frame_;
    std::vector<glm::dmat4> world_;
    std::vector<NamedNode> names_;
    std::vector<NameDecision> decisions_;
    std::vector<std::uint32_t> reportOf_;                // per node with a mesh: its line in the report
    std::vector<std::vector<std::string>> collidesFor_;  // per node: collision meshes that gave bodies for it
    std::vector<std::optional<std::uint32_t>> modelNodeOf_;  // per node: its own, of a helper the one above
    std::vector<std::optional<std::uint32_t>> rigidBodyOf_;  // per node: that it is a part of
    ImportedModel model_;
};

}  // namespace

Result<ImportedModel, ImportError> buildModel(const Scene& scene, const std::filesystem::path& file,
                                              const ImportOptions& options, const Deadline& deadline) {
    bool isCancelled = false, isCutShort = false;
    ImportOptions stoppable = options;
    stoppable.pieces.progress = [&](double share) {
        isCancelled = isCancelled || (options.pieces.progress && !options.pieces.progress(share));
        isCutShort = isCutShort || deadline.passed();
        return !isCancelled && !isCutShort;
    };
    ModelBuilder builder(scene, file, stoppable);
    const auto refused = [&](Code code, std::string message) {
        Unexpected<ImportError> unexpected = failure(code, file, std::move(message));
        unexpected.error.report = builder.finish().report;
        return unexpected;
    };
    if (const std::uint64_t shown = verticesShown(scene); shown > options.maxVertices) {
        return refused(Code::LimitExceeded,
                       "has " + std::to_string(shown) +
                           " vertices, more than maxVertices = " + std::to_string(options.maxVertices));
    }
    for (const std::uint32_t node : builder.order()) {
        const bool isLate = deadline.passed();
        if (!isLate) {
            builder.build(node);
        }
        if (isCancelled) {
            return refused(Code::Cancelled,
                           "cancelled by the callback, at node \"" + scene.nodes[node].name + "\"");
        }
        if (isCutShort || isLate) {
            return refused(Code::LimitExceeded,
                           "takes longer than maxSeconds = " + figure(options.maxSeconds) + ", at node \"" +
                               scene.nodes[node].name + "\"");
        }
    }
    ImportedModel model = builder.finish();
    if (model.bodies.empty() && model.surfaces.empty()) {
        Unexpected<ImportError> unexpected =
            failure(Code::NothingToCollide, file, nothingToCollide(model.report));
        unexpected.error.report = std::move(model.report);
        return unexpected;
    }
    return model;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
