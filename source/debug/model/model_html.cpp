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

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sat3d::inline SAT3D_ABI {
namespace {

using namespace debug;

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
    return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

std::string kindInWords(const ConvexShape& shape) {
    switch (kindOf(shape)) {
        case ShapeKind::Box:
            return "box";
        case ShapeKind::Sphere:
            return "sphere";
        case ShapeKind::Capsule:
            return "capsule";
        default:
            return "hull";
    }
}

std::string wordsFor(const ConvexShape& shape) {
    if (const auto* hull = std::get_if<ConvexHull>(&shape)) {
        return kindInWords(shape) + ", " + counted(hull->vertices().size(), "corner", "corners") + ", " +
               counted(hull->faces().size(), "face", "faces");
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return kindInWords(shape) + ", radius " + describeLength(static_cast<double>(sphere->radius));
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return kindInWords(shape) + ", radius " + describeLength(static_cast<double>(capsule->radius)) +
               ", " + describeLength(static_cast<double>(glm::distance(capsule->start, capsule->end))) +
               " between centres";
    }
    return kindInWords(shape);
}

std::string inWords(const glm::dvec3& size) {
    return significant(size.x, 4) + " × " + significant(size.y, 4) + " × " + significant(size.z, 4) + " m";
}

/// Along its own axes for a box, else along the model's.
std::string sizeOf(const ConvexShape& shape) {
    const Aabb box = bounds(shape, Pose{});
    const auto* own = std::get_if<Box>(&shape);
    return inWords(own != nullptr ? 2.0f * own->halfExtents : box.upper - box.lower);
}

std::string sizeOf(const TriangleMesh& mesh) {
    const Aabb box = bounds(mesh, RigidTransform{});
    return inWords(box.upper - box.lower);
}

/// From the root down to the node.
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
        : model_(model), options_(options), remarkOf_(model.nodes.size()), drawn_(model.nodes.size()) {
        for (const NodeRemark& remark : options.remarks) {
            if (remark.node < model.nodes.size()) {
                remarkOf_[remark.node] = &remark;
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
        for (const NodeMesh& mesh : options_.meshes) {
            if (mesh.node >= model_.nodes.size() || !isDrawable(mesh)) {
                continue;
            }
            if (corners + mesh.mesh.corners.size() > options_.maxMeshCorners) {
                tooLarge_ += (tooLarge_.empty() ? "" : ", ") + model_.nodes[mesh.node].name;
                continue;
            }
            corners += mesh.mesh.corners.size();
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
        for (const std::string& fact : options_.facts) {
            html_.text("p", {{"class", "fact"}}, fact);
        }
        std::size_t warnings = 0;
        for (const NodeRemark* remark : remarkOf_) {
            warnings += remark != nullptr ? remark->warnings.size() : 0;
        }
        html_.open("p", {{"class", "sum"}});
        html_.text("b", {}, counted(model_.bodies.size(), "body", "bodies"));
        if (!model_.surfaces.empty()) {
            html_.text(" and ");
            html_.text("b", {}, counted(model_.surfaces.size(), "triangle mesh", "triangle meshes"));
        }
        html_.text(" on " + counted(model_.nodes.size(), "node", "nodes"));
        if (warnings > 0) {
            html_.text("span", {{"class", "warns"}}, counted(warnings, "warning", "warnings"));
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
        for (const CollisionSurface& surface : model_.surfaces) {
            drawSurface(index++, surface);
            drawWarningsOnce(surface.node);
        }
        html_.close();
        html_.close();
    }

    void drawBody(std::uint32_t index, const CollisionBody& body) {
        openRow(index, body);
        drawDetail("shape", wordsFor(body.shape));
        if (body.wanted != kindOf(body.shape)) {
            drawDetail("asked for", std::string(toString(body.wanted)));
        }
        drawDetail("size", sizeOf(body.shape));
        drawDetail("volume", significant(massProperties(body.shape).volume, 4) + " m³");
        if (body.motion != Motion::Unstated) {
            drawDetail("motion", body.motion == Motion::Static      ? "static"
                                 : body.motion == Motion::Kinematic ? "moved by the game"
                                                                    : "moves");
        }
        if (!model_.material(body.material).empty()) {
            drawDetail("material", model_.material(body.material));
        }
        closeRow(body, kindInWords(body.shape), sizeOf(body.shape),
                 significant(massProperties(body.shape).volume, 4));
    }

    void drawSurface(std::uint32_t index, const CollisionSurface& surface) {
        const bool isMoved = surface.rigidBody.has_value() &&
                             model_.rigidBodies[*surface.rigidBody].motion == Motion::Kinematic;
        openRow(index, surface);
        drawDetail("shape", "triangle mesh, " + counted(surface.mesh.vertices().size(), "corner", "corners") +
                                ", " + counted(surface.mesh.triangleCount(), "triangle", "triangles"));
        drawDetail("size", sizeOf(surface.mesh));
        drawDetail("motion", isMoved ? "moved by the game" : "static");
        closeRow(surface, "mesh", sizeOf(surface.mesh), "");
    }

    /// A row with the details that bodies and surfaces have in common; more may follow.
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
        if (const NodeRemark* remark = remarkOf_[collider.node];
            remark != nullptr && !remark->outcome.empty()) {
            drawDetail("outcome", remark->outcome);
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
        const NodeRemark* const remark = remarkOf_[node];
        if (remark == nullptr || remark->warnings.empty()) {
            return;
        }
        html_.open("tr", {{"class", "warning"}, {"data-node", std::to_string(node)}});
        html_.open("td", {{"colspan", "4"}});
        for (const std::string& warning : remark->warnings) {
            html_.text("p", {}, warning);
        }
        html_.close();
        html_.close();
    }

    /// What is seen only, left out, or too flat for a body.
    void drawOtherNodes() {
        const auto isOther = [&](std::uint32_t node) { return remarkOf_[node] != nullptr && !drawn_[node]; };
        bool any = false;
        for (std::uint32_t node = 0; node < model_.nodes.size(); ++node) {
            any = any || isOther(node);
        }
        if (!any) {
            return;
        }
        html_.text("h2", {}, "Meshes without a body of their own");
        html_.open("table", {{"id", "others"}});
        html_.open("tbody");
        for (std::uint32_t node = 0; node < model_.nodes.size(); ++node) {
            if (isOther(node)) {
                html_.open("tr", {{"data-node", std::to_string(node)}});
                html_.text("td", {{"class", "name"}}, model_.nodes[node].name);
                html_.text("td", {}, remarkOf_[node]->outcome);
                html_.close();
                drawWarnings(node);
            }
        }
        html_.close();
        html_.close();
    }

    void drawNotes() {
        std::vector<std::string> notes = options_.notes;
        if (!tooLarge_.empty()) {
            notes.push_back("Not drawn, as together they have more than " +
                            std::to_string(options_.maxMeshCorners) + " corners: " + tooLarge_);
        }
        if (notes.empty()) {
            return;
        }
        html_.text("h2", {}, "Notes");
        for (const std::string& note : notes) {
            html_.text("p", {{"class", "note"}}, note);
        }
    }

    /// What the colours of faces mean, and their names for the program, which has none of its own.
    void drawMaterials() {
        html_.open("ol", {{"id", "materials"}, {"hidden", ""}});
        for (const std::string& material : model_.materials) {
            html_.text("li", {}, material);
        }
        html_.close();
    }

    const CollisionModel& model_;
    const ModelDrawingOptions& options_;
    std::vector<const NodeRemark*> remarkOf_;  // per node
    std::vector<bool> drawn_;                  // per node: its warnings stand in the table
    std::vector<const NodeMesh*> meshes_;      // that are drawn
    std::string tooLarge_;                     // names of those that are not
    MarkupWriter html_;
};

}  // namespace

std::string drawModelHtml(const CollisionModel& model, const ModelDrawingOptions& options) {
    return ModelPage(model, options).draw();
}

}  // namespace sat3d::inline SAT3D_ABI
