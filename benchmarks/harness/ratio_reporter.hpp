#pragma once

/// @file
/// Prints the ratios of the peers' times to ours, after the usual table.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::benchmarks {

/// Compares the contender "sat3d", and each whose name begins so, with all others. Benchmarks are named
/// "workload/contender". With repetitions, the fastest of each are compared, and times are processor times: a
/// busy machine disturbs both least. Benchmarks that use the times of the clock keep them.
class RatioReporter : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            if (run.error_occurred || run.run_type != Run::RT_Iteration) {
                continue;
            }
            const std::string& name = run.run_name.function_name;
            const std::size_t slash = name.rfind('/');
            const bool isOnClock = run.run_name.time_type == "real_time";
            const double time = isOnClock ? run.GetAdjustedRealTime() : run.GetAdjustedCPUTime();
            double& fastest =
                times_[name.substr(0, slash)].try_emplace(name.substr(slash + 1), time).first->second;
            fastest = std::min(fastest, time);
        }
    }

    void Finalize() override {
        ConsoleReporter::Finalize();
        std::printf("\n%-40s %s\n", "workload", "sat3d is faster than");
        for (const auto& [workload, contenders] : times_) {
            for (const auto& [name, time] : contenders) {
                if (isOurs(name)) {
                    printRatios(workload + name.substr(kOurs.size()), time, contenders);
                }
            }
        }
    }

private:
    using Times = std::map<std::string, double>;
    static constexpr std::string_view kOurs = "sat3d";

    static bool isOurs(const std::string& contender) { return contender.starts_with(kOurs); }
    static void printRatios(const std::string& workload, double ours, const Times& contenders) {
        std::string peers;
        for (const auto& [contender, time] : contenders) {
            if (!isOurs(contender)) {
                peers += " " + contender + " by a factor of " + std::to_string(time / ours);
            }
        }
        if (!peers.empty()) {
            std::printf("%-40s%s\n", workload.c_str(), peers.c_str());
        }
    }

    std::map<std::string, Times> times_;
};

/// Runs the registered benchmarks. Returns the exit code of the program.
inline int runRegistered(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return 0;
}

}  // namespace sat3d::benchmarks
