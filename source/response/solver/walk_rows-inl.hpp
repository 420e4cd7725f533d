// The ways through the rows of constraints: all, those of a list, those with marked bodies.
#if defined(SAT3D_RESPONSE_WALK_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_WALK_ROWS_INL_HPP
#undef SAT3D_RESPONSE_WALK_ROWS_INL_HPP
#else
#define SAT3D_RESPONSE_WALK_ROWS_INL_HPP
#endif

#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/solve_row-inl.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Walks through rows of constraints, on the threads of a step. Rows of one color share no body that moves.
template <class Dimension>
class RowWalk {
public:
    /// By state: whether a body is marked. Empty: none is.
    using Marks = std::vector<std::uint8_t>;

    HWY_INLINE RowWalk(SolverProblem<Dimension>& problem, const Substep& substep, ParallelFor parallelFor)
        : problem_(problem), substep_(substep), parallelFor_(parallelFor) {
        for (const std::uint8_t color : problem_.colors) {
            usedColors_ |= std::uint64_t{1} << color;
        }
    }

    /// Calls use(block) for all rows, in any order.
    template <class Use>
    HWY_INLINE void forAllRows(const Use& use) {
        forColors(0, SolverProblem<Dimension>::kColors, kCostPerBigTask,
                  [&](std::size_t kind, RowRange range) HWY_ATTR { forRange(kind, range, use); });
    }
    /// Calls use(solver) for all rows, color by color.
    template <class Use>
    HWY_INLINE void forRows(const Use& use) {
        forUsedColors([&](std::size_t color, bool isOverflow) HWY_ATTR {
            forColors(color, color + 1, isOverflow ? std::numeric_limits<std::uint32_t>::max() : kCostPerTask,
                      [&](std::size_t kind, RowRange range) HWY_ATTR {
                          forRange(kind, range, [&](auto& block) HWY_ATTR {
                              forRow<Dimension>(block, BodyStates<Dimension>(problem_).data(), substep_, use);
                          });
                      });
        });
    }
    /// Calls use(solver) for listed rows, color by color.
    template <class Use>
    HWY_INLINE void forRowsOf(const RowList& list, const Use& use) {
        const auto run = [&](std::size_t i) HWY_ATTR { forRowAt(list.rows[i], use); };
        forUsedColors([&](std::size_t color, bool isOverflow) HWY_ATTR {
            const std::size_t first = list.colorStarts[color], count = list.colorStarts[color + 1] - first;
            detail::forEachIndex(parallelFor_, count,
                                 isOverflow ? std::max(count, std::size_t{1}) : kListedRowsPerTask,
                                 [&](std::size_t i) HWY_ATTR { run(first + i); });
        });
    }
    /// Lists the rows that have a marked body.
    HWY_INLINE void listRows(const Marks& marks, RowList& list) {
        list.rows.clear();
        list.colorStarts = {};
        if (marks.empty()) {
            return;
        }
        markRows(problem_, parallelFor_, [&](const auto& block) { return hasMarked(block, marks); });
        listByColors(list, [&](std::size_t color, std::vector<RowPlace>& places) HWY_ATTR {
            for (std::size_t kind = 0; kind < kRowKinds<Dimension>; ++kind) {
                withRows(problem_, kind, [&](const auto& rows) HWY_ATTR {
                    for (std::uint32_t i = rows.colorStarts[color]; i < rows.colorStarts[color + 1]; ++i) {
                        if (problem_.rowMarks[kind][i] != 0) {
                            places.push_back({i, 0, static_cast<std::uint8_t>(kind)});
                        }
                    }
                });
            }
        });
    }
    /// Lists those of a list that have a marked body.
    HWY_INLINE void listRowsOf(const RowList& from, const Marks& marks, RowList& list) {
        listByColors(list, [&](std::size_t color, std::vector<RowPlace>& places) HWY_ATTR {
            for (std::uint32_t i = from.colorStarts[color]; i < from.colorStarts[color + 1]; ++i) {
                const RowPlace& place = from.rows[i];
                withRows(problem_, place.kind, [&](const auto& rows) HWY_ATTR {
                    if (hasMarked(rows.blocks[place.block], marks)) {
                        places.push_back(place);
                    }
                });
            }
        });
    }

private:
    /// Calls use(color, whether its rows may share bodies) for the colors of the step.
    template <class Use>
    HWY_INLINE void forUsedColors(const Use& use) const {
        for (std::uint64_t left = usedColors_; left != 0; left &= left - 1) {
            const auto color = static_cast<std::size_t>(std::countr_zero(left));
            use(color, color == SolverProblem<Dimension>::kOverflow);
        }
    }
    template <class Use>
    HWY_NOINLINE void forRowAt(const RowPlace& place, const Use& use) {
        withRows(problem_, place.kind, [&](auto& rows) HWY_ATTR {
            forRow<Dimension>(rows.blocks[place.block], BodyStates<Dimension>(problem_).data(), substep_,
                              use);
        });
    }
    /// Calls addRowsOf(color, places) for all colors.
    template <class AddRowsOf>
    static HWY_INLINE void listByColors(RowList& list, const AddRowsOf& addRowsOf) {
        list.rows.clear();
        for (std::size_t color = 0; color < SolverProblem<Dimension>::kColors; ++color) {
            list.colorStarts[color] = static_cast<std::uint32_t>(list.rows.size());
            addRowsOf(color, list.rows);
        }
        list.colorStarts.back() = static_cast<std::uint32_t>(list.rows.size());
    }
    [[nodiscard]] static HWY_INLINE bool hasMarked(const RowHeader<Dimension>& row, const Marks& marks) {
        const auto isMarked = [&](std::uint32_t state) { return marks[state] != 0; };
        return std::ranges::any_of(row.a, isMarked) || std::ranges::any_of(row.b, isMarked);
    }
    struct RowRange {
        std::uint32_t first = 0, end = 0;
    };
    /// A range of rows of one kind, cut into tasks.
    struct TaskRange {
        RowRange rows;
        std::uint32_t perTask = 1, firstTask = 0;
    };
    /// Calls use(kind, range) for the rows of colors, of each kind. They share no body that moves. Or, if all
    /// are in one task, in their order.
    /// @param costPerTask  see ContactRow::kCost
    void forColors(std::size_t firstColor, std::size_t endColor, std::uint32_t costPerTask,
                   CallbackRef<void(std::size_t, RowRange)> use) {
        constexpr std::size_t kKinds = kRowKinds<Dimension>;
        std::array<TaskRange, kKinds> ranges;
        std::uint32_t tasks = 0;
        std::uint64_t cost = 0;
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            withRows(problem_, kind, [&](auto& rows) HWY_ATTR {
                constexpr std::uint32_t kCost = std::remove_reference_t<decltype(rows.blocks[0])>::kCost;
                const RowRange range{rows.colorStarts[firstColor], rows.colorStarts[endColor]};
                const std::uint32_t perTask = std::max(costPerTask / kCost, 1u),
                                    size = range.end - range.first;
                ranges[kind] = {range, perTask, tasks};
                tasks += size / perTask + (size % perTask != 0 ? 1 : 0);
                cost += std::uint64_t{size} * kCost;
            });
        }
        if (cost <= costPerTask) {
            for (std::size_t kind = 0; kind < kKinds; ++kind) {
                use(kind, ranges[kind].rows);
            }
            return;
        }
        parallelFor_(tasks, [&](std::size_t task) HWY_ATTR {
            std::size_t kind = kKinds - 1;
            while (task < ranges[kind].firstTask) {
                --kind;
            }
            const auto& [rows, perTask, firstTask] = ranges[kind];
            const std::uint32_t first = rows.first + (static_cast<std::uint32_t>(task) - firstTask) * perTask;
            use(kind, {first, std::min(first + perTask, rows.end)});
        });
    }
    /// Calls use(block) for some rows of a kind. Not inline: most of the solver is in it.
    template <class Use>
    HWY_NOINLINE void forRange(std::size_t kind, RowRange range, const Use& use) {
        withRows(problem_, kind, [&](auto& rows) HWY_ATTR {
            for (std::uint32_t i = range.first; i < range.end; ++i) {
                use(rows.blocks[i]);
            }
        });
    }

    // A task takes about half a microsecond: it costs a tenth of a microsecond to claim it.
    static constexpr std::uint32_t kCostPerTask = 8, kCostPerBigTask = 32;
    static constexpr std::size_t kListedRowsPerTask = 2;

    SolverProblem<Dimension>& problem_;
    const Substep& substep_;
    ParallelFor parallelFor_;
    std::uint64_t usedColors_ = 0;  ///< bit mask: most scenes have few
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
