#include "geometry/decomposition/part_merging.hpp"

#include "geometry/hull_measures/convex_volume.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

class Merging {
public:
    Merging(std::vector<SolidPart>& parts, const PartLimits& limits) : parts_(parts), limits_(limits) {
        isThere_.assign(parts.size(), true);
        left_ = parts.size();
    }

    void run(std::size_t most, const std::function<bool(double)>& goOn) {
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
            const bool mustMerge = left_ > most;
            if (!mustMerge && pair.gapThickness > limits_.tolerance) {
                continue;
            }
            SolidPart merged = mergedPart(parts_[pair.a], parts_[pair.b], limits_);
            if (mustMerge || merged.isConvex(limits_)) {
                replace(pair, std::move(merged));
            }
        }
    }

    /// Leaves the parts that are there.
    void tidy() {
        std::vector<SolidPart> left;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            if (isThere_[k]) {
                left.push_back(std::move(parts_[k]));
            }
        }
        parts_ = std::move(left);
    }

private:
    struct Pair {
        std::uint32_t a, b;
        double growth;        // of the hulls' volume
        double gapThickness;  // metres: no more than this is the mean thickness of the gap
    };

    /// All pairs of this part with those before it.
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
        return {a, b, volume - first.hullVolume - second.hullVolume, gap / boundsArea(points)};
    }

    /// Of the box around the points, which no convex body in it exceeds.
    static double boundsArea(const std::vector<glm::vec3>& points) {
        glm::dvec3 lower(points.front()), upper(lower);
        for (const glm::vec3& point : points) {
            for (int axis = 0; axis < 3; ++axis) {
                lower[axis] = std::min(lower[axis], static_cast<double>(point[axis]));
                upper[axis] = std::max(upper[axis], static_cast<double>(point[axis]));
            }
        }
        const glm::dvec3 size = upper - lower;
        return 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
    }

    void replace(const Pair& pair, SolidPart merged) {
        isThere_[pair.a] = isThere_[pair.b] = false;
        --left_;
        std::erase_if(pairs_, [&](const Pair& other) { return !isThere_[other.a] || !isThere_[other.b]; });
        parts_[pair.a] = SolidPart{};  // its memory is of use elsewhere
        parts_[pair.b] = SolidPart{};
        parts_.push_back(std::move(merged));
        isThere_.push_back(true);
        addPairs(static_cast<std::uint32_t>(parts_.size() - 1));
    }

    std::vector<SolidPart>& parts_;
    const PartLimits& limits_;
    std::vector<bool> isThere_;
    std::size_t left_ = 0;
    std::vector<Pair> pairs_;
};

}  // namespace

void mergeParts(std::vector<SolidPart>& parts, std::size_t most, const PartLimits& limits,
                const std::function<bool(double)>& goOn) {
    Merging merging(parts, limits);
    merging.run(most, goOn);
    merging.tidy();
}

}  // namespace sat3d::inline SAT3D_ABI
