/// Compares the time and the accuracy of distances, rays and sweeps of hulls in this library and in others.
/// ../hull_pairs/main.cpp explains why it does not use Google Benchmark.

#include "accuracy.hpp"
#include "contenders.hpp"
#include "harness/pair_benchmark.hpp"
#include "harness/time_format.hpp"
#include "harness/workload.hpp"
#include "report.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <pair_timing/measure.hpp>
#include <pair_timing/statistics.hpp>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

namespace {

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

/// Distances and sweeps use only separated pairs. Rays use all pairs.
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

nlohmann::json measureAll(const Options& options) {
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
    printSummary(report);
    return toJson(report);
}

}  // namespace

}  // namespace sat3d::benchmarks

int main(int argc, char** argv) {
    using namespace sat3d::benchmarks;
    const PairBenchmark benchmark{
        "verbs_benchmark",
        "Measures time and accuracy of distances, rays and sweeps of hulls, in sat3d and in other libraries.",
        {"box_box", "tank_tank", "rand16", "rand32", "rand64", "rand128", "cyl32"}};
    return runPairBenchmark(benchmark, argc, argv, measureAll);
}
