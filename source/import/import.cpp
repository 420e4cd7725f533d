#include "core/files/utf8_path.hpp"
#include "core/format_numbers.hpp"
#include "import/assimp/assimp_reader.hpp"
#include "import/files/deadline.hpp"
#include "import/files/source_file.hpp"
#include "import/files/validation_error.hpp"
#include "import/gltf/completed_scene.hpp"
#include "import/gltf/rewritten_document.hpp"
#include "import/model/model_builder.hpp"
#include "import/numbered/numbered_names.hpp"
#include "import/validation/validate_file.hpp"
#include "import/worker/worker_client.hpp"

#include <sat3d/core/version.hpp>
#include <sat3d/import/import.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace sat3d::SAT3D_ABI {
namespace {

using namespace importing;
using Code = ImportError::Code;

/// Returns messages about invalid options, or an empty text.
std::string checkOptions(const ImportOptions& options) {
    std::string faults;
    const auto demand = [&](bool holds, const char* fault, double value) {
        if (!holds) {
            faults += (faults.empty() ? "" : "; ") + std::string(fault) + formatNumber(value);
        }
    };
    const double unit = options.metersPerUnit.value_or(1.0);
    const auto coplanar = static_cast<double>(options.hull.coplanarTolerance);
    demand(std::isfinite(unit) && unit > 0.0, "metersPerUnit must be finite and positive, is ", unit);
    demand(options.weldTolerance >= 0.0 && options.weldTolerance <= 0.01,
           "weldTolerance must lie in 0 .. 0.01, is ", options.weldTolerance);
    demand(coplanar >= 0.0 && options.hull.coplanarTolerance <= 0.01f,
           "hull.coplanarTolerance must lie in 0 .. 0.01, is ", coplanar);
    demand(options.fitTolerance >= 0.0 && options.fitTolerance <= 0.1,
           "fitTolerance must lie in 0 .. 0.1, is ", options.fitTolerance);
    if (const auto pieces = decompose({}, {}, options.pieces);
        pieces.error().code == DecompositionError::Code::BadOptions) {
        faults += (faults.empty() ? "pieces." : "; pieces.") + pieces.error().message;
    }
    demand(std::isfinite(options.maxSeconds) && options.maxSeconds >= 0.0,
           "maxSeconds must be finite and not negative, is ", options.maxSeconds);
    return faults;
}

/// Returns the message about an extension that no reader supports, with the validated formats as a remedy.
std::string unknownExtension(const std::string& extension, std::size_t readable) {
    const std::vector<std::string>& validated = extensionsWithValidator();
    std::string message = extension.empty() ? "has no extension, which would select the reader"
                                            : "the extension " + extension + " is not supported";
    message += "; export the model as";
    for (const std::string& choice : validated) {
        message += (&choice == &validated.front()  ? " "
                    : &choice == &validated.back() ? " or "
                                                   : ", ") +
                   choice;
    }
    if (readable > validated.size()) {
        message += " (" + std::to_string(readable - validated.size()) + " more are read without validation)";
    }
    return message;
}

/// Reads glTF: Assimp reads a rewritten document. Throws ValidationError.
Scene readGltf(const std::filesystem::path& file, const std::string& bytes, bool isBinary,
               const ImportOptions& options, const Deadline& deadline) {
    const GltfDocument document = parseGltf(bytes, isBinary);
    const GltfMeshes meshes = validateGltf(document, options);
    GltfExtras extras = readGltfExtras(document, options);
    GltfBuffers buffers(document, file,
                        options.maxFileBytes - std::min<std::uint64_t>(options.maxFileBytes, bytes.size()));
    const RewrittenGltf rewritten = rewriteGltf(document, meshes, extras, buffers);
    const std::string name = "model.gltf";
    FilesInMemory files = rewritten.buffers;
    files.emplace(name, rewritten.document);
    files.emplace(kGltfFloats, rewritten.floats);
    Scene scene = readWithAssimp(file, name, files, options, deadline);
    completeGltfScene(document, meshes, rewritten.carriers, std::move(extras), scene);
    scene.files = buffers.files();
    return scene;
}

/// Gives an empty mesh to nodes whose mesh Assimp has dropped, so that the report mentions them.
void addEmptyMeshes(const NamesOfMeshNodes& names, Scene& scene) {
    for (Node& node : scene.nodes) {
        if (node.meshes.empty() && node.parent != Node::kNoParent && names.contains(node.name)) {
            node.meshes.push_back(static_cast<std::uint32_t>(scene.meshes.size()));
            scene.meshes.emplace_back();
        }
    }
}

/// Reads OBJ or STL: Assimp reads numbers instead of the names. Throws ValidationError.
Scene readNumbered(const std::filesystem::path& file, const std::string& name, const NumberedText& numbered,
                   const ImportOptions& options, const Deadline& deadline) {
    if (numbered.names.size() >= options.maxNodes) {
        throw ValidationError(Code::LimitExceeded,
                              "has more nodes than maxNodes = " + std::to_string(options.maxNodes));
    }
    Scene scene = readWithAssimp(file, name, {{name, numbered.text}}, options, deadline);
    addEmptyMeshes(numbered.meshNodes, scene);
    restoreNames(numbered.names, scene);
    return scene;
}

Result<Scene, ImportError> readScene(const std::filesystem::path& file, const std::string& bytes,
                                     const ImportOptions& options, const Deadline& deadline) try {
    const std::string extension = lowerExtension(file);
    if (extension == ".gltf" || extension == ".glb") {
        return readGltf(file, bytes, extension == ".glb", options, deadline);
    }
    const std::string name = utf8(file.filename());
    if (extension == ".obj" || extension == ".stl") {
        const NumberedText numbered = extension == ".obj" ? numberedObj(bytes) : numberedStl(bytes);
        return readNumbered(file, name, numbered, options, deadline);
    }
    const FileFindings findings = validateFile(extension, bytes, options);
    Scene scene = readWithAssimp(file, name, {{name, bytes}}, options, deadline);
    addEmptyMeshes(findings.meshNodes, scene);
    scene.notes.insert(scene.notes.end(), findings.notes.begin(), findings.notes.end());
    const auto isNumbered3ds = [](const Node& node) { return node.name.starts_with("3DSMesh_"); };
    if (extension == ".3ds" && std::ranges::any_of(scene.nodes, isNumbered3ds)) {
        scene.notes.push_back(
            "the names of the objects are lost: the reader takes them from keyframes, and the file has none. "
            "Names of collision meshes do not count. Export it as glTF or FBX");
    }
    return scene;
} catch (const ValidationError& fault) {
    return failure(fault.code, file, fault.what(), fault.node);
} catch (const std::bad_alloc&) {
    throw;
} catch (const std::exception& fault) {
    return failure(Code::Malformed, file, fault.what());
}

}  // namespace

