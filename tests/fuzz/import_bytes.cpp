#include "import_bytes.hpp"

#include "support/baked.hpp"

#include <sat3d/import/import.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <system_error>

namespace sat3d::test {
namespace {

void demand(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "import: %s\n", what);
        std::abort();
    }
}

/// A folder with nothing but the buffers that the corpus's glTF files name; gone at the end.
class Folder {
public:
    Folder() {
        const std::filesystem::path temporary = std::filesystem::temp_directory_path();
        std::random_device number;  // several fuzzers may run at once
        do {
            path_ = temporary / ("sat3d_fuzz_" + std::to_string(number()));
        } while (!std::filesystem::create_directory(path_));
        for (const auto& entry : std::filesystem::directory_iterator(SAT3D_TEST_DATA "/corpus")) {
            if (entry.path().extension() == ".bin") {
                std::filesystem::copy_file(entry.path(), path_ / entry.path().filename());
            }
        }
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

bool isFinite(const Pose& pose) {
    return std::isfinite(pose.position.x) && std::isfinite(pose.position.y) &&
           std::isfinite(pose.position.z) && std::abs(glm::dot(pose.rotation, pose.rotation) - 1.0f) < 1e-3f;
}

void demandSound(const ImportedModel& model) {
    demand(!model.bodies.empty() || !model.surfaces.empty(), "a model of nothing that collides is an error");
    for (const ModelNode& node : model.nodes) {
        demand(isFinite(node.pivot), "a pivot that is no pose");
    }
    for (const CollisionBody& body : model.bodies) {
        demand(body.node < model.nodes.size(), "a body of no node");
        const double volume = massProperties(body.shape).volume;
        demand(std::isfinite(volume) && volume > 0.0, "a body without volume");
    }
    for (const CollisionSurface& surface : model.surfaces) {
        demand(surface.node < model.nodes.size(), "a surface of no node");
    }
    queryAll(model);
    const std::vector<std::byte> baked = saveBaked(model);
    demand(loadBaked(std::span<const std::byte>(baked)).has_value(), "an imported model cannot be baked");
}

}  // namespace

bool importBytes(const std::string& extension, std::span<const std::uint8_t> bytes) {
    static const Folder folder;
    const std::filesystem::path file = folder.path() / ("model" + extension);
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ImportOptions options;
    options.onlyVettedFormats = true;
    options.splitPlainIslands = true;
    options.maxNodes = 1000;
    options.maxVertices = 20'000;
    options.maxSeconds = 5.0;
    const auto model = loadModel(file, options);
    ImportOptions meshes = options;
    meshes.plainTriangleMeshes = true;
    if (const auto surfaces = loadModel(file, meshes)) {
        demandSound(*surfaces);
    }
    if (model) {
        demandSound(*model);
    } else {
        demand(!model.error().message.empty(), "an error without a message");
    }
    return model.has_value();
}

}  // namespace sat3d::test
