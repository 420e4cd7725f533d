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
#include "report.hpp"
#include "workload.hpp"

#include <sat3d/narrowphase/pair_cache.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

namespace {

struct Options {
    std::string folder = SAT3D_PAIRS;
    std::vector<std::string> workloads{"box_box", "tank_tank", "rand16",  "rand32",
                                       "rand64",  "rand128",   "rand256", "cyl32"};
    int repeats = 15;
    std::string json;
};

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

int run(int argc, char** argv) {
    CLI::App app("Times hull against hull, ours and others', and judges the answers.",
                 "narrowphase_benchmark");
    Options options;
    app.add_option("--workload", options.workloads, "only these files of the folder, without .txt")
        ->type_name("NAME...");
    app.add_option("--repeats", options.repeats, "how often everything is timed")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    app.add_option("--folder", options.folder, "where NAME.txt, NAME.ref and NAME.coh.ref lie")
        ->type_name("FOLDER")
        ->capture_default_str();
    app.add_option("--json", options.json, "write the figures to this file, too")
        ->type_name("FILE")
        ->take_last();
    app.footer(
        "Examples:\n"
        "  narrowphase_benchmark\n"
        "  narrowphase_benchmark --workload box_box tank_tank --repeats 31\n"
        "  narrowphase_benchmark --json narrowphase.json");
    CLI11_PARSE(app, argc, argv);
    const Report report = runAll(options);
    printSummary(report);
    if (!options.json.empty() && !writeJson(report, options.json)) {
        throw std::runtime_error(options.json + " cannot be written");
    }
    return 0;
}

}  // namespace

}  // namespace sat3d::benchmarks

int main(int argc, char** argv) {
    try {
        return sat3d::benchmarks::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "narrowphase_benchmark: %s\n", error.what());
        return 1;
    }
}
