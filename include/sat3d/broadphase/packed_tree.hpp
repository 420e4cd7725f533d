#pragma once

/// @file
/// A packed tree of bounding boxes: eight children per node, built in Hilbert order.

#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/branch_and_bound.hpp>
#include <sat3d/geometry/ray.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A tree of bounding boxes that is cheap to build from nothing: about 20 ns per box. So a scene in motion
/// builds it in every step. Bvh takes longer to build and suits meshes, which are built once.
///
/// A tree holds numbered boxes, its items. The numbers index arrays of the caller. Boxes are closed: boxes
/// that touch overlap. An empty box, or one with a NaN, overlaps nothing. Coordinates beyond the range of
/// float count as the largest float.
///
/// The tree keeps its memory when it is built again: no function but build() allocates, and build() only if
/// there are more items than ever before. Const functions may run on several threads. All answers, with their
/// order, are the same on every processor.
///
/// Source: I. Kamel, C. Faloutsos, "On Packing R-trees", 1993.
class PackedTree {
public:
    static constexpr std::uint32_t kLanes = 8;

    /// The boxes of eight children, as a structure of arrays. A lane without a child has the lower bounds
    /// +infinity and the upper bounds -infinity.
    template <int kAxes>
    struct alignas(64) BasicNode {
        std::array<std::array<float, kLanes>, kAxes> lower, upper;
    };
    using Node = BasicNode<3>;

    PackedTree() = default;
    /// Builds the tree over boxes, numbered from 0. O(n).
    SAT3D_API explicit PackedTree(std::span<const Aabb> boxes);

    /// Builds the tree from nothing over some of the boxes. O(n).
    /// @param boxes  indexed by item number
    /// @param items  numbers of the items, each once, below the number of boxes (asserted; without asserts,
    /// others are left out); fewer than 2^32 - 8
    /// @param parallelFor  the caller's threads. They make no difference to the tree.
    SAT3D_API void build(std::span<const Aabb> boxes, std::span<const std::uint32_t> items,
                         ParallelFor parallelFor = kInOneThread);

    /// Number of slots: of the items that the tree was built with.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// The item in each slot. Neighbors in the tree are neighbors here.
    [[nodiscard]] std::span<const std::uint32_t> items() const noexcept { return {items_.data(), size_}; }
    /// Box around all items at the time of build(). Empty if there are none.
    [[nodiscard]] SAT3D_API Aabb bounds() const noexcept;

    /// Moves one item without building, if its box stays in its neighborhood: in the box that about 64 items
    /// around it had when the tree was built. O(1).
    /// @param slot  below size() (asserted; without asserts, nothing moves)
    /// @return whether the item has moved; if not, the tree is unchanged
    SAT3D_API bool move(std::uint32_t slot, const Aabb& box) noexcept;
    /// Empties a slot, so that its item is never found again. O(1).
    SAT3D_API void erase(std::uint32_t slot) noexcept;

    /// Appends all pairs of items with overlapping boxes, a < b, each pair once. The order follows the tree.
    SAT3D_API void appendPairs(std::vector<PairIndices>& pairs) const;
    /// Appends all pairs of an item of this tree and an item of the other tree with overlapping boxes, a < b.
    /// If both trees have an item with the same number, a pair can have a == b.
    SAT3D_API void appendPairs(const PackedTree& other, std::vector<PairIndices>& pairs) const;

    /// Calls visit for the items whose box overlaps a box, until it returns false.
    /// @param visit  bool(std::uint32_t item): whether to go on
    /// @return whether no call returned false
    template <class Visit>
    bool query(const Aabb& box, const Visit& visit) const {
        return queryItems(box, {&visit, [](const void* context, std::uint32_t item) {
                                    return static_cast<bool>((*static_cast<const Visit*>(context))(item));
                                }});
    }

    /// Calls visit for the items whose box a ray hits, nearer subtrees first. A nearer limit, as visit
    /// returns it, ends the ray there:
    /// @code
    /// tree.cast(ray, [&](std::uint32_t item, double limit) { return std::min(limit, hitDistance(item)); });
    /// @endcode
    /// Rounding errors never lose a hit; a box may be visited that the ray misses by rounding errors.
    /// @param visit  double(std::uint32_t item, double limit): processes an item and returns the new limit in
    /// meters, at most the old one. A negative limit ends the search.
    /// @return the final limit, at first the length of the ray
    template <class Visit>
    double cast(const Ray& ray, const Visit& visit) const {
        return cast({ray.origin, ray.origin}, ray.direction, ray.length, visit);
    }
    template <class Visit>
    double cast(const DRay& ray, const Visit& visit) const {
        return cast(Aabb::around(ray.origin, ray.origin), ray.direction, ray.length, visit);
    }
    /// Does the same for a box in linear motion: the bounds of a shape that is swept.
    /// @param start      bounds at the start of the motion
    /// @param direction  finite, of any length except 0 (else nothing is visited)
    /// @param length     meters, 0 or more
    template <class Visit>
    double cast(const Aabb& start, const glm::vec3& direction, double length, const Visit& visit) const {
        return castBox(start, direction, length,
                       {&visit, [](const void* context, std::uint32_t item, double limit) {
                            return static_cast<double>((*static_cast<const Visit*>(context))(item, limit));
                        }});
    }

