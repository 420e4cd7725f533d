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

}  // namespace

std::string objText(const MeshScene& scene) {
    std::string text =
        fmt::format("# collision bodies; metres, Y up. Written by sat3d {}\n", std::string(version()));
    std::uint64_t before = 1;  // vertices are counted from 1
    for (const MeshNode& node : scene.nodes) {
        if (!node.mesh) {
            continue;
        }
        text += "o " + inOneLine(node.name) + "\n";
        for (const glm::vec3& vertex : node.mesh->vertices) {
            const glm::vec3 p(node.pose.transformPoint(glm::dvec3(vertex)));
            text += fmt::format("v {} {} {}\n", p.x, p.y, p.z);
        }
        std::uint32_t tag = 0;
        for (std::size_t face = 0; face < node.mesh->faceCount(); ++face) {
            if (scene.isMaterial(node.faceTags[face]) && node.faceTags[face] != tag) {
                tag = node.faceTags[face];
                text += "usemtl " + inOneLine(scene.materials[tag - 1]) + "\n";
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
