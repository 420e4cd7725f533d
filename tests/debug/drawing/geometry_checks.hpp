#pragma once

#include <sat3d/debug/debug_geometry.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace sat3d::test {

inline const DebugColors kColors;

/// Arrays have equal lengths, indices are in range, normals are unit and on the front of their triangles.
inline void expectSound(const DebugGeometry& geometry) {
    const DebugTriangles& triangles = geometry.triangles;
    ASSERT_EQ(triangles.normals.size(), triangles.positions.size());
    ASSERT_EQ(triangles.colors.size(), triangles.positions.size());
    ASSERT_EQ(triangles.indices.size() % 3, 0u);
    for (const std::uint32_t index : triangles.indices) {
        ASSERT_LT(index, triangles.positions.size());
    }
    for (const glm::vec3& normal : triangles.normals) {
        EXPECT_NEAR(glm::length(normal), 1.0f, 1e-6f);
    }
    for (std::size_t i = 0; i < triangles.indices.size(); i += 3) {
        glm::dvec3 corners[3], normal(0.0);
        for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = glm::dvec3(triangles.positions[triangles.indices[i + k]]);
            normal += glm::dvec3(triangles.normals[triangles.indices[i + k]]);
        }
        EXPECT_GT(glm::dot(glm::cross(corners[1] - corners[0], corners[2] - corners[0]), normal), 0.0) << i;
    }
    EXPECT_EQ(geometry.lines.positions.size() % 2, 0u);
    EXPECT_EQ(geometry.lines.colors.size(), geometry.lines.positions.size());
}

/// Volume inside the triangles.
inline double volumeOf(const DebugTriangles& triangles) {
    double volume = 0.0;
    for (std::size_t i = 0; i < triangles.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) {
            return glm::dvec3(triangles.positions[triangles.indices[i + k]]);
        };
        volume += glm::dot(corner(0), glm::cross(corner(1), corner(2))) / 6.0;
    }
    return volume;
}

/// Whether each line lies on two triangles that do not lie in one plane: it is no diagonal.
inline bool areEdges(const DebugGeometry& geometry, double tolerance) {
    const DebugTriangles& triangles = geometry.triangles;
    for (std::size_t line = 0; line < geometry.lines.positions.size(); line += 2) {
        const glm::dvec3 middle = 0.5 * (glm::dvec3(geometry.lines.positions[line]) +
                                         glm::dvec3(geometry.lines.positions[line + 1]));
        std::vector<glm::vec3> normals;
        for (std::size_t i = 0; i < triangles.indices.size(); i += 3) {
            bool isOn = true;
            const glm::dvec3 normal(triangles.normals[triangles.indices[i]]);
            for (std::size_t k = 0; k < 3; ++k) {
                const glm::dvec3 from(triangles.positions[triangles.indices[i + k]]),
                    to(triangles.positions[triangles.indices[i + (k + 1) % 3]]);
                const glm::dvec3 inward = glm::normalize(glm::cross(normal, to - from));
                isOn = isOn && glm::dot(middle - from, inward) > -tolerance &&
                       std::abs(glm::dot(middle - from, normal)) < tolerance;
            }
            if (isOn) {
                normals.emplace_back(normal);
            }
        }
        const bool isEdge = std::ranges::any_of(
            normals, [&](const glm::vec3& other) { return glm::dot(other, normals[0]) < 0.999999f; });
        if (!isEdge) {
            return false;
        }
    }
    return true;
}

inline std::size_t lineCount(const DebugGeometry& geometry) {
    return geometry.lines.positions.size() / 2;
}
inline std::size_t triangleCount(const DebugGeometry& geometry) {
    return geometry.triangles.indices.size() / 3;
}
inline bool hasLine(const DebugGeometry& geometry, Color color) {
    return std::ranges::find(geometry.lines.colors, color) != geometry.lines.colors.end();
}

}  // namespace sat3d::test
