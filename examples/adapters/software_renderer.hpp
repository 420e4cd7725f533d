#pragma once

// Draws debug geometry into a picture, without a GPU: for tests and for servers. Copy it into your program.

#include "picture.hpp"

#include <sat3d/debug/debug_scene.hpp>

#include <glm/common.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float4.hpp>
#include <glm/geometric.hpp>
#include <glm/packing.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

class SoftwareRenderer {
public:
    SoftwareRenderer(int width, int height, sat3d::Color background)
        : picture_(width, height), depths_(std::size_t(width) * std::size_t(height), 1.0f) {
        for (std::size_t i = 0; i < picture_.bytes.size(); ++i) {
            picture_.bytes[i] = static_cast<std::uint8_t>(background >> 8 * (i % 3));
        }
    }

    void draw(const sat3d::DebugFrame& frame, const glm::mat4& clipFromWorld, const glm::vec3& toSun,
              float ambient, float sunlight) {
        for (const std::uint32_t id : frame.releasedMeshes) {
            meshes_.erase(id);
        }
        for (const sat3d::DebugMesh& mesh : frame.newMeshes) {
            meshes_[mesh.id] = mesh.geometry;
        }
        for (const sat3d::DebugInstance& one : frame.instances) {
            const auto& [triangles, lines, labels] = meshes_[one.mesh];
            const glm::mat4 toClip = clipFromWorld * one.matrix();
            for (std::size_t i = 0; i < triangles.indices.size(); i += 3) {
                std::array<glm::vec4, 3> corners;
                for (std::size_t k = 0; k < 3; ++k) {
                    corners[k] = toClip * glm::vec4(triangles.positions[triangles.indices[i + k]], 1.0f);
                }
                const glm::vec3 normal = one.pose.rotation * triangles.normals[triangles.indices[i]];
                drawTriangle(corners, colorOf(one.color) *
                                          (ambient + sunlight * std::max(0.0f, glm::dot(normal, toSun))));
            }
            for (std::size_t i = 0; i < lines.positions.size(); i += 2) {
                drawLine(toClip * glm::vec4(lines.positions[i], 1.0f),
                         toClip * glm::vec4(lines.positions[i + 1], 1.0f), colorOf(one.edgeColor), true);
            }
        }
    }

    /// Draws lines over everything else.
    void draw(const sat3d::DebugLines& lines, const glm::mat4& clipFromWorld) {
        for (std::size_t i = 0; i < lines.positions.size(); i += 2) {
            drawLine(clipFromWorld * glm::vec4(lines.positions[i], 1.0f),
                     clipFromWorld * glm::vec4(lines.positions[i + 1], 1.0f), colorOf(lines.colors[i]),
                     false);
        }
    }

    [[nodiscard]] const Picture& picture() const { return picture_; }

private:
    static constexpr float kNear = 1e-3f;  // smallest w

    static glm::vec3 colorOf(sat3d::Color color) { return 255.0f * glm::vec3(glm::unpackUnorm4x8(color)); }
    /// Pixels from the left and from the top, and depth.
    [[nodiscard]] glm::vec3 onScreen(const glm::vec4& p) const {
        const glm::vec3 unit = glm::clamp(glm::vec3(p) / p.w, -1e4f, 1e4f);
        return {(0.5f + 0.5f * unit.x) * float(picture_.width),
                (0.5f - 0.5f * unit.y) * float(picture_.height), unit.z};
    }
    void setPixel(int x, int y, float depth, const glm::vec3& color, bool isHidden) {
        if (x < 0 || y < 0 || x >= picture_.width || y >= picture_.height) {
            return;
        }
        float& former = depths_[std::size_t(y) * std::size_t(picture_.width) + std::size_t(x)];
        if (!isHidden || depth < former) {
            former = std::min(former, depth);
            for (int c = 0; c < 3; ++c) {
                picture_.pixel(x, y)[c] = static_cast<std::uint8_t>(std::clamp(color[c], 0.0f, 255.0f));
            }
        }
    }
    /// Fills a triangle, from either side. One that reaches behind the camera is left out.
    void drawTriangle(const std::array<glm::vec4, 3>& corners, const glm::vec3& color) {
        if (std::ranges::any_of(corners, [](const glm::vec4& p) { return p.w < kNear; })) {
            return;
        }
        const glm::vec3 a = onScreen(corners[0]), b = onScreen(corners[1]), c = onScreen(corners[2]);
        const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        const int left = std::max(0, int(std::min({a.x, b.x, c.x}))),
                  top = std::max(0, int(std::min({a.y, b.y, c.y})));
        const int right = std::min(picture_.width - 1, int(std::max({a.x, b.x, c.x})));
        const int bottom = std::min(picture_.height - 1, int(std::max({a.y, b.y, c.y})));
        for (int y = top; y <= bottom && area != 0.0f; ++y) {
            for (int x = left; x <= right; ++x) {
                const float px = float(x) + 0.5f, py = float(y) + 0.5f;
                const float u = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
                const float v = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
                if (u >= 0.0f && v >= 0.0f && u + v <= 1.0f) {
                    setPixel(x, y, a.z + u * (b.z - a.z) + v * (c.z - a.z), color, true);
                }
            }
        }
    }
    /// Draws a line two pixels wide, cut off at the camera. Edges are drawn slightly in front of their faces.
    void drawLine(glm::vec4 from, glm::vec4 to, const glm::vec3& color, bool isHidden) {
        if (from.w > to.w) {
            std::swap(from, to);
        }
        if (to.w < kNear) {
            return;
        }
        from = from.w < kNear ? glm::mix(from, to, (kNear - from.w) / (to.w - from.w)) : from;
        const glm::vec3 a = onScreen(from), b = onScreen(to);
        const int steps = std::min(int(std::max(std::abs(b.x - a.x), std::abs(b.y - a.y))) + 1, 10'000);
        for (int i = 0; i <= steps; ++i) {
            const glm::vec3 p = glm::mix(a, b, float(i) / float(steps));
            for (int k = 0; k < 4; ++k) {
                setPixel(int(p.x) + k % 2, int(p.y) + k / 2, p.z - 2e-4f, color, isHidden);
            }
        }
    }

    Picture picture_;
    std::vector<float> depths_;
    std::map<std::uint32_t, sat3d::DebugGeometry> meshes_;
};
