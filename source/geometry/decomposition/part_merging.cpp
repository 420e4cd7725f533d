#include "geometry/decomposition/part_merging.hpp"

#include "geometry/hull_measures/hull_measures.hpp"
#include "geometry/primitives/aabb_math.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

class Merging {
public:
    Merging(std::vector<SolidPart>& parts, const PartLimits& limits) : parts_(parts), limits_(limits) {
        isThere_.assign(parts.size(), true);
        remaining_ = parts.size();
    }

    void run(std::size_t maxParts, const std::function<bool(double)>& goOn) {
        for (std::uint32_t k = 1; k < parts_.size(); ++k) {
            if (!goOn(0.5 * static_cast<double>(k) / static_cast<double>(parts_.size()))) {
                return;
            }
            addPairs(k);
        }
        const double total = static_cast<double>(pairs_.size()) + 1.0;
        while (!pairs_.empty() && goOn(1.0 - 0.5 * static_cast<double>(pairs_.size()) / total)) {
            const auto cheapest = std::ranges::min_element(pairs_, {}, &Pair::growth);
            const Pair pair = *cheapest;
            pairs_.erase(cheapest);
            const bool mustMerge = remaining_ > maxParts;
            if (!mustMerge && pair.gapThickness > limits_.tolerance) {
                continue;
            }
            SolidPart merged = mergedPart(parts_[pair.a], parts_[pair.b], limits_);
            const bool isConvex = merged.isConvex(limits_);
            wasForced_ = wasForced_ || (mustMerge && !isConvex);
            if (mustMerge || isConvex) {
                replace(pair, std::move(merged));
            }
        }
    }

    /// Whether the limit forced a merge whose result is not convex.
    [[nodiscard]] bool wasForced() const { return wasForced_; }

    /// Removes the parts that were merged into others.
    void compact() {
        std::vector<SolidPart> remaining;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            if (isThere_[k]) {
                remaining.push_back(std::move(parts_[k]));
            }
        }
        parts_ = std::move(remaining);
    }

private:
    struct Pair {
        std::uint32_t a, b;
        double growth;        // cubic meters: volume that the common hull adds
        double gapThickness;  // meters: lower bound of the mean thickness of the gap
    };

    /// Adds all pairs of a part with the parts before it.
    void addPairs(std::uint32_t part) {
        for (std::uint32_t other = 0; other < part; ++other) {
            if (isThere_[other]) {
                pairs_.push_back(pairOf(other, part));
            }
        }
    }

    [[nodiscard]] Pair pairOf(std::uint32_t a, std::uint32_t b) const {
        const SolidPart& first = parts_[a];
        const SolidPart& second = parts_[b];
        std::vector<glm::vec3> points = first.hull.vertices;
        points.insert(points.end(), second.hull.vertices.begin(), second.hull.vertices.end());
        const double volume = convexVolume(points);
        const double gap = volume - first.volume - second.volume;
        // The area of the bounding box is an upper bound of the area of any convex body in it.
        const double maxArea = 2.0 * halfArea(boxAround(points));
        return {a, b, volume - first.hullVolume - second.hullVolume, gap / maxArea};
    }

    void replace(const Pair& pair, SolidPart merged) {
        isThere_[pair.a] = isThere_[pair.b] = false;
        --remaining_;
        std::erase_if(pairs_, [&](const Pair& other) { return !isThere_[other.a] || !isThere_[other.b]; });
        parts_[pair.a] = SolidPart{};  // frees the memory
        parts_[pair.b] = SolidPart{};
        parts_.push_back(std::move(merged));
        isThere_.push_back(true);
        addPairs(static_cast<std::uint32_t>(parts_.size() - 1));
    }

    std::vector<SolidPart>& parts_;
    const PartLimits& limits_;
    std::vector<bool> isThere_;
    std::size_t remaining_ = 0;
    bool wasForced_ = false;
    std::vector<Pair> pairs_;
};

}  // namespace

bool mergeParts(std::vector<SolidPart>& parts, std::size_t maxParts, const PartLimits& limits,
                const std::function<bool(double)>& goOn) {
    Merging merging(parts, limits);
    merging.run(maxParts, goOn);
    merging.compact();
    return merging.wasForced();
}

}  // namespace sat3d::SAT3D_ABI
