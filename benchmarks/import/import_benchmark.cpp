/// Importing models: what Assimp takes to read a file, what loadModel takes for file and bodies, and what
/// loadBaked takes for the same model. --help tells the options.

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <CLI/CLI.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <pair_timing/statistics.hpp>
#include <pair_timing/thread_clock.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using sat3d::pair_timing::median;
using sat3d::pair_timing::threadNanoseconds;

constexpr double kLargestShare = 0.2;   // of Assimp's time, that the rest of an import may take
constexpr double kLeastFactor = 100.0;  // by which loading a baked model must be faster

struct Options {
    std::vector<std::string> files;
    int repeats = 31;
    std::string json;
};

/// One file's line: medians over the repeats, microseconds of processor time.
struct Line {
    std::string file;
    std::uint64_t fileBytes = 0;
    std::size_t bodies = 0, bakedBytes = 0;
    double assimp = 0.0, import = 0.0, baked = 0.0;
    double share = 0.0, factor = 0.0;  // ratios taken within a repeat
    double shareSpread = 0.0;          // half the distance of its quartiles

    [[nodiscard]] bool isShareKept() const { return share <= kLargestShare; }
    [[nodiscard]] bool isFactorKept() const { return factor >= kLeastFactor; }
};

/// Microseconds of one call, the mean of as many as fill a millisecond.
template <class Call>
double microseconds(Call&& call) {
    const double start = threadNanoseconds();
    double time = 0.0;
    int calls = 0;
    do {
        call();
        ++calls;
        time = threadNanoseconds() - start;
    } while (time < 1e6);
    return 1e-3 * time / calls;
}

/// The way loadModel has the file read: without post-processing. Returns how much there was, so that it is
/// not optimised away.
std::size_t readWithAssimpAlone(const std::string& file) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(file, 0);
    return scene == nullptr ? 0 : scene->mNumMeshes;
}

/// The three take turns, so that whatever disturbs disturbs all. Nothing for a file that gives no model.
std::optional<Line> measure(const std::string& file, int repeats) {
    const auto model = sat3d::loadModel(file);
    if (!model || readWithAssimpAlone(file) == 0) {
        return std::nullopt;
    }
    const std::vector<std::byte> baked = saveBaked(*model);
    const std::span<const std::byte> bytes(baked);
    std::vector<double> alone, imported, loaded, shares, factors;
    std::size_t sum = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        alone.push_back(microseconds([&] { sum += readWithAssimpAlone(file); }));
        imported.push_back(microseconds([&] { sum += sat3d::loadModel(file)->bodies.size(); }));
        loaded.push_back(microseconds([&] { sum += sat3d::loadBaked(bytes)->bodies.size(); }));
        shares.push_back(imported.back() / alone.back() - 1.0);
        factors.push_back(imported.back() / loaded.back());
    }
    if (sum == 0) {
        throw std::runtime_error(file + " gave bodies only once");
    }
    Line line;
    line.file = std::filesystem::path(file).filename().string();
    line.fileBytes = std::filesystem::file_size(file);
    line.bodies = model->bodies.size();
    line.bakedBytes = baked.size();
    line.assimp = median(alone);
    line.import = median(imported);
    line.baked = median(loaded);
    line.share = median(shares);
    line.factor = median(factors);
    line.shareSpread =
        0.5 * (sat3d::pair_timing::quantile(shares, 0.75) - sat3d::pair_timing::quantile(shares, 0.25));
    return line;
}

void print(const Line& line) {
    fmt::print("{:<26} {:>7} {:>6} {:>7} {:>9.1f} {:>9.1f} {:>6.2f} {:>5.2f} {} {:>8.2f} {:>7.0f} {}\n",
               line.file, line.fileBytes, line.bodies, line.bakedBytes, line.assimp, line.import, line.share,
               line.shareSpread, line.isShareKept() ? ' ' : '!', line.baked, line.factor,
               line.isFactorKept() ? ' ' : '!');
    std::fflush(stdout);
}

