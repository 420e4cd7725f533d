#include "files/mesh_files.hpp"

#include <sat3d/core/version.hpp>

#include <fmt/core.h>

#include <cstdint>

namespace sat3d::tool {
namespace {

/// Replaces control characters, which would end the line of a name.
std::string inOneLine(std::string name) {
    for (char& character : name) {
        const auto byte = static_cast<unsigned char>(character);
        character = byte < 0x20 || byte == 0x7f || character == '\\' ? '_' : character;
    }
    return name;
}

/// Returns the name of a material. OBJ has no command that ends the use of a material. So tag 0 has a name
/// too, which the importer recognizes.
std::string materialName(const MeshScene& scene, std::uint32_t tag) {
    return tag == 0 ? "DefaultMaterial" : inOneLine(scene.materials[tag - 1]);
}

}  // namespace

std::string objText(const MeshScene& scene) {
    std::string text =
        fmt::format("# collision bodies; meters, Y up. Written by sat3d {}\n", std::string(version()));
    std::uint64_t before = 1;   // vertex indices begin at 1
    std::uint32_t inForce = 0;  // tag of the last named material, in any object
    for (const MeshNode& node : scene.nodes) {
        if (!node.mesh) {
            continue;
        }
        text += "o " + inOneLine(node.name) + "\n";
        for (const glm::vec3& vertex : node.mesh->vertices) {
            const glm::vec3 p(node.pose.transformPoint(glm::dvec3(vertex)));
            text += fmt::format("v {} {} {}\n", p.x, p.y, p.z);
        }
        for (std::size_t face = 0; face < node.mesh->faceCount(); ++face) {
            const std::uint32_t tag = scene.isMaterial(node.faceTags[face]) ? node.faceTags[face] : 0;
            if (tag != inForce) {
                inForce = tag;
                text += "usemtl " + materialName(scene, tag) + "\n";
            }
            text += "f";
            for (const std::uint32_t corner : node.mesh->face(face)) {
                text += fmt::format(" {}", before + corner);
            }
            text += "\n";
        }
        before += node.mesh->vertices.size();
    }
    return text;
}

}  // namespace sat3d::tool
