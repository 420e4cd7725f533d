#include "import/gltf/rewritten_document.hpp"

#include "core/little_endian.hpp"
#include "import/files/validation_error.hpp"
#include "import/gltf/document/extension_lookup.hpp"
#include "import/gltf/document/json_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;
using Component = GltfItems::Component;

constexpr std::uint64_t kPoints = 0, kTriangles = 4, kTriangleFan = 6;

/// Calls visit(k, component) for every item. component(i) returns component i in the file's type.
template <class Visit>
void forEachItem(const GltfItems& items, std::string_view buffer, const Visit& visit) {
    const auto forEach = [&]<class T>(T) {
        const std::byte* at = std::as_bytes(std::span(buffer)).data() + items.begin;
        for (std::uint64_t k = 0; k < items.count; ++k, at += items.stride) {
            visit(k, [at](std::size_t component) { return fromLittleEndian<T>(at + component * sizeof(T)); });
        }
    };
    switch (items.component) {
        case Component::Int8:
            return forEach(std::int8_t{});
        case Component::Uint8:
            return forEach(std::uint8_t{});
        case Component::Int16:
            return forEach(std::int16_t{});
        case Component::Uint16:
            return forEach(std::uint16_t{});
        case Component::Uint32:
            return forEach(std::uint32_t{});
        case Component::Float:
            return forEach(float{});
    }
}

/// Checks the indices, because Assimp drops faces with invalid indices without an error.
void checkIndices(const GltfItems& indices, std::string_view buffer, std::uint64_t vertices,
                  const std::string& mesh) {
    forEachItem(indices, buffer, [&](std::uint64_t k, const auto& component) {
        const auto index = static_cast<std::uint32_t>(component(0));
        if (index >= vertices) {
            malformed("index " + std::to_string(k) + " of mesh \"" + mesh + "\" refers to vertex " +
                      std::to_string(index) + ", and there are " + std::to_string(vertices));
        }
    });
}

/// Returns the number as a float. A normalized integer becomes -1 .. 1.
template <class Number>
float floatOf(Number number, bool isNormalized) {
    const auto value = static_cast<float>(number);
    if constexpr (std::is_integral_v<Number>) {
        // The lowest integer is below the integer that represents -1.
        return isNormalized ? std::max(value / static_cast<float>(std::numeric_limits<Number>::max()), -1.0f)
                            : value;
    }
    return value;
}

/// Appends three floats for each item.
void appendFloats(std::string& floats, const GltfItems& items, std::string_view buffer) {
    forEachItem(items, buffer, [&](std::uint64_t, const auto& component) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto bytes = toLittleEndian(floatOf(component(axis), items.isNormalized));
            floats.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }
    });
}

/// The rotation with length 1. One that has it already, to the rounding of exporters, stays as it is.
Json unitRotation(const Json& rotation) {
    double squares = 0.0;
    for (const Json& number : rotation) {
        squares += number.get<double>() * number.get<double>();
    }
    if (std::abs(squares - 1.0) < 1e-3 || !std::isfinite(squares) || squares == 0.0) {
        return rotation;
    }
    Json unit = Json::array();
    for (const Json& number : rotation) {
        unit.push_back(number.get<double>() / std::sqrt(squares));
    }
    return unit;
}

/// Builds the document. Elements that Assimp does not need are null, so all indices stay valid.
class GltfRewriter {
public:
    GltfRewriter(const GltfDocument& document, const GltfMeshes& meshes, GltfBuffers& buffers)
        : document_(document),
          validated_(meshes),
          buffers_(buffers),
          nodes_(document.nodes.size()),
          meshes_(document.meshes.size()),
          writtenBuffers_(document.buffers.size() + 1) {}

