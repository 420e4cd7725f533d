#include "shapes/convex_hull/distinct_directions.hpp"

#include "core/hash_chains.hpp"

#include <glm/ext/vector_int3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Directions are parallel if the sine of their angle is below this value. Omitting a parallel direction
/// changes the depth by at most about three times this value, relative to size.
constexpr double kSine = 2e-7;
/// Number of cells per unit length. Cells are much larger than kSine, so nearly every look-up reads only one
/// cell.
constexpr double kCellsPerUnit = 1e4;
/// Up to this number, each vector is compared with all others.
constexpr std::size_t kFew = 48;

bool isParallel(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::length(glm::cross(a, b)) < kSine;
}

/// Hash grid of the kept directions, by the position of their tips.
class DirectionGrid {
public:
    DirectionGrid(std::size_t most, Arena& arena) : kept_(arena), chains_(most) {}

    [[nodiscard]] bool hasParallel(const glm::dvec3& direction) const {
        return hasNear(direction) || hasNear(-direction);
    }

    void add(const glm::dvec3& direction) {
        kept_.push_back(direction);
        chains_.add(hash(cell(direction)));
    }

    [[nodiscard]] ArenaVector<glm::dvec3> take() { return std::move(kept_); }

private:
    /// The shifted coordinates are not negative, so truncation rounds down.
    static glm::ivec3 cell(const glm::dvec3& p) { return glm::ivec3((p + 2.0) * kCellsPerUnit); }

    static std::uint64_t hash(const glm::ivec3& cell) { return hashOf(cell.x, cell.y, cell.z); }

    [[nodiscard]] bool hasNear(const glm::dvec3& direction) const {
        const glm::ivec3 low = cell(direction - 2.0 * kSine);
        const glm::ivec3 high = cell(direction + 2.0 * kSine);
        for (int x = low.x; x <= high.x; ++x) {
            for (int y = low.y; y <= high.y; ++y) {
                for (int z = low.z; z <= high.z; ++z) {
                    if (cellHasNear({x, y, z}, direction)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool cellHasNear(const glm::ivec3& at, const glm::dvec3& direction) const {
        for (std::uint32_t i = chains_.first(hash(at)); i != HashChains::kEnd; i = chains_.next(i)) {
            if (isParallel(kept_[i], direction)) {
                return true;
            }
        }
        return false;
    }

    ArenaVector<glm::dvec3> kept_;
    HashChains chains_;
};

/// Compares all pairs: for a few vectors, a grid would cost more than it saves.
ArenaVector<glm::dvec3> distinctAmongFew(std::span<const glm::dvec3> directions, Arena& arena) {
    ArenaVector<glm::dvec3> kept(arena);
    kept.reserve(directions.size());
    for (const glm::dvec3& direction : directions) {
        if (std::ranges::none_of(kept, [&](const glm::dvec3& k) { return isParallel(k, direction); })) {
            kept.push_back(direction);
        }
    }
    return kept;
}

}  // namespace

ArenaVector<glm::dvec3> distinctDirections(std::span<const glm::dvec3> directions, Arena& arena) {
    if (directions.size() <= kFew) {
        return distinctAmongFew(directions, arena);
    }
    DirectionGrid grid(directions.size(), arena);
    for (const glm::dvec3& direction : directions) {
        if (!grid.hasParallel(direction)) {
            grid.add(direction);
        }
    }
    return grid.take();
}

}  // namespace sat3d::SAT3D_ABI
