// sat3d inspect: what was imported.

#include "commands.hpp"
#include "inspect_physics.hpp"
#include "models.hpp"
#include "output_file.hpp"
#include "terminal.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/model_drawing.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>

namespace sat3d::tool {

namespace {

struct Inspect {
    std::string file;
    std::filesystem::path picture;
    ReadingOptions reading;
    bool json = false;
};

nlohmann::json jsonOf(const NodeReport& node, bool hasBody) {
    nlohmann::json json = {{"name", node.name},
                           {"node", node.node},
                           {"path", node.path},
                           {"body", hasBody},
                           {"rule", toString(node.rule)},
                           {"role", toString(node.role)},
                           {"outcome", node.outcome},
                           {"verticesRead", node.verticesRead},
                           {"verticesWelded", node.verticesWelded},
                           {"facesRead", node.facesRead},
                           {"hullVertices", node.hullVertices},
                           {"hullFaces", node.hullFaces},
                           {"triangles", node.triangles},
                           {"volume", node.volume},
                           {"meshVolume", node.meshVolume},
                           {"minimum", toJson(node.minimum)},
                           {"maximum", toJson(node.maximum)},
                           {"pieces",
                            {{"count", node.pieces.count},
                             {"concavity", node.pieces.concavity},
                             {"uncovered", node.pieces.uncovered}}},
                           {"mirrored", node.mirrored},
                           {"warnings", nlohmann::json::array()}};
    for (const NodeReport::Warning& warning : node.warnings) {
        json["warnings"].push_back({{"code", toString(warning.code)}, {"message", warning.message}});
    }
    return json;
}

nlohmann::json jsonOf(const ConvexShape& shape) {
    nlohmann::json json = {{"kind", toString(kindOf(shape))}};
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        json["center"] = toJson(sphere->center);
        json["radius"] = sphere->radius;
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        json["start"] = toJson(capsule->start);
        json["end"] = toJson(capsule->end);
        json["radius"] = capsule->radius;
    } else if (const auto* box = std::get_if<Box>(&shape)) {
        json["center"] = toJson(box->center);
        json["halfExtents"] = toJson(box->halfExtents);
        json["rotation"] = {box->rotation.x, box->rotation.y, box->rotation.z, box->rotation.w};
    } else {
        const ConvexHull& hull = std::get<ConvexHull>(shape);
        json["vertices"] = hull.vertices().size();
        json["faces"] = hull.faces().size();
    }
    return json;
}

nlohmann::json jsonOf(const CollisionBody& body) {
    nlohmann::json json = {
        {"name", body.name},
        {"node", body.node},
        {"renderNode", body.renderNode ? nlohmann::json(*body.renderNode) : nlohmann::json()},
        {"shape", jsonOf(body.shape)},
        {"wanted", toString(body.wanted)},
        {"motion", toString(body.motion)},
        {"material", body.material},
        {"volume", massProperties(body.shape).volume}};
    addPhysics(body, json);
    return json;
}

nlohmann::json jsonOf(const CollisionSurface& surface) {
    nlohmann::json json = {
        {"name", surface.name},
        {"node", surface.node},
        {"renderNode", surface.renderNode ? nlohmann::json(*surface.renderNode) : nlohmann::json()},
        {"vertices", surface.mesh.vertices().size()},
        {"triangles", surface.mesh.triangleCount()},
        {"sides", surface.mesh.sides() == Sides::Both ? "Both" : "Front"},
        {"solid", surface.mesh.isSolid()}};
    addPhysics(surface, json);
    return json;
}

nlohmann::json jsonOf(const ModelNode& node) {
    const glm::quat& q = node.pivot.rotation;
    nlohmann::json properties = nlohmann::json::object();
    for (const NodeProperty& property : node.properties) {
        properties[property.key] = property.value;
    }
    return {{"name", node.name},
            {"parent", node.parent ? nlohmann::json(*node.parent) : nlohmann::json()},
            {"position", toJson(node.pivot.position)},
            {"rotation", {q.x, q.y, q.z, q.w}},
            {"properties", properties}};
}

std::vector<bool> nodesWithBody(const ImportedModel& model) {
    std::vector<bool> has(model.report.nodes.size());
    for (std::size_t i = 0; i < has.size(); ++i) {
        const std::uint32_t node = model.report.nodes[i].node;
        has[i] = std::ranges::find(model.bodies, node, &CollisionBody::node) != model.bodies.end() ||
                 std::ranges::find(model.surfaces, node, &CollisionSurface::node) != model.surfaces.end();
    }
    return has;
}

nlohmann::json jsonOf(const ImportedModel& model) {
    const ImportReport& report = model.report;
    nlohmann::json json = {{"file", report.file.string()},
                           {"format", report.format},
                           {"generator", report.generator},
                           {"metresPerUnit", report.metresPerUnit},
                           {"unitSource", report.unitSource},
                           {"sourceUp", toString(report.sourceUp)},
                           {"upSource", report.upSource},
                           {"bodies", model.bodies.size()},
                           {"notes", report.notes},
                           {"nodes", nlohmann::json::array()},
                           {"materials", model.materials},
                           {"tree", nlohmann::json::array()},
                           {"shapes", nlohmann::json::array()},
                           {"surfaces", nlohmann::json::array()}};
    addPhysics(model, json);
    for (const ModelNode& node : model.nodes) {
        json["tree"].push_back(jsonOf(node));
    }
    for (const CollisionBody& body : model.bodies) {
        json["shapes"].push_back(jsonOf(body));
    }
    for (const CollisionSurface& surface : model.surfaces) {
        json["surfaces"].push_back(jsonOf(surface));
    }
    const auto hasBody = nodesWithBody(model);
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        json["nodes"].push_back(jsonOf(report.nodes[i], hasBody[i]));
    }
    return json;
}

