#include "shapes/mesh/mesh_adjacency.hpp"

#include "core/shell_sort.hpp"
#include "geometry/primitives/aabb_math.hpp"
#include "geometry/primitives/closest_point.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace sat3d::SAT3D_ABI {

namespace {

/// Triangles within this fraction of a triangle's size of an edge are adjacent to it, and within this
/// fraction of the coordinates, for their rounding.
constexpr double kNear = 1e-5, kCoordinateRounding = 4e-7;

/// Common parts of an edge and a triangle shorter than this multiple of the tolerance are points.
constexpr double kPointlike = 4.0;

}  // namespace

class MeshAdjacencyBuilder {
public:
    MeshAdjacencyBuilder(const MeshAdjacency::Source& source, MeshAdjacency& result)
        : source_(source), result_(result) {}

    void build() {
        result_.acrossEdge_.assign(source_.indices.size(), MeshAdjacency::kBorder);
        hasBorder_.assign(source_.vertices.size(), 0);
        joinSharedEdges();
        for (const std::uint32_t edge : borders_) {
            joinByPosition(edge);
        }
        collectVertices();
    }

private:
    using Corners = std::array<glm::dvec3, 3>;

    /// A range of fractions of a segment.
    struct FractionRange {
        double from = 0.0, to = 1.0;

        /// Keeps the fractions at which a value, linear along the segment, is at most `most`.
        void cut(double atStart, double atEnd, double most) {
            const double change = atEnd - atStart;
            if (atStart > most && atEnd > most) {
                to = -1.0;
            } else if (atStart > most) {
                from = std::max(from, (most - atStart) / change);
            } else if (atEnd > most) {
                to = std::min(to, (most - atStart) / change);
            }
        }
    };

