#include "core/format_numbers.hpp"
#include "core/readable_text.hpp"
#include "debug/html/html_page.hpp"
#include "debug/html/markup_writer.hpp"
#include "debug/model/model_controls_html.hpp"
#include "debug/model/model_json.hpp"
#include "debug/model/model_page_css.hpp"
#include "debug/model/model_page_js.hpp"
#include "debug/model/model_painter_js.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/model_drawing.hpp>

#include <glm/geometric.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sat3d::SAT3D_ABI {
namespace {

using namespace debug;

std::string_view typeName(const ConvexShape& shape) {
    constexpr std::string_view kNames[] = {"sphere", "capsule", "box", "hull"};
    return kNames[shape.index()];
}

std::string describeShape(const ConvexShape& shape) {
    if (const auto* hull = std::get_if<ConvexHull>(&shape)) {
        return "hull, " + formatCount(hull->vertices().size(), "vertex", "vertices") + ", " +
               formatCount(hull->faces().size(), "face", "faces");
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return "sphere, radius " + describeLength(static_cast<double>(sphere->radius));
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return "capsule, radius " + describeLength(static_cast<double>(capsule->radius)) + ", " +
               describeLength(static_cast<double>(glm::distance(capsule->start, capsule->end))) +
               " between centers";
    }
    return "box";
}

std::string describeSize(const glm::dvec3& size) {
    return significant(size.x, 4) + " × " + significant(size.y, 4) + " × " + significant(size.z, 4) + " m";
}

/// Returns the size of a box along its own axes, and of other shapes along the model's axes.
std::string sizeOf(const ConvexShape& shape) {
    const Aabb box = bounds(shape, Pose{});
    const auto* own = std::get_if<Box>(&shape);
    return describeSize(own != nullptr ? 2.0f * own->halfExtents : box.upper - box.lower);
}

std::string sizeOf(const TriangleMesh& mesh) {
    const Aabb box = bounds(mesh, RigidTransform{});
    return describeSize(box.upper - box.lower);
}

/// Returns the names from the root to the node.
std::string pathOf(const CollisionModel& model, std::uint32_t node) {
    std::vector<std::string_view> names{model.nodes[node].name};
    for (auto parent = model.nodes[node].parent; parent; parent = model.nodes[*parent].parent) {
        names.emplace_back(model.nodes[*parent].name);
    }
    return nodePath(names, " / ");
}

class ModelPage {
public:
    ModelPage(const CollisionModel& model, const ModelDrawingOptions& options)
        : model_(model), options_(options), annotationOf_(model.nodes.size()), drawn_(model.nodes.size()) {
        for (const NodeAnnotation& annotation : options.annotations) {
            if (annotation.node < model.nodes.size()) {
                annotationOf_[annotation.node] = &annotation;
            }
        }
        chooseMeshes();
    }

    std::string draw() {
        openPage(html_, options_.title, kModelPageCss);
        drawStage();
        html_.open("aside");
        drawHeading();
        drawBodies();
        drawOtherNodes();
        drawNotes();
        html_.close();
        closePage(html_, modelJson(model_, meshes_, options_.up),
                  std::string(kModelPainterJs).append(kModelPageJs));
        return html_.take();
    }

private:
    void chooseMeshes() {
        std::size_t corners = 0;
        for (const RenderMesh& mesh : options_.meshes) {
            if (mesh.node >= model_.nodes.size() || !isDrawable(mesh)) {
                continue;
            }
            if (corners + mesh.mesh.indices.size() > options_.maxMeshCorners) {
                tooLarge_ += (tooLarge_.empty() ? "" : ", ") + model_.nodes[mesh.node].name;
                continue;
            }
            corners += mesh.mesh.indices.size();
            meshes_.push_back(&mesh);
        }
    }

