#include "core/shared_count.hpp"
#include "core/shell_sort.hpp"
#include "geometry/primitives/ear_clipping.hpp"
#include "planar/polygon/polygon_data.hpp"
#include "planar/polygon/polygon_loops.hpp"

#include <sat3d/math/exact.hpp>
#include <sat3d/planar/convex_pieces.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using Piece = std::vector<std::uint32_t>;

std::vector<Piece> trianglesOf(const PolygonLoops& polygon) {
    const std::vector<std::uint32_t> loop = joinedLoop(polygon);
    std::vector<glm::dvec2> points;
    for (const std::uint32_t index : loop) {
        points.push_back(polygon.points[index]);
    }
    EarClipping clipping(points);
    std::vector<Piece> triangles;
    for (std::size_t k = 2; k < loop.size(); ++k) {
        const auto [a, b, c] = clipping.next();
        triangles.push_back({loop[a], loop[b], loop[c]});
    }
    return triangles;
}

/// Merges pieces along their common edges, as long as they stay convex.
class PieceMerging {
public:
    PieceMerging(const std::vector<glm::dvec2>& points, std::vector<Piece> pieces)
        : points_(points), pieces_(std::move(pieces)), mergedInto_(pieces_.size()) {
        std::iota(mergedInto_.begin(), mergedInto_.end(), std::size_t{0});
    }

    std::vector<Piece> merged() && {
        for (const Diagonal& diagonal : diagonals()) {
            merge(diagonal);
        }
        std::erase_if(pieces_, [](const Piece& piece) { return piece.empty(); });
        return std::move(pieces_);
    }

private:
    struct Diagonal {
        double squaredLength;
        std::uint32_t from, to;
        std::size_t left, right;  ///< the pieces on its sides
    };

    /// The edges between two pieces, the longest first.
    [[nodiscard]] std::vector<Diagonal> diagonals() const {
        struct Edge {
            std::uint32_t low, high;
            bool isForward;
            std::size_t piece;
        };
        std::vector<Edge> edges;
        for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
            for (std::size_t i = 0; i < pieces_[piece].size(); ++i) {
                const std::uint32_t from = pieces_[piece][i],
                                    to = pieces_[piece][(i + 1) % pieces_[piece].size()];
                edges.push_back({std::min(from, to), std::max(from, to), from < to, piece});
            }
        }
        shellSort(edges, [](const Edge& a, const Edge& b) {
            return std::pair(a.low, a.high) != std::pair(b.low, b.high)
                       ? std::pair(a.low, a.high) < std::pair(b.low, b.high)
                       : a.isForward > b.isForward;
        });
        std::vector<Diagonal> found;
        for (std::size_t i = 1; i < edges.size(); ++i) {
            const Edge &left = edges[i - 1], &right = edges[i];
            if (left.low == right.low && left.high == right.high) {
                const glm::dvec2 along = points_[left.high] - points_[left.low];
                found.push_back({glm::dot(along, along), left.low, left.high, left.piece, right.piece});
            }
        }
        std::stable_sort(found.begin(), found.end(), [](const Diagonal& a, const Diagonal& b) {
            return a.squaredLength > b.squaredLength;
        });
        return found;
    }

    void merge(const Diagonal& diagonal) {
        const std::size_t left = currentOf(diagonal.left), right = currentOf(diagonal.right);
        // Both start with the point at which the diagonal ends in their own direction.
        const Piece a = startingAt(pieces_[left], diagonal.to), b = startingAt(pieces_[right], diagonal.from);
        if (left == right || turnAt(*(b.end() - 2), diagonal.to, a[1]) < 0 ||
            turnAt(*(a.end() - 2), diagonal.from, b[1]) < 0) {
            return;
        }
        Piece both(a.begin(), a.end());
        both.insert(both.end(), b.begin() + 1, b.end() - 1);
        pieces_[left] = std::move(both);
        pieces_[right].clear();
        mergedInto_[right] = left;
    }

    [[nodiscard]] std::size_t currentOf(std::size_t piece) const {
        while (mergedInto_[piece] != piece) {
            piece = mergedInto_[piece];
        }
        return piece;
    }
    [[nodiscard]] static Piece startingAt(Piece piece, std::uint32_t point) {
        std::rotate(piece.begin(), std::find(piece.begin(), piece.end(), point), piece.end());
        return piece;
    }
    [[nodiscard]] int turnAt(std::uint32_t before, std::uint32_t at, std::uint32_t after) const {
        return orient2d(points_[before], points_[at], points_[after]);
    }

    const std::vector<glm::dvec2>& points_;
    std::vector<Piece> pieces_;
    std::vector<std::size_t> mergedInto_;
};

/// Makes the polygon, without points on its sides.
ConvexPolygon polygonOf(const std::vector<glm::dvec2>& points, const Piece& piece) {
    std::vector<glm::dvec2> vertices;
    std::vector<std::uint32_t> indices;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const std::uint32_t before = piece[(i + piece.size() - 1) % piece.size()],
                            after = piece[(i + 1) % piece.size()];
        if (orient2d(points[before], points[piece[i]], points[after]) > 0) {
            vertices.push_back(points[piece[i]]);
            indices.push_back(piece[i]);
        }
    }
    return PolygonData::polygonOf(makeShared<PolygonData>(std::move(vertices), std::move(indices)));
}

}  // namespace

Result<std::vector<ConvexPolygon>, PolygonError> convexPieces(
    std::span<const glm::dvec2> outline, std::span<const std::vector<glm::dvec2>> holes) {
    PolygonLoops polygon;
    if (auto fault = readLoops(outline, holes, polygon)) {
        return Unexpected{*std::move(fault)};
    }
    std::vector<ConvexPolygon> polygons;
    for (const Piece& piece : PieceMerging(polygon.points, trianglesOf(polygon)).merged()) {
        polygons.push_back(polygonOf(polygon.points, piece));
    }
    return polygons;
}

Result<PlanarCompound, PolygonError> compoundOfPolygon(std::span<const glm::dvec2> outline,
                                                       std::span<const std::vector<glm::dvec2>> holes) {
    auto pieces = convexPieces(outline, holes);
    if (!pieces) {
        return Unexpected{std::move(pieces).error()};
    }
    std::vector<PlanarCompoundChild> children;
    for (ConvexPolygon& piece : *pieces) {
        children.push_back({std::move(piece), {}});
    }
    return PlanarCompound::fromChildren(std::move(children)).value();
}

}  // namespace sat3d::SAT3D_ABI
