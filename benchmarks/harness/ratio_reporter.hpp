#pragma once

/// @file
/// Prints the ratios of the peers' times to ours, after the usual table.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

/// Compares the contender "sat3d" with every other contender. Benchmarks are named "workload/contender". With
/// repetitions, the fastest of each are compared, and times are processor times: a busy machine disturbs both
/// least. Benchmarks that use the times of the clock keep them.
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
            const auto ours = contenders.find("sat3d");
            if (ours == contenders.end()) {
                continue;
            }
            std::printf("%-40s", workload.c_str());
            for (const auto& [contender, time] : contenders) {
                if (contender != "sat3d") {
                    std::printf(" %s by a factor of %.2f", contender.c_str(), time / ours->second);
                }
            }
            std::printf("\n");
        }
    }

private:
    std::map<std::string, std::map<std::string, double>> times_;
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
