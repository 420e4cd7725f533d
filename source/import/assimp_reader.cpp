#include "import/assimp_reader.hpp"

#include "import/assimp_metadata.hpp"
#include "import/assimp_sandbox.hpp"
#include "import/scene_names.hpp"
#include "import/source_file.hpp"

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <assimp/commonMetaData.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/metadata.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <map>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

/// Readers that are never asked. glTF 1 shares its extensions with glTF 2; nobody writes it any more, and its
/// reader is not kept up. The one of raw triangles leaves nodes uninitialised where a file has two objects.
constexpr std::array<std::string_view, 2> kRefusedReaders = {"glTF Importer", "Raw Importer"};

bool isRefused(const aiImporterDesc& reader) {
    return std::ranges::find(kRefusedReaders, reader.mName) != kRefusedReaders.end();
}

struct TimeIsUp : std::runtime_error {
    TimeIsUp() : std::runtime_error("time is up") {}
};

/// Assimp ignores what Update returns, so the way out of a long parse is an exception. All its importers own
/// their memory in objects and are left by exceptions of their own in the same places.
class DeadlineHandler final : public Assimp::ProgressHandler {
public:
    explicit DeadlineHandler(const Deadline& deadline) : deadline_(deadline) {}
    bool Update(float) override {
        if (deadline_.passed()) {
            throw TimeIsUp();
        }
        return true;
    }

private:
    Deadline deadline_;
};

/// By extension, with its dot: the places of its readers among all that an importer makes.
using ReadersByExtension = std::map<std::string, std::vector<std::size_t>>;

/// Looked up once: what the readers say of themselves lies all over the memory.
/// @param importer  any with all readers
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

