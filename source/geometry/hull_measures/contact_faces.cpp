#include "geometry/hull_measures/contact_faces.hpp"

#include "core/shell_sort.hpp"
#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/primitives/polygon_measures.hpp"

#include <glm/common.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// The largest details that are noise, as a fraction of the radius. Contact points are as accurate.
constexpr double kSmallestDetail = 4e-6;

/// A plane through vertices with noise, and a vertex with noise over that plane.
constexpr double kNoises = 2.0;

/// Rounds of growth per face. The plane of best fit changes as the face grows, but less each time.
constexpr int kFits = 4;

class ContactFaceMerging {
public:
    explicit ContactFaceMerging(const HullView& hull) : hull_(hull), noise_(coordinateNoise(hull)) {}

    ContactFaces run() {
        ContactFaces result;
        if (!findNeighbors()) {
            return result;
        }
        result.mergedFrom.assign(hull_.faces.size(), kNoIndex);
        lastSearch_.assign(hull_.faces.size(), 0);
        for (const std::uint32_t seed : seeds()) {
            if (result.mergedFrom[seed] == kNoIndex) {
                grow(seed, result);
            }
        }
        if (result.merged.empty()) {
            result.mergedFrom.clear();
        }
        return result;
    }

private:
    [[nodiscard]] glm::dvec3 position(std::uint32_t vertex) const {
        return glm::dvec3(hull_.vertices[vertex]);
    }
    [[nodiscard]] glm::dvec3 areaOf(std::uint32_t face) const {
        return newellNormal(hull_.vertices, hull_.verticesOfFace(face));
    }

    /// Whether all vertices of a face lie within the noise below a plane. Most faces fail with one of the
    /// first.
    [[nodiscard]] bool isNear(const Plane& plane, std::uint32_t face) const {
        const std::span<const std::uint32_t> loop = hull_.verticesOfFace(face);
        return std::all_of(loop.begin(), loop.end(), [&](std::uint32_t vertex) {
            return plane.signedDistance(position(vertex)) >= -noise_;
        });
    }

    /// Lists the faces across the edges of each face. Returns false if no face is near a neighbor's plane.
    bool findNeighbors() {
        isSeed_.assign(hull_.faces.size(), false);
        bool any = false;
        for (const HullMesh::Edge& edge : hull_.edges) {
            const auto [left, right] = edge.faces;
            if (isNear(hull_.faces[left].plane, right) || isNear(hull_.faces[right].plane, left)) {
                isSeed_[left] = isSeed_[right] = true;
                any = true;
            }
        }
        if (!any) {
            return false;
        }
        firstNeighbor_.assign(hull_.faces.size() + 1, 0);
        for (std::size_t face = 0; face < hull_.faces.size(); ++face) {
            firstNeighbor_[face + 1] = firstNeighbor_[face] + hull_.faces[face].vertexCount;
        }
        neighbors_.resize(firstNeighbor_.back());
        std::vector<std::uint32_t> next(firstNeighbor_.begin(), firstNeighbor_.end() - 1);
        for (const HullMesh::Edge& edge : hull_.edges) {
            neighbors_[next[edge.faces[0]]++] = edge.faces[1];
            neighbors_[next[edge.faces[1]]++] = edge.faces[0];
        }
        return true;
    }

