#pragma once

#include "core/tight_growth.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Manifolds in runs that stay in place while their contact lasts. A run has a power of two of them. Its size
/// is the binary logarithm of their number, plus one; 0 is no run.
template <class Manifold>
class ManifoldRuns {
public:
    [[nodiscard]] std::span<const Manifold> all() const { return manifolds_; }
    [[nodiscard]] std::span<Manifold> run(std::uint32_t first, std::uint8_t size) {
        return std::span(manifolds_).subspan(first, countIn(size));
    }
    /// The smallest run for so many manifolds.
    [[nodiscard]] static std::uint8_t sizeFor(std::size_t count) {
        return static_cast<std::uint8_t>(count == 0 ? 0 : 1 + std::bit_width(count - 1));
    }

    /// Makes room for so many manifolds in all.
    void reserve(std::size_t count) { reserveTightly(manifolds_, count); }
    /// @return the first of the run
    [[nodiscard]] std::uint32_t take(std::uint8_t size) {
        std::vector<std::uint32_t>& unused = unused_[size];
        if (!unused.empty()) {
            const std::uint32_t first = unused.back();
            unused.pop_back();
            return first;
        }
        const std::size_t first = manifolds_.size();
        resizeTightly(manifolds_, first + countIn(size));
        return static_cast<std::uint32_t>(first);
    }
    void giveBack(std::uint32_t first, std::uint8_t size) {
        if (size > 0) {
            unused_[size].push_back(first);
        }
    }
    void clear() {
        manifolds_.clear();
        for (auto& unused : unused_) {
            unused.clear();
        }
    }
    /// Number of manifolds in runs that are not taken.
    [[nodiscard]] std::size_t unusedCount() const {
        std::size_t count = 0;
        for (std::size_t size = 1; size < unused_.size(); ++size) {
            count += unused_[size].size() * countIn(static_cast<std::uint8_t>(size));
        }
        return count;
    }

    [[nodiscard]] static std::size_t countIn(std::uint8_t size) {
        return size == 0 ? 0 : std::size_t{1} << (size - 1);
    }

private:
    std::vector<Manifold> manifolds_;
    std::array<std::vector<std::uint32_t>, 34> unused_;  ///< by size: the first manifolds of runs
};

}  // namespace sat3d::SAT3D_ABI
