#include "import/assimp/assimp_reader.hpp"

#include "core/format_numbers.hpp"
#include "core/readable_text.hpp"
#include "import/assimp/assimp_io_system.hpp"
#include "import/assimp/assimp_metadata.hpp"
#include "import/files/source_file.hpp"
#include "import/files/validation_error.hpp"
#include "import/scene/material_tags.hpp"

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <assimp/commonMetaData.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/metadata.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

/// Disabled readers. glTF 1 has the extensions of glTF 2, but is obsolete, and its reader is not maintained.
/// The reader of raw triangles leaves nodes uninitialized if a file has two objects.
constexpr std::array<std::string_view, 2> kRefusedReaders = {"glTF Importer", "Raw Importer"};

bool isRefused(const aiImporterDesc& reader) {
    return std::ranges::find(kRefusedReaders, reader.mName) != kRefusedReaders.end();
}

void demandTime(const Deadline& deadline, const ImportOptions& options) {
    if (deadline.passed()) {
        throw ValidationError(Code::LimitExceeded,
                              "takes longer to read than maxSeconds = " + formatNumber(options.maxSeconds));
    }
}

/// Throws when the time is up, because Assimp ignores the result of Update. This is safe: the readers
/// themselves throw at the same places, and objects own their memory.
class DeadlineHandler final : public Assimp::ProgressHandler {
public:
    DeadlineHandler(const Deadline& deadline, const ImportOptions& options)
        : deadline_(deadline), options_(options) {}
    bool Update(float) override {
        demandTime(deadline_, options_);
        return true;
    }

private:
    const Deadline& deadline_;
    const ImportOptions& options_;
};

/// Indices of readers in an importer, by extension with its dot.
using ReadersByExtension = std::map<std::string, std::vector<std::size_t>>;

/// Returns the readers by extension. Computed once, because their descriptions are scattered in memory.
/// @param importer  an importer with all readers
const ReadersByExtension& readersByExtension(const Assimp::Importer& importer) {
    static const ReadersByExtension kAll = [&] {
        ReadersByExtension all;
        for (std::size_t k = 0; k < importer.GetImporterCount(); ++k) {
            const aiImporterDesc& reader = *importer.GetImporterInfo(k);
            std::string_view rest = isRefused(reader) ? "" : reader.mFileExtensions;
            while (!rest.empty()) {
                const std::size_t length = std::min(rest.find(' '), rest.size());
                if (length > 0) {
                    all["." + std::string(rest.substr(0, length))].push_back(k);
                }
                rest.remove_prefix(std::min(length + 1, rest.size()));
            }
        }
        return all;
    }();
    return kAll;
}

/// Removes all readers that do not read the extension (with its dot). Returns false if none remains.
bool keepReadersFor(const std::string& extension, Assimp::Importer& importer) {
    const ReadersByExtension& all = readersByExtension(importer);
    const auto kept = all.find(extension);
    if (kept == all.end()) {
        return false;
    }
    for (std::size_t k = importer.GetImporterCount(); k-- > 0;) {
        if (!std::ranges::binary_search(kept->second, k)) {
            const std::unique_ptr<Assimp::BaseImporter> dropped(importer.GetImporter(k));
            importer.UnregisterLoader(dropped.get());
        }
    }
    return true;
}

void configure(Format format, Assimp::Importer& importer) {
    // Keeps the artist's names instead of the identifiers made from them. Set for every format, because
    // Collada files may also end in .xml and .zae.
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
    if (format == Format::Collada) {
        // Without this property, Assimp makes a mesh of bones from the nodes if the file has no mesh.
        importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    }
    if (format == Format::Fbx) {
        // If Assimp merges pivots into one matrix, a node's geometric offset also moves its children, which
        // is wrong.
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, false);
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, false);
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_CAMERAS, false);
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_LIGHTS, false);
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_WEIGHTS, false);
    }
}

Format formatOf(const std::string& extension) {
    constexpr std::pair<std::string_view, Format> kFormats[] = {
        {".obj", Format::Obj},     {".gltf", Format::Gltf}, {".glb", Format::Gltf}, {".fbx", Format::Fbx},
        {".dae", Format::Collada}, {".stl", Format::Stl},   {".ply", Format::Ply},
    };
    const auto* found =
        std::ranges::find(kFormats, std::string_view(extension), &std::pair<std::string_view, Format>::first);
    return found == std::end(kFormats) ? Format::Other : found->second;
}

std::string textOf(const aiMetadata* metadata, const char* key) {
    aiString text;
    return metadata != nullptr && metadata->Get(key, text) ? text.C_Str() : std::string();
}

