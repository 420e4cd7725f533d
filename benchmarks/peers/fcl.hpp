#pragma once

/// @file
/// Converts hulls and poses to FCL's types.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <fcl/geometry/shape/convex.h>
#include <memory>
#include <vector>

namespace sat3d::benchmarks {

inline std::unique_ptr<fcl::Convexd> fclHull(const ConvexHull& hull) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const glm::vec3& vertex : hull.vertices()) {
        vertices->emplace_back(vertex.x, vertex.y, vertex.z);
    }
    auto faces = std::make_shared<std::vector<int>>();
    const auto faceCount = static_cast<std::uint32_t>(hull.faces().size());
    for (std::uint32_t face = 0; face < faceCount; ++face) {
        const auto corners = hull.faceVertices(face);
        faces->push_back(static_cast<int>(corners.size()));
        for (const std::uint32_t corner : corners) {
            faces->push_back(static_cast<int>(corner));
        }
    }
    return std::make_unique<fcl::Convexd>(vertices, static_cast<int>(faceCount), faces);
}

inline fcl::Transform3d fclPose(const Pose& pose) {
    fcl::Transform3d result = fcl::Transform3d::Identity();
    const auto& q = pose.rotation;
    result.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
    result.translation() = fcl::Vector3d(pose.position.x, pose.position.y, pose.position.z);
    return result;
}

}  // namespace sat3d::benchmarks
