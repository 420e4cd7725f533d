// sat3d inspect: the report of an import.

#include "commands/commands.hpp"
#include "commands/inspect_physics.hpp"
#include "core/files/utf8_path.hpp"
#include "files/output_file.hpp"
#include "models/models.hpp"
#include "terminal.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/model_drawing.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <sstream>
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
                           {"source", toString(node.source)},
                           {"role", toString(node.role)},
                           {"summary", node.summary},
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
                             {"maxUncoveredDistance", node.pieces.maxUncoveredDistance}}},
                           {"mirrored", node.mirrored},
                           {"warnings", nlohmann::json::array()}};
    for (const NodeReport::Warning& warning : node.warnings) {
        json["warnings"].push_back({{"code", toString(warning.code)}, {"message", warning.message}});
    }
    return json;
}

nlohmann::json jsonOf(const ConvexShape& shape) {
    nlohmann::json json = {{"kind", toString(shapeTypeOf(shape))}};
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

void addBounds(const Aabb& box, nlohmann::json& json) {
    json["minimum"] = toJson(box.lower);
    json["maximum"] = toJson(box.upper);
}

nlohmann::json jsonOf(const CollisionBody& body) {
    nlohmann::json json = {{"name", body.name},
                           {"node", body.node},
                           {"renderNode", orNull(body.renderNode)},
                           {"shape", jsonOf(body.shape)},
                           {"requestedType", toString(body.requestedType)},
                           {"motion", toString(body.motion)},
                           {"material", body.material},
                           {"volume", massProperties(body.shape).volume}};
    addBounds(bounds(body.shape, Pose{}), json);
    addPhysics(body, json);
    return json;
}

nlohmann::json jsonOf(const CollisionMesh& mesh) {
    nlohmann::json json = {{"name", mesh.name},
                           {"node", mesh.node},
                           {"renderNode", orNull(mesh.renderNode)},
                           {"vertices", mesh.mesh.vertices().size()},
                           {"triangles", mesh.mesh.triangleCount()},
                           {"sides", mesh.mesh.sides() == Sides::Both ? "Both" : "Front"},
                           {"solid", mesh.mesh.isWatertight()}};
    addBounds(bounds(mesh.mesh, RigidTransform{}), json);
    addPhysics(mesh, json);
    return json;
}

nlohmann::json jsonOf(const ModelNode& node) {
    const glm::quat& q = node.restPose.rotation;
    nlohmann::json properties = nlohmann::json::object();
    for (const NodeProperty& property : node.properties) {
        properties[property.key] = property.value;
    }
    return {{"name", node.name},
            {"parent", orNull(node.parent)},
            {"position", toJson(node.restPose.position)},
            {"rotation", {q.x, q.y, q.z, q.w}},
            {"properties", properties}};
}

nlohmann::json jsonOf(const SourceFile& file) {
    return {{"path", utf8Generic(file.path)}, {"found", file.checksum.has_value()}};
}

std::vector<bool> nodesWithBody(const ImportedModel& model) {
    std::vector<bool> has(model.report.nodes.size());
    for (std::size_t i = 0; i < has.size(); ++i) {
        const std::uint32_t node = model.report.nodes[i].node;
        forEachCollider(model, [&](const auto& collider) { has[i] = has[i] || collider.node == node; });
    }
    return has;
}

nlohmann::json jsonOf(const ImportedModel& model) {
    const ImportReport& report = model.report;
    const auto listOf = [](const auto& list) {
        nlohmann::json json = nlohmann::json::array();
        for (const auto& entry : list) {
            json.push_back(jsonOf(entry));
        }
        return json;
    };
    nlohmann::json json = {{"file", utf8(report.file)},       {"format", report.format},
                           {"generator", report.generator},   {"metersPerUnit", report.metersPerUnit},
                           {"unitSource", report.unitSource}, {"sourceUp", toString(report.sourceUp)},
                           {"upSource", report.upSource},     {"notes", report.notes},
                           {"files", listOf(report.files)},   {"nodes", nlohmann::json::array()},
                           {"materials", model.materials},    {"tree", listOf(model.nodes)},
                           {"bodies", listOf(model.bodies)},  {"meshes", listOf(model.meshes)}};
    addPhysics(model, json);
    const auto hasBody = nodesWithBody(model);
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        json["nodes"].push_back(jsonOf(report.nodes[i], hasBody[i]));
    }
    return json;
}

/// Prints describe(report) with colors.
void printDescription(const ImportReport& report) {
    std::istringstream text(describe(report));
    bool isHeading = true;
    for (std::string line; std::getline(text, line);) {
        for (const std::string_view word : {"note:", "warning:"}) {
            if (line.starts_with(word)) {
                line = painted(word, Color::Yellow) + line.substr(word.size());
            }
        }
        fmt::print("{}\n", isHeading ? painted(line, Color::Faint) : line);
        isHeading = false;
    }
}

std::string dimensions(const Aabb& box) {
    const glm::vec3 size = box.upper - box.lower;
    return fmt::format("{:.4g} x {:.4g} x {:.4g}", size.x, size.y, size.z);
}

/// Appends "trigger of gate, for Wall" to a remark.
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

