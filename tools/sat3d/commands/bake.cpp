// sat3d bake: writes a model file that games load without Assimp.

#include "commands/commands.hpp"
#include "core/files/utf8_path.hpp"
#include "files/output_file.hpp"
#include "models/models.hpp"
#include "terminal.hpp"

#include <sat3d/shapes/baked_model.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sat3d::tool {

namespace {

struct Bake {
    std::string file;
    std::filesystem::path output;
    ReadingOptions reading;
    bool json = false;
};

ExitCode run(const Bake& options) {
    refuseToOverwrite(options.file, options.output);
    const ImportedModel model = load(options.file, options.reading);
    const std::vector<std::byte> bytes = saveBaked(model);
    writeFile(options.output, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    std::size_t warnings = 0;
    for (const NodeReport& node : model.report.nodes) {
        warnings += node.warnings.size();
    }
    if (options.json) {
        printJson({{"file", options.file},
                   {"output", utf8(options.output)},
                   {"bodies", model.bodies.size()},
                   {"meshes", model.meshes.size()},
                   {"bytes", bytes.size()},
                   {"warnings", warnings}});
        return kDone;
    }
    fmt::print("{}: {}, {} bytes\n", printable(utf8(options.output)), countsOf(model), bytes.size());
    if (warnings > 0) {
        fmt::print("{} {}; sat3d inspect {} shows them\n", painted("warnings:", Color::Yellow), warnings,
                   printable(options.file));
    }
    return kDone;
}

}  // namespace

void addBake(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand(
        "bake", "Write a model as a small file that games load in microseconds, without Assimp");
    const auto options = std::make_shared<Bake>();
    command->add_option("FILE", options->file, "model file")->required()->type_name("");
    addOutput(*command, options->output, {kBakedExtension}, "the baked model")->required();
    options->reading.addTo(*command);
    command->add_flag("--json", options->json, "print a summary as JSON");
    command->footer(
        "The other commands read baked models as well.\n"
        "\n"
        "Examples:\n"
        "  sat3d bake tank.glb -o tank.s3d\n"
        "  sat3d bake scan.stl --unit 0.001 -o scan.s3d\n"
        "  sat3d inspect tank.s3d");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sat3d::tool