std::string extents(const NodeReport& node) {
    const glm::vec3 size = node.maximum - node.minimum;
    return fmt::format("{:.4g} x {:.4g} x {:.4g}", size.x, size.y, size.z);
}

void printTable(const ImportedModel& model) {
    using Align = Table::Align;
    Table table({{"node"},
                 {"vertices", Align::Right},
                 {"faces", Align::Right},
                 {"hull V", Align::Right},
                 {"hull F", Align::Right},
                 {"volume m3", Align::Right},
                 {"extents m"},
                 {""}});
    const auto hasBody = nodesWithBody(model);
    for (std::size_t i = 0; i < model.report.nodes.size(); ++i) {
        const NodeReport& node = model.report.nodes[i];
        const bool isPlain = node.rule == NameRule::None && node.role == NodeRole::Body &&
                             node.pieces.count == 0 && node.triangles == 0;
        std::string remark = !hasBody[i] && isPlain ? "no body" : isPlain ? "" : printable(node.outcome);
        remark += node.mirrored ? (remark.empty() ? "mirrored" : ", mirrored") : "";
        if (!node.warnings.empty()) {
            remark += (remark.empty() ? "" : ", ") + std::string("see below");
        }
        table.add({printable(node.name), fmt::format("{} -> {}", node.verticesRead, node.verticesWelded),
                   std::to_string(node.facesRead), std::to_string(node.hullVertices),
                   std::to_string(node.hullFaces), fmt::format("{:.6g}", node.volume), extents(node),
                   remark});
    }
    table.print();
}

std::string dimensions(const Aabb& box) {
    const glm::vec3 size = box.upper - box.lower;
    return fmt::format("{:.4g} x {:.4g} x {:.4g}", size.x, size.y, size.z);
}

/// "trigger of gate, for Wall" behind what is known already.
template <class Collider>
std::string remarkOn(const CollisionModel& model, const Collider& collider, std::string remark) {
    if (collider.trigger) {
        remark += (remark.empty() ? "trigger of " : ", trigger of ") +
                  printable(model.nodes[*collider.trigger].name);
    }
    if (collider.renderNode && *collider.renderNode != collider.node) {
        remark += (remark.empty() ? "for " : ", for ") + printable(model.nodes[*collider.renderNode].name);
    }
    return remark;
}

/// What is left of a model that was baked: its bodies and surfaces.
void printBodies(const CollisionModel& model) {
    using Align = Table::Align;
    Table table({{"body"},
                 {"shape"},
                 {"V", Align::Right},
                 {"F", Align::Right},
                 {"volume m3", Align::Right},
                 {"extents m"},
                 {""}});
    for (const CollisionBody& body : model.bodies) {
        const auto* hull = std::get_if<ConvexHull>(&body.shape);
        const std::string motion = body.motion == Motion::Unstated  ? ""
                                   : body.motion == Motion::Static  ? "static"
                                   : body.motion == Motion::Dynamic ? "moves"
                                                                    : "is moved";
        table.add({printable(body.name), std::string(toString(kindOf(body.shape))),
                   hull != nullptr ? std::to_string(hull->vertices().size()) : "",
                   hull != nullptr ? std::to_string(hull->faces().size()) : "",
                   fmt::format("{:.6g}", massProperties(body.shape).volume),
                   dimensions(bounds(body.shape, Pose{})), remarkOn(model, body, motion)});
    }
    for (const CollisionSurface& surface : model.surfaces) {
        const bool isMoved = surface.rigidBody.has_value() &&
                             model.rigidBodies[*surface.rigidBody].motion == Motion::Kinematic;
        table.add({printable(surface.name), std::string(toString(ShapeKind::TriangleMesh)),
                   std::to_string(surface.mesh.vertices().size()),
                   std::to_string(surface.mesh.triangleCount()), "",
                   dimensions(bounds(surface.mesh, RigidTransform{})),
                   remarkOn(model, surface, isMoved ? "is moved" : "static")});
    }
    table.print();
}

