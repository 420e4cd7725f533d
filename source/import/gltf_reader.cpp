#include "import/gltf_reader.hpp"

#include "core/little_endian.hpp"
#include "import/format_vetting.hpp"
#include "import/gltf_buffers.hpp"
#include "import/gltf_container.hpp"
#include "import/gltf_scene.hpp"
#include "import/gltf_vetting.hpp"
#include "import/scene_names.hpp"

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float4.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// As many numbers as there are, or nothing.
template <std::size_t N>
std::optional<std::array<float, N>> floats(const JsonValue& object, const char* key) {
    const JsonValue* const list = object.find(key);
    if (list == nullptr) {
        return std::nullopt;
    }
    std::array<float, N> numbers{};
    std::ranges::transform(list->children, numbers.begin(),
                           [](const JsonValue& number) { return static_cast<float>(number.real()); });
    return numbers;
}

glm::mat4 rotationOf(const std::array<float, 4>& xyzw) {
    const auto [x, y, z, w] = xyzw;
    return {glm::vec4(1.0f - 2.0f * (y * y + z * z), 2.0f * (x * y + z * w), 2.0f * (x * z - y * w), 0.0f),
            glm::vec4(2.0f * (x * y - z * w), 1.0f - 2.0f * (x * x + z * z), 2.0f * (y * z + x * w), 0.0f),
            glm::vec4(2.0f * (x * z + y * w), 2.0f * (y * z - x * w), 1.0f - 2.0f * (x * x + y * y), 0.0f),
            glm::vec4(0.0f, 0.0f, 0.0f, 1.0f)};
}

/// The node's matrix, or its translation, rotation and scale, in float as other readers have it.
glm::mat4 toParentOf(const JsonValue& node) {
    glm::mat4 matrix(1.0f);
    if (const auto numbers = floats<16>(node, "matrix")) {
        for (int k = 0; k < 16; ++k) {
            matrix[k / 4][k % 4] = (*numbers)[static_cast<std::size_t>(k)];
        }
        return matrix;
    }
    if (const auto moved = floats<3>(node, "translation")) {
        glm::mat4 translation(1.0f);
        translation[3] = glm::vec4((*moved)[0], (*moved)[1], (*moved)[2], 1.0f);
        matrix = matrix * translation;
    }
    if (const auto turned = floats<4>(node, "rotation")) {
        matrix = matrix * rotationOf(*turned);
    }
    if (const auto scaled = floats<3>(node, "scale")) {
        glm::mat4 scale(1.0f);
        for (int axis = 0; axis < 3; ++axis) {
            scale[axis][axis] = (*scaled)[static_cast<std::size_t>(axis)];
        }
        matrix = matrix * scale;
    }
    return matrix;
}

/// Its name, or one that tells its place in the file.
std::string nameOf(const JsonValue& thing, const char* list, std::size_t index) {
    const JsonValue* const name = thing.find("name");
    std::string text = name == nullptr ? std::string() : name->string();
    return text.empty() ? std::string(list) + "[" + std::to_string(index) + "]" : text;
}

JsonValues childrenOf(const JsonValue& node) {
    const JsonValue* const children = node.find("children");
    return children == nullptr ? JsonValues() : children->children;
}

std::uint32_t asIndex(const JsonValue& number) {
    return static_cast<std::uint32_t>(*number.whole());  // vetted
}

/// Triangles by the file's mode of listing them; points and lines bound nothing.
void addTriangles(std::uint64_t mode, std::span<const std::uint32_t> listed, Mesh& mesh) {
    constexpr std::uint64_t kTriangles = 4, kStrip = 5, kFan = 6;
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.corners.insert(mesh.corners.end(), {a, b, c});
        mesh.faceEnds.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
    };
    if (mode < kTriangles || mode > kFan || listed.size() < 3) {
        return;
    }
    const std::size_t step = mode == kTriangles ? 3 : 1;
    const std::size_t count = (listed.size() - 3) / step + 1;
    mesh.corners.reserve(3 * count);
    mesh.faceEnds.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t at = step * k;
        const bool isTurned = mode == kStrip && k % 2 == 1;
        const std::size_t first = mode == kFan ? 0 : isTurned ? at + 1 : at;
        add(listed[first], listed[isTurned ? at : at + 1], listed[at + 2]);
    }
}

