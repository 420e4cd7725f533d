#include "import/surface.hpp"

#include <glm/common.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <bit>
#include <limits>
#include <unordered_map>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Cell = glm::vec<3, std::int64_t>;

struct CellHash {
    std::size_t operator()(const Cell& cell) const {
        std::uint64_t hash = 0;
        for (int axis = 0; axis < 3; ++axis) {
            hash = (hash ^ static_cast<std::uint64_t>(cell[axis])) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        return static_cast<std::size_t>(hash);
    }
};

/// Vertices kept so far, findable by place. Cells are eight tolerances wide: most searches look at one cell,
/// and since kept vertices lie a tolerance apart, a cell holds a bounded number of them whatever the input.
class NearKept {
public:
    NearKept(const glm::dvec3& origin, double tolerance)
        : origin_(origin), tolerance_(tolerance), cellsPerMetre_(1.0 / (8.0 * tolerance)) {}

    /// The lowest kept vertex within the tolerance of the point; else keeps the point and returns its index.
    std::uint32_t findOrKeep(const glm::vec3& point, std::vector<glm::vec3>& kept) {
        const glm::dvec3 place(point);
        const Cell low = cellOf(place - tolerance_);
        const Cell high = cellOf(place + tolerance_);
        std::uint32_t found = kNone;
        Cell cell;
        for (cell.x = low.x; cell.x <= high.x; ++cell.x) {
            for (cell.y = low.y; cell.y <= high.y; ++cell.y) {
                for (cell.z = low.z; cell.z <= high.z; ++cell.z) {
                    const auto here = cells_.find(cell);
                    for (std::uint32_t k = here == cells_.end() ? kNone : here->second; k != kNone;
                         k = nextInCell_[k]) {
                        const glm::dvec3 apart = glm::dvec3(kept[k]) - place;
                        if (k < found && glm::dot(apart, apart) <= tolerance_ * tolerance_) {
                            found = k;
                        }
                    }
                }
            }
        }
        if (found == kNone) {
            found = static_cast<std::uint32_t>(kept.size());
            kept.push_back(point);
            std::uint32_t& first = cells_.try_emplace(cellOf(place), kNone).first->second;
            nextInCell_.push_back(first);
            first = found;
        }
        return found;
    }

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] Cell cellOf(const glm::dvec3& place) const {
        return Cell(glm::floor((place - origin_) * cellsPerMetre_));
    }

    glm::dvec3 origin_;
    double tolerance_;
    double cellsPerMetre_;
    std::unordered_map<Cell, std::uint32_t, CellHash> cells_;  // the latest vertex of each cell
    std::vector<std::uint32_t> nextInCell_;                    // the one before it
};

/// Finds vertices with equal coordinates (zero has one sign here).
class EqualKept {
public:
    std::uint32_t findOrKeep(const glm::vec3& point, std::vector<glm::vec3>& kept) {
        const glm::vec3 unsignedZero = point + 0.0f;
        const Cell bits(std::bit_cast<std::uint32_t>(unsignedZero.x),
                        std::bit_cast<std::uint32_t>(unsignedZero.y),
                        std::bit_cast<std::uint32_t>(unsignedZero.z));
        const auto [entry, isNew] = indices_.try_emplace(bits, static_cast<std::uint32_t>(kept.size()));
        if (isNew) {
            kept.push_back(point);
        }
        return entry->second;
    }

private:
    std::unordered_map<Cell, std::uint32_t, CellHash> indices_;
};

template <class Search>
void join(Search&& search, Surface& surface) {
    std::vector<glm::vec3> kept;
    std::vector<std::uint32_t> newIndex;
    newIndex.reserve(surface.vertices.size());
    for (const glm::vec3& vertex : surface.vertices) {
        newIndex.push_back(search.findOrKeep(vertex, kept));
    }
    for (std::uint32_t& corner : surface.corners) {
        corner = newIndex[corner];
    }
    surface.vertices = std::move(kept);
}

}  // namespace

void weld(Surface& surface, double tolerance) {
    join(EqualKept(), surface);
    // Floats of one extent differ by 6e-8 of it at least, mostly: below that, near is equal.
    const Extents box = extents(surface.vertices);
    if (tolerance >= 1e-9 && box.largest() > 0.0) {
        join(NearKept(glm::dvec3(box.minimum), tolerance * box.largest()), surface);
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
