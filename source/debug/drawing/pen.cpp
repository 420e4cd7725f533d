#include "debug/drawing/pen.hpp"

#include "debug/geometry/rings.hpp"
#include "math/is_finite.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

void DebugGeometry::clear() noexcept {
    triangles.positions.clear();
    triangles.normals.clear();
    triangles.colors.clear();
    triangles.indices.clear();
    lines.positions.clear();
    lines.colors.clear();
    labels.clear();
}

std::string_view toString(DebugLayer layer) noexcept {
    static constexpr std::string_view kNames[] = {
        "Faces",  "Edges",         "Bounds", "Trees",  "ShapeTrees",   "Contacts",
        "Pushes", "ContactEvents", "Rays",   "Sweeps", "Explanations", "AllPlanes",
        "Bodies", "Impulses",      "Labels", "Joints", "Vehicles"};
    static_assert(std::size(kNames) == kDebugLayerCount);
    const auto bits = static_cast<std::uint32_t>(layer);
    if (bits == 0) {
        return "None";
    }
    const auto lowest = static_cast<std::uint32_t>(std::countr_zero(bits));
    return std::has_single_bit(bits) && lowest < kDebugLayerCount ? kNames[lowest] : "?";
}

void mirror(DebugGeometry& geometry, MirrorAxis axis) noexcept {
    const auto mirrorAll = [axis](std::vector<glm::vec3>& vectors) {
        for (glm::vec3& vector : vectors) {
            vector = mirrored(vector, axis);
        }
    };
    mirrorAll(geometry.triangles.positions);
    mirrorAll(geometry.triangles.normals);
    mirrorAll(geometry.lines.positions);
    for (DebugLabel& label : geometry.labels) {
        label.position = mirrored(label.position, axis);
    }
    std::vector<std::uint32_t>& indices = geometry.triangles.indices;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        std::swap(indices[i + 1], indices[i + 2]);
    }
}

namespace debug {
void Pen::line(const glm::dvec3& from, const glm::dvec3& to, Color color) {
    DebugLines& lines = geometry_.lines;
    lines.positions.push_back(placed(from));
    lines.positions.push_back(placed(to));
    lines.colors.push_back(color);
    lines.colors.push_back(color);
}

void Pen::loop(std::span<const glm::dvec3> points, Color color) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        line(points[i], points[(i + 1) % points.size()], color);
    }
}

void Pen::arrow(const glm::dvec3& from, const glm::dvec3& to, Color color) {
    const double length = glm::distance(from, to);
    if (!(length > 0.0)) {
        return;
    }
    line(from, to, color);
    const glm::dvec3 along = (to - from) / length;
    const glm::dvec3 u = perpendicularTo(along), v = glm::cross(along, u);
    const double head = std::min(0.25 * length, 0.75 * double(options_.normalLength));
    const glm::dvec3 foot = to - head * along;
    for (const glm::dvec3& side : {u, -u, v, -v}) {
        line(to, foot + 0.4 * head * side, color);
    }
}

void Pen::cross(const glm::dvec3& center, double arm, Color color) {
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 offset(0.0);
        offset[axis] = arm;
        line(center - offset, center + offset, color);
    }
}

void Pen::contact(const glm::dvec3& point, const glm::dvec3& normal, Color color) {
    cross(point, double(options_.pointSize), color);
    arrow(point, point + double(options_.normalLength) * normal, colors().normal);
}

void Pen::box(const Aabb& box, const RigidTransform& toWorld, Color color) {
    const glm::dvec3 lower(box.lower), upper(box.upper);
    if (box.isEmpty() || !isFinite(lower) || !isFinite(upper)) {
        return;
    }
    std::array<glm::dvec3, 8> corners;
    for (std::size_t k = 0; k < 8; ++k) {
        const glm::dvec3 corner((k & 1) != 0 ? upper.x : lower.x, (k & 2) != 0 ? upper.y : lower.y,
                                (k & 4) != 0 ? upper.z : lower.z);
        corners[k] = toWorld.rotation * corner + toWorld.translation;
    }
    for (std::size_t k = 0; k < 8; ++k) {
        for (const std::size_t bit : {1u, 2u, 4u}) {
            if ((k & bit) == 0) {
                line(corners[k], corners[k | bit], color);
            }
        }
    }
}

void Pen::label(const glm::dvec3& position, std::string text) {
    if (shows(DebugLayer::Labels)) {
        geometry_.labels.push_back({placed(position), colors().label, std::move(text)});
    }
}

void Pen::face(std::span<const glm::dvec3> corners, std::span<const glm::dvec3> normals, Color color) {
    DebugTriangles& triangles = geometry_.triangles;
    const auto first = static_cast<std::uint32_t>(triangles.positions.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        triangles.positions.push_back(placed(corners[i]));
        triangles.normals.emplace_back(normals[i]);
        triangles.colors.push_back(color);
    }
    for (std::uint32_t i = 2; i < corners.size(); ++i) {
        triangles.indices.insert(triangles.indices.end(), {first, first + i - 1, first + i});
    }
}

}  // namespace debug
}  // namespace sat3d::SAT3D_ABI
