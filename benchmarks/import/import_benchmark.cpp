/// Importing models: what Assimp takes by itself, what loadModel takes, and what loadBaked takes for the same
/// model.
///
///     import_benchmark [FILE ...]        without files, the project's own models

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

constexpr int kRounds = 31;

/// Microseconds of one call, of as many as fill a millisecond.
template <class Call>
double microseconds(Call&& call) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    int calls = 0;
    std::chrono::duration<double, std::micro> time{};
    do {
        call();
        ++calls;
        time = Clock::now() - start;
    } while (time.count() < 1000.0);
    return time.count() / calls;
}

double median(std::vector<double> times) {
    std::ranges::nth_element(times, times.begin() + kRounds / 2);
    return times[kRounds / 2];
}

/// The way loadModel reads: no post-processing. Returns how much there was, so that it is not optimised away.
unsigned readAlone(const std::string& file) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(file, 0);
    return scene == nullptr ? 0 : scene->mNumMeshes;
}

/// One line of the table; the three take turns, so that whatever disturbs disturbs all.
bool measure(const std::string& file) {
    const auto model = sat3d::loadModel(file);
    if (!model || readAlone(file) == 0) {
        std::printf("%s: %s\n", file.c_str(),
                    model ? "Assimp alone does not read it" : model.error().message.c_str());
        return false;
    }
    const std::vector<std::byte> baked = saveBaked(*model);
    const std::span<const std::byte> bytes(baked);
    std::vector<double> alone, imported, loaded;
    std::size_t sum = 0;
    for (int round = 0; round < kRounds; ++round) {
        alone.push_back(microseconds([&] { sum += readAlone(file); }));
        imported.push_back(microseconds([&] { sum += sat3d::loadModel(file)->bodies.size(); }));
        loaded.push_back(microseconds([&] { sum += sat3d::loadBaked(bytes)->bodies.size(); }));
    }
    const double assimp = median(alone), import = median(imported), bakedTime = median(loaded);
    std::printf("%-24s %6zu %8zu %10.1f %10.1f %8.2f %9.2f %8.0f%s\n",
                std::filesystem::path(file).filename().string().c_str(), model->bodies.size(), baked.size(),
                assimp, import, import / assimp - 1.0, bakedTime, import / bakedTime, sum == 0 ? "?" : "");
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> files(argv + 1, argv + argc);
    if (files.empty()) {
        for (const auto& entry : std::filesystem::directory_iterator(SAT3D_MODELS)) {
            if (entry.path().extension() == ".glb" || entry.path().extension() == ".obj") {
                files.push_back(entry.path().string());
            }
        }
        files.push_back(SAT3D_TEST_DATA "/import/box.fbx");
        std::ranges::sort(files);
    }
    std::printf("%-24s %6s %8s %10s %10s %8s %9s %8s\n", "file", "bodies", "bytes", "Assimp us", "import us",
                "our part", "baked us", "factor");
    return std::ranges::all_of(files, measure) ? 0 : 1;
}