    /// Branch and bound, as Bvh::traverse(): visits the items with bound(box of the item) <= limit, nearer
    /// subtrees first. For bounds other than those of query() and cast(), which test eight boxes at once.
    /// @param bound  double(const Aabb& box): lower bound for all items in the box. It must not decrease when
    /// the box shrinks. Boxes whose bound is NaN are skipped.
    /// @param visit  double(std::uint32_t item, double limit): processes an item and returns the new limit,
    /// at most the old one
    /// @return the final limit
    template <class Bound, class Visit>
    double traverse(double limit, const Bound& bound, const Visit& visit) const {
        if (nodes_.empty()) {
            return limit;
        }
        const auto expand = [&](std::uint32_t index, double& reach, detail::OpenNode* children) {
            const std::size_t count = boundChildren(index, bound, children);
            if (index >= levelStarts_[1]) {
                return count;
            }
            for (std::size_t i = count; i-- > 0;) {
                if (children[i].bound <= reach) {
                    reach = visit(items_[children[i].node], reach);
                }
            }
            return std::size_t{0};
        };
        const auto crown = static_cast<std::uint32_t>(nodes_.size() - 1);
        return detail::branchAndBound<kMaxLevels * kLanes>({crown, bound(bounds())}, limit, expand);
    }

    /// Checks all invariants of the tree, for tests. Returns what is wrong, or nothing.
    [[nodiscard]] SAT3D_API std::optional<std::string> validate() const;

private:
    /// Enough for 2^32 items: eleven levels below the crown.
    static constexpr std::size_t kMaxLevels = 12;

    struct QueryVisitor {
        const void* context;
        bool (*call)(const void* context, std::uint32_t item);
    };
    struct CastVisitor {
        const void* context;
        double (*call)(const void* context, std::uint32_t item, double limit);
    };

    /// Bounds of all lanes.
    static Aabb boundsOf(const Node& node);
    /// Makes the nodes of all levels, without their boxes.
    void makeLevels();
    void fillLeaves(std::span<const Aabb> boxes, std::uint32_t firstNode, std::uint32_t endNode);
    void fillLevel(std::uint32_t level, std::uint32_t firstNode, std::uint32_t endNode);
    [[nodiscard]] std::uint32_t nodeCount(std::uint32_t level) const {
        return levelStarts_[level + 1] - levelStarts_[level];
    }
    [[nodiscard]] SAT3D_API bool queryItems(const Aabb& box, const QueryVisitor& visitor) const;
    [[nodiscard]] SAT3D_API double castBox(const Aabb& start, const glm::vec3& direction, double length,
                                           const CastVisitor& visitor) const;

    /// Bounds of the children of a node, the nearest last. The children of a leaf are slots.
    template <class Bound>
    std::size_t boundChildren(std::uint32_t index, const Bound& bound, detail::OpenNode* children) const {
        std::size_t level = 0;
        while (index >= levelStarts_[level + 1]) {
            ++level;
        }
        const std::uint32_t below = level > 0 ? levelStarts_[level - 1] : 0;
        const std::uint32_t first = below + (index - levelStarts_[level]) * kLanes;
        std::size_t count = 0;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            const Aabb box = boxOf(nodes_[index], lane);
            if (box.isEmpty()) {
                continue;
            }
            const detail::OpenNode child{first + lane, bound(box)};
            std::size_t place = count++;
            for (; place > 0 && children[place - 1].bound <= child.bound; --place) {
                children[place] = children[place - 1];
            }
            children[place] = child;
        }
        return count;
    }
    static Aabb boxOf(const Node& node, std::uint32_t lane) {
        return {{node.lower[0][lane], node.lower[1][lane], node.lower[2][lane]},
                {node.upper[0][lane], node.upper[1][lane], node.upper[2][lane]}};
    }

    struct Memory {
        std::vector<std::uint64_t> keys, sortedKeys;
    };

    friend struct PackedTreeAccess;
    /// Level by level. Level 0 has the boxes of the items, eight slots per node. Lane i of a node is the
    /// bounds of child 8 * node + i in the level below. The last level, the crown, has one node, and this
    /// node has one child. There are three levels or more, unless the tree is empty.
    std::vector<Node> nodes_;
    std::array<std::uint32_t, kMaxLevels + 1> levelStarts_{};  ///< first node of each level, and the end
    std::uint32_t levelCount_ = 0;
    std::uint32_t size_ = 0;
    std::vector<std::uint32_t> items_;  ///< one for each lane of level 0
    Scratch<Memory> memory_;
};

}  // namespace sat3d::SAT3D_ABI
