#pragma once

/// @file
/// The graph of constraints: which ones a body has, how far it is from what stands, and the order outward.

#include "geometry/primitives/disjoint_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A constraint as its graph sees it: which bodies it joins, and in rows of which kind it goes.
struct ConstraintEnds {
    std::uint32_t bodyA, bodyB;  ///< ~0 for what never moves
    std::uint32_t kind;          ///< index into RowKinds
    /// Below kRanks. Constraints of a color share rows with others of their rank, because a row does for all
    /// of its constraints what one of them needs.
    std::uint8_t rank = 0;
    static constexpr std::uint8_t kRanks = 4;
    /// The ranks of contacts: those of bodies that are swept more often, and those that did nothing in the
    /// last step.
    static constexpr std::uint8_t kSqueezed = 0, kBusy = 1, kIdle = 2;
};

class ConstraintGraph {
public:
    /// Level of a body without a chain of constraints to what stands.
    static constexpr std::uint32_t kUnsupported = std::numeric_limits<std::uint32_t>::max();

    /// A constraint in the order outward.
    struct Outward {
        std::uint32_t constraint;
        std::uint32_t bodyA, bodyB;  ///< as in the constraint
    };
    /// Constraints between two levels, or inside of one, in pieces. Constraints of different pieces share no
    /// body that moves, but for those of the inner level.
    struct Stage {
        std::uint32_t firstPiece, endPiece;
        std::uint32_t innerLevel;
        bool isInside;  ///< both bodies are of one level
    };

    /// @param isMoved  by body: whether constraints change it
    void build(std::span<const std::uint8_t> isMoved, std::span<const ConstraintEnds> constraints);
    void clear() { starts_.clear(); }
    [[nodiscard]] bool isEmpty() const { return starts_.empty(); }

    /// The constraints of a body that constraints can move, in their order. None of other bodies.
    [[nodiscard]] std::span<const std::uint32_t> constraintsOf(std::uint32_t body) const {
        return body >= levels_.size()
                   ? std::span<const std::uint32_t>()
                   : std::span(list_).subspan(starts_[body], starts_[body + 1] - starts_[body]);
    }
    /// The number of constraints from a body to the nearest one that constraints do not move; 0 for these.
    [[nodiscard]] std::uint32_t levelOf(std::uint32_t body) const {
        return body < levels_.size() ? levels_[body] : 0;
    }
    /// The bodies of a level above 0, but for the unsupported ones.
    [[nodiscard]] std::span<const std::uint32_t> bodiesOfLevel(std::uint32_t level) const {
        const bool isLevel = level > 0 && level < bodyStarts_.size();
        return isLevel ? std::span(front_).subspan(bodyStarts_[level - 1],
                                                   bodyStarts_[level] - bodyStarts_[level - 1])
                       : std::span<const std::uint32_t>();
    }

    /// From what stands outward: for each level its constraints with the next one, then those inside of it.
    /// Those of unsupported bodies come last.
    [[nodiscard]] std::span<const Stage> stages() const { return stages_; }
    [[nodiscard]] std::uint32_t pieceCount() const { return static_cast<std::uint32_t>(pieces_.size() - 1); }
    [[nodiscard]] std::uint32_t pieceOf(std::uint32_t constraint) const { return pieceOf_[constraint]; }
    /// The constraints of a piece.
    [[nodiscard]] std::span<const Outward> piece(std::uint32_t number) const {
        return std::span(outward_).subspan(pieces_[number], pieces_[number + 1] - pieces_[number]);
    }

private:
    void listConstraints(std::span<const ConstraintEnds> constraints);
    void findLevels(std::span<const ConstraintEnds> constraints);
    void sortOutward(std::span<const ConstraintEnds> constraints);
    template <class KeyOf>
    void sortBy(std::size_t keys, const KeyOf& keyOf);
    void cutIntoPieces();
    [[nodiscard]] std::uint32_t stageOf(const Outward& constraint) const;
    [[nodiscard]] std::uint32_t groupOf(const Outward& constraint);

    std::vector<std::uint32_t> starts_;      ///< by body: its first constraint in the list
    std::vector<std::uint32_t> list_;        ///< of all bodies
    std::vector<std::uint32_t> levels_;      ///< by body
    std::vector<std::uint32_t> front_;       ///< of the breadth-first search: supported bodies, by levels
    std::vector<std::uint32_t> bodyStarts_;  ///< by level, less 1: its first body in the front; then the end
    DisjointSets sets_;                      ///< of bodies: connected by constraints inside of a level
    std::vector<Outward> outward_, unsorted_;
    std::vector<std::uint32_t> keyStarts_;  ///< while constraints are sorted
    std::vector<std::uint32_t> pieces_;     ///< first constraints, then the end
    std::vector<std::uint32_t> pieceOf_;    ///< by constraint
    std::vector<Stage> stages_;
};

}  // namespace sat3d::SAT3D_ABI
