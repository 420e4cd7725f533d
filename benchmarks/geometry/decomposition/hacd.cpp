#include "contenders.hpp"

#include <hacdHACD.h>

namespace sat3d::benchmarks {

namespace {

std::vector<ConvexHull> decompose(const test::Mesh& mesh, double concavity) {
    std::vector<HACD::Vec3<HACD::Real>> points;
    for (const glm::vec3& v : mesh.vertices) {
        points.emplace_back(static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z));
    }
    std::vector<HACD::Vec3<long>> triangles;
    for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
        triangles.emplace_back(static_cast<long>(mesh.triangles[k]), static_cast<long>(mesh.triangles[k + 1]),
                               static_cast<long>(mesh.triangles[k + 2]));
    }
    HACD::HACD hacd;
    hacd.SetPoints(points.data());
    hacd.SetNPoints(points.size());
    hacd.SetTriangles(triangles.data());
    hacd.SetNTriangles(triangles.size());
    hacd.SetCompacityWeight(0.1);
    hacd.SetVolumeWeight(0.0);
    hacd.SetNClusters(1);
    hacd.SetNVerticesPerCH(64);
    hacd.SetConcavity(concavity);
    hacd.SetAddExtraDistPoints(false);
    hacd.SetAddNeighboursDistPoints(false);
    hacd.SetAddFacesPoints(false);
    hacd.Compute();
    std::vector<ConvexHull> pieces;
    for (std::size_t k = 0; k < hacd.GetNClusters(); ++k) {
        std::vector<HACD::Vec3<HACD::Real>> corners(hacd.GetNPointsCH(k));
        std::vector<HACD::Vec3<long>> faces(hacd.GetNTrianglesCH(k));
        hacd.GetCH(k, corners.data(), faces.data());
        std::vector<glm::vec3> vertices;
        for (const auto& corner : corners) {
            vertices.emplace_back(glm::dvec3(corner.X(), corner.Y(), corner.Z()));
        }
        if (auto hull = ConvexHull::fromPoints(vertices)) {  // a flat cluster has no hull
            pieces.push_back(*std::move(hull));
        }
    }
    return pieces;
}

}  // namespace

Contender hacd(double concavity) {
    return {"HACD " + std::to_string(static_cast<int>(concavity)),
            [concavity](const test::Mesh& mesh) { return decompose(mesh, concavity); }};
}

}  // namespace sat3d::benchmarks
