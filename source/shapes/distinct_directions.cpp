#include "shapes/distinct_directions.hpp"

#include <glm/ext/vector_int3.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Leaving out a direction this near to another one costs at most about three times as much depth, relative
/// to size.
constexpr double kSine = 2e-7;
/// Cells much larger than kSine: nearly every look-up reads one cell.
constexpr double kCellsPerUnit = 1e4;

/// Kept directions, found by the cell of their head on a grid.
class DirectionGrid {
public:
    explicit DirectionGrid(std::vector<glm::dvec3>& kept) : kept_(kept) {}

    [[nodiscard]] bool hasParallel(const glm::dvec3& direction) const {
        return hasNear(direction) || hasNear(-direction);
    }

    void add(const glm::dvec3& direction) {
        const auto index = static_cast<std::uint32_t>(kept_.size());
        kept_.push_back(direction);
        const auto [entry, isNew] = newest_.try_emplace(key(cell(direction)), index);
        older_.push_back(isNew ? index : entry->second);
        entry->second = index;
    }

private:
    static glm::ivec3 cell(const glm::dvec3& p) {
        const auto part = [](double value) { return static_cast<int>(std::floor(value * kCellsPerUnit)); };
        return {part(p.x), part(p.y), part(p.z)};
    }

    static std::uint64_t key(const glm::ivec3& cell) {
        const auto part = [](int value) { return static_cast<std::uint64_t>(value + (1 << 20)); };
        return part(cell.x) << 42 | part(cell.y) << 21 | part(cell.z);
    }

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
        const auto entry = newest_.find(key(at));
        if (entry == newest_.end()) {
            return false;
        }
        for (std::uint32_t i = entry->second;; i = older_[i]) {
            if (glm::length(glm::cross(kept_[i], direction)) < kSine) {
                return true;
            }
            if (older_[i] == i) {
                return false;
            }
        }
    }

    std::vector<glm::dvec3>& kept_;
    std::vector<std::uint32_t> older_;  ///< per kept direction: the one before it in its cell, itself if none
    std::unordered_map<std::uint64_t, std::uint32_t> newest_;  ///< per cell: the last direction kept
};

}  // namespace

std::vector<glm::dvec3> distinctDirections(std::span<const glm::dvec3> directions) {
    std::vector<glm::dvec3> kept;
    DirectionGrid grid(kept);
    for (const glm::dvec3& direction : directions) {
        if (!grid.hasParallel(direction)) {
            grid.add(direction);
        }
    }
    return kept;
}

}  // namespace sat3d::inline SAT3D_ABI
