#include "response/solver/problem/constraint_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sat3d::SAT3D_ABI {

void ConstraintGraph::build(std::span<const std::uint8_t> isMoved,
                            std::span<const ConstraintEnds> constraints) {
    levels_.assign(isMoved.size(), 0);
    for (std::size_t i = 0; i < isMoved.size(); ++i) {
        levels_[i] = isMoved[i] != 0 ? kUnsupported : 0;
    }
    listConstraints(constraints);
    findLevels(constraints);
    sortOutward(constraints);
    cutIntoPieces();
}

/// A counting sort: starts_[body + 1] counts, then is the place of the body's next constraint.
void ConstraintGraph::listConstraints(std::span<const ConstraintEnds> constraints) {
    const auto forEachEnd = [&](const auto& use) {
        for (std::uint32_t i = 0; i < constraints.size(); ++i) {
            for (const std::uint32_t body : {constraints[i].bodyA, constraints[i].bodyB}) {
                if (levelOf(body) > 0) {
                    use(body, i);
                }
            }
        }
    };
    starts_.assign(levels_.size() + 2, 0);
    forEachEnd([&](std::uint32_t body, std::uint32_t) { ++starts_[body + 2]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    list_.resize(starts_.back());
    forEachEnd(
        [&](std::uint32_t body, std::uint32_t constraint) { list_[starts_[body + 1]++] = constraint; });
}

/// Breadth-first search, from the bodies that constraints do not move.
void ConstraintGraph::findLevels(std::span<const ConstraintEnds> constraints) {
    front_.clear();
    bodyStarts_.assign(1, 0);
    const auto reach = [&](std::uint32_t body, std::uint32_t level) {
        if (levelOf(body) == kUnsupported) {
            levels_[body] = level;
            front_.push_back(body);
        }
    };
    for (const auto& constraint : constraints) {
        if (levelOf(constraint.bodyA) == 0 || levelOf(constraint.bodyB) == 0) {
            reach(constraint.bodyA, 1);
            reach(constraint.bodyB, 1);
        }
    }
    for (std::size_t i = 0; i < front_.size();) {
        bodyStarts_.push_back(static_cast<std::uint32_t>(front_.size()));
        for (const std::uint32_t next = levels_[front_[i]] + 1; i < bodyStarts_.back(); ++i) {
            for (const std::uint32_t constraint : constraintsOf(front_[i])) {
                reach(constraints[constraint].bodyA, next);
                reach(constraints[constraint].bodyB, next);
            }
        }
    }
}

/// Sorts constraints by stages, then by what they must be solved together with, then in their order.
void ConstraintGraph::sortOutward(std::span<const ConstraintEnds> constraints) {
    outward_.resize(constraints.size());
    sets_.reset(levels_.size());
    for (std::uint32_t i = 0; i < constraints.size(); ++i) {
        const std::uint32_t a = constraints[i].bodyA, b = constraints[i].bodyB;
        outward_[i] = {i, a, b};
        if (levelOf(a) == levelOf(b) && levelOf(a) > 0) {
            sets_.join(a, b);
        }
    }
    sortBy(levels_.size() + 1, [&](const Outward& constraint) { return groupOf(constraint); });
    sortBy(2 * bodyStarts_.size() + 2, [&](const Outward& constraint) { return stageOf(constraint); });
}

/// A counting sort, which is stable.
template <class KeyOf>
void ConstraintGraph::sortBy(std::size_t keys, const KeyOf& keyOf) {
    std::swap(outward_, unsorted_);
    outward_.resize(unsorted_.size());
    keyStarts_.assign(keys + 1, 0);
    for (const Outward& constraint : unsorted_) {
        ++keyStarts_[keyOf(constraint) + 1];
    }
    std::partial_sum(keyStarts_.begin(), keyStarts_.end(), keyStarts_.begin());
    for (const Outward& constraint : unsorted_) {
        outward_[keyStarts_[keyOf(constraint)]++] = constraint;
    }
}

std::uint32_t ConstraintGraph::stageOf(const Outward& constraint) const {
    const auto last = static_cast<std::uint32_t>(bodyStarts_.size());  // of unsupported bodies
    const std::uint32_t a = levelOf(constraint.bodyA), b = levelOf(constraint.bodyB);
    return 2 * std::min({a, b, last}) + (a == b ? 1 : 0);
}

/// The outer body, or the bodies of the level that constraints connect.
std::uint32_t ConstraintGraph::groupOf(const Outward& constraint) {
    const std::uint32_t a = levelOf(constraint.bodyA), b = levelOf(constraint.bodyB);
    if (a == b) {
        return a == 0 ? 0 : sets_.setOf(constraint.bodyA);
    }
    return a > b ? constraint.bodyA : constraint.bodyB;
}

void ConstraintGraph::cutIntoPieces() {
    constexpr std::uint32_t kPerPiece = 8;  // constraints, about: some microseconds
    pieces_.clear();
    stages_.clear();
    pieceOf_.resize(outward_.size());
    std::uint32_t stage = ~std::uint32_t{0}, group = 0;
    for (std::uint32_t i = 0; i < outward_.size(); ++i) {
        const std::uint32_t ofStage = stageOf(outward_[i]), ofGroup = groupOf(outward_[i]);
        if (ofStage != stage) {
            const auto piece = static_cast<std::uint32_t>(pieces_.size());
            stages_.push_back({piece, piece, ofStage / 2, ofStage % 2 != 0});
        }
        if (ofStage != stage || (ofGroup != group && i - pieces_.back() >= kPerPiece)) {
            pieces_.push_back(i);
            ++stages_.back().endPiece;
        }
        pieceOf_[outward_[i].constraint] = static_cast<std::uint32_t>(pieces_.size() - 1);
        stage = ofStage;
        group = ofGroup;
    }
    pieces_.push_back(static_cast<std::uint32_t>(outward_.size()));
}

}  // namespace sat3d::SAT3D_ABI