/// Reads axis and sign. Returns false if one is missing or invalid.
bool readAxis(const aiMetadata& metadata, const std::string& name, SignedAxis& result) {
    std::int32_t axis = 0;
    std::int32_t sign = 0;
    if (!metadata.Get(name, axis) || !metadata.Get(name + "Sign", sign) || axis < 0 || axis > 2 ||
        std::abs(sign) != 1) {
        return false;
    }
    result = {axis, sign};
    return true;
}

/// Returns the frame that an FBX file declares, or nothing if it is incomplete or invalid.
std::optional<FbxFrame> fbxFrame(const aiMetadata* metadata) {
    FbxFrame frame;
    if (metadata == nullptr || !readAxis(*metadata, "UpAxis", frame.up) ||
        !readAxis(*metadata, "FrontAxis", frame.front) || !readAxis(*metadata, "CoordAxis", frame.right) ||
        frame.up.axis == frame.front.axis || frame.up.axis == frame.right.axis ||
        frame.front.axis == frame.right.axis) {
        return std::nullopt;
    }
    // Depending on the version, the factor is a float or a double. Get fails for the wrong type.
    float single = 0.0f;
    if (metadata->Get("UnitScaleFactor", single)) {
        frame.centimetersPerUnit = static_cast<double>(single);
    } else if (!metadata->Get("UnitScaleFactor", frame.centimetersPerUnit)) {
        return std::nullopt;
    }
    if (!std::isfinite(frame.centimetersPerUnit) || frame.centimetersPerUnit <= 0.0) {
        return std::nullopt;
    }
    return frame;
}

glm::dmat4 matrixOf(const aiMatrix4x4& m) {
    glm::dmat4 result(1.0);
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            result[column][row] = static_cast<double>(m[static_cast<unsigned>(row)][column]);
        }
    }
    return result;
}

std::vector<glm::vec3> vectorsOf(const aiVector3D* vectors, unsigned count) {
    std::vector<glm::vec3> result;
    result.reserve(vectors == nullptr ? 0 : count);
    for (unsigned k = 0; vectors != nullptr && k < count; ++k) {
        result.emplace_back(static_cast<float>(vectors[k].x), static_cast<float>(vectors[k].y),
                            static_cast<float>(vectors[k].z));
    }
    return result;
}

/// Copies faces of three or more vertices; points and lines bound no volume.
void copyFaces(const aiMesh& source, Mesh& mesh) {
    mesh.indices.reserve(3 * std::size_t{source.mNumFaces});
    mesh.faceEndOffsets.reserve(source.mNumFaces);
    for (unsigned k = 0; k < source.mNumFaces; ++k) {
        const aiFace& face = source.mFaces[k];
        if (face.mNumIndices < 3) {
            continue;
        }
        for (unsigned corner = 0; corner < face.mNumIndices; ++corner) {
            if (face.mIndices[corner] >= source.mNumVertices) {
                malformed("face " + std::to_string(k) +
                          (mesh.name.empty() ? "" : " of mesh " + quotedName(mesh.name)) + " has vertex " +
                          std::to_string(face.mIndices[corner]) + ", which does not exist: there are " +
                          std::to_string(source.mNumVertices) +
                          ", numbered from 0. Copy or export the model once more");
            }
            mesh.indices.push_back(face.mIndices[corner]);
        }
        mesh.faceEndOffsets.push_back(static_cast<std::uint32_t>(mesh.indices.size()));
    }
}

/// Returns the tag of the mesh's material: see materialTag().
std::uint32_t tagOf(const aiScene& source, const aiMesh& mesh, std::vector<std::string>& materials) {
    return mesh.mMaterialIndex >= source.mNumMaterials
               ? 0
               : materialTag(source.mMaterials[mesh.mMaterialIndex]->GetName().C_Str(), materials);
}

/// Copies all nodes, parents first, in file order. Iterative, because the depth of a file is not trusted.
std::vector<Node> nodesOf(const aiScene& source, const ImportOptions& options) {
    std::vector<Node> nodes;
    struct Pending {
        const aiNode* node;
        std::uint32_t parent;
        std::uint32_t depth;
    };
    std::vector<Pending> pending{{source.mRootNode, Node::kNoParent, 1}};
    std::uint32_t realNodes = 0;
    while (!pending.empty()) {
        const Pending next = pending.back();
        pending.pop_back();
        if (realNodes >= options.maxNodes) {
            throw ValidationError(Code::LimitExceeded,
                                  "has more nodes than maxNodes = " + std::to_string(options.maxNodes));
        }
        if (next.depth > options.maxDepth) {
            const std::string name = next.node->mName.C_Str();
            throw ValidationError(Code::LimitExceeded,
                                  "nests nodes deeper than maxDepth = " + std::to_string(options.maxDepth) +
                                      ", at " + quotedName(name),
                                  name);
        }
        const auto index = static_cast<std::uint32_t>(nodes.size());
        Node& node = nodes.emplace_back();
        node.name = next.node->mName.C_Str();
        node.isHelper = isFbxHelper(node.name);
        realNodes += !node.isHelper;
        node.parent = next.parent;
        node.toParent = matrixOf(next.node->mTransformation);
        node.meshes.assign(next.node->mMeshes, next.node->mMeshes + next.node->mNumMeshes);
        node.properties = propertiesOf(next.node->mMetaData);
        for (unsigned k = next.node->mNumChildren; k-- > 0;) {
            pending.push_back({next.node->mChildren[k], index, next.depth + !node.isHelper});
        }
    }
    return nodes;
}

