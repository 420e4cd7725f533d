/// Compares the time and the accuracy of penetration queries of hulls in this library and in others.
///
/// This program does not use Google Benchmark, which finishes one contender before it starts the next: a
/// temporary slowdown of the machine then distorts the ratio of their times. pair_timing::measure() runs all
/// contenders in every repeat. It also asks long lists of different pairs instead of repeating one query.

#include "contenders.hpp"
#include "harness/pair_benchmark.hpp"
#include "harness/time_format.hpp"
#include "harness/workload.hpp"
#include "hull_sizes.hpp"
#include "modes.hpp"
#include "report.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

namespace {

nlohmann::json measureAll(const Options& options) {
    Report report;
    report.repeats = options.repeats;
    report.instructionSet = bestInstructionSet();
    const std::vector<Mode> modes = makeModes();
    fmt::print(
        "Times: ns per query, processor time of one thread, median of {} repeats, +- half the interquartile\n"
        "range in %; then the speedup over {}. hits: geometric mean of shallow and deep. false: positives /\n"
        "negatives of 400 pairs. Depth errors are fractions of the pair's size. not minimal: pushes that "
        "are\n"
        "longer than minimal by more than {:g} of size. Best instruction set: {}.\n",
        options.repeats, kBaseline, Accuracy::kNotMinimal, report.instructionSet);
    for (const std::string& name : options.workloads) {
        const Workload workload = load(options.folder, name);
        report.workloads.push_back(describe(workload));
        WorkloadReport& current = report.workloads.back();
        for (const Mode& mode : modes) {
            current.sections.push_back(measureSection(mode, workload, options.repeats));
            printSection(current, current.sections.back());
            std::fflush(stdout);
        }
    }
    printSummary(report);
    return toJson(report);
}

}  // namespace

}  // namespace sat3d::benchmarks

int main(int argc, char** argv) {
    using namespace sat3d::benchmarks;
    const PairBenchmark benchmark{
        "narrowphase_benchmark",
        "Measures time and accuracy of penetration queries of hulls, in sat3d and in other libraries.",
        {"box_box", "tank_tank", "rand16", "rand32", "rand64", "rand128", "rand256", "cyl32"}};
    return runPairBenchmark(benchmark, argc, argv, measureAll);
}
