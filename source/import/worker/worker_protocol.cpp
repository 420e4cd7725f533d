#include "import/worker/worker_protocol.hpp"

#include "core/files/utf8_path.hpp"
#include "shapes/baked/baked_stream.hpp"

#include <sat3d/core/version.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

constexpr std::string_view kRequest = "sat3d import request ", kAnswer = "sat3d import answer ";

/// Each transfer() below lists the members of a structure, for both directions. The structured binding in
/// transfer() does not compile if a member is missing.
class Archive : public BakedArchive {
public:
    using BakedArchive::BakedArchive;

    template <class... Values>
    void operator()(Values&... values) {
        (transfer(*this, values), ...);
    }
    [[nodiscard]] bool isComplete() const { return !failed() && left() == 0; }
};

template <class T>
requires std::is_arithmetic_v<T>
void transfer(Archive& archive, T& value) {
    archive.number(value);
}

void transfer(Archive& archive, bool& value) {
    auto byte = static_cast<std::uint8_t>(value ? 1 : 0);
    archive.number(byte);
    value = byte != 0;
}

template <class T>
requires std::is_enum_v<T>
void transfer(Archive& archive, T& value) {
    auto byte = static_cast<std::uint8_t>(value);
    archive.number(byte);
    if (toString(static_cast<T>(byte)) == "?") {
        archive.fail("an enumerator is unknown");
    } else {
        value = static_cast<T>(byte);
    }
}

void transfer(Archive& archive, std::string& text) {
    archive.text(text);
}

void transfer(Archive& archive, std::filesystem::path& path) try {
    std::string text = utf8(path);
    archive(text);
    path = pathOfUtf8(text);
} catch (const std::system_error&) {
    archive.fail("a file name is not UTF-8");
}

template <class T>
void transfer(Archive& archive, std::optional<T>& value) {
    bool hasValue = value.has_value();
    archive(hasValue);
    if (!hasValue) {
        value.reset();
    } else {
        archive(value ? *value : value.emplace());
    }
}

template <class T>
void transfer(Archive& archive, std::vector<T>& items) {
    const std::size_t count = archive.count(items.size(), 1);
    for (std::size_t k = 0; k < count && !archive.failed(); ++k) {
        archive(k < items.size() ? items[k] : items.emplace_back());
    }
}

void transfer(Archive& archive, glm::vec3& vector) {
    archive(vector.x, vector.y, vector.z);
}

void transfer(Archive& archive, HullOptions& options) {
    auto& [coplanarTolerance] = options;
    archive(coplanarTolerance);
}

/// Transfers all members except the callback, which stays in the calling program.
void transfer(Archive& archive, DecompositionOptions& options) {
    auto& [tolerance, maxPieces, maxVertices, hull, progress] = options;
    archive(tolerance, maxPieces, maxVertices, hull);
}

void transfer(Archive& archive, Isolation& isolation) {
    auto& [worker, maxMemoryBytes] = isolation;
    archive(worker, maxMemoryBytes);
}

void transfer(Archive& archive, ImportOptions& options) {
    auto& [up, sourceUp, metersPerUnit, unrealNames, godotNames, khrPhysics, omiPhysics, unnamedMeshes,
           splitUnrealComponents, splitUnnamedComponents, fitPrimitives, fitTolerance, triangleMeshes,
           unnamedAsTriangleMeshes, nonConvexPolicy, pieces, hull, weldTolerance, keepRenderMeshes,
           onlyValidatedFormats, isolation, maxFileBytes, maxNodes, maxDepth, maxVertices, maxSeconds] =
        options;
    archive(up, sourceUp, metersPerUnit, unrealNames, godotNames, khrPhysics, omiPhysics, unnamedMeshes,
            splitUnrealComponents, splitUnnamedComponents, fitPrimitives, fitTolerance, triangleMeshes,
            unnamedAsTriangleMeshes, nonConvexPolicy, pieces, hull, weldTolerance, keepRenderMeshes,
            onlyValidatedFormats, isolation, maxFileBytes, maxNodes, maxDepth, maxVertices, maxSeconds);
}

void transfer(Archive& archive, NodeReport::Warning& warning) {
    auto& [code, message] = warning;
    archive(code, message);
}

void transfer(Archive& archive, NodeReport::Pieces& pieces) {
    auto& [count, concavity, uncovered] = pieces;
    archive(count, concavity, uncovered);
}

