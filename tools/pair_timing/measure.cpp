#include "measure.hpp"

#include "thread_clock.hpp"

#include <algorithm>
#include <cmath>

namespace sat3d::pair_timing {

namespace {

constexpr double kMinNanoseconds = 2e5;
constexpr double kMaxNanoseconds = 2e7;
constexpr double kWarmUpNanoseconds = 2e5;

/// The timing of one contender on one list: the number of queries per repeat, and the next query.
class Run {
public:
    Run(Contender& contender, const QueryList& list)
        : contender_(contender), first_(list.firstTimed()), end_(list.queries.size()), next_(first_) {
        contender.takeQueries(list);
        const double queryTime = std::max(estimate(list), 1.0);
        const double listTime = queryTime * static_cast<double>(end_ - first_);
        warmUp_ = std::min(end_, static_cast<std::size_t>(kWarmUpNanoseconds / queryTime));
        if (listTime > kMaxNanoseconds && !contender.remembers()) {
            const double share = kMaxNanoseconds / listTime * static_cast<double>(end_ - first_);
            part_ = std::max<std::size_t>(1, static_cast<std::size_t>(share));
        } else {
            passes_ = std::max(1, static_cast<int>(std::ceil(kMinNanoseconds / listTime)));
        }
    }

    void repeat() {
        // Warm up: the previous contender has filled caches and branch predictors.
        contender_.answer(0, warmUp_);
        timing_.nanoseconds.push_back(part_ > 0 ? askPart() : askAll());
    }

    [[nodiscard]] Timing timing() const {
        Timing timing = timing_;
        const std::size_t asked = part_ * timing.nanoseconds.size();
        timing.queryCount = part_ > 0 ? std::min(asked, end_ - first_) : end_ - first_;
        return timing;
    }

private:
    /// Estimates the time per query, from an increasing part of the first round.
    double estimate(const QueryList& list) {
        constexpr double kEnough = 1e5;
        for (std::size_t count = 1;; count *= 2) {
            count = std::min(count, list.pairCount);
            const double start = threadNanoseconds();
            contender_.answer(0, count);
            const double time = threadNanoseconds() - start;
            if (time > kEnough || count == list.pairCount) {
                return time / static_cast<double>(count);
            }
        }
    }

    double askAll() {
        double total = 0.0;
        for (int pass = 0; pass < passes_; ++pass) {
            contender_.forget();
            if (contender_.remembers()) {
                contender_.answer(0, first_);
            }
            const double start = threadNanoseconds();
            contender_.answer(first_, end_);
            total += threadNanoseconds() - start;
        }
        return total / (static_cast<double>(passes_) * static_cast<double>(end_ - first_));
    }

    double askPart() {
        const std::size_t last = std::min(next_ + part_, end_);
        const double start = threadNanoseconds();
        contender_.answer(next_, last);
        const double time = (threadNanoseconds() - start) / static_cast<double>(last - next_);
        next_ = last == end_ ? first_ : last;
        return time;
    }

    Contender& contender_;
    std::size_t first_, end_, next_;
    std::size_t part_ = 0;    ///< queries per repeat if the list is too long for one repeat, otherwise 0
    std::size_t warmUp_ = 0;  ///< number of untimed queries before each repeat
    int passes_ = 1;
    Timing timing_;
};

}  // namespace

std::vector<Timing> measure(std::span<Contender* const> contenders, const QueryList& list, int repeats) {
    std::vector<Run> runs;
    for (Contender* const contender : contenders) {
        runs.emplace_back(*contender, list);
    }
    for (int i = 0; i < repeats; ++i) {
        for (Run& run : runs) {
            run.repeat();
        }
    }
    std::vector<Timing> timings;
    for (const Run& run : runs) {
        timings.push_back(run.timing());
    }
    return timings;
}

}  // namespace sat3d::pair_timing
