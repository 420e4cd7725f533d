/// Distances, rays and sweeps of hulls, by this library and by others, in time and accuracy. For why not
/// Google Benchmark, see ../narrowphase/main.cpp.

#include "contenders.hpp"
#include "figures.hpp"
#include "judge.hpp"
#include "report.hpp"
#include "workload.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <pair_timing/measure.hpp>
#include <pair_timing/statistics.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

namespace {

struct Options {
    std::string folder = SAT3D_PAIRS;
    std::vector<std::string> workloads{"box_box", "tank_tank", "rand16", "rand32",
                                       "rand64",  "rand128",   "cyl32"};
    int repeats = 15;
    std::string json;
};

Contenders contendersFor(Verb verb) {
    Contenders contenders;
    addOurs(verb, contenders);
#ifdef SAT3D_BENCHMARK_BULLET
    addBullet(verb, contenders);
#endif
#ifdef SAT3D_BENCHMARK_FCL
    addFcl(verb, contenders);
#endif
    return contenders;
}

struct NamedRegime {
    const char* name;
    pair_timing::RegimeChoice regime;
};

/// Pairs that are apart have distances, and may meet; a ray does not care.
std::vector<NamedRegime> listsFor(Verb verb) {
    if (verb == Verb::Ray) {
        return {{"all", std::nullopt}};
    }
    return {{"far", pairs_file::Regime::Far}, {"near", pairs_file::Regime::Near}};
}

Section measureSection(Verb verb, const Workload& workload, const NamedRegime& list, int repeats) {
    const Contenders owned = contendersFor(verb);
    std::vector<pair_timing::Contender*> contenders;
    for (const auto& contender : owned) {
        if (contender->takeShapes(workload.hulls)) {
            contenders.push_back(contender.get());
        }
    }
    const auto queries = pair_timing::coldQueries(workload.file, workload.hulls, list.regime);
    const auto accuracies = judge(verb, contenders, queries, workload.hulls);
    const auto timings = pair_timing::measure(contenders, queries, repeats);
    Section section{verb, workload.name, list.name, {}};
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        section.entries.push_back({contenders[i]->name(), pair_timing::median(timings[i].nanoseconds),
                                   pair_timing::spread(timings[i].nanoseconds),
                                   timesFaster(timings[0], timings[i]), timings[i].queryCount,
                                   accuracies[i]});
    }
    return section;
}

Report runAll(const Options& options) {
    Report report{options.repeats, bestInstructionSet(), {}};
    printHeader(report);
    for (const std::string& name : options.workloads) {
        const Workload workload = load(options.folder, name);
        for (const Verb verb : kVerbs) {
            for (const NamedRegime& list : listsFor(verb)) {
                report.sections.push_back(measureSection(verb, workload, list, options.repeats));
                printSection(report.sections.back());
                std::fflush(stdout);
            }
        }
    }
    return report;
}

int run(int argc, char** argv) {
    CLI::App app("Times distances, rays and sweeps of hulls, ours and others', and judges the answers.",
                 "verbs_benchmark");
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
        "  verbs_benchmark\n"
        "  verbs_benchmark --workload box_box tank_tank --repeats 31");
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
        std::fprintf(stderr, "verbs_benchmark: %s\n", error.what());
        return 1;
    }
}
