#include "import/stl_reader.hpp"

#include "core/little_endian.hpp"

#include <cstddef>
#include <span>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

constexpr std::size_t kHeader = 80, kFirst = kHeader + 4, kTriangle = 50;
constexpr std::size_t kVector = 3 * sizeof(float);

std::uint64_t triangleCount(std::string_view bytes) {
    return fromLittleEndian<std::uint32_t>(std::as_bytes(std::span(bytes)).data() + kHeader);
}

glm::vec3 vectorAt(const std::byte* at) {
    return {fromLittleEndian<float>(at), fromLittleEndian<float>(at + 4), fromLittleEndian<float>(at + 8)};
}

}  // namespace

bool isBinaryStl(std::string_view bytes) {
    return bytes.size() > kFirst && bytes.size() == kFirst + kTriangle * triangleCount(bytes);
}

Scene readBinaryStl(std::string_view bytes) {
    Scene scene;
    scene.format = Format::Stl;
    scene.formatName = "STL, binary";
    scene.nodes.resize(2);
    scene.nodes[0].name = "<STL_BINARY>";  // as other readers call what has no name
    scene.nodes[1].parent = 0;
    scene.nodes[1].meshes = {0};
    Mesh& mesh = scene.meshes.emplace_back();
    const auto count = static_cast<std::uint32_t>(triangleCount(bytes));
    mesh.positions.reserve(std::size_t{3} * count);
    mesh.normals.reserve(std::size_t{3} * count);
    mesh.corners.reserve(std::size_t{3} * count);
    mesh.faceEnds.reserve(count);
    const std::byte* at = std::as_bytes(std::span(bytes)).data() + kFirst;
    for (std::uint32_t triangle = 0; triangle < count; ++triangle, at += kTriangle) {
        const glm::vec3 normal = vectorAt(at);
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            mesh.normals.push_back(normal);
            mesh.positions.push_back(vectorAt(at + (corner + 1) * kVector));
            mesh.corners.push_back(3 * triangle + corner);
        }
        mesh.faceEnds.push_back(3 * triangle + 3);
    }
    return scene;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
