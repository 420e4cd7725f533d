// sat3d inspect: what was imported.

#include "commands.hpp"
#include "models.hpp"
#include "terminal.hpp"

#include <sat3d/debug/describe.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <variant>

namespace sat3d::tool {

namespace {

struct Inspect {
    std::string file;
    ReadingOptions reading;
    bool json = false;
};

nlohmann::json jsonOf(const NodeReport& node, bool hasBody) {
    nlohmann::json json = {{"name", node.name},
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
                           {"volume", node.volume},
                           {"meshVolume", node.meshVolume},
                           {"minimum", toJson(node.minimum)},
                           {"maximum", toJson(node.maximum)},
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
    return {{"name", body.name},
            {"node", body.node},
            {"renderNode", body.renderNode ? nlohmann::json(*body.renderNode) : nlohmann::json()},
            {"shape", jsonOf(body.shape)},
            {"wanted", toString(body.wanted)},
            {"motion", toString(body.motion)},
            {"volume", massProperties(body.shape).volume}};
}

std::vector<bool> nodesWithBody(const CollisionModel& model) {
    std::vector<bool> has(model.report.nodes.size());
    for (const CollisionBody& body : model.bodies) {
        has[body.node] = true;
    }
    return has;
}

nlohmann::json jsonOf(const CollisionModel& model) {
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
                           {"shapes", nlohmann::json::array()}};
    for (const CollisionBody& body : model.bodies) {
        json["shapes"].push_back(jsonOf(body));
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

void printTable(const CollisionModel& model) {
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
        const bool isPlain = node.rule == NameRule::None && node.role == NodeRole::Body;
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

void printReport(const CollisionModel& model) {
    const ImportReport& report = model.report;
    fmt::print("{}\n", painted(printable(report.file.string()), Colour::Bold));
    fmt::print("  {}{}\n", printable(report.format),
               report.generator.empty() ? "" : ", written by " + printable(report.generator));
    fmt::print("  1 unit = {:.6g} m ({}), {} up in the file ({})\n", report.metresPerUnit, report.unitSource,
               toString(report.sourceUp), report.upSource);
    fmt::print("  {} {}\n\n", model.bodies.size(),
               model.bodies.size() == 1 ? "convex body" : "convex bodies");
    printTable(model);
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

}  // namespace

void addInspect(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand("inspect", "What is in a model file, as collision bodies");
    const auto options = std::make_shared<Inspect>();
    command->add_option("FILE", options->file, "model file: OBJ, glTF, GLB, FBX, Collada, STL, PLY and more")
        ->required()
        ->type_name("");
    options->reading.addTo(*command);
    command->add_flag("--json", options->json, "the report as JSON");
    command->footer(
        "Examples:\n"
        "  sat3d inspect tank.glb\n"
        "  sat3d inspect scan.stl --unit 0.001 --source-up z\n"
        "  sat3d inspect tank.glb --json");
    command->callback([options, &exitCode] {
        const CollisionModel model = load(options->file, options->reading);
        if (options->json) {
            printJson(jsonOf(model));
        } else {
            printReport(model);
        }
        exitCode = kApart;
    });
}

}  // namespace sat3d::tool
