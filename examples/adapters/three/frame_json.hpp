#pragma once

// Writes debug geometry as JSON for three_renderer.js. Arrays are base64 of their bytes. Copy it into your
// program.

#include <sat3d/debug/debug_scene.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

/// Base64 of the bytes of an array, with quotes.
template <class T>
std::string base64Of(const std::vector<T>& array) {
    static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<std::uint8_t> bytes(array.size() * sizeof(T));
    if (!bytes.empty()) {
        std::memcpy(bytes.data(), array.data(), bytes.size());
    }
    std::string text = "\"";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = bytes.size() - i;
        const std::uint32_t three = std::uint32_t{bytes[i]} << 16 |
                                    (count > 1 ? std::uint32_t{bytes[i + 1]} << 8 : 0u) |
                                    (count > 2 ? std::uint32_t{bytes[i + 2]} : 0u);
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= count ? kDigits[three >> (18 - 6 * k) & 63u] : '=';
        }
    }
    return text + '"';
}

/// A list of what `write` returns for each element.
template <class List, class Write>
std::string jsonOf(const List& list, const Write& write) {
    std::string text = "[";
    for (const auto& element : list) {
        text += (text.size() > 1 ? "," : "") + write(element);
    }
    return text + "]";
}

inline std::string jsonOf(const sat3d::DebugLines& lines) {
    return R"({"positions":)" + base64Of(lines.positions) + R"(,"colors":)" + base64Of(lines.colors) + "}";
}

inline std::string jsonOf(const sat3d::DebugFrame& frame) {
    const auto number = [](std::uint32_t value) { return std::to_string(value); };
    const auto mesh = [](const sat3d::DebugMesh& one) {
        const auto& [triangles, lines, labels] = one.geometry;
        return R"({"id":)" + std::to_string(one.id) + R"(,"positions":)" + base64Of(triangles.positions) +
               R"(,"normals":)" + base64Of(triangles.normals) + R"(,"indices":)" +
               base64Of(triangles.indices) + R"(,"lines":)" + jsonOf(lines) + "}";
    };
    const auto instance = [&](const sat3d::DebugInstance& one) {
        const glm::mat4 matrix = one.matrix();  // three.js has the same order of elements
        return R"({"id":)" + number(one.id) + R"(,"mesh":)" + number(one.mesh) + R"(,"color":)" +
               number(one.color) + R"(,"edgeColor":)" + number(one.edgeColor) + R"(,"matrix":)" +
               jsonOf(std::span(&matrix[0][0], 16), [](float element) { return std::to_string(element); }) +
               "}";
    };
    return R"({"releasedInstances":)" + jsonOf(frame.releasedInstances, number) + R"(,"releasedMeshes":)" +
           jsonOf(frame.releasedMeshes, number) + R"(,"newMeshes":)" + jsonOf(frame.newMeshes, mesh) +
           R"(,"instances":)" + jsonOf(frame.instances, instance) + "}";
}