    RewrittenGltf rewrite(const GltfExtras& extras) {
        std::vector<std::uint32_t> roots = validated_.roots;
        writeNodesFrom(roots);
        if (!roots.empty()) {
            addCarriers(extras, roots);
        }
        if (!rewritten_.floats.empty()) {
            writtenBuffers_.back() = {{"byteLength", rewritten_.floats.size()}, {"uri", kGltfFloats}};
        }
        rewritten_.document = Json{
            {"asset", {{"version", "2.0"}}},
            {"scene", 0},
            {"scenes", {{{"nodes", roots}}}},
            {"nodes", nodes_},
            {"meshes", meshes_},
            {"accessors", accessors_},
            {"bufferViews", views_},
            {"buffers",
             writtenBuffers_}}.dump();
        return std::move(rewritten_);
    }

private:
    void writeNodesFrom(std::vector<std::uint32_t> pending) {
        while (!pending.empty()) {
            const std::uint32_t index = pending.back();
            const Json& from = document_.nodes[index];
            pending.pop_back();
            Json node = {{"name", std::to_string(index)}};
            for (const char* key : {"children", "matrix", "mesh", "rotation", "scale", "translation"}) {
                if (const Json* const found = member(from, key)) {
                    node[key] = *found;
                }
            }
            if (node.contains("rotation")) {
                node["rotation"] = unitRotation(node["rotation"]);
            }
            if (const Json* const mesh = member(from, "mesh")) {
                writeMesh(mesh->get<std::uint32_t>());
            }
            for (const Json& child : listIn(from, "children")) {
                pending.push_back(child.get<std::uint32_t>());
            }
            if (const auto instances = validated_.instances.find(index);
                instances != validated_.instances.end()) {
                addInstances(index, instances->second, node);
            }
            nodes_[index] = std::move(node);
        }
    }

    /// Adds a child for each instance of a node's mesh. Its name is that of the node, and its own number.
    void addInstances(std::uint32_t index, const GltfInstances& instances, Json& node) {
        std::vector<Json> placed(instances.count, {{"mesh", node.at("mesh")}});
        node.erase("mesh");
        const auto place = [&](const std::optional<GltfItems>& items, const char* key, std::size_t count) {
            if (items) {
                forEachItem(*items, bytesOf(*items), [&](std::uint64_t k, const auto& component) {
                    std::vector<float> numbers;
                    for (std::size_t i = 0; i < count; ++i) {
                        numbers.push_back(floatOf(component(i), items->isNormalized));
                    }
                    placed[k][key] = finite(std::move(numbers), key, index);
                });
            }
        };
        place(instances.translations, "translation", 3);
        place(instances.rotations, "rotation", 4);
        place(instances.scales, "scale", 3);
        for (std::size_t k = 0; k < placed.size(); ++k) {
            placed[k]["name"] = std::to_string(index) + "." + std::to_string(k);
            node["children"].push_back(nodes_.size());
            nodes_.push_back(std::move(placed[k]));
        }
    }

    /// Returns the numbers of an instance if they are finite; a rotation with length 1.
    [[nodiscard]] std::vector<float> finite(std::vector<float> numbers, const std::string& key,
                                            std::uint32_t node) const {
        double squares = 0.0;
        for (const float value : numbers) {
            squares += static_cast<double>(value) * static_cast<double>(value);
        }
        const bool isRotation = key == "rotation";
        if (!std::isfinite(squares) || (isRotation && squares == 0.0)) {
            malformed("an instance of node \"" + nameOf(document_.nodes[node], "nodes", node) + "\" has a " +
                      key + " that is not finite, or no rotation");
        }
        for (float& value : numbers) {
            value = isRotation ? static_cast<float>(static_cast<double>(value) / std::sqrt(squares)) : value;
        }
        return numbers;
    }

    /// Adds a root for each mesh that only colliders use, because Assimp reads no meshes without a node.
    void addCarriers(const GltfExtras& extras, std::vector<std::uint32_t>& roots) {
        for (std::size_t node = 0; node < extras.nodes.size(); ++node) {
            for (const DeclaredCollider& collider : extras.nodes[node].physics.colliders) {
                for (const PlacedMesh& placed : collider.shape.meshes) {
                    if (!nodes_[node].is_null() && meshes_[placed.mesh].is_null()) {
                        writeMesh(placed.mesh);
                        roots.push_back(static_cast<std::uint32_t>(nodes_.size()));
                        nodes_.push_back({{"mesh", placed.mesh}});
                        ++rewritten_.carriers;
                    }
                }
            }
        }
    }

