#include "bake/bake_jobs.hpp"

#include "core/files/utf8_path.hpp"
#include "exit_codes.hpp"
#include "models/models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace sat3d::tool {

namespace {

namespace fs = std::filesystem;

/// Returns the models in a folder and below it, sorted.
std::vector<fs::path> modelsIn(const fs::path& folder) {
    const std::vector<std::string> extensions = validatedExtensions();
    std::vector<fs::path> models;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (entry->is_regular_file() &&
            std::ranges::binary_search(extensions, lowerExtension(entry->path()))) {
            models.push_back(entry->path());
        }
    }
    if (error) {
        throw BadInput(fmt::format("{}: cannot be searched ({})", utf8(folder), error.message()));
    }
    if (models.empty()) {
        throw BadInput(fmt::format("{}: no model in this folder or below it (files that end in {})",
                                   utf8(folder), fmt::join(extensions, " ")));
    }
    std::ranges::sort(models);
    return models;
}

void refuseCommonOutputs(std::vector<BakeJob>& jobs) {
    std::map<fs::path, std::vector<std::size_t>> jobsOf;
    for (std::size_t k = 0; k < jobs.size(); ++k) {
        jobsOf[jobs[k].output.lexically_normal()].push_back(k);
    }
    for (const auto& [output, same] : jobsOf) {
        for (std::size_t k = 0; same.size() > 1 && k < same.size(); ++k) {
            const std::string& other = jobs[same[k == 0 ? 1 : 0]].model;
            jobs[same[k]].refusal = fmt::format(
                "{}: {} would become {}, too; rename one of them, or bake it by a call of its own",
                jobs[same[k]].model, other, utf8(output));
        }
    }
}

}  // namespace

std::vector<std::string> pathsInList(const std::string& file) {
    std::ifstream stream(pathOfUtf8(file));
    std::vector<std::string> paths;
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) {
            line.pop_back();
        }
        if (!line.empty() && !line.starts_with('#')) {
            paths.push_back(line);
        }
    }
    if (!stream.eof()) {
        throw BadInput(fmt::format("{}: the list of models cannot be read", file));
    }
    return paths;
}

std::vector<BakeJob> bakeJobs(const std::vector<std::string>& inputs, const fs::path& folder) {
    std::vector<BakeJob> jobs;
    std::set<fs::path> known;
    const auto add = [&](std::string model, const fs::path& name) {
        if (known.insert(pathOfUtf8(model).lexically_normal()).second) {
            jobs.push_back({std::move(model), folder / fs::path(name).replace_extension(kBakedExtension)});
        }
    };
    for (const std::string& input : inputs) {
        const fs::path path = pathOfUtf8(input);
        if (std::error_code ignored; fs::is_directory(path, ignored)) {
            for (const fs::path& model : modelsIn(path)) {
                add(utf8(model), model.lexically_relative(path));
            }
        } else {
            add(input, path.filename());
        }
    }
    refuseCommonOutputs(jobs);
    return jobs;
}

}  // namespace sat3d::tool
