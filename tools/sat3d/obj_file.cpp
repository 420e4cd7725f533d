#include "mesh_files.hpp"

#include <sat3d/core/version.hpp>

#include <fmt/core.h>

#include <cstdint>

namespace sat3d::tool {
namespace {

/// A name ends at the end of its line; control characters would end it earlier.
std::string inOneLine(std::string name) {
    for (char& character : name) {
        const auto byte = static_cast<unsigned char>(character);
        character = byte < 0x20 || byte == 0x7f || character == '\\' ? '_' : character;
    }
    return name;
}

/// A face of no material behind one that has one must say so: the format has no way but a name, by which
/// importing knows it again.
std::string materialName(const MeshScene& scene, std::uint32_t tag) {
    return tag == 0 ? "DefaultMaterial" : inOneLine(scene.materials[tag - 1]);
}

}  // namespace

std::string objText(const MeshScene& scene) {
    std::string text =
        fmt::format("# collision bodies; metres, Y up. Written by sat3d {}\n", std::string(version()));
    std::uint64_t before = 1;   // vertices are counted from 1
    std::uint32_t inForce = 0;  // the tag of the material named last, in whichever object
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