    void drawStage() {
        html_.open("main");
        html_.text("canvas", {{"id", "space"}, {"tabindex", "0"}}, "");
        html_.raw(kModelControlsHtml);
        drawMaterials();
        html_.open("div", {{"id", "card"}, {"hidden", ""}});
        html_.close();
        html_.close();
    }

    void drawHeading() {
        html_.text("h1", {}, options_.title);
        for (const std::string& line : options_.headerLines) {
            html_.text("p", {{"class", "fact"}}, line);
        }
        std::size_t warnings = 0;
        for (const NodeAnnotation* annotation : annotationOf_) {
            warnings += annotation != nullptr ? annotation->warnings.size() : 0;
        }
        html_.open("p", {{"class", "sum"}});
        html_.text("b", {}, formatCount(model_.bodies.size(), "body", "bodies"));
        if (!model_.meshes.empty()) {
            html_.text(" and ");
            html_.text("b", {}, formatCount(model_.meshes.size(), "triangle mesh", "triangle meshes"));
        }
        html_.text(" on " + formatCount(model_.nodes.size(), "node", "nodes"));
        if (warnings > 0) {
            html_.text("span", {{"class", "warns"}}, formatCount(warnings, "warning", "warnings"));
        }
        html_.close();
    }

    void drawBodies() {
        html_.open("table", {{"id", "bodies"}});
        html_.raw("<thead><tr><th>body</th><th>shape</th><th>size</th><th>m³</th></tr></thead>\n");
        html_.open("tbody");
        std::uint32_t index = 0;
        for (const CollisionBody& body : model_.bodies) {
            drawBody(index++, body);
            drawWarningsOnce(body.node);
        }
        for (const CollisionMesh& mesh : model_.meshes) {
            drawMesh(index++, mesh);
            drawWarningsOnce(mesh.node);
        }
        html_.close();
        html_.close();
    }

    void drawBody(std::uint32_t index, const CollisionBody& body) {
        openRow(index, body);
        drawDetail("shape", describeShape(body.shape));
        if (body.requestedType != shapeTypeOf(body.shape)) {
            drawDetail("requested", std::string(toString(body.requestedType)));
        }
        drawDetail("size", sizeOf(body.shape));
        drawDetail("volume", significant(massProperties(body.shape).volume, 4) + " m³");
        if (body.motion != MotionType::Unspecified) {
            drawDetail("motion", body.motion == MotionType::Static      ? "static"
                                 : body.motion == MotionType::Kinematic ? "moved by the game"
                                                                        : "moves");
        }
        if (!model_.material(body.material).empty()) {
            drawDetail("material", model_.material(body.material));
        }
        closeRow(body, typeName(body.shape), sizeOf(body.shape),
                 significant(massProperties(body.shape).volume, 4));
    }

    void drawMesh(std::uint32_t index, const CollisionMesh& mesh) {
        const bool isMoved =
            mesh.rigidBody.has_value() && model_.rigidBodies[*mesh.rigidBody].motion == MotionType::Kinematic;
        openRow(index, mesh);
        drawDetail("shape", "triangle mesh, " +
                                formatCount(mesh.mesh.vertices().size(), "vertex", "vertices") + ", " +
                                formatCount(mesh.mesh.triangleCount(), "triangle", "triangles"));
        drawDetail("size", sizeOf(mesh.mesh));
        drawDetail("motion", isMoved ? "moved by the game" : "static");
        closeRow(mesh, "mesh", sizeOf(mesh.mesh), "");
    }

    /// Opens a row with the details common to bodies and meshes; the caller may add more.
    template <class Collider>
    void openRow(std::uint32_t index, const Collider& collider) {
        html_.open("tr", {{"class", "body"}, {"data-body", std::to_string(index)}, {"tabindex", "0"}});
        html_.open("td");
        html_.text("i", {{"class", "swatch"}}, "");
        html_.text("b", {}, collider.name);
        html_.open("dl");
        drawDetail("node", pathOf(model_, collider.node));
        if (collider.renderNode && *collider.renderNode != collider.node) {
            drawDetail("collides for", pathOf(model_, *collider.renderNode));
        }
        if (const NodeAnnotation* annotation = annotationOf_[collider.node];
            annotation != nullptr && !annotation->summary.empty()) {
            drawDetail("outcome", annotation->summary);
        }
    }

