// sat3d explain: a picture of why two models collide, or why not.

#include "commands.hpp"
#include "exit_codes.hpp"
#include "model_pair.hpp"
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
    bool json = false;

    [[nodiscard]] bool wantsHtml() const { return lowerExtension(picture) == ".html"; }
};

/// The hull that explanations are about: of a hull itself, of a box its corners'. Round shapes have none.
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
                        body.name, toString(kindOf(body.shape))));
    }
    return *std::move(hull);
}

/// The pair that is drawn.
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

/// Surfaces have no planes of their own to draw: their pairs do not count here.
void leaveOutSurfaces(LoadedPair& loaded) {
    const auto leftOut = std::erase_if(loaded.pairs, [](const ColliderPair& pair) {
        return pair.a.surface != nullptr || pair.b.surface != nullptr;
    });
    if (loaded.pairs.empty()) {
        throw BadInput(
            "triangle meshes are not explained, and there is nothing else; to read them as hulls: "
            "--meshes none");
    }
    if (leftOut > 0) {
        fmt::print(stderr,
                   "{} {} with triangle meshes left out, which are not explained; as hulls: --meshes none\n",
                   painted("note:", Colour::Yellow, Stream::Error), counted(leftOut, "pair", "pairs"));
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

void tell(const ExplainCommand& options, std::size_t pairs, const Explained& drawn) {
    const auto& [pair, a, b, explanation, up] = drawn;
    const std::string nameA = printable(pair.a.name());
    const std::string nameB = printable(pair.b.name());
    if (pairs > 1) {
        fmt::print("{} pairs of bodies; drawn: the {}, {} and {}.\n", pairs,
                   pair.overlapping() ? "deepest" : "nearest", nameA, nameB);
    }
    fmt::print("{} {}, {}.\n", explanation.overlapping() ? "push" : "gap along the best axis",
               painted(describeLength(std::abs(explanation.separation)), Colour::Bold),
               describeFeatures(explanation.features, nameA, nameB));
    const std::string exact = describeLength(std::abs(static_cast<double>(pair.distance.separation)));
    if (options.planes == "faces") {
        fmt::print("These planes are for teaching: they can miss the best axis. The exact answer: {} {}.\n",
                   pair.overlapping() ? "push" : "gap", exact);
    } else if (!pair.overlapping()) {
        fmt::print("The distance: {}.\n", exact);
    }
    fmt::print("{} planes, {} face axes: {}\n", explanation.planes.size(), explanation.faceAxes.size(),
               printable(options.picture.string()));
}

nlohmann::json jsonOf(const ExplainCommand& options, const Explained& drawn) {
    nlohmann::json json = toJson(drawn.pair);
    json["picture"] = options.picture.string();
    json["planes"] = options.planes;
    json["planeCount"] = drawn.explanation.planes.size();
    json["faceAxisCount"] = drawn.explanation.faceAxes.size();
    json["winningPlane"] = drawn.explanation.winningPlane;
    json["winningFaceAxis"] = drawn.explanation.winningFaceAxis;
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
        tell(options, loaded.pairs.size(), drawn);
    }
    return drawn.pair.colliding() ? kColliding : kApart;
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
                if (lowerExtension(options->picture) != ".svg" && !options->wantsHtml()) {
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