/// Calls read with a number of the type that the file has.
template <class Read>
void withComponents(GltfItems::Component component, const Read& read) {
    using enum GltfItems::Component;
    switch (component) {
        case Int8:
            return read(std::int8_t{});
        case Uint8:
            return read(std::uint8_t{});
        case Int16:
            return read(std::int16_t{});
        case Uint16:
            return read(std::uint16_t{});
        case Uint32:
            return read(std::uint32_t{});
        case Float:
            return read(float{});
    }
}

class GltfReader {
public:
    GltfReader(const Document& document, const GltfMeshes& meshes, GltfBuffers& buffers)
        : document_(document),
          meshes_(meshes),
          buffers_(buffers),
          sceneMeshes_(document.meshes.size()),
          sceneNodes_(document.nodes.size(), Node::kNoParent) {}

    Scene read(GltfExtras&& extras) {
        scene_.format = Format::Gltf;
        scene_.formatName = "glTF 2.0";
        if (const JsonValue* const generator = document_.root.find("asset")->find("generator")) {
            scene_.generator = generator->string();
        }
        const JsonValues roots = rootsOfScene();
        readMeshes(roots);
        readNodes(roots);
        addGltfExtras(
            std::move(extras), sceneNodes_,
            [this](std::uint32_t mesh) { return std::span<const std::uint32_t>(meshesOf(mesh)); }, scene_);
        return std::move(scene_);
    }

private:
    [[nodiscard]] JsonValues rootsOfScene() const {
        if (document_.scenes.empty()) {
            malformed("has no scene; export it with one");
        }
        const JsonValue* const roots =
            document_.scenes[static_cast<std::size_t>(number(document_.root, "scene", 0))].find("nodes");
        return roots == nullptr ? JsonValues() : roots->children;
    }

    /// Of all nodes that are shown, those of children before those of their parents.
    void readMeshes(JsonValues roots) {
        std::vector<std::uint32_t> pending, parentsFirst;
        const auto push = [&](JsonValues nodes) {
            std::ranges::transform(nodes, std::back_inserter(pending), asIndex);
        };
        for (push(roots); !pending.empty();) {
            parentsFirst.push_back(pending.back());
            pending.pop_back();
            push(childrenOf(document_.nodes[parentsFirst.back()]));
        }
        for (std::size_t k = parentsFirst.size(); k-- > 0;) {
            if (const JsonValue* const mesh = document_.nodes[parentsFirst[k]].find("mesh")) {
                (void)meshesOf(asIndex(*mesh));
            }
        }
    }

    void readNodes(JsonValues roots) {
        struct Pending {
            std::uint32_t node, parent;
        };
        std::vector<Pending> pending;
        const auto push = [&](JsonValues nodes, std::uint32_t parent) {
            for (std::size_t k = nodes.size(); k-- > 0;) {
                pending.push_back({asIndex(nodes[k]), parent});
            }
        };
        if (roots.size() == 1) {
            push(roots, Node::kNoParent);
        } else {
            scene_.nodes.emplace_back().name = "ROOT";
            push(roots, 0);
        }
        while (!pending.empty()) {
            const auto [index, parent] = pending.back();
            pending.pop_back();
            const auto added = static_cast<std::uint32_t>(scene_.nodes.size());
            addNode(index, parent);
            sceneNodes_[index] = added;
            push(childrenOf(document_.nodes[index]), added);
        }
    }

    void addNode(std::uint32_t index, std::uint32_t parent) {
        const JsonValue& from = document_.nodes[index];
        Node& node = scene_.nodes.emplace_back();
        node.name = nameOf(from, "nodes", index);
        node.isHelper = isFbxHelper(node.name);
        node.parent = parent;
        node.toParent = glm::dmat4(toParentOf(from));
        if (const JsonValue* const mesh = from.find("mesh")) {
            node.meshes = meshesOf(asIndex(*mesh));
        }
    }

    /// One mesh of the scene for each primitive; read when first asked for.
    const std::vector<std::uint32_t>& meshesOf(std::uint32_t index) {
        std::vector<std::uint32_t>& made = sceneMeshes_[index];
        const std::span<const GltfPrimitive> primitives = meshes_.of(index);
        if (!made.empty() || primitives.empty()) {
            return made;
        }
        const std::string name = nameOf(document_.meshes[index], "meshes", index);
        for (std::size_t k = 0; k < primitives.size(); ++k) {
            made.push_back(static_cast<std::uint32_t>(scene_.meshes.size()));
            addMesh(primitives[k], primitives.size() == 1 ? name : name + "-" + std::to_string(k));
        }
        return made;
    }

