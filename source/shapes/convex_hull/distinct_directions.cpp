#include "shapes/convex_hull/distinct_directions.hpp"

#include "core/hash_chains.hpp"

#include <glm/ext/vector_int3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Leaving out a direction this near to another one costs at most about three times as much depth, relative
/// to size.
constexpr double kSine = 2e-7;
/// Cells much larger than kSine: nearly every look-up reads one cell.
constexpr double kCellsPerUnit = 1e4;
/// Up to here all are compared with all.
constexpr std::size_t kFew = 48;

bool isParallel(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::length(glm::cross(a, b)) < kSine;
}

/// Kept directions, found by the cell of their head on a grid.
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
    /// From 0 upwards, where cutting the fraction off is rounding down.
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

/// So few that a grid would cost more than it saves.
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

}  // namespace sat3d::inline SAT3D_ABI
