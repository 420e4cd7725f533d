#include "workload.hpp"

#include "shapes/hull_data.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sat3d::benchmarks {

namespace {

using pairs_file::Regime;

template <class Value>
Value valueOf(Result<Value, pairs_file::Error> result) {
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    return std::move(*result);
}

template <class T>
std::size_t bytesOf(const std::vector<T>& values) {
    return sizeof(T) * values.size();
}

/// All that a hull holds on the heap.
std::size_t byteCount(const detail::HullData& data) {
    const HullMesh& mesh = data.mesh;
    return sizeof(data) + data.kernel.byteCount() + bytesOf(mesh.vertices) + bytesOf(mesh.sourceIndices) +
           bytesOf(mesh.faces) + bytesOf(mesh.loops) + bytesOf(mesh.edges) + bytesOf(data.faceTags) +
           bytesOf(data.distinctNormals) + bytesOf(data.distinctEdgeDirections);
}

}  // namespace

Workload load(const std::string& folder, const std::string& name) {
    const std::string stem = folder + "/" + name;
    auto file = valueOf(pairs_file::read(stem + ".txt"));
    auto hulls = valueOf(pairs_file::buildHulls(file, stem + ".txt"));
    Workload workload{name, std::move(file), std::move(hulls),
                      valueOf(pairs_file::readAnswers(stem + ".ref")),
                      valueOf(pairs_file::readAnswers(stem + ".coh.ref"))};
    const auto& pairs = workload.file.pairs;
    if (workload.answers.size() != pairs.size() || workload.coherentAnswers.size() != pairs.size()) {
        throw std::runtime_error(stem + ": the .ref and .coh.ref files must have one answer for every pair");
    }
    for (const auto regime : {Regime::Far, Regime::Near, Regime::Shallow, Regime::Deep}) {
        if (std::none_of(pairs.begin(), pairs.end(),
                         [&](const auto& pair) { return pair.regime == regime; })) {
            throw std::runtime_error(stem + ".txt: needs pairs of all four regimes");
        }
    }
    return workload;
}

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