    void addMesh(const GltfPrimitive& primitive, std::string name) {
        Mesh& mesh = scene_.meshes.emplace_back();
        mesh.name = std::move(name);
        const JsonValue* const material =
            primitive.material == nullptr ? nullptr : primitive.material->find("name");
        mesh.material = material == nullptr ? 0 : materialTag(material->string(), scene_.materials);
        mesh.positions = vectors(primitive.positions);
        if (primitive.normals) {
            mesh.normals = vectors(*primitive.normals);
        }
        std::vector<std::uint32_t> listed(mesh.positions.size());
        if (primitive.indices) {
            listed = indices(*primitive.indices, mesh);
        } else {
            std::iota(listed.begin(), listed.end(), 0u);
        }
        addTriangles(primitive.mode, listed, mesh);
    }

    /// Every item, from the first on.
    template <class Visit>
    void forEach(const GltfItems& items, const Visit& visit) {
        const std::byte* at = std::as_bytes(std::span(buffers_.bytesOf(items.buffer))).data() + items.begin;
        for (std::uint64_t k = 0; k < items.count; ++k, at += items.stride) {
            visit(k, at);
        }
    }

    std::vector<glm::vec3> vectors(const GltfItems& items) {
        std::vector<glm::vec3> result;
        result.reserve(static_cast<std::size_t>(items.count));
        withComponents(items.component, [&]<class T>(T) {
            // The lowest number is one lower than that which stands for -1.
            const float one = items.isNormalized && std::is_integral_v<T>
                                  ? static_cast<float>(std::numeric_limits<T>::max())
                                  : 0.0f;
            const auto component = [&](const std::byte* at) {
                const auto number = static_cast<float>(fromLittleEndian<T>(at));
                return one == 0.0f ? number : std::max(number / one, -1.0f);
            };
            forEach(items, [&](std::uint64_t, const std::byte* at) {
                result.emplace_back(component(at), component(at + sizeof(T)), component(at + 2 * sizeof(T)));
            });
        });
        return result;
    }

    std::vector<std::uint32_t> indices(const GltfItems& items, const Mesh& mesh) {
        std::vector<std::uint32_t> result;
        result.reserve(static_cast<std::size_t>(items.count));
        withComponents(items.component, [&]<class T>(T) {
            forEach(items, [&](std::uint64_t k, const std::byte* at) {
                const auto index = static_cast<std::uint32_t>(fromLittleEndian<T>(at));
                if (index >= mesh.positions.size()) {
                    malformed("index " + std::to_string(k) + " of mesh \"" + mesh.name + "\" names vertex " +
                              std::to_string(index) + " of " + std::to_string(mesh.positions.size()));
                }
                result.push_back(index);
            });
        });
        return result;
    }

    const Document& document_;
    const GltfMeshes& meshes_;
    GltfBuffers& buffers_;
    Scene scene_;
    std::vector<std::vector<std::uint32_t>> sceneMeshes_;  // per mesh of the file: those made of it
    std::vector<std::uint32_t> sceneNodes_;                // per node of the file: its own, if it is shown
};

/// Few nodes say more than where they are and what they show.
bool hasExtras(JsonValues nodes) {
    return std::ranges::any_of(nodes, [](const JsonValue& node) {
        return node.find("extras") != nullptr || node.find("extensions") != nullptr;
    });
}

}  // namespace

Scene readGltf(const std::filesystem::path& file, std::string_view bytes, bool isBinary,
               const ImportOptions& options) {
    const GltfContainer container = isBinary ? splitGlb(bytes) : GltfContainer{bytes, {}};
    checkSize(container.json);
    const JsonTree tree(container.json);
    const JsonValue& root = demandObject(tree);
    const auto list = [&](const char* key) { return demandList(root, key); };
    const Document document{
        root,           list("accessors"), list("bufferViews"), list("buffers"), list("materials"),
        list("meshes"), list("nodes"),     list("scenes"),      container.binary};
    const GltfMeshes meshes = vetGltf(document, options);
    GltfExtras extras;
    if (hasExtras(document.nodes)) {
        extras = readGltfExtras(nlohmann::json::parse(root.text), options);
    }
    GltfBuffers buffers(document, file,
                        options.maxFileBytes - std::min<std::uint64_t>(options.maxFileBytes, bytes.size()));
    return GltfReader(document, meshes, buffers).read(std::move(extras));
}

}  // namespace sat3d::inline SAT3D_ABI::importing
