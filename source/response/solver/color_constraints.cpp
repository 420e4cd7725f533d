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
        const bool isFirst = (movesA && movesB) || isJoint(ends.kind);
        const int first = isFirst ? std::countr_zero(open) : 63 - std::countl_zero(open);
        const std::uint32_t color = open == 0 ? Problem::kOverflow : static_cast<std::uint32_t>(first);
        usedByA |= std::uint64_t{1} << color;
        usedByB |= std::uint64_t{1} << color;
        problem_.colors[i] = static_cast<std::uint8_t>(color);
    }

    /// By color and rank: how many constraints of a kind have it, then the next lane of its color for one.
    using Lanes = std::array<std::array<std::uint32_t, ConstraintEnds::kRanks>, Problem::kColors>;

    /// Gives each constraint a lane in the rows of its kind, in its color by ranks: a counting sort.
    template <std::size_t... kKinds>
    void layOutKinds(std::index_sequence<kKinds...>) {
        std::array<Lanes, sizeof...(kKinds)> lanes{};
        for (std::size_t i = 0; i < constraints_.size(); ++i) {
            ++lanes[constraints_[i].kind][problem_.colors[i]][constraints_[i].rank];
        }
        (startColors(lanes[kKinds], std::get<kKinds>(problem_.rows)), ...);
        for (std::uint32_t i = 0; i < constraints_.size(); ++i) {
            const ConstraintEnds& ends = constraints_[i];
            const std::uint32_t at = lanes[ends.kind][problem_.colors[i]][ends.rank]++;
            (void)((ends.kind == kKinds && place(i, at, std::get<kKinds>(problem_.rows))) || ...);
        }
    }
    /// Makes empty rows, and turns the numbers of constraints into first lanes.
    template <class Rows>
    static void startColors(Lanes& lanes, Rows& rows) {
        rows.colorStarts[0] = 0;
        for (std::uint32_t color = 0; color < Problem::kColors; ++color) {
            std::uint32_t count = 0;
            for (std::uint32_t& ofRank : lanes[color]) {
                count += std::exchange(ofRank, count);
            }
            const std::uint32_t perRow = widthOf(color);
            rows.colorStarts[color + 1] = rows.colorStarts[color] + (count + perRow - 1) / perRow;
        }
        rows.blocks.resize(rows.colorStarts.back());
        for (auto& block : rows.blocks) {
            std::ranges::fill(block.constraint, kNoConstraint);
        }
    }
    template <class Rows>
    bool place(std::uint32_t constraint, std::uint32_t lane, Rows& rows) {
        const std::uint32_t color = problem_.colors[constraint], perRow = widthOf(color),
                            block = rows.colorStarts[color] + lane / perRow;
        problem_.places[constraint] = {block, static_cast<std::uint8_t>(lane % perRow),
                                       static_cast<std::uint8_t>(constraints_[constraint].kind)};
        rows.blocks[block].constraint[lane % perRow] = constraint;
        return true;
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
