#include "response/solver/solver_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

template <class Dimension>
class Coloring {
public:
    using Problem = SolverProblem<Dimension>;

    Coloring(std::span<const BasicSolverBody<Dimension>> bodies,
             std::span<const BasicSolverContact<Dimension>> contacts, Problem& problem)
        : bodies_(bodies), contacts_(contacts), problem_(problem) {}

    void run() {
        chooseColors();
        problem_.places.resize(contacts_.size());
        layOut(problem_.small, false);
        layOut(problem_.large, true);
    }

private:
    [[nodiscard]] bool moves(std::uint32_t body) const {
        return body != BasicSolverContact<Dimension>::kStandsStill && isMoved(bodies_[body]);
    }

    void chooseColors() {
        problem_.colorsOfState.assign(bodies_.size(), 0);
        problem_.colors.clear();
        for (const auto& contact : contacts_) {
            const bool movesA = moves(contact.bodyA), movesB = moves(contact.bodyB);
            std::uint64_t none = 0;
            std::uint64_t& usedByA = movesA ? problem_.colorsOfState[contact.bodyA] : none;
            std::uint64_t& usedByB = movesB ? problem_.colorsOfState[contact.bodyB] : none;
            const std::uint64_t open = ~(usedByA | usedByB | std::uint64_t{1} << Problem::kOverflow);
            const int first = movesA && movesB ? std::countr_zero(open) : 63 - std::countl_zero(open);
            const std::uint32_t color = open == 0 ? Problem::kOverflow : static_cast<std::uint32_t>(first);
            usedByA |= std::uint64_t{1} << color;
            usedByB |= std::uint64_t{1} << color;
            problem_.colors.push_back(static_cast<std::uint8_t>(color));
        }
    }

    /// Gives each contact with many points, or with few, a lane.
    template <class Rows>
    void layOut(Rows& rows, bool isLarge) {
        std::array<std::uint32_t, Rows::kColors> counts{}, next{};
        const auto visit = [&](const auto& use) {
            for (std::uint32_t i = 0; i < contacts_.size(); ++i) {
                if ((contacts_[i].pointCount > Problem::kFewPoints) == isLarge) {
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
            std::ranges::fill(block.contact, kNoContact);
        }
        counts = {};
        visit([&](std::uint32_t i, std::uint32_t color) {
            const std::uint32_t at = counts[color]++, perRow = widthOf(color);
            problem_.places[i] = {next[color] + at / perRow, static_cast<std::uint8_t>(at % perRow), isLarge};
            rows.blocks[next[color] + at / perRow].contact[at % perRow] = i;
        });
    }

    static std::uint32_t widthOf(std::uint32_t color) { return color == Problem::kOverflow ? 1 : kRowWidth; }

    std::span<const BasicSolverBody<Dimension>> bodies_;
    std::span<const BasicSolverContact<Dimension>> contacts_;
    Problem& problem_;
};

}  // namespace

template <class Dimension>
void colorContacts(std::span<const BasicSolverBody<Dimension>> bodies,
                   std::span<const BasicSolverContact<Dimension>> contacts,
                   SolverProblem<Dimension>& problem) {
    Coloring<Dimension>(bodies, contacts, problem).run();
}
template void colorContacts(std::span<const SolverBody>, std::span<const SolverContact>,
                            SolverProblem<Dimension3>&);
template void colorContacts(std::span<const PlanarSolverBody>, std::span<const PlanarSolverContact>,
                            SolverProblem<Dimension2>&);

}  // namespace sat3d::inline SAT3D_ABI::detail