    template <class Collider>
    void closeRow(const Collider& collider, std::string_view kind, std::string_view size,
                  std::string_view volume) {
        if (collider.trigger) {
            drawDetail("not solid", "trigger of " + pathOf(model_, *collider.trigger));
        }
        for (const NodeProperty& property : model_.nodes[collider.node].properties) {
            drawDetail(property.key, property.value);
        }
        html_.close();
        html_.close();
        html_.text("td", {}, kind);
        html_.text("td", {{"class", "figures"}}, size);
        html_.text("td", {{"class", "figures"}}, volume);
        html_.close();
    }

    void drawDetail(std::string_view term, std::string_view words) {
        html_.text("dt", {}, term);
        html_.text("dd", {}, words);
    }

    void drawWarningsOnce(std::uint32_t node) {
        if (!drawn_[node]) {
            drawn_[node] = true;
            drawWarnings(node);
        }
    }

    void drawWarnings(std::uint32_t node) {
        const NodeAnnotation* const annotation = annotationOf_[node];
        if (annotation == nullptr || annotation->warnings.empty()) {
            return;
        }
        html_.open("tr", {{"class", "warning"}, {"data-node", std::to_string(node)}});
        html_.open("td", {{"colspan", "4"}});
        for (const std::string& warning : annotation->warnings) {
            html_.text("p", {}, warning);
        }
        html_.close();
        html_.close();
    }

    /// Lists the nodes with an annotation but without a body.
    void drawOtherNodes() {
        std::vector<std::uint32_t> others;
        for (std::uint32_t node = 0; node < model_.nodes.size(); ++node) {
            if (annotationOf_[node] != nullptr && !drawn_[node]) {
                others.push_back(node);
            }
        }
        if (others.empty()) {
            return;
        }
        html_.text("h2", {}, "Meshes without a body");
        html_.open("table", {{"id", "others"}});
        html_.open("tbody");
        for (const std::uint32_t node : others) {
            html_.open("tr", {{"data-node", std::to_string(node)}});
            html_.text("td", {{"class", "name"}}, model_.nodes[node].name);
            html_.text("td", {}, annotationOf_[node]->summary);
            html_.close();
            drawWarnings(node);
        }
        html_.close();
        html_.close();
    }

    void drawNotes() {
        std::vector<std::string> notes = options_.notes;
        if (!tooLarge_.empty()) {
            notes.push_back("Not drawn, because all meshes together have more than " +
                            std::to_string(options_.maxMeshCorners) + " face vertices: " + tooLarge_);
        }
        if (notes.empty()) {
            return;
        }
        html_.text("h2", {}, "Notes");
        for (const std::string& note : notes) {
            html_.text("p", {{"class", "note"}}, note);
        }
    }

    /// Writes the legend of face colors. The script reads the names of the materials from it.
    void drawMaterials() {
        html_.open("ol", {{"id", "materials"}, {"hidden", ""}});
        for (const std::string& material : model_.materials) {
            html_.text("li", {}, material);
        }
        html_.close();
    }

    const CollisionModel& model_;
    const ModelDrawingOptions& options_;
    std::vector<const NodeAnnotation*> annotationOf_;  // per node
    std::vector<bool> drawn_;                          // per node: whether the table has its warnings
    std::vector<const RenderMesh*> meshes_;            // meshes that are drawn
    std::string tooLarge_;                             // names of the meshes that are not drawn
    MarkupWriter html_;
};

}  // namespace

std::string drawModelHtml(const CollisionModel& model, const ModelDrawingOptions& options) {
    return ModelPage(model, options).draw();
}

}  // namespace sat3d::SAT3D_ABI
