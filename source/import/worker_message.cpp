#include "import/worker_message.hpp"

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/core/version.hpp>
#include <sat3d/shapes/baked_model.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using detail::BakedReader;
using detail::BakedWriter;

constexpr std::string_view kRequest = "sat3d import request ", kAnswer = "sat3d import answer ";

/// The members of every structure stand once, below, for both ways. Binding them all makes the compiler ask
/// for those that are new.
class Saving {
public:
    template <class T>
    requires std::is_arithmetic_v<T>
    void operator()(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            writer_.number(static_cast<std::uint8_t>(value ? 1 : 0));
        } else {
            writer_.number(value);
        }
    }
    template <class T>
    requires std::is_enum_v<T>
    void operator()(const T& value) { writer_.number(static_cast<std::uint8_t>(value)); }
    void operator()(const std::string& text) { writer_.text(text); }
    template <class T>
    void operator()(const std::optional<T>& value) {
        (*this)(value.has_value());
        if (value) {
            (*this)(*value);
        }
    }
    template <class T>
    void operator()(const std::vector<T>& items) {
        writer_.number(static_cast<std::uint32_t>(items.size()));
        for (const T& item : items) {
            (*this)(item);
        }
    }
    template <class T>
    requires std::is_class_v<T>
    void operator()(const T& structure) { transfer(*this, structure); }
    std::vector<std::byte> take() { return writer_.take(); }

private:
    BakedWriter writer_;
};

class Loading {
public:
    explicit Loading(std::span<const std::byte> bytes) : reader_(bytes) {}

    template <class T>
    requires std::is_arithmetic_v<T>
    void operator()(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            value = reader_.number<std::uint8_t>() != 0;
        } else {
            value = reader_.number<T>();
        }
    }
    template <class T>
    requires std::is_enum_v<T>
    void operator()(T& value) {
        const auto found = static_cast<T>(reader_.number<std::uint8_t>());
        if (toString(found) == "?") {
            reader_.fail("it names what does not exist");
            return;
        }
        value = found;
    }
    void operator()(std::string& text) { text = reader_.text(); }
    template <class T>
    void operator()(std::optional<T>& value) {
        bool hasValue = false;
        (*this)(hasValue);
        value.reset();
        if (hasValue) {
            (*this)(value.emplace());
        }
    }
    template <class T>
    void operator()(std::vector<T>& items) {
        items.clear();
        const std::uint32_t count = reader_.count(1);
        for (std::uint32_t k = 0; k < count && !reader_.failed(); ++k) {
            (*this)(items.emplace_back());
        }
    }
    template <class T>
    requires std::is_class_v<T>
    void operator()(T& structure) { transfer(*this, structure); }
    [[nodiscard]] bool isComplete() const { return !reader_.failed() && reader_.left() == 0; }
    [[nodiscard]] BakedReader& reader() { return reader_; }

private:
    BakedReader reader_;
};

template <class Way, class... Members>
void all(Way& way, Members&... members) {
    (way(members), ...);
}

template <class Way, class Path>
requires std::is_same_v<std::remove_const_t<Path>, std::filesystem::path>
void transfer(Way& way, Path& path) {
    const std::u8string utf8 = path.u8string();
    std::string text(utf8.begin(), utf8.end());
    way(text);
    if constexpr (!std::is_const_v<Path>) {
        path = std::filesystem::path(std::u8string(text.begin(), text.end()));
    }
}

template <class Way, class Vector>
requires std::is_same_v<std::remove_const_t<Vector>, glm::vec3>
void transfer(Way& way, Vector& vector) {
    all(way, vector.x, vector.y, vector.z);
}

template <class Way, class Options>
requires std::is_same_v<std::remove_const_t<Options>, HullOptions>
void transfer(Way& way, Options& options) {
    auto& [coplanarTolerance] = options;
    all(way, coplanarTolerance);
}

/// All but the callback, which stays with the one who asks.
template <class Way, class Options>
requires std::is_same_v<std::remove_const_t<Options>, DecompositionOptions>
void transfer(Way& way, Options& options) {
    auto& [tolerance, maxPieces, maxVertices, hull, progress] = options;
    all(way, tolerance, maxPieces, maxVertices, hull);
}

template <class Way, class Figures>
requires std::is_same_v<std::remove_const_t<Figures>, NodeReport::Pieces>
void transfer(Way& way, Figures& pieces) {
    auto& [count, concavity, uncovered] = pieces;
    all(way, count, concavity, uncovered);
}

template <class Way, class Part>
requires std::is_same_v<std::remove_const_t<Part>, Isolation>
void transfer(Way& way, Part& isolation) {
    auto& [worker, maxMemoryBytes] = isolation;
    all(way, worker, maxMemoryBytes);
}

template <class Way, class Options>
requires std::is_same_v<std::remove_const_t<Options>, ImportOptions>
void transfer(Way& way, Options& options) {
    auto& [up, sourceUp, metresPerUnit, unrealNames, godotNames, khrPhysics, omiPhysics, splitUnrealIslands,
           splitPlainIslands, fitPrimitives, fitTolerance, triangleMeshes, plainTriangleMeshes, notConvexAs,
           pieces, hull, weldTolerance, keepMeshes, onlyVettedFormats, isolation, maxFileBytes, maxNodes,
           maxDepth, maxVertices, maxSeconds] = options;
    all(way, up, sourceUp, metresPerUnit, unrealNames, godotNames, khrPhysics, omiPhysics, splitUnrealIslands,
        splitPlainIslands, fitPrimitives, fitTolerance, triangleMeshes, plainTriangleMeshes, notConvexAs,
        pieces, hull, weldTolerance, keepMeshes, onlyVettedFormats, isolation, maxFileBytes, maxNodes,
        maxDepth, maxVertices, maxSeconds);
}