/// Prints the bodies and triangle meshes of a baked model, which has no report.
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
        const std::string motion = body.motion == MotionType::Unspecified ? ""
                                   : body.motion == MotionType::Static    ? "static"
                                   : body.motion == MotionType::Dynamic   ? "moves"
                                                                          : "is moved";
        table.add({printable(body.name), std::string(toString(shapeTypeOf(body.shape))),
                   hull != nullptr ? std::to_string(hull->vertices().size()) : "",
                   hull != nullptr ? std::to_string(hull->faces().size()) : "",
                   fmt::format("{:.6g}", massProperties(body.shape).volume),
                   dimensions(bounds(body.shape, Pose{})), remarkOn(model, body, motion)});
    }
    for (const CollisionMesh& mesh : model.meshes) {
        const bool isMoved =
            mesh.rigidBody.has_value() && model.rigidBodies[*mesh.rigidBody].motion == MotionType::Kinematic;
        table.add({printable(mesh.name), std::string(toString(ShapeType::TriangleMesh)),
                   std::to_string(mesh.mesh.vertices().size()), std::to_string(mesh.mesh.triangleCount()), "",
                   dimensions(bounds(mesh.mesh, RigidTransform{})),
                   remarkOn(model, mesh, isMoved ? "is moved" : "static")});
    }
    table.print();
}

/// Prints materials and the artist's properties, if there are any.
void printExtras(const CollisionModel& model) {
    std::string materials;
    for (const std::string& material : model.materials) {
        materials += (materials.empty() ? "" : ", ") + printable(material);
    }
    if (!materials.empty()) {
        fmt::print("\nmaterials: {}\n", materials);
    }
    const char* before = "\n";  // one block for all nodes
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
    fmt::print("{}\n", painted(printable(utf8(model.report.file)), Color::Bold));
    fmt::print("  baked model, {} of {} nodes\n\n", countsOf(model, "convex body", "convex bodies"),
               model.nodes.size());
    printBodies(model);
    printExtras(model);
}

void printReport(const ImportedModel& model) {
    const ImportReport& report = model.report;
    fmt::print("{}\n", painted(printable(utf8(report.file)), Color::Bold));
    fmt::print("  {}{}\n", printable(report.format),
               report.generator.empty() ? "" : ", written by " + printable(report.generator));
    fmt::print("  1 unit = {:.6g} m ({}), {} up in the file ({})\n", report.metersPerUnit, report.unitSource,
               toString(report.sourceUp), report.upSource);
    fmt::print("  {}\n\n", countsOf(model, "convex body", "convex bodies"));
    printDescription(report);
    printExtras(model);
}

/// Returns the texts of the page beside the model.
ModelDrawingOptions drawingOf(const ImportedModel& model) {
    const ImportReport& report = model.report;
    ModelDrawingOptions drawing;
    drawing.title = utf8(report.file.filename());
    drawing.up = model.up == UpAxis::Z ? glm::vec3(0.0f, 0.0f, 1.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    drawing.notes = report.notes;
    drawing.meshes = model.renderMeshes;
    if (report.nodes.empty()) {
        drawing.headerLines = {"baked model"};
        return drawing;
    }
    drawing.headerLines = {
        report.format + (report.generator.empty() ? "" : ", written by " + report.generator),
        fmt::format("1 unit = {:.6g} m ({}), {} up in the file ({})", report.metersPerUnit, report.unitSource,
                    toString(report.sourceUp), report.upSource)};
    for (const NodeReport& node : report.nodes) {
        NodeAnnotation& remark =
            drawing.annotations.emplace_back(NodeAnnotation{node.node, node.summary, {}});
        for (const NodeReport::Warning& warning : node.warnings) {
            remark.warnings.push_back(warning.message + " [" + std::string(toString(warning.code)) + "]");
        }
    }
    return drawing;
}

}  // namespace

void addInspect(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand("inspect", "Show the collision bodies of a model file");
    const auto options = std::make_shared<Inspect>();
    command
        ->add_option("FILE", options->file,
                     "model file: OBJ, glTF, GLB, FBX, Collada, STL, PLY and more; also a baked one (.s3d)")
        ->required()
        ->type_name("");
    addOutput(*command, options->picture, {".html"},
              "also draw the model: one HTML page with a view that the mouse rotates");
    options->reading.addTo(*command);
    command->add_flag("--json", options->json, "print the report as JSON");
    command->footer(
        "Examples:\n"
        "  sat3d inspect tank.glb\n"
        "  sat3d inspect tank.glb -o tank.html\n"
        "  sat3d inspect scan.stl --unit 0.001 --source-up z\n"
        "  sat3d inspect tank.glb --json");
    command->callback([options, &exitCode] {
        options->reading.import.keepRenderMeshes = !options->picture.empty();
        const ImportedModel model = load(options->file, options->reading);
        if (!options->picture.empty()) {
            writeFile(options->picture, drawModelHtml(model, drawingOf(model)));
        }
        if (options->json) {
            nlohmann::json json = jsonOf(model);
            json["picture"] = orNull(utf8(options->picture));
            printJson(json);
        } else if (model.report.nodes.empty()) {
            printBaked(model);
        } else {
            printReport(model);
        }
        if (!options->json && !options->picture.empty()) {
            fmt::print("\npicture: {}\n", printable(utf8(options->picture)));
        }
        exitCode = kDone;
    });
}

}  // namespace sat3d::tool