    /// The faces with a near neighbor, in descending order of area.
    [[nodiscard]] std::vector<std::uint32_t> seeds() const {
        std::vector<std::uint32_t> found;
        std::vector<double> areas(hull_.faces.size(), 0.0);
        for (std::uint32_t face = 0; face < hull_.faces.size(); ++face) {
            if (isSeed_[face]) {
                areas[face] = glm::length(areaOf(face));
                found.push_back(face);
            }
        }
        std::stable_sort(found.begin(), found.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return areas[a] > areas[b]; });
        return found;
    }

    /// Adds the merged face that grows from a seed, if the seed has neighbors to merge with. The plane is
    /// fitted again as long as more faces fit below it.
    void grow(std::uint32_t seed, ContactFaces& result) {
        Plane plane = hull_.faces[seed].plane;
        std::vector<std::uint32_t> members;
        for (int round = 0; round < kFits; ++round) {
            glm::dvec3 area(0.0);
            for (const std::uint32_t member : members) {
                area += areaOf(member);
            }
            const Plane fitted = round == 0 ? plane : supporting(area / glm::length(area));
            std::vector<std::uint32_t> grown = connected(seed, fitted, result.mergedFrom);
            if (grown.size() <= members.size()) {
                break;
            }
            members = std::move(grown);
            plane = fitted;
        }
        if (members.size() > 1) {
            add(plane, seed, members, result);
        }
    }

    [[nodiscard]] Plane supporting(const glm::dvec3& normal) const {
        double offset = -std::numeric_limits<double>::infinity();
        for (std::uint32_t vertex = 0; vertex < hull_.vertices.size(); ++vertex) {
            offset = std::max(offset, glm::dot(normal, position(vertex)));
        }
        return {normal, offset};
    }

    /// The faces near a plane that are connected to the seed and not yet merged.
    [[nodiscard]] std::vector<std::uint32_t> connected(std::uint32_t seed, const Plane& plane,
                                                       std::span<const std::uint32_t> mergedFrom) {
        std::vector<std::uint32_t> found{seed};
        ++search_;
        lastSearch_[seed] = search_;
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (std::uint32_t k = firstNeighbor_[found[i]]; k < firstNeighbor_[found[i] + 1]; ++k) {
                const std::uint32_t face = neighbors_[k];
                if (lastSearch_[face] != search_ && mergedFrom[face] == kNoIndex && isNear(plane, face) &&
                    glm::dot(plane.normal, areaOf(face)) >= 0.0) {
                    found.push_back(face);
                }
                lastSearch_[face] = search_;
            }
        }
        return found;
    }

    void add(const Plane& plane, std::uint32_t seed, std::span<const std::uint32_t> members,
             ContactFaces& result) const {
        std::vector<std::uint32_t> vertices;
        for (const std::uint32_t member : members) {
            const std::span<const std::uint32_t> loop = hull_.verticesOfFace(member);
            vertices.insert(vertices.end(), loop.begin(), loop.end());
            result.mergedFrom[member] = static_cast<std::uint32_t>(result.merged.size());
        }
        const std::vector<std::uint32_t> loop = convexLoop(plane.normal, std::move(vertices));
        result.merged.push_back({plane, static_cast<std::uint32_t>(result.loops.size()),
                                 static_cast<std::uint32_t>(loop.size()), seed});
        result.loops.insert(result.loops.end(), loop.begin(), loop.end());
    }

    /// The convex hull of vertices in projection along a normal.
    /// Source: Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions", 1979.
    [[nodiscard]] std::vector<std::uint32_t> convexLoop(const glm::dvec3& normal,
                                                        std::vector<std::uint32_t> vertices) const {
        const glm::dvec3 along = std::abs(normal.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
        const glm::dvec3 u = glm::normalize(glm::cross(along, normal)), v = glm::cross(normal, u);
        const glm::dvec3 origin = position(vertices[0]);
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        struct Point {
            glm::dvec2 place;
            std::uint32_t vertex;
        };
        std::vector<Point> points, chain;
        for (const std::uint32_t vertex : vertices) {
            const glm::dvec3 arm = position(vertex) - origin;
            points.push_back({{glm::dot(arm, u), glm::dot(arm, v)}, vertex});
        }
        shellSort(points, [](const Point& a, const Point& b) {
            return a.place.x != b.place.x   ? a.place.x < b.place.x
                   : a.place.y != b.place.y ? a.place.y < b.place.y
                                            : a.vertex < b.vertex;
        });
        const auto append = [&](const Point& point, std::size_t first) {
            const auto turnsLeft = [&] {
                const glm::dvec2 &p = chain[chain.size() - 2].place, &q = chain.back().place;
                return (q.x - p.x) * (point.place.y - p.y) - (q.y - p.y) * (point.place.x - p.x) > 0.0;
            };
            while (chain.size() > first + 1 && !turnsLeft()) {
                chain.pop_back();
            }
            chain.push_back(point);
        };
        for (const Point& point : points) {
            append(point, 0);
        }
        const std::size_t upper = chain.size() - 1;
        for (auto point = points.rbegin() + 1; point != points.rend(); ++point) {
            append(*point, upper);
        }
        chain.pop_back();  // the first point again
        std::vector<std::uint32_t> loop;
        for (const Point& point : chain) {
            loop.push_back(point.vertex);
        }
        return loop;
    }

    const HullView& hull_;
    double noise_;
    std::vector<std::uint8_t> isSeed_;
    std::vector<std::uint32_t> firstNeighbor_, neighbors_;
    std::vector<std::uint32_t> lastSearch_;  ///< Per face: the last search that visited it.
    std::uint32_t search_ = 0;
};

}  // namespace

double coordinateNoise(const HullView& hull) {
    glm::vec3 lower = hull.vertices[0], upper = lower;
    for (const glm::vec3& vertex : hull.vertices) {
        lower = glm::min(lower, vertex);
        upper = glm::max(upper, vertex);
    }
    const glm::dvec3 middle = 0.5 * (glm::dvec3(lower) + glm::dvec3(upper));
    double squaredRadius = 0.0;
    for (const glm::vec3& vertex : hull.vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - middle;
        squaredRadius = std::max(squaredRadius, glm::dot(arm, arm));
    }
    const glm::vec3 farthest = glm::max(-lower, upper);
    const double largest = std::max({farthest.x, farthest.y, farthest.z});
    return std::max(kSmallestDetail * std::sqrt(squaredRadius), kNoises * kFloatNoise * largest);
}

ContactFaces mergeContactFaces(const HullView& hull) {
    return ContactFaceMerging(hull).run();
}

}  // namespace sat3d::SAT3D_ABI