Scene sceneOf(const aiScene& source, Format format, const ImportOptions& options) {
    Scene scene;
    scene.format = format;
    scene.formatName = textOf(source.mMetaData, AI_METADATA_SOURCE_FORMAT);
    scene.generator = textOf(source.mMetaData, AI_METADATA_SOURCE_GENERATOR);
    if (scene.format == Format::Fbx) {
        scene.fbx = fbxFrame(source.mMetaData);
    }
    scene.nodes = nodesOf(source, options);
    for (unsigned k = 0; k < source.mNumMeshes; ++k) {
        const aiMesh& from = *source.mMeshes[k];
        Mesh& mesh = scene.meshes.emplace_back();
        mesh.name = from.mName.C_Str();
        mesh.material = tagOf(source, from, scene.materials);
        mesh.vertices = vectorsOf(from.mVertices, from.mNumVertices);
        mesh.normals = vectorsOf(from.mNormals, from.mNumVertices);
        copyFaces(from, mesh);
    }
    for (const Node& node : scene.nodes) {
        if (std::ranges::any_of(node.meshes, [&](std::uint32_t m) { return m >= scene.meshes.size(); })) {
            throw ValidationError(Code::Malformed,
                                  "node " + quotedName(node.name) + " has a mesh that does not exist",
                                  node.name);
        }
    }
    return scene;
}

/// Throws an exception again that Assimp has caught, if it reports an exceeded limit.
void rethrowLimit(const std::exception_ptr& fault) try {
    if (fault) {
        std::rethrow_exception(fault);
    }
} catch (const ValidationError&) {
    throw;
} catch (const std::bad_alloc&) {
    throw;
} catch (...) {
    return;
}

}  // namespace

const std::vector<std::string>& assimpExtensions() {
    static const std::vector<std::string> kAll = [] {
        std::vector<std::string> extensions;
        for (const auto& [extension, readers] : readersByExtension(Assimp::Importer())) {
            extensions.push_back(extension);
        }
        return extensions;
    }();
    return kAll;
}

std::string assimpVersion() {
    return std::to_string(aiGetVersionMajor()) + "." + std::to_string(aiGetVersionMinor()) + "." +
           std::to_string(aiGetVersionPatch());
}

Scene readWithAssimp(const std::filesystem::path& file, const std::string& name, const FilesInMemory& files,
                     const ImportOptions& options, const Deadline& deadline) {
    Assimp::Importer importer;
    const std::string extension = lowerExtension(name);
    if (!keepReadersFor(extension, importer)) {
        throw ValidationError(Code::UnknownFormat, "no reader for this extension");
    }
    const Format format = formatOf(extension);
    configure(format, importer);
    std::uint64_t bytesLeft = options.maxFileBytes;
    for (const auto& [_, bytes] : files) {
        bytesLeft -= std::min<std::uint64_t>(bytesLeft, bytes.size());
    }
    auto* const ioSystem = new AssimpIoSystem(file, files, bytesLeft);
    importer.SetIOHandler(ioSystem);                                      // the importer owns the system
    importer.SetProgressHandler(new DeadlineHandler(deadline, options));  // the importer owns the handler
    const aiScene* const source = importer.ReadFile(name, 0);
    const SandboxedFolder& folder = ioSystem->folder();
    if (source == nullptr || source->mRootNode == nullptr) {
        demandTime(deadline, options);
        rethrowLimit(importer.GetException());
        std::string_view fault = importer.GetErrorString();
        fault = fault.substr(0, fault.find_last_not_of(". \n") + 1);
        std::string message = "the reader says: " + std::string(fault) + ". Export the model once more";
        for (const std::string& refusal : folder.refusals()) {
            message += "; " + refusal;
        }
        throw ValidationError(folder.ranOutOfBytes() ? Code::LimitExceeded : Code::Malformed, message);
    }
    Scene scene = sceneOf(*source, format, options);
    scene.notes = folder.refusals();
    scene.files = folder.files();
    return scene;
}

}  // namespace sat3d::SAT3D_ABI::importing
