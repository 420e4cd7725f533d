#pragma once

/// @file
/// A packed tree of bounding boxes: eight children per node, built in Hilbert order.

#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/ray.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

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
    /// @param items  numbers of the items, each once, below the number of boxes (asserted) and below 2^32 - 8
    SAT3D_API void build(std::span<const Aabb> boxes, std::span<const std::uint32_t> items);

    /// Number of slots: of the items that the tree was built with.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// The item in each slot. Neighbors in the tree are neighbors here.
    [[nodiscard]] std::span<const std::uint32_t> items() const noexcept { return {items_.data(), size_}; }
    /// Box around all items at the time of build(). Empty if there are none.
    [[nodiscard]] SAT3D_API Aabb bounds() const noexcept;

    /// Moves one item without building, if its box stays in its neighborhood: in the box that about 64 items
    /// around it had when the tree was built. O(1).
    /// @param slot  below size() (asserted)
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
        return queryItems(box, {std::addressof(visit), [](const void* context, std::uint32_t item) {
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
                       {std::addressof(visit), [](const void* context, std::uint32_t item, double limit) {
                            return static_cast<double>((*static_cast<const Visit*>(context))(item, limit));
                        }});
    }

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

    /// Makes the nodes of all levels, without their boxes.
    void makeLevels();
    SAT3D_API bool queryItems(const Aabb& box, const QueryVisitor& visitor) const;
    SAT3D_API double castBox(const Aabb& start, const glm::vec3& direction, double length,
                             const CastVisitor& visitor) const;

    friend struct PackedTreeAccess;
    /// Level by level. Level 0 has the boxes of the items, eight slots per node. Lane i of a node is the
    /// bounds of child 8 * node + i in the level below. The last level, the crown, has one node, and this
    /// node has one child. There are three levels or more, unless the tree is empty.
    std::vector<Node> nodes_;
    std::array<std::uint32_t, kMaxLevels + 1> levelStarts_{};  ///< first node of each level, and the end
    std::uint32_t levelCount_ = 0;
    std::uint32_t size_ = 0;
    std::vector<std::uint32_t> items_;              ///< one for each lane of level 0
    std::vector<std::uint64_t> keys_, sortedKeys_;  ///< kept for the next build
};

}  // namespace sat3d::inline SAT3D_ABI
