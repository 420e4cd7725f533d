#include "core/hash_chains.hpp"
#include "import/surface.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

using Cell = glm::vec<3, std::int64_t>;

std::uint64_t hash(const Cell& cell) {
    return hashOf(cell.x, cell.y, cell.z);
}

/// Vertices kept so far, findable by place. Cells are eight tolerances wide: most searches look at one cell,
/// and since kept vertices lie a tolerance apart, a cell holds a bounded number of them whatever the input.
class NearKept {
public:
    /// @param origin  below all points
    NearKept(const glm::dvec3& origin, double tolerance, std::size_t most)
        : origin_(origin), tolerance_(tolerance), cellsPerMetre_(1.0 / (8.0 * tolerance)), chains_(most) {}

    /// The lowest kept vertex within the tolerance of the point; else keeps the point and returns its index.
    std::uint32_t findOrKeep(const glm::vec3& point, std::vector<glm::vec3>& kept) {
        const glm::dvec3 place(point);
        const Cell low = cellOf(place - tolerance_);
        const Cell high = cellOf(place + tolerance_);
        std::uint32_t found = HashChains::kEnd;
        Cell cell;
        for (cell.x = low.x; cell.x <= high.x; ++cell.x) {
            for (cell.y = low.y; cell.y <= high.y; ++cell.y) {
                for (cell.z = low.z; cell.z <= high.z; ++cell.z) {
                    for (std::uint32_t k = chains_.first(hash(cell)); k != HashChains::kEnd;
                         k = chains_.next(k)) {
                        const glm::dvec3 apart = glm::dvec3(kept[k]) - place;
                        if (k < found && glm::dot(apart, apart) <= tolerance_ * tolerance_) {
                            found = k;
                        }
                    }
                }
            }
        }
        if (found == HashChains::kEnd) {
            found = static_cast<std::uint32_t>(kept.size());
            kept.push_back(point);
            chains_.add(hash(cellOf(place)));
        }
        return found;
    }

private:
    /// From 0 upwards, where cutting the fraction off is rounding down.
    [[nodiscard]] Cell cellOf(const glm::dvec3& place) const {
        return Cell((place - origin_) * cellsPerMetre_ + 1.0);
    }

    glm::dvec3 origin_;
    double tolerance_;
    double cellsPerMetre_;
    HashChains chains_;
};

/// Finds vertices with equal coordinates (zero has one sign here).
class EqualKept {
public:
    explicit EqualKept(std::size_t most) : chains_(most) {}

    std::uint32_t findOrKeep(const glm::vec3& point, std::vector<glm::vec3>& kept) {
        const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value + 0.0f); };
        const std::uint64_t hash = hashOf(bits(point.x), bits(point.y), bits(point.z));
        for (std::uint32_t k = chains_.first(hash); k != HashChains::kEnd; k = chains_.next(k)) {
            if (kept[k] == point) {
                return k;
            }
        }
        kept.push_back(point);
        chains_.add(hash);
        return static_cast<std::uint32_t>(kept.size() - 1);
    }

private:
    HashChains chains_;
};

/// The same as NearKept among so few that all are compared with all.
class NearAmongFew {
public:
    explicit NearAmongFew(double tolerance) : squared_(tolerance * tolerance) {}

    std::uint32_t findOrKeep(const glm::vec3& point, std::vector<glm::vec3>& kept) const {
        const glm::dvec3 place(point);
        const auto near = std::ranges::find_if(kept, [&](const glm::vec3& other) {
            const glm::dvec3 apart = glm::dvec3(other) - place;
            return glm::dot(apart, apart) <= squared_;
        });
        const auto found = static_cast<std::uint32_t>(near - kept.begin());
        if (near == kept.end()) {
            kept.push_back(point);
        }
        return found;
    }

private:
    double squared_;
};

template <class Search>
void join(Search&& search, Surface& surface) {
    std::vector<glm::vec3> kept;
    kept.reserve(surface.vertices.size());
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
    join(EqualKept(surface.vertices.size()), surface);
    // Floats of one extent differ by 6e-8 of it at least, mostly: below that, near is equal.
    const Extents box = extents(surface.vertices);
    const double distance = tolerance * box.largest();
    if (tolerance >= 1e-9 && distance > 0.0) {
        constexpr std::size_t kFew = 32;
        if (surface.vertices.size() <= kFew) {
            join(NearAmongFew(distance), surface);
        } else {
            join(NearKept(glm::dvec3(box.minimum), distance, surface.vertices.size()), surface);
        }
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
