#include "hull_sizes.hpp"

#include "shapes/convex_hull/hull_data.hpp"

#include <algorithm>
#include <span>

namespace sat3d::benchmarks {

namespace {

template <class T>
std::size_t bytesOf(std::span<T> values) {
    return values.size_bytes();
}

/// Heap memory of a hull.
std::size_t byteCount(const detail::HullData& data) {
    const HullView& mesh = data.mesh;
    return sizeof(data) + data.kernel.byteCount() + bytesOf(mesh.vertices) + bytesOf(mesh.inputIndices) +
           bytesOf(mesh.faces) + bytesOf(mesh.faceIndices) + bytesOf(mesh.edges) + bytesOf(data.faceTags) +
           bytesOf(data.distinctNormals) + bytesOf(data.distinctEdgeDirections);
}

}  // namespace

WorkloadReport describe(const Workload& workload) {
    WorkloadReport report;
    report.name = workload.name;
    report.hullCount = workload.hulls.size();
    report.leastVertices = workload.hulls.front().vertices().size();
    for (const ConvexHull& hull : workload.hulls) {
        const double share = 1.0 / static_cast<double>(workload.hulls.size());
        report.leastVertices = std::min(report.leastVertices, hull.vertices().size());
        report.mostVertices = std::max(report.mostVertices, hull.vertices().size());
        report.bytesPerHull += share * static_cast<double>(byteCount(hull.data()));
        report.kernelBytesPerHull += share * static_cast<double>(hull.data().kernel.byteCount());
    }
    return report;
}

}  // namespace sat3d::benchmarks
