/// Compares convex decompositions by pieces, errors and time: sat3d, and HACD if it is installed.
///
///     decomposition_benchmark [WORKLOAD ...]        all workloads by default

#include "contenders.hpp"
#include "geometry/decomposition/chain.hpp"

#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/shapes/convex_decomposition.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace {

using sat3d::ConvexHull;
using sat3d::benchmarks::Contender;
using sat3d::test::Cells;
using sat3d::test::Mesh;

constexpr int kRounds = 5;
constexpr double kLongEnough = 3.0;  // seconds; a longer first round is not repeated
constexpr int kGrid = 40;            // points along the largest extent

struct Workload {
    const char* name;
    Mesh mesh;
};

Mesh rotated(const Mesh& mesh) {
    sat3d::test::Random random(1);
    return moved(mesh, random.rotation(), 1.0, glm::dvec3(0.0));
}

std::vector<Workload> workloads() {
    const Cells bucket{{10, 10, 10},
                       [](const glm::ivec3& c) { return c.x % 9 == 0 || c.y % 9 == 0 || c.z == 0; }};
    const Cells room{{10, 10, 5}, [](const glm::ivec3& c) {
                         const bool isWall = c.x % 9 == 0 || c.y % 9 == 0 || c.z % 4 == 0;
                         const bool isDoor = c.x == 0 && (c.y == 4 || c.y == 5) && c.z > 0 && c.z < 4;
                         return isWall && !isDoor;
                     }};
    const Cells stairs{{8, 3, 8}, [](const glm::ivec3& c) { return c.z <= c.x; }};
    const Cells table{{8, 8, 5},
                      [](const glm::ivec3& c) { return c.z == 4 || (c.x % 7 == 0 && c.y % 7 == 0); }};
    return {{"table", rotated(table.mesh())},
            {"bucket", rotated(bucket.mesh())},
            {"room", rotated(room.mesh())},
            {"stairs", rotated(stairs.mesh())},
            {"tank", rotated(sat3d::test::tankMesh())},
            {"ring", rotated(sat3d::test::torusMesh(1.0, 0.3, 32, 16))},
            {"thin ring", rotated(sat3d::test::torusMesh(1.0, 0.05, 64, 12))},
            {"fine ring", rotated(sat3d::test::torusMesh(1.0, 0.3, 64, 32))}};
}

bool isInside(const std::vector<ConvexHull>& pieces, const glm::dvec3& point) {
    return std::ranges::any_of(pieces, [&](const ConvexHull& piece) {
        return sat3d::contains(piece, sat3d::Pose{}, glm::vec3(point));
    });
}

/// Volumes as fractions of the solid's volume, sampled on a grid: `excess` is in a piece but outside the
/// solid, `missing` is in the solid but in no piece.
struct Errors {
    double excess = 0.0, missing = 0.0;
};
Errors errorsOf(const Mesh& mesh, const std::vector<ConvexHull>& pieces) {
    const sat3d::Chain chain = sat3d::mendedChain(mesh.vertices, mesh.triangles).chain;
    glm::dvec3 lower(mesh.vertices.front()), upper(lower);
    for (const glm::vec3& v : mesh.vertices) {
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis] = std::min(lower[axis], static_cast<double>(v[axis]));
            upper[axis] = std::max(upper[axis], static_cast<double>(v[axis]));
        }
    }
    const double step = std::max({upper.x - lower.x, upper.y - lower.y, upper.z - lower.z}) / kGrid;
    double solid = 0.0, excess = 0.0, missing = 0.0;
    for (double x = lower.x + 0.5 * step; x < upper.x; x += step) {
        for (double y = lower.y + 0.5 * step; y < upper.y; y += step) {
            for (double z = lower.z + 0.5 * step; z < upper.z; z += step) {
                const bool inSolid = sat3d::windingNumber(chain, {x, y, z}) > 0;
                const bool inPiece = isInside(pieces, {x, y, z});
                solid += inSolid;
                excess += inPiece && !inSolid;
                missing += inSolid && !inPiece;
            }
        }
    }
    return {excess / solid, missing / solid};
}

/// Returns the largest distance of a vertex outside all pieces, measured to their planes, as a fraction of
/// the largest extent.
double uncovered(const Mesh& mesh, const std::vector<ConvexHull>& pieces) {
    double farthest = 0.0, extent = 0.0;
    for (const glm::vec3& vertex : mesh.vertices) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const ConvexHull& piece : pieces) {
            double outside = 0.0;
            for (const auto& face : piece.faces()) {
                outside = std::max(outside, face.plane.signedDistance(glm::dvec3(vertex)));
            }
            nearest = std::min(nearest, outside);
        }
        farthest = std::max(farthest, nearest);
        extent = std::max(extent, glm::distance(glm::dvec3(vertex), glm::dvec3(mesh.vertices.front())));
    }
    return farthest / extent;
}

double processorSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void measure(const Workload& workload, const Contender& contender) {
    std::vector<double> times;
    std::vector<ConvexHull> pieces;
    do {
        const double start = processorSeconds();
        pieces = contender.decompose(workload.mesh);
        times.push_back(processorSeconds() - start);
    } while (times.size() < kRounds && times.front() < kLongEnough);
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    std::size_t vertices = 0;
    for (const ConvexHull& piece : pieces) {
        vertices += piece.vertices().size();
    }
    const Errors errors = errorsOf(workload.mesh, pieces);
    std::printf("%-10s %9zu  %-8s %6zu %8zu %8.2f %9.2f %11.1e %9.1f\n", workload.name,
                workload.mesh.triangles.size() / 3, contender.name.c_str(), pieces.size(), vertices,
                100.0 * errors.excess, 100.0 * errors.missing, uncovered(workload.mesh, pieces),
                1e3 * times[times.size() / 2]);
    std::fflush(stdout);
}

std::vector<Contender> contenders() {
    std::vector<Contender> all{{"sat3d", [](const Mesh& mesh) {
                                    std::vector<ConvexHull> pieces;
                                    const auto found = sat3d::decompose(mesh.vertices, mesh.triangles);
                                    for (const auto& piece : found->pieces) {
                                        pieces.push_back(piece.hull);
                                    }
                                    return pieces;
                                }}};
#ifdef SAT3D_BENCHMARK_HACD
    all.push_back(sat3d::benchmarks::hacd(100.0));
    all.push_back(sat3d::benchmarks::hacd(20.0));
#endif
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    const std::set<std::string> requested(argv + 1, argv + argc);
    std::printf("%-10s %9s  %-8s %6s %8s %8s %9s %11s %9s\n", "mesh", "triangles", "", "pieces", "vertices",
                "excess %", "missing %", "uncovered", "ms");
    for (const Workload& workload : workloads()) {
        for (const Contender& contender : contenders()) {
            if (requested.empty() || requested.contains(workload.name)) {
                measure(workload, contender);
            }
        }
    }
    return 0;
}
