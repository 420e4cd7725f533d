#include "geometry/primitives/aabb_math.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/bvh.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Ranges this small are leaves: a box test less is worth a few items more.
constexpr std::uint32_t kLeafItems = 4;
/// Places at which a range may be cut, on each axis.
constexpr int kBins = 12;

double halfArea(const Aabb& box) {
    const glm::dvec3 size = glm::dvec3(box.upper) - glm::dvec3(box.lower);
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

struct Cut {
    int axis = -1;
    int bin = 0;  ///< the first on the far side
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
        Aabb box = emptyBox();
        for (const std::uint32_t item : items) {
            box = merged(box, boxes_[item]);
        }
        return box;
    }

    /// Puts those that go left first. @return how many: neither none nor all
    std::uint32_t split(std::span<std::uint32_t> items, std::uint32_t level) const {
        Aabb centers = emptyBox();
        for (const std::uint32_t item : items) {
            const glm::vec3 center = boxes_[item].center();
            centers = merged(centers, {center, center});
        }
        const Cut cut = level < Bvh::kMostLevels / 2 ? bestCut(items, centers) : Cut{};
        if (cut.axis >= 0) {
            const auto middle = std::stable_partition(items.begin(), items.end(), [&](std::uint32_t item) {
                return binOf(boxes_[item], centers, cut.axis) < cut.bin;
            });
            return static_cast<std::uint32_t>(middle - items.begin());
        }
        return halve(items, centers);
    }

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

    /// The cheapest cut by the surface area heuristic; none where all centers coincide.
    [[nodiscard]] Cut bestCut(std::span<const std::uint32_t> items, const Aabb& centers) const {
        Cut best;
        for (int axis = 0; axis < 3; ++axis) {
            if (!(centers.lower[axis] < centers.upper[axis])) {
                continue;
            }
            std::array<Aabb, kBins> boxes;
            std::array<double, kBins> counts{};
            boxes.fill(emptyBox());
            for (const std::uint32_t item : items) {
                const auto bin = static_cast<std::size_t>(binOf(boxes_[item], centers, axis));
                boxes[bin] = merged(boxes[bin], boxes_[item]);
                counts[bin] += 1.0;
            }
            improve(best, axis, boxes, counts);
        }
        return best;
    }

    /// Behind an empty bin the same items are parted as before it: of a few items most bins are empty.
    static void improve(Cut& best, int axis, const std::array<Aabb, kBins>& boxes,
                        const std::array<double, kBins>& counts) {
        std::array<double, kBins + 1> costOfRight;  // of all bins from this one on
        costOfRight[kBins] = -1.0;
        Aabb box = emptyBox();
        double count = 0.0;
        for (std::size_t bin = kBins; bin-- > 1;) {
            if (counts[bin] > 0.0) {
                box = merged(box, boxes[bin]);
                count += counts[bin];
                costOfRight[bin] = count * halfArea(box);
            } else {
                costOfRight[bin] = costOfRight[bin + 1];
            }
        }
        box = emptyBox();
        count = 0.0;
        for (std::size_t bin = 1; bin < kBins && costOfRight[bin] >= 0.0; ++bin) {
            if (counts[bin - 1] > 0.0) {
                box = merged(box, boxes[bin - 1]);
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
    for (std::size_t i = nodes_.size(); i-- > 0;) {  // children stand behind their parents
        Node& node = nodes_[i];
        if (node.count == 0) {
            node.box = merged(nodes_[node.first].box, nodes_[node.first + 1].box);
            continue;
        }
        node.box = emptyBox();
        for (std::uint32_t item = 0; item < node.count; ++item) {
            node.box = merged(node.box, boxes[items_[node.first + item]]);
        }
    }
}

}  // namespace sat3d::inline SAT3D_ABI
