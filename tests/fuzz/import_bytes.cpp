#include "import_bytes.hpp"

#include "fuzz_input.hpp"
#include "support/baked.hpp"
#include "support/temporary_folder.hpp"

#include <sat3d/import/import.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace sat3d::test {
namespace {

/// A temporary folder that contains only the buffers named by the glTF files of the corpus.
struct FolderOfBuffers : TemporaryFolder {
    FolderOfBuffers() {
        for (const auto& entry : std::filesystem::directory_iterator(SAT3D_TEST_DATA "/corpus")) {
            if (entry.path().extension() == ".bin") {
                std::filesystem::copy_file(entry.path(), path() / entry.path().filename());
            }
        }
    }
};

bool isFinite(const Pose& pose) {
    return std::isfinite(pose.position.x) && std::isfinite(pose.position.y) &&
           std::isfinite(pose.position.z) && std::abs(glm::dot(pose.rotation, pose.rotation) - 1.0f) < 1e-3f;
}

void requireSound(const ImportedModel& model) {
    require(!model.bodies.empty() || !model.meshes.empty(), "a model has a body or a mesh");
    for (const ModelNode& node : model.nodes) {
        require(isFinite(node.restPose), "pivots are poses");
    }
    for (const CollisionBody& body : model.bodies) {
        require(body.node < model.nodes.size(), "bodies belong to nodes");
        const double volume = massProperties(body.shape).volume;
        require(std::isfinite(volume) && volume > 0.0, "bodies have a volume");
    }
    for (const CollisionMesh& surface : model.meshes) {
        require(surface.node < model.nodes.size(), "meshes belong to nodes");
    }
    queryAll(model);
    const std::vector<std::byte> baked = saveBaked(model);
    require(loadBaked(std::span<const std::byte>(baked)).has_value(), "imported models can be baked");
}

}  // namespace

bool importBytes(const std::string& extension, std::span<const std::uint8_t> bytes) {
    static const FolderOfBuffers folder;
    const std::filesystem::path file = folder.path() / ("model" + extension);
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ImportOptions options;
    options.onlyValidatedFormats = true;
    options.splitUnnamedComponents = true;
    options.maxNodes = 1000;
    options.maxVertices = 20'000;
    options.maxSeconds = 5.0;
    const auto model = loadModel(file, options);
    ImportOptions meshes = options;
    meshes.unnamedAsTriangleMeshes = true;
    if (const auto surfaces = loadModel(file, meshes)) {
        requireSound(*surfaces);
    }
    if (model) {
        requireSound(*model);
    } else {
        require(!model.error().message.empty(), "errors have a message");
    }
    return model.has_value();
}

}  // namespace sat3d::test
