#include "exit_codes.hpp"
#include "files/mesh_files.hpp"

#include <sat3d/core/version.hpp>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

namespace sat3d::tool {
namespace {

// Constants of the specification.
constexpr int kFloat = 5126, kUnsignedInt = 5125, kArrayBuffer = 34962, kElementArrayBuffer = 34963;
constexpr std::uint32_t kGlbMagic = 0x46546C67, kGlbVersion = 2, kJsonChunk = 0x4E4F534A,
                        kBinaryChunk = 0x004E4942;

void append(std::string& bytes, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(value >> shift & 0xffu);
    }
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            group = group << 8 | (k + i < bytes.size() ? static_cast<unsigned char>(bytes[k + i]) : 0u);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += k + i > bytes.size() ? '=' : kDigits[group >> (18 - 6 * i) & 63u];
        }
    }
    return text;
}

nlohmann::json listOf(const glm::dvec3& v) {
    return {v.x, v.y, v.z};
}

/// The document, with the data of all meshes in one buffer.
class Gltf {
public:
    explicit Gltf(const MeshScene& scene) : scene_(scene) {
        document_ = {{"asset", {{"version", "2.0"}, {"generator", "sat3d " + std::string(version())}}},
                     {"scene", 0},
                     {"scenes", nlohmann::json::array({nlohmann::json::object()})}};
        for (std::uint32_t k = 0; k < scene.nodes.size(); ++k) {
            addNode(k);
        }
        for (const std::string& material : scene.materials) {
            document_["materials"].push_back({{"name", material}});
        }
    }

    [[nodiscard]] std::string text(bool isIndented) const {
        return document_.dump(isIndented ? 1 : -1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
    [[nodiscard]] const std::string& buffer() const { return buffer_; }
    /// @param uri  file of the buffer; empty: the same file
    void setBuffer(const std::string& uri) {
        nlohmann::json entry = {{"byteLength", buffer_.size()}};
        if (!uri.empty()) {
            entry["uri"] = uri;
        }
        document_["buffers"] = nlohmann::json::array({entry});
    }

private:
    /// Returns the pose relative to the parent, exactly the identity if both poses are equal.
    [[nodiscard]] DPose poseInParent(const MeshNode& node) const {
        if (!node.parent) {
            return node.pose;
        }
        const DPose& parent = scene_.nodes[*node.parent].pose;
        const bool isThere = parent.position == node.pose.position && parent.rotation == node.pose.rotation;
        return isThere ? DPose{} : parent.inverse() * node.pose;
    }

    void addNode(std::uint32_t k) {
        const MeshNode& node = scene_.nodes[k];
        nlohmann::json entry = {{"name", node.name}};
        const DPose pose = poseInParent(node);
        if (pose.position != glm::dvec3(0.0)) {
            entry["translation"] = listOf(pose.position);
        }
        const glm::dquat q = glm::normalize(pose.rotation);
        if (q.x != 0.0 || q.y != 0.0 || q.z != 0.0) {
            entry["rotation"] = {q.x, q.y, q.z, q.w};
        }
        if (node.mesh) {
            entry["mesh"] = addMesh(node);
        }
        for (const NodeProperty& property : node.properties) {
            entry["extras"][property.key] = property.value;
        }
        document_["nodes"].push_back(entry);
        nlohmann::json& parent =
            node.parent ? document_["nodes"][*node.parent]["children"] : document_["scenes"][0]["nodes"];
        parent.push_back(k);
    }

    std::size_t addMesh(const MeshNode& node) {
        const std::vector<glm::vec3>& vertices = node.mesh->vertices;
        glm::vec3 low = vertices.front(), high = low;
        const std::size_t begin = buffer_.size();
        for (const glm::vec3& vertex : vertices) {
            low = glm::min(low, vertex);
            high = glm::max(high, vertex);
            for (int axis = 0; axis < 3; ++axis) {
                append(buffer_, std::bit_cast<std::uint32_t>(vertex[axis]));
            }
        }
        const std::size_t positions = addAccessor(begin, kArrayBuffer, kFloat, "VEC3", vertices.size());
        document_["accessors"][positions]["min"] = listOf(glm::dvec3(low));
        document_["accessors"][positions]["max"] = listOf(glm::dvec3(high));
        nlohmann::json primitives = nlohmann::json::array();
        const std::set<std::uint32_t> tags(node.faceTags.begin(), node.faceTags.end());
        for (const std::uint32_t tag : tags) {
            primitives.push_back(
                {{"attributes", {{"POSITION", positions}}}, {"indices", addFaces(node, tag)}});
            if (scene_.isMaterial(tag)) {
                primitives.back()["material"] = tag - 1;
            }
        }
        document_["meshes"].push_back({{"name", node.name}, {"primitives", primitives}});
        return document_["meshes"].size() - 1;
    }

    /// Adds the faces of one tag, as triangles.
    std::size_t addFaces(const MeshNode& node, std::uint32_t tag) {
        const std::size_t begin = buffer_.size();
        for (std::size_t face = 0; face < node.mesh->faceCount(); ++face) {
            const auto corners = node.mesh->face(face);
            for (std::size_t c = 1; node.faceTags[face] == tag && c + 1 < corners.size(); ++c) {
                append(buffer_, corners[0]);
                append(buffer_, corners[c]);
                append(buffer_, corners[c + 1]);
            }
        }
        return addAccessor(begin, kElementArrayBuffer, kUnsignedInt, "SCALAR",
                           (buffer_.size() - begin) / sizeof(std::uint32_t));
    }

    /// Adds an accessor of the bytes from `begin` to the end of the buffer.
    std::size_t addAccessor(std::size_t begin, int target, int component, const char* type,
                            std::size_t count) {
        nlohmann::json& views = document_["bufferViews"];
        views.push_back({{"buffer", 0},
                         {"byteOffset", begin},
                         {"byteLength", buffer_.size() - begin},
                         {"target", target}});
        document_["accessors"].push_back({{"bufferView", views.size() - 1},
                                          {"componentType", component},
                                          {"count", count},
                                          {"type", type}});
        return document_["accessors"].size() - 1;
    }

    const MeshScene& scene_;
    nlohmann::json document_;
    std::string buffer_;
};

}  // namespace

std::string gltfText(const MeshScene& scene) {
    Gltf gltf(scene);
    gltf.setBuffer("data:application/octet-stream;base64," + base64(gltf.buffer()));
    return gltf.text(true) + "\n";
}

std::string glbBytes(const MeshScene& scene) {
    Gltf gltf(scene);
    gltf.setBuffer("");
    std::string text = gltf.text(false);
    text.append((4 - text.size() % 4) % 4, ' ');
    const std::string& buffer = gltf.buffer();  // its size is a multiple of four
    const std::size_t length = 12 + 8 + text.size() + 8 + buffer.size();
    if (length > std::numeric_limits<std::uint32_t>::max()) {
        throw BadInput("the bodies together are beyond 4 GiB, more than a .glb can hold: write .gltf");
    }
    std::string bytes;
    for (const std::size_t number :
         {std::size_t{kGlbMagic}, std::size_t{kGlbVersion}, length, text.size(), std::size_t{kJsonChunk}}) {
        append(bytes, static_cast<std::uint32_t>(number));
    }
    bytes += text;
    append(bytes, static_cast<std::uint32_t>(buffer.size()));
    append(bytes, kBinaryChunk);
    return bytes + buffer;
}

}  // namespace sat3d::tool
