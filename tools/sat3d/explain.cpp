// sat3d explain: a picture of why two models collide, or why not.

#include "commands.hpp"
#include "models.hpp"
#include "output_file.hpp"
#include "pose_argument.hpp"
#include "terminal.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/narrowphase/explain.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

namespace sat3d::tool {

namespace {

struct ExplainCommand {
    ModelPair models;
    std::filesystem::path picture;
    std::string planes = "edges";
    bool json = false;

    [[nodiscard]] bool wantsHtml() const { return picture.extension() == ".html"; }
};

ConvexHull explainable(const CollisionBody& body) {
    auto hull = hullOf(body);
    if (!hull) {
        throw BadInput(
            fmt::format("{} is a {}: only hulls and boxes are explained. Choose other bodies with "
                        "--part-a and --part-b, or read the meshes as hulls with --no-fit",
                        body.name, toString(kindOf(body.shape))));
    }
    return *std::move(hull);
}

std::string draw(const ExplainCommand& options, const BodyPair& pair, const Explanation& explanation) {
    DrawingOptions drawing;
    drawing.nameA = pair.a->name;
    drawing.nameB = pair.b->name;
    if (options.models.reading.import.up == UpAxis::Z) {
        drawing.up = {0.0f, 0.0f, 1.0f};
    }
    const ModelPair& models = options.models;
    const ConvexHull a = explainable(*pair.a), b = explainable(*pair.b);
    return options.wantsHtml() ? drawExplanationHtml(explanation, a, models.poseA, b, models.poseB, drawing)
                               : drawExplanationSvg(explanation, a, models.poseA, b, models.poseB, drawing);
}

void tell(const ExplainCommand& options, const LoadedPair& loaded, const BodyPair& pair,
          const Explanation& explanation) {
    const std::string nameA = printable(pair.a->name);
    const std::string nameB = printable(pair.b->name);
    if (loaded.pairs.size() > 1) {
        fmt::print("{} pairs of bodies; drawn: the {}, {} and {}.\n", loaded.pairs.size(),
                   pair.overlapping() ? "deepest" : "nearest", nameA, nameB);
    }
    fmt::print("{} {}, {}.\n", explanation.overlapping() ? "push" : "gap",
               painted(describeLength(std::abs(explanation.separation)), Colour::Bold),
               describeFeatures(explanation.features, nameA, nameB));
    if (options.planes == "faces") {
        fmt::print("These planes are for teaching: they can miss the best axis. The exact answer: {} {}.\n",
                   pair.overlapping() ? "push" : "gap", describeLength(std::abs(pair.separation)));
    }
    fmt::print("{} planes, {} face axes: {}\n", explanation.planes.size(), explanation.faceAxes.size(),
               printable(options.picture.string()));
}

nlohmann::json jsonOf(const ExplainCommand& options, const BodyPair& pair, const Explanation& explanation) {
    nlohmann::json json = toJson(pair);
    json["picture"] = options.picture.string();
    json["planes"] = options.planes;
    json["planeCount"] = explanation.planes.size();
    json["faceAxisCount"] = explanation.faceAxes.size();
    json["winningPlane"] = explanation.winningPlane;
    json["winningFaceAxis"] = explanation.winningFaceAxis;
    json["drawnSeparation"] = explanation.separation;
    return json;
}

ExitCode run(const ExplainCommand& options) {
    const LoadedPair loaded = loadAndCheck(options.models);
    const BodyPair& pair = loaded.decisive();
    ExplainOptions how;
    how.planes = options.planes == "faces" ? PlaneChoice::FaceNormals : PlaneChoice::EdgeDirections;
    const Explanation explanation =
        explain(explainable(*pair.a), options.models.poseA, explainable(*pair.b), options.models.poseB, how);
    writeFile(options.picture, draw(options, pair, explanation));
    if (options.json) {
        printJson(jsonOf(options, pair, explanation));
    } else {
        tell(options, loaded, pair, explanation);
    }
    return pair.overlapping() ? kColliding : kApart;
}

}  // namespace

void addExplain(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand(
        "explain", "A picture of why two models collide, or why not: every plane, and the winner");
    const auto options = std::make_shared<ExplainCommand>();
    options->models.addTo(*command);
    command
        ->add_option_function<std::string>(
            "-o,--output",
            [options](const std::string& file) {
                options->picture = file;
                if (options->picture.extension() != ".svg" && !options->wantsHtml()) {
                    throw CLI::ValidationError("--output", "'" + file + "' ends in neither .svg nor .html");
                }
            },
            "the picture: .svg, or .html that can be turned with the mouse")
        ->required()
        ->type_name("FILE.svg|FILE.html");
    command
        ->add_option(
            "--planes", options->planes,
            "edges: the exact method (default); faces: planes from face normals alone, which miss axes")
        ->check(CLI::IsMember({"edges", "faces"}))
        ->type_name("edges|faces");
    command->add_flag("--json", options->json, "what was drawn, as JSON");
    command->footer(
        "Of models with several bodies the deepest pair is drawn, or the nearest if none overlaps;\n"
        "--part-a and --part-b name another. Exit code 0 apart, 1 colliding.\n"
        "\n" +
        std::string(kPoseHelp) +
        "\n\n"
        "Examples:\n"
        "  sat3d explain tank.glb wall.glb --pose-b \"0 0 3.4\" -o why.svg\n"
        "  sat3d explain tank.glb wall.glb --pose-b \"0 0 3.4\" --part-a turret -o why.html");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sat3d::tool
