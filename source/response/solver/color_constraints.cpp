#include "response/solver/solver_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

template <class Dimension>
class Coloring {
public:
    using Problem = SolverProblem<Dimension>;

    explicit Coloring(Problem& problem) : problem_(problem), constraints_(problem.constraints) {}

    void run() {
        chooseColors();
        problem_.places.resize(constraints_.size());
        layOutKinds(std::make_index_sequence<kRowKinds<Dimension>>{});
    }

private:
    [[nodiscard]] bool moves(std::uint32_t body) const {
        return body < problem_.isMoved.size() && problem_.isMoved[body] != 0;
    }

    /// Joints come first, so they are solved before the contacts of their bodies.
    void chooseColors() {
        problem_.colorsOfState.assign(problem_.isMoved.size(), 0);
        problem_.colors.resize(constraints_.size());
        for (const bool areJoints : {true, false}) {
            for (std::size_t i = 0; i < constraints_.size(); ++i) {
                if (isJoint(constraints_[i].kind) == areJoints) {
                    chooseColor(i);
                }
            }
        }
    }
    void chooseColor(std::size_t i) {
        const ConstraintEnds& ends = constraints_[i];
        const bool movesA = moves(ends.bodyA), movesB = moves(ends.bodyB);
        std::uint64_t none = 0;
        std::uint64_t& usedByA = movesA ? problem_.colorsOfState[ends.bodyA] : none;
        std::uint64_t& usedByB = movesB ? problem_.colorsOfState[ends.bodyB] : none;
        const std::uint64_t open = ~(usedByA | usedByB | std::uint64_t{1} << Problem::kOverflow);
        const int first = movesA && movesB ? std::countr_zero(open) : 63 - std::countl_zero(open);
        const std::uint32_t color = open == 0 ? Problem::kOverflow : static_cast<std::uint32_t>(first);
        usedByA |= std::uint64_t{1} << color;
        usedByB |= std::uint64_t{1} << color;
        problem_.colors[i] = static_cast<std::uint8_t>(color);
    }

    template <std::size_t... kKinds>
    void layOutKinds(std::index_sequence<kKinds...>) {
        (layOut(std::get<kKinds>(problem_.rows), kKinds), ...);
    }

    /// Gives each constraint of a kind a lane, in its color by ranks.
    template <class Rows>
    void layOut(Rows& rows, std::size_t kind) {
        std::array<std::uint32_t, Rows::kColors> counts{}, next{};
        const auto visit = [&](const auto& use) {
            for (std::uint32_t i = 0; i < constraints_.size(); ++i) {
                if (constraints_[i].kind == kind) {
                    use(i, problem_.colors[i]);
                }
            }
        };
        visit([&](std::uint32_t, std::uint32_t color) { ++counts[color]; });
        rows.colorStarts[0] = 0;
        for (std::uint32_t color = 0; color < Rows::kColors; ++color) {
            const std::uint32_t perRow = widthOf(color);
            next[color] = rows.colorStarts[color];
            rows.colorStarts[color + 1] = next[color] + (counts[color] + perRow - 1) / perRow;
        }
        rows.blocks.resize(rows.colorStarts.back());
        for (auto& block : rows.blocks) {
            std::ranges::fill(block.constraint, kNoConstraint);
        }
        counts = {};
        const auto place = [&](std::uint32_t i, std::uint32_t color) {
            const std::uint32_t at = counts[color]++, perRow = widthOf(color);
            problem_.places[i] = {next[color] + at / perRow, static_cast<std::uint8_t>(at % perRow),
                                  static_cast<std::uint8_t>(kind)};
            rows.blocks[next[color] + at / perRow].constraint[at % perRow] = i;
        };
        for (std::uint8_t rank = 0; rank < ConstraintEnds::kRanks; ++rank) {
            visit([&](std::uint32_t i, std::uint32_t color) {
                if (constraints_[i].rank == rank) {
                    place(i, color);
                }
            });
        }
    }

    static std::uint32_t widthOf(std::uint32_t color) { return color == Problem::kOverflow ? 1 : kRowWidth; }

    Problem& problem_;
    std::span<const ConstraintEnds> constraints_;
};

}  // namespace

template <class Dimension>
void colorConstraints(SolverProblem<Dimension>& problem) {
    Coloring<Dimension>(problem).run();
}
template void colorConstraints(SolverProblem<Dimension3>&);
template void colorConstraints(SolverProblem<Dimension2>&);

}  // namespace sat3d::SAT3D_ABI