    /// The part of a segment that lies on a triangle, up to a tolerance in meters.
    [[nodiscard]] static FractionRange partOn(const Corners& triangle, const glm::dvec3& start,
                                              const glm::dvec3& end, double near) {
        const glm::dvec3 normal =
            glm::normalize(glm::cross(triangle[1] - triangle[0], triangle[2] - triangle[0]));
        FractionRange part;
        const double atStart = glm::dot(normal, start - triangle[0]),
                     atEnd = glm::dot(normal, end - triangle[0]);
        part.cut(atStart, atEnd, near);
        part.cut(-atStart, -atEnd, near);
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::dvec3& corner = triangle[i];
            const glm::dvec3 outward = glm::normalize(glm::cross(triangle[(i + 1) % 3] - corner, normal));
            part.cut(glm::dot(outward, start - corner), glm::dot(outward, end - corner), near);
        }
        return part;
    }

    struct Use {
        std::uint32_t low, high;  ///< vertices
        std::uint32_t edge;       ///< 3 * triangle + edge of the triangle
    };
    struct Overlap {
        FractionRange part;
        std::uint32_t triangle;
    };

    [[nodiscard]] std::uint32_t vertexOf(std::uint32_t edge) const {
        return source_.sameVertex[source_.indices[edge]];
    }
    [[nodiscard]] static std::uint32_t nextOf(std::uint32_t edge) {
        return edge % 3 == 2 ? edge - 2 : edge + 1;
    }
    [[nodiscard]] glm::dvec3 point(std::uint32_t edge) const {
        return glm::dvec3(source_.vertices[source_.indices[edge]]);
    }
    [[nodiscard]] Corners cornersOf(std::uint32_t triangle) const {
        return {point(3 * triangle), point(3 * triangle + 1), point(3 * triangle + 2)};
    }
    /// The distance within which other triangles are adjacent to a point of a triangle.
    [[nodiscard]] double nearOf(std::uint32_t triangle) const {
        const auto [a, b, c] = cornersOf(triangle);
        return kNear * std::max({glm::length(b - a), glm::length(c - b), glm::length(a - c)}) +
               kCoordinateRounding * std::max({glm::length(a), glm::length(b), glm::length(c)});
    }

    void joinSharedEdges() {
        std::vector<Use> uses;
        uses.reserve(source_.indices.size());
        for (const std::uint32_t triangle : source_.tree->items()) {
            for (std::uint32_t edge = 3 * triangle; edge < 3 * triangle + 3; ++edge) {
                const std::uint32_t from = vertexOf(edge), to = vertexOf(nextOf(edge));
                uses.push_back({std::min(from, to), std::max(from, to), edge});
            }
        }
        std::sort(uses.begin(), uses.end(), [](const Use& p, const Use& q) {
            return std::tie(p.low, p.high, p.edge) < std::tie(q.low, q.high, q.edge);
        });
        for (std::size_t first = 0; first < uses.size();) {
            std::size_t end = first + 1;
            while (end < uses.size() && uses[end].low == uses[first].low &&
                   uses[end].high == uses[first].high) {
                ++end;
            }
            joinUses({uses.data() + first, uses.data() + end});
            first = end;
        }
        std::sort(borders_.begin(), borders_.end());
    }

    /// @param uses  the triangles at one edge
    void joinUses(std::span<const Use> uses) {
        if (uses.size() == 1) {
            borders_.push_back(uses[0].edge);
            hasBorder_[uses[0].low] = hasBorder_[uses[0].high] = 1;
        } else if (uses.size() == 2) {
            result_.acrossEdge_[uses[0].edge] = uses[1].edge / 3;
            result_.acrossEdge_[uses[1].edge] = uses[0].edge / 3;
        } else {
            for (const Use& use : uses) {
                overlaps_.clear();
                for (const Use& other : uses) {
                    if (other.edge != use.edge) {
                        overlaps_.push_back({{}, other.edge / 3});
                    }
                }
                storeParts(use.edge);
            }
        }
    }

    /// Calls take(triangle) for the triangles near a box.
    template <class Take>
    void forEachNear(const Aabb& box, double near, const Take& take) const {
        source_.tree->traverse(
            near, [&](const Aabb& other) { return gapBetween(box, other); },
            [&](std::uint32_t triangle, double limit) {
                take(triangle);
                return limit;
            });
    }

    /// Searches the triangles that an edge without a common edge lies on.
    void joinByPosition(std::uint32_t edge) {
        const glm::dvec3 start = point(edge), end = point(nextOf(edge));
        const double near = nearOf(edge / 3), length = glm::length(end - start);
        overlaps_.clear();
        const std::array<glm::vec3, 2> ends{glm::vec3(start), glm::vec3(end)};
        forEachNear(boxAround(ends), near, [&](std::uint32_t triangle) {
            const FractionRange part = partOn(cornersOf(triangle), start, end, near);
            if (triangle != edge / 3 && (part.to - part.from) * length > kPointlike * near) {
                overlaps_.push_back({part, triangle});
            }
        });
        if (!overlaps_.empty()) {
            storeParts(edge);
        }
    }

    /// Splits an edge where the triangles beside it change.
    void storeParts(std::uint32_t edge) {
        shellSort(overlaps_, [](const Overlap& p, const Overlap& q) { return p.triangle < q.triangle; });
        const double least = 1e-3;
        std::vector<double> ends{0.0, 1.0};
        for (const Overlap& overlap : overlaps_) {
            ends.push_back(overlap.part.from);
            ends.push_back(overlap.part.to);
        }
        shellSort(ends);
        const auto first = static_cast<std::uint32_t>(result_.parts_.size());
        double from = 0.0;
        for (std::size_t i = 1; i < ends.size(); ++i) {
            if (ends[i] - from <= least && ends[i] < 1.0) {
                continue;  // no part between parts that meet up to rounding
            }
            if (ends[i] > from) {
                storePart(from, ends[i]);
                from = ends[i];
            }
        }
        result_.acrossEdge_[edge] =
            MeshAdjacency::kParts + static_cast<std::uint32_t>(result_.partsOfEdge_.size());
        result_.partsOfEdge_.push_back({first, static_cast<std::uint32_t>(result_.parts_.size()) - first});
    }

    void storePart(double from, double to) {
        const double middle = 0.5 * (from + to);
        const auto first = static_cast<std::uint32_t>(result_.besideParts_.size());
        for (const Overlap& overlap : overlaps_) {
            if (overlap.part.from <= middle && middle <= overlap.part.to) {
                result_.besideParts_.push_back(overlap.triangle);
            }
        }
        result_.parts_.push_back({static_cast<float>(from),
                                  static_cast<float>(to),
                                  {first, static_cast<std::uint32_t>(result_.besideParts_.size()) - first}});
    }

    void collectVertices() {
        struct At {
            std::uint32_t vertex, triangle;
        };
        std::vector<At> all;
        for (const std::uint32_t triangle : source_.tree->items()) {
            for (std::uint32_t edge = 3 * triangle; edge < 3 * triangle + 3; ++edge) {
                const std::uint32_t vertex = vertexOf(edge);
                all.push_back({vertex, triangle});
                if (hasBorder_[vertex] != 0) {
                    const std::array<glm::vec3, 1> here{source_.vertices[vertex]};
                    const double near = nearOf(triangle);
                    forEachNear(boxAround(here), near, [&](std::uint32_t other) {
                        const auto [a, b, c] = cornersOf(other);
                        if (distanceToTriangle(a, b, c, glm::dvec3(here[0])) <= near) {
                            all.push_back({vertex, other});
                        }
                    });
                }
            }
        }
        const auto key = [](const At& at) { return std::pair(at.vertex, at.triangle); };
        shellSort(all, [&](const At& p, const At& q) { return key(p) < key(q); });
        all.erase(
            std::unique(all.begin(), all.end(), [&](const At& p, const At& q) { return key(p) == key(q); }),
            all.end());
        result_.firstAroundVertex_.assign(source_.vertices.size() + 1, 0);
        for (const At& at : all) {
            ++result_.firstAroundVertex_[at.vertex + 1];
            result_.aroundVertex_.push_back(at.triangle);
        }
        std::partial_sum(result_.firstAroundVertex_.begin(), result_.firstAroundVertex_.end(),
                         result_.firstAroundVertex_.begin());
    }

    const MeshAdjacency::Source& source_;
    MeshAdjacency& result_;
    std::vector<std::uint32_t> borders_;   ///< edges without a common edge
    std::vector<std::uint8_t> hasBorder_;  ///< one per vertex
    std::vector<Overlap> overlaps_;        ///< of the current edge
};

MeshAdjacency::MeshAdjacency(const Source& source) {
    MeshAdjacencyBuilder(source, *this).build();
}

}  // namespace sat3d::SAT3D_ABI