/// Materials and the artist's notes, where there are any.
void printExtras(const CollisionModel& model) {
    std::string materials;
    for (const std::string& material : model.materials) {
        materials += (materials.empty() ? "" : ", ") + printable(material);
    }
    if (!materials.empty()) {
        fmt::print("\nmaterials: {}\n", materials);
    }
    const char* before = "\n";  // one block, as every node may have many
    for (const ModelNode& node : model.nodes) {
        for (const NodeProperty& property : node.properties) {
            fmt::print("{}{}: {} = {}\n", before, printable(node.name), printable(property.key),
                       printable(property.value));
            before = "";
        }
    }
    printPhysics(model);
}

void printBaked(const ImportedModel& model) {
    fmt::print("{}\n", painted(printable(model.report.file.string()), Colour::Bold));
    fmt::print("  baked model, {} of {} nodes\n\n", countsOf(model, "convex body", "convex bodies"),
               model.nodes.size());
    printBodies(model);
    printExtras(model);
}

void printReport(const ImportedModel& model) {
    const ImportReport& report = model.report;
    fmt::print("{}\n", painted(printable(report.file.string()), Colour::Bold));
    fmt::print("  {}{}\n", printable(report.format),
               report.generator.empty() ? "" : ", written by " + printable(report.generator));
    fmt::print("  1 unit = {:.6g} m ({}), {} up in the file ({})\n", report.metresPerUnit, report.unitSource,
               toString(report.sourceUp), report.upSource);
    fmt::print("  {}\n\n", countsOf(model, "convex body", "convex bodies"));
    printTable(model);
    printExtras(model);
    for (const std::string& note : report.notes) {
        fmt::print("\n{} {}\n", painted("note:", Colour::Yellow), printable(note));
    }
    for (const NodeReport& node : report.nodes) {
        for (const NodeReport::Warning& warning : node.warnings) {
            fmt::print("\n{} {}: {} [{}]\n", painted("warning:", Colour::Yellow), printable(node.name),
                       printable(warning.message), toString(warning.code));
        }
    }
}

/// What the page tells beside the model.
ModelDrawingOptions drawingOf(const ImportedModel& model) {
    const ImportReport& report = model.report;
    ModelDrawingOptions drawing;
    drawing.title = report.file.filename().string();
    drawing.up = model.up == UpAxis::Z ? glm::vec3(0.0f, 0.0f, 1.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    drawing.notes = report.notes;
    drawing.meshes = model.meshes;
    if (report.nodes.empty()) {
        drawing.facts = {"baked model"};
        return drawing;
    }
    drawing.facts = {report.format + (report.generator.empty() ? "" : ", written by " + report.generator),
                     fmt::format("1 unit = {:.6g} m ({}), {} up in the file ({})", report.metresPerUnit,
                                 report.unitSource, toString(report.sourceUp), report.upSource)};
    for (const NodeReport& node : report.nodes) {
        NodeRemark& remark = drawing.remarks.emplace_back(NodeRemark{node.node, node.outcome, {}});
        for (const NodeReport::Warning& warning : node.warnings) {
            remark.warnings.push_back(warning.message + " [" + std::string(toString(warning.code)) + "]");
        }
    }
    return drawing;
}

}  // namespace

void addInspect(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand("inspect", "What is in a model file, as collision bodies");
    const auto options = std::make_shared<Inspect>();
    command
        ->add_option("FILE", options->file,
                     "model file: OBJ, glTF, GLB, FBX, Collada, STL, PLY and more; or a baked one, .s3d")
        ->required()
        ->type_name("");
    command
        ->add_option_function<std::string>(
            "-o,--output",
            [options](const std::string& file) {
                options->picture = file;
                options->reading.import.keepMeshes = true;
                if (lowerExtension(options->picture) != ".html") {
                    throw CLI::ValidationError("--output", "'" + file + "' does not end in .html");
                }
            },
            "also draw it: a page to be turned with the mouse, in one file")
        ->type_name("FILE.html");
    options->reading.addTo(*command);
    command->add_flag("--json", options->json, "the report as JSON");
    command->footer(
        "Examples:\n"
        "  sat3d inspect tank.glb\n"
        "  sat3d inspect tank.glb -o tank.html\n"
        "  sat3d inspect scan.stl --unit 0.001 --source-up z\n"
        "  sat3d inspect tank.glb --json");
    command->callback([options, &exitCode] {
        const ImportedModel model = load(options->file, options->reading);
        if (!options->picture.empty()) {
            writeFile(options->picture, drawModelHtml(model, drawingOf(model)));
        }
        if (options->json) {
            nlohmann::json json = jsonOf(model);
            json["picture"] =
                options->picture.empty() ? nlohmann::json() : nlohmann::json(options->picture.string());
            printJson(json);
        } else if (model.report.nodes.empty()) {
            printBaked(model);
        } else {
            printReport(model);
        }
        if (!options->json && !options->picture.empty()) {
            fmt::print("\npicture: {}\n", printable(options->picture.string()));
        }
        exitCode = kApart;
    });
}

}  // namespace sat3d::tool