template <class Way, class Request>
requires std::is_same_v<std::remove_const_t<Request>, WorkerRequest>
void transfer(Way& way, Request& request) {
    auto& [file, options] = request;
    all(way, file, options);
}

template <class Way, class Warning>
requires std::is_same_v<std::remove_const_t<Warning>, NodeReport::Warning>
void transfer(Way& way, Warning& warning) {
    auto& [code, message] = warning;
    all(way, code, message);
}

template <class Way, class Report>
requires std::is_same_v<std::remove_const_t<Report>, NodeReport>
void transfer(Way& way, Report& report) {
    auto& [name, node, path, rule, role, outcome, verticesRead, verticesWelded, facesRead, hullVertices,
           hullFaces, triangles, volume, meshVolume, minimum, maximum, pieces, mirrored, warnings] = report;
    all(way, name, node, path, rule, role, outcome, verticesRead, verticesWelded, facesRead, hullVertices,
        hullFaces, triangles, volume, meshVolume, minimum, maximum, pieces, mirrored, warnings);
}

template <class Way, class Report>
requires std::is_same_v<std::remove_const_t<Report>, ImportReport>
void transfer(Way& way, Report& report) {
    auto& [file, format, generator, metresPerUnit, unitSource, sourceUp, upSource, notes, nodes] = report;
    all(way, file, format, generator, metresPerUnit, unitSource, sourceUp, upSource, notes, nodes);
}

template <class Way, class Error>
requires std::is_same_v<std::remove_const_t<Error>, ImportError>
void transfer(Way& way, Error& error) {
    auto& [code, message, file, report] = error;
    all(way, code, message, file, report);
}

template <class Way, class Mesh>
requires std::is_same_v<std::remove_const_t<Mesh>, PolygonMesh>
void transfer(Way& way, Mesh& mesh) {
    auto& [vertices, corners, faceEnds] = mesh;
    all(way, vertices, corners, faceEnds);
}

template <class Way, class Mesh>
requires std::is_same_v<std::remove_const_t<Mesh>, NodeMesh>
void transfer(Way& way, Mesh& nodeMesh) {
    auto& [node, mesh] = nodeMesh;
    all(way, node, mesh);
}

/// Whether a mesh names nothing that does not exist.
bool isSound(const NodeMesh& mesh, std::size_t nodes) {
    const PolygonMesh& polygons = mesh.mesh;
    const bool cornersExist = std::ranges::all_of(
        polygons.corners, [&](std::uint32_t corner) { return corner < polygons.vertices.size(); });
    const bool endsAscend =
        std::ranges::is_sorted(polygons.faceEnds) &&
        (polygons.faceEnds.empty() || polygons.faceEnds.back() <= polygons.corners.size());
    return mesh.node < nodes && cornersExist && endsAscend;
}

std::string opening(std::string_view what) {
    return std::string(what) + std::string(version());
}

}  // namespace

std::vector<std::byte> toBytes(const WorkerRequest& request) {
    Saving saving;
    saving(opening(kRequest));
    saving(request);
    return saving.take();
}

std::optional<WorkerRequest> requestFrom(std::span<const std::byte> bytes) {
    Loading loading(bytes);
    std::string start;
    WorkerRequest request;
    loading(start);
    if (start == opening(kRequest)) {
        loading(request);
    }
    return start == opening(kRequest) && loading.isComplete() ? std::optional(std::move(request))
                                                              : std::nullopt;
}

std::vector<std::byte> toBytes(const WorkerAnswer& answer) {
    Saving saving;
    saving(opening(kAnswer));
    saving(answer.has_value());
    if (!answer) {
        saving(answer.error());
        return saving.take();
    }
    saving(answer->report);
    saving(answer->meshes);
    std::vector<std::byte> bytes = saving.take();
    const std::vector<std::byte> baked = saveBaked(*answer);
    bytes.insert(bytes.end(), baked.begin(), baked.end());
    return bytes;
}

Result<WorkerAnswer, std::string> answerFrom(std::span<const std::byte> bytes) {
    Loading loading(bytes);
    std::string start;
    loading(start);
    if (start != opening(kAnswer)) {
        return Unexpected{std::string(start.starts_with(kAnswer) ? "it is of another version: " + start
                                                                 : "it does not begin as one does")};
    }
    bool isModel = false;
    loading(isModel);
    if (!isModel) {
        ImportError error{};
        loading(error);
        if (!loading.isComplete()) {
            return Unexpected{std::string("its error is cut off or broken")};
        }
        return WorkerAnswer(Unexpected{std::move(error)});
    }
    ImportedModel model;
    loading(model.report);
    loading(model.meshes);
    if (loading.reader().failed()) {
        return Unexpected{std::string("its report is broken: ") + loading.reader().fault()};
    }
    auto baked = loadBaked(bytes.last(loading.reader().left()));
    if (!baked) {
        return Unexpected{"its model " + baked.error().message};
    }
    static_cast<CollisionModel&>(model) = *std::move(baked);
    const std::size_t nodes = model.nodes.size();
    const bool isWhole =
        std::ranges::all_of(model.meshes, [&](const NodeMesh& mesh) { return isSound(mesh, nodes); }) &&
        std::ranges::all_of(model.report.nodes, [&](const NodeReport& line) { return line.node < nodes; });
    if (!isWhole) {
        return Unexpected{std::string("its report names what its model does not have")};
    }
    return WorkerAnswer(std::move(model));
}

}  // namespace sat3d::inline SAT3D_ABI::importing