/// Leaves only the readers that claim the extension, which begins with its dot; false when there is none.
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
    // Names as the artist gave them, not the identifiers made from them; Collada also goes by .xml and .zae.
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
    if (format == Format::Fbx) {
        // With pivots folded into one matrix, a node's geometric offset reaches its children, which it must
        // not.
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

/// Reads axis and sign; false unless both are there and make sense.
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

/// The frame an FBX file declares, or nothing where what it says makes no frame.
std::optional<FbxFrame> fbxFrame(const aiMetadata* metadata) {
    FbxFrame frame;
    if (metadata == nullptr || !readAxis(*metadata, "UpAxis", frame.up) ||
        !readAxis(*metadata, "FrontAxis", frame.front) || !readAxis(*metadata, "CoordAxis", frame.right) ||
        frame.up.axis == frame.front.axis || frame.up.axis == frame.right.axis ||
        frame.front.axis == frame.right.axis) {
        return std::nullopt;
    }
    // Stored as a float or as a double, depending on the version; asking for the wrong one finds nothing.
    float single = 0.0f;
    if (metadata->Get("UnitScaleFactor", single)) {
        frame.centimetresPerUnit = static_cast<double>(single);
    } else if (!metadata->Get("UnitScaleFactor", frame.centimetresPerUnit)) {
        return std::nullopt;
    }
    if (!std::isfinite(frame.centimetresPerUnit) || frame.centimetresPerUnit <= 0.0) {
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

/// Faces of three corners and more; loose points and lines bound nothing. False if an index leads nowhere.
bool copyFaces(const aiMesh& source, Mesh& mesh) {
    mesh.corners.reserve(3 * std::size_t{source.mNumFaces});
    mesh.faceEnds.reserve(source.mNumFaces);
    for (unsigned k = 0; k < source.mNumFaces; ++k) {
        const aiFace& face = source.mFaces[k];
        if (face.mNumIndices < 3) {
            continue;
        }
        for (unsigned corner = 0; corner < face.mNumIndices; ++corner) {
            if (face.mIndices[corner] >= source.mNumVertices) {
                return false;
            }
            mesh.corners.push_back(face.mIndices[corner]);
        }
        mesh.faceEnds.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
    }
    return true;
}

/// @return as materialTag() does
std::uint32_t tagOf(const aiScene& source, const aiMesh& mesh, std::vector<std::string>& materials) {
    return mesh.mMaterialIndex >= source.mNumMaterials
               ? 0
               : materialTag(source.mMaterials[mesh.mMaterialIndex]->GetName().C_Str(), materials);
}

/// All nodes, parents first, in file order. Iterative: the depth of a hostile file is not ours to recurse on.
/// Returns what is wrong, or nothing.
std::string copyNodes(const aiScene& source, const ImportOptions& options, std::vector<Node>& nodes) {
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
            return "has more nodes than maxNodes = " + std::to_string(options.maxNodes);
        }
        if (next.depth > options.maxDepth) {
            return "nests nodes deeper than maxDepth = " + std::to_string(options.maxDepth) + ", at \"" +
                   next.node->mName.C_Str() + "\"";
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
    return {};
}

Result<Scene, ImportError> convert(const aiScene& source, Format format, const std::filesystem::path& file,
                                   const ImportOptions& options) {
    Scene scene;
    scene.format = format;
    scene.formatName = textOf(source.mMetaData, AI_METADATA_SOURCE_FORMAT);
    scene.generator = textOf(source.mMetaData, AI_METADATA_SOURCE_GENERATOR);
    if (scene.format == Format::Fbx) {
        scene.fbx = fbxFrame(source.mMetaData);
    }
    if (std::string limit = copyNodes(source, options, scene.nodes); !limit.empty()) {
        return failure(Code::LimitExceeded, file, std::move(limit));
    }
    for (unsigned k = 0; k < source.mNumMeshes; ++k) {
        const aiMesh& from = *source.mMeshes[k];
        Mesh& mesh = scene.meshes.emplace_back();
        mesh.name = from.mName.C_Str();
        mesh.material = tagOf(source, from, scene.materials);
        mesh.positions = vectorsOf(from.mVertices, from.mNumVertices);
        mesh.normals = vectorsOf(from.mNormals, from.mNumVertices);
        if (!copyFaces(from, mesh)) {
            return failure(Code::Malformed, file,
                           "a face of mesh \"" + mesh.name + "\" names a vertex that does not exist");
        }
    }
    for (const Node& node : scene.nodes) {
        if (std::ranges::any_of(node.meshes, [&](std::uint32_t m) { return m >= scene.meshes.size(); })) {
            return failure(Code::Malformed, file,
                           "node \"" + node.name + "\" names a mesh that does not exist");
        }
    }
    return scene;
}

Unexpected<ImportError> timeIsUp(const std::filesystem::path& file, const ImportOptions& options) {
    return failure(Code::LimitExceeded, file,
                   "takes longer to read than maxSeconds = " + std::to_string(options.maxSeconds));
}

/// In its own words, which name no cure.
std::string readerSays(std::string_view fault) {
    fault = fault.substr(0, fault.find_last_not_of(". \n") + 1);
    return "the reader says: " + std::string(fault) + ". Export the model once more";
}

/// What Assimp caught, and would tell as any other fault.
bool isWantOfMemory(const std::exception_ptr& fault) try {
    if (fault) {
        std::rethrow_exception(fault);
    }
    return false;
} catch (const std::bad_alloc&) {
    return true;
} catch (...) {
    return false;
}

}  // namespace

const std::vector<std::string>& assimpExtensions() {
    static const std::vector<std::string> kAll = [] {
        const auto extensions = std::views::keys(readersByExtension(Assimp::Importer()));
        return std::vector<std::string>(extensions.begin(), extensions.end());
    }();
    return kAll;
}

Result<Scene, ImportError> readWithAssimp(const std::filesystem::path& file, const std::string& bytes,
                                          const ImportOptions& options, const Deadline& deadline) try {
    Assimp::Importer importer;
    const std::string extension = lowerExtension(file);
    if (!keepReadersFor(extension, importer)) {
        return failure(Code::UnknownFormat, file, "no reader for this extension");
    }
    const Format format = formatOf(extension);
    configure(format, importer);
    auto* sandbox = new AssimpSandbox(file, bytes, options.maxFileBytes);
    importer.SetIOHandler(sandbox);                              // owned by the importer
    importer.SetProgressHandler(new DeadlineHandler(deadline));  // this too
    const aiScene* source = importer.ReadFile(file.filename().string(), 0);
    if (source == nullptr || source->mRootNode == nullptr) {
        if (deadline.passed()) {
            return timeIsUp(file, options);
        }
        if (isWantOfMemory(importer.GetException())) {
            throw std::bad_alloc();
        }
        std::string message = readerSays(importer.GetErrorString());
        for (const std::string& refusal : sandbox->folder().refusals()) {
            message += "; " + refusal;
        }
        return failure(sandbox->folder().ranOutOfBytes() ? Code::LimitExceeded : Code::Malformed, file,
                       message);
    }
    Result<Scene, ImportError> scene = convert(*source, format, file, options);
    if (scene) {
        scene->notes = sandbox->folder().refusals();
    }
    return scene;
} catch (const TimeIsUp&) {
    return timeIsUp(file, options);
} catch (const std::bad_alloc&) {
    return failure(Code::LimitExceeded, file, "asks for more memory than there is");
} catch (const std::exception& fault) {
    return failure(Code::Malformed, file, readerSays(fault.what()));
}

}  // namespace sat3d::inline SAT3D_ABI::importing
