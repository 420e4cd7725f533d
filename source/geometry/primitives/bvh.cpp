#include "geometry/primitives/aabb_math.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/bvh.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace sat3d::SAT3D_ABI {

namespace {

/// Ranges of at most this size become leaves: testing a few more items costs less than another level of
/// boxes.
constexpr std::uint32_t kLeafItems = 4;
/// Number of bins on each axis, between which a range may be split.
constexpr int kBins = 12;

struct Split {
    int axis = -1;
    int bin = 0;  ///< first bin of the right part
    double cost = std::numeric_limits<double>::infinity();
};

}  // namespace

class BvhBuilder {
public:
    BvhBuilder(Bvh& tree, std::span<const Aabb> boxes) : tree_(tree), boxes_(boxes) {
        tree_.items_.resize(boxes.size());
        std::iota(tree_.items_.begin(), tree_.items_.end(), 0u);
    }

    void build() {
        struct Range {
            std::uint32_t node, first, count, level;
        };
        std::vector<Range> open;
        if (!boxes_.empty()) {
            tree_.nodes_.resize(1);
            open.push_back({0, 0, static_cast<std::uint32_t>(boxes_.size()), 0});
        }
        while (!open.empty()) {
            const Range range = open.back();
            open.pop_back();
            const std::span<std::uint32_t> items = std::span(tree_.items_).subspan(range.first, range.count);
            Bvh::Node& node = tree_.nodes_[range.node];
            node.box = boxOf(items);
            if (range.count <= kLeafItems) {
                node.first = range.first;
                node.count = range.count;
                continue;
            }
            const std::uint32_t left = split(items, range.level);
            const auto child = static_cast<std::uint32_t>(tree_.nodes_.size());
            node.first = child;
            tree_.nodes_.resize(child + 2);
            open.push_back({child + 1, range.first + left, range.count - left, range.level + 1});
            open.push_back({child, range.first, left, range.level + 1});
        }
    }

private:
    [[nodiscard]] Aabb boxOf(std::span<const std::uint32_t> items) const {
        Aabb box;
        for (const std::uint32_t item : items) {
            box = join(box, boxes_[item]);
        }
        return box;
    }

    /// Moves the items of the left part to the front. Returns their number. Neither part is empty.
    std::uint32_t split(std::span<std::uint32_t> items, std::uint32_t level) const {
        Aabb centers;
        for (const std::uint32_t item : items) {
            centers = join(centers, boxes_[item].center());
        }
        const Split best = level < Bvh::kMaxLevels / 2 ? bestSplit(items, centers) : Split{};
        if (best.axis >= 0) {
            const auto middle = std::stable_partition(items.begin(), items.end(), [&](std::uint32_t item) {
                return binOf(boxes_[item], centers, best.axis) < best.bin;
            });
            return static_cast<std::uint32_t>(middle - items.begin());
        }
        return halve(items, centers);
    }

    /// Splits at the median of the longest axis.
    std::uint32_t halve(std::span<std::uint32_t> items, const Aabb& centers) const {
        const glm::vec3 size = centers.upper - centers.lower;
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        std::sort(items.begin(), items.end(), [&](std::uint32_t p, std::uint32_t q) {
            const float left = boxes_[p].center()[axis], right = boxes_[q].center()[axis];
            return left != right ? left < right : p < q;
        });
        return static_cast<std::uint32_t>(items.size() / 2);
    }

    static int binOf(const Aabb& box, const Aabb& centers, int axis) {
        const double lower = centers.lower[axis], size = double(centers.upper[axis]) - lower;
        const int bin = static_cast<int>(kBins * ((double(box.center()[axis]) - lower) / size));
        return std::clamp(bin, 0, kBins - 1);
    }

    /// The cheapest split by the surface area heuristic (SAH). Returns none if all centers coincide.
    [[nodiscard]] Split bestSplit(std::span<const std::uint32_t> items, const Aabb& centers) const {
        Split best;
        for (int axis = 0; axis < 3; ++axis) {
            if (!(centers.lower[axis] < centers.upper[axis])) {
                continue;
            }
            std::array<Aabb, kBins> boxes{};
            std::array<double, kBins> counts{};
            for (const std::uint32_t item : items) {
                const auto bin = static_cast<std::size_t>(binOf(boxes_[item], centers, axis));
                boxes[bin] = join(boxes[bin], boxes_[item]);
                counts[bin] += 1.0;
            }
            improve(best, axis, boxes, counts);
        }
        return best;
    }

    /// Tests the splits between bins of one axis. A split after an empty bin equals the split before it, so
    /// it is skipped: for few items most bins are empty.
    static void improve(Split& best, int axis, const std::array<Aabb, kBins>& boxes,
                        const std::array<double, kBins>& counts) {
        std::array<double, kBins + 1> costOfRight;  // cost of this bin and all later ones
        costOfRight[kBins] = -1.0;
        Aabb box;
        double count = 0.0;
        for (std::size_t bin = kBins; bin-- > 1;) {
            if (counts[bin] > 0.0) {
                box = join(box, boxes[bin]);
                count += counts[bin];
                costOfRight[bin] = count * halfArea(box);
            } else {
                costOfRight[bin] = costOfRight[bin + 1];
            }
        }
        box = {};
        count = 0.0;
        for (std::size_t bin = 1; bin < kBins && costOfRight[bin] >= 0.0; ++bin) {
            if (counts[bin - 1] > 0.0) {
                box = join(box, boxes[bin - 1]);
                count += counts[bin - 1];
                const double cost = count * halfArea(box) + costOfRight[bin];
                if (cost < best.cost) {
                    best = {axis, static_cast<int>(bin), cost};
                }
            }
        }
    }

    Bvh& tree_;
    std::span<const Aabb> boxes_;
};

Bvh::Bvh(std::span<const Aabb> boxes) {
    SAT3D_ASSERT(boxes.size() < std::size_t{1} << 31, "2^31 boxes or more");
    BvhBuilder(*this, boxes).build();
}

Bvh::Bvh(std::span<const Aabb> boxes, std::span<const std::uint32_t> numbers) : Bvh(boxes) {
    SAT3D_ASSERT(boxes.size() == numbers.size(), "one number per box");
    for (std::uint32_t& item : items_) {
        item = numbers[item];
    }
}

void Bvh::refit(std::span<const Aabb> boxes) noexcept {
    for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
        Node& node = nodes_[i];
        if (node.count == 0) {
            node.box = join(nodes_[node.first].box, nodes_[node.first + 1].box);
            continue;
        }
        node.box = {};
        for (std::uint32_t item = 0; item < node.count; ++item) {
            node.box = join(node.box, boxes[items_[node.first + item]]);
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
