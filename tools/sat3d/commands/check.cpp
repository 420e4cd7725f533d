// sat3d check: tests whether two models collide.

#include "commands/commands.hpp"
#include "models/model_pair.hpp"
#include "models/pose_argument.hpp"
#include "terminal.hpp"

#include <sat3d/debug/describe.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace sat3d::tool {

namespace {

struct Check {
    ModelPair models;
    bool json = false;
};

std::size_t collisionsIn(const LoadedPair& loaded) {
    return static_cast<std::size_t>(std::ranges::count_if(loaded.pairs, &ColliderPair::colliding));
}

std::size_t triggersEntered(const LoadedPair& loaded) {
    return static_cast<std::size_t>(std::ranges::count_if(
        loaded.pairs, [](const ColliderPair& pair) { return pair.overlapping() && !pair.isSolid(); }));
}

nlohmann::json jsonOf(const ModelPair& models, const LoadedPair& loaded) {
    nlohmann::json json = {{"a", models.fileA},
                           {"b", models.fileB},
                           {"colliding", collisionsIn(loaded) > 0},
                           {"decisive", &loaded.decisive() - loaded.pairs.data()},
                           {"pairs", nlohmann::json::array()}};
    for (const ColliderPair& pair : loaded.pairs) {
        json["pairs"].push_back(toJson(pair));
    }
    return json;
}

std::string answerOf(const ColliderPair& pair) {
    const double separation = pair.distance.separation;
    if (separation == 0.0) {
        return "touching";
    }
    if (pair.overlapping() && !pair.isSolid()) {
        return "enters trigger";
    }
    return (pair.overlapping() ? "push " : "gap ") + describeLength(std::abs(separation));
}

void printPairs(const LoadedPair& loaded) {
    Table table({{"A"}, {"B"}, {"answer"}, {"direction A to B"}, {"features"}});
    for (const ColliderPair& pair : loaded.pairs) {
        table.add({printable(pair.a.name()), printable(pair.b.name()), answerOf(pair),
                   describeVector(glm::dvec3(pair.distance.normal)), pair.features("A", "B")},
                  pair.colliding());
    }
    table.print();
}

void printVerdict(const LoadedPair& loaded) {
    const ColliderPair& pair = loaded.decisive();
    const std::string names = fmt::format("{} and {}", printable(pair.a.name()), printable(pair.b.name()));
    const std::size_t collisions = collisionsIn(loaded), entered = triggersEntered(loaded);
    if (entered > 0) {
        fmt::print("triggers: {} {} one, which is not solid\n", counted(entered, "pair", "pairs"),
                   entered == 1 ? "enters" : "enter");
    }
    if (collisions == 0) {
        fmt::print("{}: no {}pair overlaps\n", painted("apart", Color::Green), entered > 0 ? "solid " : "");
        if (!pair.isSolid()) {
            return;
        }
        fmt::print("nearest: {}, at {} m and {} m\n", names, describeVector(pair.distance.pointA),
                   describeVector(pair.distance.pointB));
        return;
    }
    fmt::print("{}: {} of {} pairs\n", painted("colliding", Color::Red), collisions, loaded.pairs.size());
    fmt::print("deepest: {}; moving B by {} m is the shortest push that separates them\n", names,
               describeVector(pair.pushB()));
}

}  // namespace

void addCheck(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand(
        "check", "Check whether two models collide: gap or shortest push, and the features");
    const auto options = std::make_shared<Check>();
    options->models.addTo(*command);
    command->add_flag("--json", options->json, "print the answer as JSON");
    command->footer(
        "Checks every body and triangle mesh of A against every one of B, except pairs of two triangle\n"
        "meshes, which never collide. Triggers are not solid: entering one is not a collision.\n"
        "Exit code 0 apart, 1 colliding.\n"
        "\n" +
        std::string(kPoseHelp) +
        "\n\n"
        "Examples:\n"
        "  sat3d check tank.glb wall.glb --pose-b \"0 0 3.4\"\n"
        "  sat3d check tank.glb tank.glb --pose-a \"0 0 0 y 30\" --pose-b \"1 0 6 y 180\"\n"
        "  sat3d check tank.glb wall.glb --part-a barrel --json");
    command->callback([options, &exitCode] {
        const LoadedPair loaded = loadAndCheck(options->models);
        if (options->json) {
            printJson(jsonOf(options->models, loaded));
        } else {
            printPairs(loaded);
            fmt::print("\n");
            printVerdict(loaded);
        }
        exitCode = collisionsIn(loaded) > 0 ? kColliding : kApart;
    });
}

}  // namespace sat3d::tool