const NodeReport* ImportReport::reportFor(std::uint32_t node) const noexcept {
    const auto found = std::ranges::find(nodes, node, &NodeReport::node);
    return found == nodes.end() ? nullptr : &*found;
}

Result<ImportedModel, ImportError> loadModel(const std::filesystem::path& file,
                                             const ImportOptions& options) try {
    const Deadline deadline(options.maxSeconds);
    if (std::string faults = checkOptions(options); !faults.empty()) {
        return failure(Code::BadOptions, file, std::move(faults));
    }
    if (options.isolation) {
        return loadInWorker(file, options);
    }
    const std::vector<std::string>& readable =
        options.onlyValidatedFormats ? extensionsWithValidator() : assimpExtensions();
    const std::string extension = lowerExtension(file);
    const bool known = std::ranges::binary_search(readable, extension);
    if (std::error_code ignored; !known && !std::filesystem::is_directory(file, ignored)) {
        return failure(Code::UnknownFormat, file, unknownExtension(extension, readable.size()));
    }
    Result<std::string, ImportError> bytes = readBytes(file, options.maxFileBytes);
    if (!bytes) {
        return Unexpected{std::move(bytes.error())};
    }
    Result<Scene, ImportError> scene = readScene(file, *bytes, options, deadline);
    if (!scene) {
        return Unexpected{scene.error()};
    }
    scene->files.insert(scene->files.begin(), {file.filename(), checksumOf(*bytes)});
    return buildModel(*scene, file, options, deadline);
} catch (const std::bad_alloc&) {
    return failure(Code::LimitExceeded, file, "needs more memory than is available");
}

std::vector<std::string> supportedExtensions() {
    return assimpExtensions();
}

std::vector<std::string> validatedExtensions() {
    return extensionsWithValidator();
}

std::string importerVersion() {
    return std::string("sat3d ") + version() + ", Assimp " + assimpVersion();
}

}  // namespace sat3d::SAT3D_ABI
