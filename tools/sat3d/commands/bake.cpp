// sat3d bake: writes model files that games load without Assimp.

#include "bake/bake_jobs.hpp"
#include "bake/bake_models.hpp"
#include "bake/bake_record.hpp"
#include "bake/depfile.hpp"
#include "commands/commands.hpp"
#include "core/files/utf8_path.hpp"
#include "files/output_file.hpp"
#include "models/models.hpp"
#include "terminal.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sat3d::tool {

namespace {

struct Bake {
    std::vector<std::string> models;
    std::string list;
    std::filesystem::path output, folder, depfile;  ///< output or folder, as the command line says
    ReadingOptions reading;
    BakeFarm farm;
    bool json = false;
};

/// Refuses a depfile that is a model, a result or the record of one.
void checkDepfile(const Bake& options, const std::vector<BakeJob>& jobs) {
    if (options.depfile.empty()) {
        return;
    }
    const auto whole = [](const std::filesystem::path& file) {
        std::error_code ignored;
        return std::filesystem::weakly_canonical(std::filesystem::absolute(file, ignored), ignored);
    };
    const std::filesystem::path depfile = whole(options.depfile);
    for (const BakeJob& job : jobs) {
        refuseToOverwrite(pathOfUtf8(job.model), options.depfile);
        if (depfile == whole(job.output) || depfile == whole(recordOf(job.output))) {
            throw BadInput(fmt::format("{}: would overwrite the baked model; name another depfile",
                                       utf8(options.depfile)));
        }
    }
}

void writeDepfile(const Bake& options, const std::vector<BakeJob>& jobs,
                  const std::vector<BakeResult>& results) {
    if (options.depfile.empty()) {
        return;
    }
    std::vector<Dependencies> all;
    for (std::size_t k = 0; k < jobs.size(); ++k) {
        if (results[k].state != BakeState::Failed) {
            const std::filesystem::path model = pathOfUtf8(jobs[k].model);
            for (const SourceFile& file : results[k].files) {
                refuseToOverwrite(model.parent_path() / file.path, options.depfile);
            }
            all.push_back({jobs[k].output, model, results[k].files});
        }
    }
    writeFile(options.depfile, depfileOf(all));
}

nlohmann::json jsonOf(const BakeJob& job, const BakeResult& result) {
    return {{"file", job.model},       {"output", utf8(job.output)}, {"bodies", result.bodies},
            {"meshes", result.meshes}, {"bytes", result.bytes},      {"warnings", result.warnings}};
}

ExitCode bakeOne(const Bake& options) {
    const BakeJob job{options.models.front(), options.output};
    checkDepfile(options, {job});
    const BakeResult result = bakeModel(job, options.reading);
    writeDepfile(options, {job}, {result});
    if (options.json) {
        printJson(jsonOf(job, result));
        return kDone;
    }
    fmt::print("{}: {}, {} bytes\n", printable(utf8(job.output)), result.counts, result.bytes);
    if (result.warnings > 0) {
        fmt::print("{} {}; sat3d inspect {} shows them\n", painted("warnings:", Color::Yellow),
                   result.warnings, printable(job.model));
    }
    return kDone;
}

nlohmann::json farmJsonOf(const BakeJob& job, const BakeResult& result) {
    if (result.state == BakeState::Baked) {
        nlohmann::json json = jsonOf(job, result);
        json["state"] = "baked";
        return json;
    }
    nlohmann::json json = {{"file", job.model}, {"output", utf8(job.output)}, {"state", "upToDate"}};
    if (result.state == BakeState::Failed) {
        json.update({{"state", "failed"},
                     {"error", result.error},
                     {"code", orNull(result.code)},
                     {"node", orNull(result.node)}});
    }
    return json;
}

ExitCode bakeMany(const Bake& options) {
    std::vector<std::string> inputs = options.models;
    if (!options.list.empty()) {
        std::ranges::move(pathsInList(options.list), std::back_inserter(inputs));
    }
    if (inputs.empty()) {
        throw BadInput(fmt::format("{}: names no model", options.list));
    }
    const std::vector<BakeJob> jobs = bakeJobs(inputs, options.folder);
    checkDepfile(options, jobs);
    const std::vector<BakeResult> results = bakeModels(jobs, options.reading, options.farm);
    writeDepfile(options, jobs, results);
    const auto count = [&](BakeState state) {
        return std::ranges::count(results, state, &BakeResult::state);
    };
    const auto baked = count(BakeState::Baked), upToDate = count(BakeState::UpToDate),
               failed = count(BakeState::Failed);
    nlohmann::json list = nlohmann::json::array();
    std::size_t warned = 0;
    for (std::size_t k = 0; k < jobs.size(); ++k) {
        list.push_back(farmJsonOf(jobs[k], results[k]));
        warned += results[k].warnings > 0 ? 1 : 0;
        if (results[k].state == BakeState::Failed) {
            fmt::print(stderr, "{} {}\n", painted("sat3d:", Color::Red, Stream::Error),
                       printable(results[k].error));
        }
    }
    if (options.json) {
        printJson({{"models", list}, {"baked", baked}, {"upToDate", upToDate}, {"failed", failed}});
    } else {
        fmt::print("{}: {} baked, {} up to date, {} failed\n", printable(utf8(options.folder)), baked,
                   upToDate, failed);
        if (warned > 0) {
            fmt::print("{} in {}; sat3d inspect shows those of a model\n",
                       painted("warnings:", Color::Yellow), counted(warned, "model", "models"));
        }
    }
    return failed > 0 ? kBadInput : kDone;
}

ExitCode run(const Bake& options) {
    if (options.output.empty() && options.folder.empty()) {
        throw CLI::ValidationError("--output", "is missing; -o FILE.s3d takes one model, --into FOLDER many");
    }
    if (!options.output.empty()) {
        std::error_code ignored;
        if (options.models.size() != 1 || !options.list.empty() ||
            std::filesystem::is_directory(pathOfUtf8(options.models.front()), ignored)) {
            throw CLI::ValidationError("--output", "takes one model; --into takes many, and folders");
        }
        return bakeOne(options);
    }
    if (options.models.empty() && options.list.empty()) {
        throw CLI::ValidationError("MODEL", "no model; name files, folders or a --list");
    }
    return bakeMany(options);
}

void addFiles(CLI::App& command, Bake& options) {
    command.add_option("MODEL", options.models, "model files; with --into also folders")->type_name("");
    command.add_option("--list", options.list, "file with more of them, one a line")->type_name("FILE");
    CLI::Option* const output =
        addOutput(command, options.output, {kBakedExtension}, "the baked model, of one model");
    const auto setPath = [&command](const char* name, std::filesystem::path& path, const char* help,
                                    const char* type) {
        return command
            .add_option_function<std::string>(
                name, [&path](const std::string& text) { path = pathOfUtf8(text); }, help)
            ->type_name(type);
    };
    CLI::Option* const into = setPath("--into", options.folder,
                                      "folder for the baked models; what is up to date is skipped", "FOLDER");
    output->excludes(into);
    setPath("--depfile", options.depfile, "also write on which files the results depend, for Make and Ninja",
            "FILE");
    command
        .add_option("-j,--jobs", options.farm.threads,
                    "number of models at a time (default: one for each core)")
        ->check(CLI::Range(1, 1024))
        ->type_name("N")
        ->needs(into);
    command.add_flag("--force", options.farm.force, "bake also what is up to date")->needs(into);
}

}  // namespace

void addBake(CLI::App& app, ExitCode& exitCode) {
    CLI::App* const command = app.add_subcommand(
        "bake", "Write models as small files that games load in microseconds, without Assimp");
    const auto options = std::make_shared<Bake>();
    addFiles(*command, *options);
    options->reading.addTo(*command);
    command->add_flag("--json", options->json, "print a summary as JSON");
    command->footer(
        "The other commands read baked models as well.\n"
        "\n"
        "Examples:\n"
        "  sat3d bake tank.glb -o tank.s3d\n"
        "  sat3d bake scan.stl --unit 0.001 -o scan.s3d\n"
        "  sat3d bake models --into baked\n"
        "  sat3d inspect tank.s3d");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sat3d::tool