nlohmann::json jsonOf(const Line& line) {
    return {{"file", line.file},
            {"fileBytes", line.fileBytes},
            {"bodies", line.bodies},
            {"bakedBytes", line.bakedBytes},
            {"assimpMicroseconds", line.assimp},
            {"importMicroseconds", line.import},
            {"bakedMicroseconds", line.baked},
            {"shareOfAssimp", line.share},
            {"shareOfAssimpSpread", line.shareSpread},
            {"timesFasterBaked", line.factor}};
}

/// All models of the corpus and the project's own.
std::vector<std::string> ownFiles() {
    std::vector<std::string> files;
    for (const char* folder : {SAT3D_TEST_DATA "/corpus", SAT3D_MODELS}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            const std::vector<std::string> read{".dae", ".fbx", ".glb", ".gltf", ".obj", ".ply", ".stl"};
            if (std::ranges::find(read, entry.path().extension().string()) != read.end()) {
                files.push_back(entry.path().string());
            }
        }
    }
    std::ranges::sort(files, {},
                      [](const std::string& file) { return std::filesystem::path(file).filename(); });
    return files;
}

std::vector<Line> runAll(const Options& options) {
    fmt::print(
        "us of processor time of one thread, medians of {} repeats. share: what loadModel takes beyond\n"
        "Assimp, as a part of Assimp's own time, and half the quartiles' distance; ! where it is over {}.\n"
        "times: how many times faster loadBaked is than loadModel; ! where it is under {}.\n\n"
        "{:<26} {:>7} {:>6} {:>7} {:>9} {:>9} {:>6} {:>5}   {:>8} {:>7}\n",
        options.repeats, kLargestShare, kLeastFactor, "file", "bytes", "bodies", "baked", "Assimp",
        "loadModel", "share", "+-", "loadBaked", "times");
    std::vector<Line> lines;
    for (const std::string& file : options.files) {
        if (const std::optional<Line> line = measure(file, options.repeats)) {
            print(*line);
            lines.push_back(*line);
        } else {
            fmt::print("{:<26} gives no model\n", std::filesystem::path(file).filename().string());
        }
    }
    return lines;
}

void summarise(const std::vector<Line>& lines) {
    const auto share = std::ranges::max_element(lines, {}, &Line::share);
    const auto factor = std::ranges::min_element(lines, {}, &Line::factor);
    fmt::print(
        "\n{} files: our share is at most {} of Assimp's time for {}, the most is {:.2f} ({});\n"
        "loadBaked is at least {} times faster for {}, the least is {:.0f} ({})\n",
        lines.size(), kLargestShare, std::ranges::count_if(lines, &Line::isShareKept), share->share,
        share->file, kLeastFactor, std::ranges::count_if(lines, &Line::isFactorKept), factor->factor,
        factor->file);
}

}  // namespace

int main(int argc, char** argv) try {
    Options options;
    CLI::App app("Times Assimp, loadModel and loadBaked on the same files, in turns");
    app.add_option("FILE", options.files, "models; without any, those of the corpus and the project's own");
    app.add_option("--repeats", options.repeats, "how often each is timed")
        ->capture_default_str()
        ->check(CLI::Range(3, 10'000));
    app.add_option("--json", options.json, "writes the figures there too");
    CLI11_PARSE(app, argc, argv);
    if (options.files.empty()) {
        options.files = ownFiles();
    }
    const std::vector<Line> lines = runAll(options);
    if (lines.empty()) {
        throw std::runtime_error("no file gave a model");
    }
    summarise(lines);
    if (!options.json.empty()) {
        nlohmann::json json = {{"repeats", options.repeats}, {"files", nlohmann::json::array()}};
        std::ranges::transform(lines, std::back_inserter(json["files"]), jsonOf);
        if (!(std::ofstream(options.json) << json.dump(2) << '\n')) {
            throw std::runtime_error("cannot write " + options.json);
        }
    }
    return 0;
} catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return 3;
}
