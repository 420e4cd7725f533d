#include "core/no_index.hpp"
#include "geometry/decomposition/chain.hpp"
#include "geometry/primitives/disjoint_sets.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr std::size_t kMostSolids = 256;
// Of the cube of the bounds' diagonal: less is a sheet.
constexpr double kLeastVolume = 1e-9;

Aabb boundsOf(const Chain& chain) {
    Aabb box{chain.points.front(), chain.points.front()};
    for (const glm::vec3& p : chain.points) {
        for (int axis = 0; axis < 3; ++axis) {
            box.lower[axis] = std::min(box.lower[axis], p[axis]);
            box.upper[axis] = std::max(box.upper[axis], p[axis]);
        }
    }
    return box;
}

double diagonal(const Aabb& box) {
    return glm::length(glm::dvec3(box.upper) - glm::dvec3(box.lower));
}

/// Triangles that share points, directly or by others.
struct Piece {
    Chain chain;
    Aabb box;
    double volume = 0.0;

    [[nodiscard]] bool isSolid() const { return chain.surfaceCount > 0 && volume > least(); }
    [[nodiscard]] bool isInsideOut() const { return chain.surfaceCount > 0 && volume < -least(); }

private:
    [[nodiscard]] double least() const {
        const double size = diagonal(box);
        return kLeastVolume * size * size * size;
    }
};

std::vector<Piece> connected(const Chain& chain) {
    DisjointSets sets(chain.points.size());
    for (const auto& [a, b, c] : chain.triangles) {
        sets.join(a, b);
        sets.join(b, c);
    }
    std::vector<std::uint32_t> pieceOf(chain.points.size(), kNoIndex), number(chain.points.size());
    std::vector<Piece> pieces;
    for (std::uint32_t point = 0; point < chain.points.size(); ++point) {
        std::uint32_t& piece = pieceOf[sets.setOf(point)];
        if (piece == kNoIndex) {
            piece = static_cast<std::uint32_t>(pieces.size());
            pieces.emplace_back();
        }
        Chain& part = pieces[piece].chain;
        number[point] = static_cast<std::uint32_t>(part.points.size());
        part.points.push_back(chain.points[point]);
    }
    for (std::size_t t = 0; t < chain.triangles.size(); ++t) {
        const auto& [a, b, c] = chain.triangles[t];
        Chain& part = pieces[pieceOf[sets.setOf(a)]].chain;
        part.triangles.push_back({number[a], number[b], number[c]});
        part.surfaceCount += t < chain.surfaceCount;
    }
    for (Piece& piece : pieces) {
        piece.box = boundsOf(piece.chain);
        piece.volume = signedVolume(piece.chain);
    }
    return pieces;
}

/// The solid around a piece, the smallest of several; else nothing, or the solid nearest in size and place.
std::optional<std::size_t> solidAround(const Piece& piece, const std::vector<Piece>& solids, bool orNearest) {
    std::optional<std::size_t> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < solids.size(); ++k) {
        const Aabb& around = solids[k].box;
        const Aabb both{glm::vec3(std::min(around.lower.x, piece.box.lower.x),
                                  std::min(around.lower.y, piece.box.lower.y),
                                  std::min(around.lower.z, piece.box.lower.z)),
                        glm::vec3(std::max(around.upper.x, piece.box.upper.x),
                                  std::max(around.upper.y, piece.box.upper.y),
                                  std::max(around.upper.z, piece.box.upper.z))};
        if ((orNearest || both == around) && diagonal(both) < least) {
            least = diagonal(both);
            best = k;
        }
    }
    return best;
}

}  // namespace

std::vector<Chain> solids(Chain chain, bool flip) {
    std::vector<Piece> pieces = connected(chain);
    if (pieces.size() <= 1) {
        return {std::move(chain)};
    }
    std::vector<Piece> found, others;
    for (Piece& piece : pieces) {
        (piece.isSolid() ? found : others).push_back(std::move(piece));
    }
    if (found.size() > kMostSolids || found.empty()) {
        return {std::move(chain)};
    }
    std::vector<Chain> result;
    for (const Piece& solid : found) {
        result.push_back(solid.chain);
    }
    Chain sheets;
    for (Piece& piece : others) {
        const bool isSheet = piece.chain.surfaceCount > 0 && !piece.isInsideOut();
        const auto around = solidAround(piece, found, !flip || piece.chain.surfaceCount == 0);
        if (isSheet) {
            sheets = joined(sheets, piece.chain);
        } else if (around) {
            result[*around] = joined(result[*around], piece.chain);
        } else {
            for (Chain::Triangle& triangle : piece.chain.triangles) {
                std::swap(triangle[1], triangle[2]);
            }
            result.push_back(std::move(piece.chain));
        }
    }
    if (sheets.surfaceCount > 0) {
        result.push_back(std::move(sheets));
    }
    return result;
}

}  // namespace sat3d::inline SAT3D_ABI