    void writeMesh(std::uint32_t index) {
        if (!meshes_[index].is_null()) {
            return;
        }
        const std::string name = nameOf(document_.meshes[index], "meshes", index);
        Json primitives = Json::array();
        for (const GltfPrimitive& primitive : validated_.of(index)) {
            primitives.push_back(primitiveOf(primitive, name));
        }
        meshes_[index] = {{"name", std::to_string(index)}, {"primitives", std::move(primitives)}};
    }

    /// Returns a primitive of the document. A primitive without triangles becomes points: Assimp refuses such
    /// a mesh, or miscounts its triangles if it has fewer than three indices.
    Json primitiveOf(const GltfPrimitive& primitive, const std::string& mesh) {
        const std::uint64_t vertices = primitive.positions.count;
        if (primitive.indices) {
            checkIndices(*primitive.indices, bytesOf(*primitive.indices), vertices, mesh);
        }
        Json attributes = {{"POSITION", addVectors(primitive.positions)}};
        const std::uint64_t corners = primitive.indices ? primitive.indices->count : vertices;
        if (primitive.mode < kTriangles || primitive.mode > kTriangleFan || corners < 3) {
            return {{"attributes", std::move(attributes)}, {"mode", kPoints}};
        }
        if (primitive.normals) {
            attributes["NORMAL"] = addVectors(*primitive.normals);
        }
        Json written = {{"attributes", std::move(attributes)}, {"mode", primitive.mode}};
        if (primitive.indices) {
            written["indices"] =
                addAccessor(*primitive.indices, "SCALAR", bytesOf(*primitive.indices).size());
        }
        return written;
    }

    /// Adds an accessor of vectors. Assimp reads integers as the bits of floats, and requires a full stride
    /// after the last item. In these cases the vectors are rewritten as floats.
    std::size_t addVectors(const GltfItems& items) {
        const std::string_view bytes = bytesOf(items);
        if (items.component == Component::Float && items.begin + items.count * items.stride <= bytes.size()) {
            return addAccessor(items, "VEC3", bytes.size());
        }
        const GltfItems repaired{document_.buffers.size(), rewritten_.floats.size(), 3 * sizeof(float),
                                 items.count, Component::Float};
        appendFloats(rewritten_.floats, items, bytes);
        return addAccessor(repaired, "VEC3", rewritten_.floats.size());
    }

    /// Adds an accessor with a buffer view of its own, which begins at its first item.
    std::size_t addAccessor(const GltfItems& items, const char* type, std::size_t bufferBytes) {
        views_.push_back({{"buffer", items.buffer},
                          {"byteOffset", items.begin},
                          {"byteLength", std::min(items.count * items.stride, bufferBytes - items.begin)},
                          {"byteStride", items.stride}});
        accessors_.push_back({{"bufferView", accessors_.size()},
                              {"componentType", items.component},
                              {"count", items.count},
                              {"type", type}});
        return accessors_.size() - 1;
    }

    std::string_view bytesOf(const GltfItems& items) {
        const std::string_view bytes = buffers_.bytesOf(items.buffer);
        std::string uri = std::to_string(items.buffer);
        writtenBuffers_[items.buffer] = {{"byteLength", bytes.size()}, {"uri", uri}};
        rewritten_.buffers.emplace(std::move(uri), bytes);
        return bytes;
    }

    const GltfDocument& document_;
    const GltfMeshes& validated_;
    GltfBuffers& buffers_;
    RewrittenGltf rewritten_;
    std::vector<Json> nodes_, meshes_, writtenBuffers_, accessors_, views_;
};

}  // namespace

RewrittenGltf rewriteGltf(const GltfDocument& document, const GltfMeshes& meshes, const GltfExtras& extras,
                          GltfBuffers& buffers) {
    return GltfRewriter(document, meshes, buffers).rewrite(extras);
}

}  // namespace sat3d::SAT3D_ABI::importing
