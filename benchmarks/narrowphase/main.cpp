/// Hull against hull, by this library and by others, in time and accuracy.
///
/// Google Benchmark is not used here: it runs one contender to the end before it starts the next, so that a
/// machine that slows down for a while spoils their ratio. pair_timing::measure() takes turns within every
/// repeat; and it goes through long lists of different pairs in order, which a benchmark's single repeated
/// body does not.

#include "contenders.hpp"
#include "describe.hpp"
#include "figures.hpp"
#include "modes.hpp"
#include "pair_benchmark.hpp"
#include "report.hpp"
#include "workload.hpp"

#include <sat3d/narrowphase/pair_cache.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

namespace {

Report runAll(const Options& options) {
    Report report;
    report.repeats = options.repeats;
    report.instructionSet = bestInstructionSet();
    report.bytesPerCache = sizeof(PairCache);
    const std::vector<Mode> modes = makeModes();
    fmt::print(
        "ns per query, processor time of one thread: median of {} repeats, +- half the quartiles' distance "
        "in %;\n"
        "then times faster than {}. hits: geometric mean of shallow and deep. false: positives/negatives of\n"
        "400 pairs; depth errors as fractions of the pair's size; not minimal: pushes longer by more than\n"
        "{:g} of size. Best instruction set here: {}. A PairCache has {} bytes.\n",
        options.repeats, kBaseline, Accuracy::kNotMinimal, report.instructionSet, report.bytesPerCache);
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
    return report;
}

}  // namespace

}  // namespace sat3d::benchmarks

int main(int argc, char** argv) {
    using namespace sat3d::benchmarks;
    const PairBenchmark benchmark{
        "narrowphase_benchmark",
        "Times hull against hull, ours and others', and judges the answers.",
        {"box_box", "tank_tank", "rand16", "rand32", "rand64", "rand128", "rand256", "cyl32"}};
    return runPairBenchmark(benchmark, argc, argv, [](const Options& options) {
        const Report report = runAll(options);
        printSummary(report);
        return toJson(report);
    });
}
