// sat3d explain: draws why two models collide, or why they do not.

#include "commands/commands.hpp"
#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"
#include "files/output_file.hpp"
#include "models/model_pair.hpp"
#include "models/pose_argument.hpp"
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
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::tool {

namespace {

struct ExplainCommand {
    ModelPair models;
    std::filesystem::path picture;
    std::string planes = "edges";
    bool json = false, answersByExitCode = false;

    [[nodiscard]] bool wantsHtml() const { return lowerExtension(picture) == ".html"; }
};

/// Returns the hull to explain: a hull itself, or the hull of a box. Round shapes have none.
std::optional<ConvexHull> hullOf(const CollisionBody& body) {
    if (const auto* hull = std::get_if<ConvexHull>(&body.shape)) {
        return *hull;
    }
    const auto* box = std::get_if<Box>(&body.shape);
    if (box == nullptr) {
        return std::nullopt;
    }
    std::vector<glm::vec3> corners;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 sides(corner & 1 ? 1.0f : -1.0f, corner & 2 ? 1.0f : -1.0f,
                              corner & 4 ? 1.0f : -1.0f);
        corners.push_back(box->center + box->rotation * (sides * box->halfExtents));
    }
    auto hull = ConvexHull::fromPoints(corners);
    return hull ? std::optional(*std::move(hull)) : std::nullopt;
}

ConvexHull explainable(const CollisionBody& body) {
    auto hull = hullOf(body);
    if (!hull) {
        throw BadInput(
            fmt::format("{} is a {}: only hulls and boxes are explained. Choose other bodies with "
                        "--part-a and --part-b, or read the meshes as hulls with --no-fit",
                        body.name, toString(shapeTypeOf(body.shape))));
    }
    return *std::move(hull);
}

/// The pair to draw.
struct Explained {
    const ColliderPair& pair;
    ConvexHull a, b;
    Explanation explanation;
    UpAxis up;
};

Explained explained(const ExplainCommand& options, const LoadedPair& loaded) {
    const ColliderPair& pair = loaded.decisive();
    ConvexHull a = explainable(*pair.a.body), b = explainable(*pair.b.body);
    ExplainOptions how;
    how.planes = options.planes == "faces" ? PlaneChoice::FaceNormals : PlaneChoice::EdgeDirections;
    Explanation explanation = explain(a, options.models.poseA, b, options.models.poseB, how);
    return {pair, std::move(a), std::move(b), std::move(explanation), loaded.a.up};
}

/// Removes pairs with triangle meshes, which have no planes to draw.
void leaveOutSurfaces(LoadedPair& loaded) {
    const auto leftOut = std::erase_if(loaded.pairs, [](const ColliderPair& pair) {
        return pair.a.surface != nullptr || pair.b.surface != nullptr;
    });
    if (loaded.pairs.empty()) {
        throw BadInput(
            "all pairs contain triangle meshes, which are not explained; --meshes none reads them as hulls");
    }
    if (leftOut > 0) {
        fmt::print(stderr,
                   "{} {} with triangle meshes left out: only hulls and boxes are explained; --meshes none "
                   "reads meshes as hulls\n",
                   painted("note:", Color::Yellow, Stream::Error), counted(leftOut, "pair", "pairs"));
    }
}

std::string draw(const ExplainCommand& options, const Explained& drawn) {
    DrawingOptions drawing;
    const auto& [pair, a, b, explanation, up] = drawn;
    drawing.nameA = pair.a.name();
    drawing.nameB = pair.b.name();
    if (up == UpAxis::Z) {
        drawing.up = {0.0f, 0.0f, 1.0f};
    }
    const DPose &poseA = options.models.poseA, &poseB = options.models.poseB;
    return options.wantsHtml() ? drawExplanationHtml(explanation, a, poseA, b, poseB, drawing)
                               : drawExplanationSvg(explanation, a, poseA, b, poseB, drawing);
}

void printSummary(const ExplainCommand& options, std::size_t pairs, const Explained& drawn) {
    const auto& [pair, a, b, explanation, up] = drawn;
    const std::string nameA = printable(pair.a.name());
    const std::string nameB = printable(pair.b.name());
    if (pairs > 1) {
        fmt::print("{} pairs of bodies; drawn: the {}, {} and {}.\n", pairs,
                   pair.overlapping() ? "deepest" : "nearest", nameA, nameB);
    }
    fmt::print("{} {}, {}.\n", explanation.overlapping() ? "push" : "gap along the best axis",
               painted(describeLength(std::abs(explanation.separation)), Color::Bold),
               describeFeatures(explanation.features, nameA, nameB));
    const std::string exact = describeLength(std::abs(static_cast<double>(pair.distance.separation)));
    if (options.planes == "faces") {
        fmt::print("These planes are for teaching: they can miss the best axis. The exact answer: {} {}.\n",
                   pair.overlapping() ? "push" : "gap", exact);
    } else if (!pair.overlapping()) {
        fmt::print("The distance: {}.\n", exact);
    }
    fmt::print("{} planes, {} face axes: {}\n", explanation.planes.size(), explanation.faceAxes.size(),
               printable(utf8(options.picture)));
}

nlohmann::json jsonOf(const ExplainCommand& options, const Explained& drawn) {
    nlohmann::json json = toJson(drawn.pair);
    json["picture"] = utf8(options.picture);
    json["planes"] = options.planes;
    json["planeCount"] = drawn.explanation.planes.size();
    json["faceAxisCount"] = drawn.explanation.faceAxes.size();
    json["bestPlane"] = drawn.explanation.bestPlane;
    json["bestFaceAxis"] = drawn.explanation.bestFaceAxis;
    json["drawnSeparation"] = drawn.explanation.separation;
    return json;
}

ExitCode run(const ExplainCommand& options) {
    LoadedPair loaded = loadAndCheck(options.models);
    leaveOutSurfaces(loaded);
    const Explained drawn = explained(options, loaded);
    writeFile(options.picture, draw(options, drawn));
    if (options.json) {
        printJson(jsonOf(options, drawn));
    } else {
        printSummary(options, loaded.pairs.size(), drawn);
    }
    return options.answersByExitCode && drawn.pair.colliding() ? kColliding : kDone;
}

}  // namespace

void addExplain(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand(
        "explain", "Draw why two models collide, or why not: all candidate planes and the best axis");
    const auto options = std::make_shared<ExplainCommand>();
    options->models.addTo(*command);
    addOutput(*command, options->picture, {".svg", ".html"},
              "the picture: .svg, or an .html page with a view that the mouse rotates")
        ->required();
    command
        ->add_option("--planes", options->planes,
                     "edges (default): the exact method; faces: only planes of face normals, which miss axes")
        ->check(CLI::IsMember({"edges", "faces"}))
        ->type_name("edges|faces");
    command->add_flag("--json", options->json, "print a summary as JSON");
    command->add_flag("--exit-code", options->answersByExitCode,
                      "exit code 1 if the drawn pair collides, as check has it");
    command->footer(
        "If the models have several bodies, the deepest pair is drawn, or the nearest if no pair overlaps;\n"
        "--part-a and --part-b select another pair. Exit code 0 if the picture is written.\n"
        "\n" +
        std::string(kPoseHelp) +
        "\n\n"
        "Examples:\n"
        "  sat3d explain tank.glb wall.glb --pose-b \"0 0 3.4\" -o why.svg\n"
        "  sat3d explain tank.glb wall.glb --pose-b \"0 0 3.4\" --part-a turret -o why.html");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sat3d::tool
