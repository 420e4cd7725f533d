/// Times Assimp, loadModel and loadBaked on the same model files. --help lists the options.

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <CLI/CLI.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <pair_timing/statistics.hpp>
#include <pair_timing/thread_clock.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using sat3d::pair_timing::median;
using sat3d::pair_timing::threadNanoseconds;

constexpr double kMaxRatio = 2.0;      // loadModel's time / Assimp's time, for files that are not small
constexpr double kSmallFile = 1000.0;  // microseconds that Assimp takes at most for a small file
constexpr double kMinSpeedup = 10.0;   // loadModel's time / loadBaked's time

struct Options {
    std::vector<std::string> paths;
    int repeats = 31;
    std::string json;
};

/// Results of one file: medians over the repeats, in microseconds of processor time.
struct Line {
    std::string file;
    std::uint64_t fileBytes = 0;
    std::size_t bodies = 0, bakedBytes = 0;
    double assimp = 0.0, import = 0.0, baked = 0.0;
    double ratio = 0.0, speedup = 0.0;  // medians of the ratios within each repeat
    double ratioSpread = 0.0;           // half the interquartile range

    [[nodiscard]] bool isSmall() const { return assimp <= kSmallFile; }
    [[nodiscard]] bool isRatioKept() const { return isSmall() || ratio <= kMaxRatio; }
    [[nodiscard]] bool isSpeedupKept() const { return speedup >= kMinSpeedup; }
};

/// Returns the mean time of a call in microseconds. Repeats the call until a millisecond has passed.
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

/// Reads a file as loadModel does, without post-processing. Returns the number of meshes, so that the
/// compiler cannot remove the call.
std::size_t readWithAssimpAlone(const std::string& file) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(file, 0);
    return scene == nullptr ? 0 : scene->mNumMeshes;
}

/// Times the three one after the other in every repeat, so that a disturbance affects all of them. Returns
/// nothing for a file without a model.
std::optional<Line> measure(const std::string& file, int repeats) {
    const auto model = sat3d::loadModel(file);
    if (!model || readWithAssimpAlone(file) == 0) {
        return std::nullopt;
    }
    const std::vector<std::byte> baked = saveBaked(*model);
    const std::span<const std::byte> bytes(baked);
    std::vector<double> alone, imported, loaded, ratios, speedups;
    std::size_t sum = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        alone.push_back(microseconds([&] { sum += readWithAssimpAlone(file); }));
        imported.push_back(microseconds([&] { sum += sat3d::loadModel(file)->nodes.size(); }));
        loaded.push_back(microseconds([&] { sum += sat3d::loadBaked(bytes)->nodes.size(); }));
        ratios.push_back(imported.back() / alone.back());
        speedups.push_back(imported.back() / loaded.back());
    }
    if (sum == 0) {
        throw std::runtime_error(file + " has no nodes");
    }
    Line line;
    line.file = std::filesystem::path(file).filename().string();
    line.fileBytes = std::filesystem::file_size(file);
    line.bodies = model->bodies.size();
    line.bakedBytes = baked.size();
    line.assimp = median(alone);
    line.import = median(imported);
    line.baked = median(loaded);
    line.ratio = median(ratios);
    line.speedup = median(speedups);
    line.ratioSpread =
        0.5 * (sat3d::pair_timing::quantile(ratios, 0.75) - sat3d::pair_timing::quantile(ratios, 0.25));
    return line;
}

void print(const Line& line) {
    fmt::print("{:<36} {:>8} {:>6} {:>8} {:>9.1f} {:>9.1f} {:>6.2f} {:>5.2f} {} {:>9.2f} {:>7.0f} {}\n",
               line.file, line.fileBytes, line.bodies, line.bakedBytes, line.assimp, line.import, line.ratio,
               line.ratioSpread, line.isRatioKept() ? ' ' : '!', line.baked, line.speedup,
               line.isSpeedupKept() ? ' ' : '!');
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
            {"timesAssimp", line.ratio},
            {"timesAssimpSpread", line.ratioSpread},
            {"timesFasterBaked", line.speedup}};
}

/// Returns the file itself, or all models of validated formats in a folder, sorted by name.
std::vector<std::string> modelsIn(const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path)) {
        return {path.string()};
    }
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        constexpr std::string_view kRead[] = {".dae", ".fbx", ".glb", ".gltf", ".obj", ".ply", ".stl"};
        std::string extension = entry.path().extension().string();
        std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
        if (entry.is_regular_file() && std::ranges::find(kRead, extension) != std::end(kRead)) {
            files.push_back(entry.path().string());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::vector<Line> runAll(const Options& options) {
    fmt::print(
        "Times: us of processor time of one thread, medians of {} repeats. ratio: loadModel's time / "
        "Assimp's\n"
        "time, +- half the interquartile range; ! if over {} and Assimp takes more than {} us. speedup:\n"
        "loadModel's time / loadBaked's time; ! if under {}.\n\n"
        "{:<36} {:>8} {:>6} {:>8} {:>9} {:>9} {:>6} {:>5}   {:>9} {:>7}\n",
        options.repeats, kMaxRatio, kSmallFile, kMinSpeedup, "file", "bytes", "bodies", "baked", "Assimp",
        "loadModel", "ratio", "+-", "loadBaked", "speedup");
    std::vector<Line> lines;
    std::size_t noModel = 0;
    for (const std::string& path : options.paths) {
        for (const std::string& file : modelsIn(path)) {
            if (const std::optional<Line> line = measure(file, options.repeats)) {
                print(*line);
                lines.push_back(*line);
            } else {
                ++noModel;
            }
        }
    }
    fmt::print("{} files without a model\n", noModel);
    return lines;
}

void summarize(const std::vector<Line>& lines) {
    const auto large = [](const Line& line) { return !line.isSmall(); };
    const auto kept = [](const Line& line) { return !line.isSmall() && line.isRatioKept(); };
    const auto slowest = std::ranges::max_element(
        lines, {}, [](const Line& line) { return line.isSmall() ? 0.0 : line.ratio; });
    const auto least = std::ranges::min_element(lines, {}, &Line::speedup);
    fmt::print(
        "\n{} files. Assimp takes more than {} us for {} of them; loadModel takes at most {} times as long "
        "for {},\n"
        "and {:.2f} times as long in the worst case ({}).\nloadBaked is at least {} times as fast as "
        "loadModel for "
        "{} files, and {:.0f} times as fast in the worst case ({}).\n",
        lines.size(), kSmallFile, std::ranges::count_if(lines, large), kMaxRatio,
        std::ranges::count_if(lines, kept), slowest->ratio, slowest->file, kMinSpeedup,
        std::ranges::count_if(lines, &Line::isSpeedupKept), least->speedup, least->file);
}

}  // namespace

int main(int argc, char** argv) try {
    Options options;
    CLI::App app("Times Assimp, loadModel and loadBaked on the same files");
    app.add_option("PATH", options.paths, "model files or folders; by default, the corpus and models/");
    app.add_option("--repeats", options.repeats, "number of timed repeats")
        ->capture_default_str()
        ->check(CLI::Range(3, 10'000));
    app.add_option("--json", options.json, "also write the results to this file");
    CLI11_PARSE(app, argc, argv);
    if (options.paths.empty()) {
        options.paths = {SAT3D_TEST_DATA "/corpus", SAT3D_MODELS};
    }
    const std::vector<Line> lines = runAll(options);
    if (lines.empty()) {
        throw std::runtime_error("no file has a model");
    }
    summarize(lines);
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
