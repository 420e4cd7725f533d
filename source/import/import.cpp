#include "import/assimp_reader.hpp"
#include "import/body.hpp"
#include "import/deadline.hpp"
#include "import/figures.hpp"
#include "import/frame.hpp"
#include "import/node_walk.hpp"
#include "import/source_file.hpp"
#include "import/vetting.hpp"

#include <sat3d/import/import.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::inline SAT3D_ABI {
namespace {

using namespace importing;
using Code = ImportError::Code;

/// What is wrong with the options, or nothing.
std::string checkOptions(const ImportOptions& options) {
    std::string faults;
    const auto demand = [&](bool holds, const std::string& fault) {
        faults += holds ? "" : (faults.empty() ? "" : "; ") + fault;
    };
    demand(!options.metresPerUnit || (std::isfinite(*options.metresPerUnit) && *options.metresPerUnit > 0.0),
           "metresPerUnit must be finite and positive, is " + figure(options.metresPerUnit.value_or(0.0)));
    demand(options.weldTolerance >= 0.0 && options.weldTolerance <= 0.01,
           "weldTolerance must lie in 0 .. 0.01, is " + figure(options.weldTolerance));
    demand(options.hull.coplanarTolerance >= 0.0f && options.hull.coplanarTolerance <= 0.01f,
           "hull.coplanarTolerance must lie in 0 .. 0.01, is " +
               figure(static_cast<double>(options.hull.coplanarTolerance)));
    demand(std::isfinite(options.maxSeconds) && options.maxSeconds >= 0.0,
           "maxSeconds must be finite and not negative, is " + figure(options.maxSeconds));
    return faults;
}

std::string joined(const std::vector<std::string>& words) {
    std::string all;
    for (const std::string& word : words) {
        all += (all.empty() ? "" : " ") + word;
    }
    return all;
}

/// Vertices of all nodes together: a mesh counts as often as nodes show it.
std::uint64_t verticesShown(const Scene& scene) {
    std::uint64_t count = 0;
    for (const Node& node : scene.nodes) {
        for (const std::uint32_t mesh : node.meshes) {
            count += scene.meshes[mesh].positions.size();
        }
    }
    return count;
}

ImportReport reportOf(const std::filesystem::path& file, Scene& scene, Frame& frame) {
    ImportReport report;
    report.file = file;
    report.format = scene.formatName;
    report.generator = scene.generator;
    report.metresPerUnit = frame.metresPerUnit;
    report.unitSource = frame.unitSource;
    report.sourceUp = frame.sourceUp;
    report.upSource = frame.upSource;
    report.notes = scene.notes;
    report.notes.insert(report.notes.end(), frame.notes.begin(), frame.notes.end());
    return report;
}

/// Why no node gave a body, node by node (the first twenty).
std::string nothingToCollide(const ImportReport& report) {
    if (report.nodes.empty()) {
        return "holds no mesh: is it a model at all?";
    }
    constexpr std::size_t kMostNamed = 20;
    std::string message = "no node gave a body";
    for (std::size_t k = 0; k < std::min(report.nodes.size(), kMostNamed); ++k) {
        message += "; node \"" + report.nodes[k].name + "\" " + report.nodes[k].warnings.front().message;
    }
    if (report.nodes.size() > kMostNamed) {
        message += "; and " + std::to_string(report.nodes.size() - kMostNamed) + " more nodes";
    }
    return message;
}

Result<CollisionModel, ImportError> buildModel(Scene scene, const std::filesystem::path& file,
                                               const ImportOptions& options, const Deadline& deadline) {
    Frame frame = resolveFrame(scene, options);
    const std::vector<glm::dmat4> world = worldMatrices(scene);
    CollisionModel model{{}, reportOf(file, scene, frame)};
    const auto withReport = [&](Unexpected<ImportError> unexpected) {
        unexpected.error.report = std::move(model.report);
        return unexpected;
    };
    if (const std::uint64_t shown = verticesShown(scene); shown > options.maxVertices) {
        return withReport(failure(Code::LimitExceeded, file,
                                  "has " + std::to_string(shown) + " vertices, more than maxVertices = " +
                                      std::to_string(options.maxVertices)));
    }
    for (std::uint32_t index = 0; index < scene.nodes.size(); ++index) {
        const Node& node = scene.nodes[index];
        if (node.meshes.empty()) {
            continue;
        }
        if (deadline.passed()) {
            return withReport(failure(Code::LimitExceeded, file,
                                      "takes longer than maxSeconds = " + figure(options.maxSeconds) +
                                          ", at node \"" + node.name + "\""));
        }
        NodeResult result = buildBody(scene, node, frame.worldToModel * world[index], options);
        result.report.name = nameOf(scene, node, file.stem().string());
        result.report.path = pathOf(scene, index);
        if (result.hull) {
            model.bodies.push_back({result.report.name, *std::move(result.hull),
                                    static_cast<std::uint32_t>(model.report.nodes.size())});
        }
        model.report.nodes.push_back(std::move(result.report));
    }
    if (model.bodies.empty()) {
        return withReport(failure(Code::NothingToCollide, file, nothingToCollide(model.report)));
    }
    return model;
}

}  // namespace

const CollisionBody* CollisionModel::find(std::string_view name) const noexcept {
    const auto found = std::ranges::find(bodies, name, &CollisionBody::name);
    return found == bodies.end() ? nullptr : &*found;
}

Result<CollisionModel, ImportError> loadModel(const std::filesystem::path& file,
                                              const ImportOptions& options) {
    const Deadline deadline(options.maxSeconds);
    if (std::string faults = checkOptions(options); !faults.empty()) {
        return failure(Code::BadOptions, file, std::move(faults));
    }
    const std::vector<std::string> readable =
        options.onlyVettedFormats ? vettedExtensions() : importableExtensions();
    if (std::ranges::find(readable, lowerExtension(file)) == readable.end()) {
        return failure(Code::UnknownFormat, file,
                       "its extension is none of those that are read: " + joined(readable));
    }
    Result<std::string, ImportError> bytes = readBytes(file, options.maxFileBytes);
    if (!bytes) {
        return Unexpected{std::move(bytes.error())};
    }
    Result<std::string, ImportError> vetted = vet(file, *std::move(bytes), options);
    if (!vetted) {
        return Unexpected{std::move(vetted.error())};
    }
    Result<Scene, ImportError> scene = readWithAssimp(file, *vetted, options, deadline);
    if (!scene) {
        return Unexpected{std::move(scene.error())};
    }
    return buildModel(*std::move(scene), file, options, deadline);
}

std::vector<std::string> importableExtensions() {
    return assimpExtensions();
}

}  // namespace sat3d::inline SAT3D_ABI