void transfer(Archive& archive, NodeReport& report) {
    auto& [name, node, path, source, role, summary, verticesRead, verticesWelded, facesRead, hullVertices,
           hullFaces, triangles, volume, meshVolume, minimum, maximum, pieces, mirrored, warnings] = report;
    archive(name, node, path, source, role, summary, verticesRead, verticesWelded, facesRead, hullVertices,
            hullFaces, triangles, volume, meshVolume, minimum, maximum, pieces, mirrored, warnings);
}

void transfer(Archive& archive, SourceFile& file) {
    auto& [path, checksum] = file;
    archive(path, checksum);
}

void transfer(Archive& archive, ImportReport& report) {
    auto& [file, files, format, generator, metersPerUnit, unitSource, sourceUp, upSource, notes, nodes] =
        report;
    archive(file, files, format, generator, metersPerUnit, unitSource, sourceUp, upSource, notes, nodes);
}

void transfer(Archive& archive, ImportError& error) {
    auto& [code, message, node, file, report] = error;
    archive(code, message, node, file, report);
}

void transfer(Archive& archive, PolygonMesh& mesh) {
    auto& [vertices, indices, faceEndOffsets] = mesh;
    archive(vertices, indices, faceEndOffsets);
}

void transfer(Archive& archive, RenderMesh& nodeMesh) {
    auto& [node, mesh] = nodeMesh;
    archive(node, mesh);
}

/// Returns whether all indices of a mesh are valid.
bool isSound(const RenderMesh& mesh, std::size_t nodes) {
    const PolygonMesh& polygons = mesh.mesh;
    const bool verticesExist = std::ranges::all_of(
        polygons.indices, [&](std::uint32_t vertex) { return vertex < polygons.vertices.size(); });
    const bool endsAscend =
        std::ranges::is_sorted(polygons.faceEndOffsets) &&
        (polygons.faceEndOffsets.empty() || polygons.faceEndOffsets.back() <= polygons.indices.size());
    return mesh.node < nodes && verticesExist && endsAscend;
}

std::string opening(std::string_view what) {
    return std::string(what) + std::string(version());
}

Unexpected<std::string> broken(std::string why) {
    return {std::move(why)};
}

}  // namespace

std::vector<std::byte> toBytes(WorkerRequest request) {
    Archive archive;
    std::string start = opening(kRequest);
    archive(start, request.file, request.options);
    return archive.take();
}

std::optional<WorkerRequest> requestFrom(std::span<const std::byte> bytes) {
    Archive archive(bytes);
    std::string start;
    archive(start);
    if (start != opening(kRequest)) {
        return std::nullopt;
    }
    std::optional<WorkerRequest> request(std::in_place);
    archive(request->file, request->options);
    return archive.isComplete() ? std::move(request) : std::nullopt;
}

std::vector<std::byte> toBytes(WorkerAnswer answer) {
    Archive archive;
    std::string start = opening(kAnswer);
    bool isModel = answer.has_value();
    archive(start, isModel);
    if (!isModel) {
        archive(answer.error());
        return archive.take();
    }
    archive(answer->report, answer->renderMeshes);
    std::vector<std::byte> bytes = archive.take();
    const std::vector<std::byte> baked = saveBaked(*answer);
    bytes.insert(bytes.end(), baked.begin(), baked.end());
    return bytes;
}

Result<WorkerAnswer, std::string> answerFrom(std::span<const std::byte> bytes) {
    Archive archive(bytes);
    std::string start;
    archive(start);
    if (start != opening(kAnswer)) {
        return broken(start.starts_with(kAnswer) ? "it is of another version: " + start
                                                 : "it does not begin as an answer does");
    }
    bool isModel = false;
    archive(isModel);
    if (!isModel) {
        ImportError error{};
        archive(error);
        if (!archive.isComplete()) {
            return broken("its error is cut off or broken");
        }
        return WorkerAnswer(Unexpected{std::move(error)});
    }
    ImportedModel model;
    archive(model.report, model.renderMeshes);
    if (archive.failed()) {
        return broken("its report is broken: " + archive.fault());
    }
    auto baked = loadBaked(bytes.last(archive.left()));
    if (!baked) {
        return broken("its model " + baked.error().message);
    }
    static_cast<CollisionModel&>(model) = *std::move(baked);
    const std::size_t nodes = model.nodes.size();
    const auto isWithin = [&](const NodeReport& line) { return line.node < nodes; };
    if (!std::ranges::all_of(model.report.nodes, isWithin) ||
        !std::ranges::all_of(model.renderMeshes, [&](const auto& mesh) { return isSound(mesh, nodes); })) {
        return broken("its report names nodes or vertices that its model does not have");
    }
    return WorkerAnswer(std::move(model));
}

}  // namespace sat3d::SAT3D_ABI::importing
