#include "core/hash_chains.hpp"
#include "import/mesh/welded_mesh.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Cell = glm::vec<3, std::int64_t>;

std::uint64_t hash(const Cell& cell) {
    return hashOf(cell.x, cell.y, cell.z);
}

/// Finds vertices within a tolerance by spatial hashing. A cell is eight tolerances wide, so most searches
/// visit one cell. Kept vertices are more than a tolerance apart, so the number of vertices in a cell is
/// bounded for every input.
class NearVertices {
public:
    /// @param origin  the smallest coordinates of all points
    NearVertices(const glm::dvec3& origin, double tolerance, std::size_t count)
        : origin_(origin), tolerance_(tolerance), cellsPerMeter_(1.0 / (8.0 * tolerance)), chains_(count) {}

    /// Returns the lowest kept vertex within the tolerance of the point. If there is none, keeps the point
    /// and returns its index.
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
    /// The coordinates are not negative, so truncation rounds down.
    [[nodiscard]] Cell cellOf(const glm::dvec3& place) const {
        return Cell((place - origin_) * cellsPerMeter_ + 1.0);
    }

    glm::dvec3 origin_;
    double tolerance_;
    double cellsPerMeter_;
    HashChains chains_;
};

/// Finds vertices with equal coordinates; -0 equals 0.
class EqualVertices {
public:
    explicit EqualVertices(std::size_t count) : chains_(count) {}

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

template <class Search>
void mergeVertices(Search&& search, WeldedMesh& surface) {
    std::vector<glm::vec3> kept;
    kept.reserve(surface.vertices.size());
    std::vector<std::uint32_t> newIndex;
    newIndex.reserve(surface.vertices.size());
    for (const glm::vec3& vertex : surface.vertices) {
        newIndex.push_back(search.findOrKeep(vertex, kept));
    }
    for (std::uint32_t& index : surface.indices) {
        index = newIndex[index];
    }
    surface.vertices = std::move(kept);
}

}  // namespace

void weld(WeldedMesh& surface, double tolerance) {
    mergeVertices(EqualVertices(surface.vertices.size()), surface);
    const Aabb box = boxAround(surface.vertices);
    const double distance = tolerance * largestExtent(box);
    // Adjacent floats near the extent differ by 6e-8 of the extent, so a tolerance below 1e-9 counts as 0.
    if (tolerance >= 1e-9 && distance > 0.0) {
        mergeVertices(NearVertices(glm::dvec3(box.lower), distance, surface.vertices.size()), surface);
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
