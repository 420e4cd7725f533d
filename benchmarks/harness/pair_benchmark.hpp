#pragma once

/// @file
/// The common command line of all benchmarks on pair files.

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

struct Options {
    std::string folder = SAT3D_PAIRS;
    std::vector<std::string> workloads;
    int repeats = 15;
};

struct PairBenchmark {
    std::string name;                    ///< name of the program
    std::string purpose;                 ///< one sentence for --help
    std::vector<std::string> workloads;  ///< default workloads
};

/// Parses the command line, runs the benchmark, and writes the results to the file named by --json.
/// @param measure  measures and prints; returns the results as JSON; may throw std::exception
/// @return exit code of the program
int runPairBenchmark(const PairBenchmark& benchmark, int argc, char** argv,
                     const std::function<nlohmann::json(const Options&)>& measure);

}  // namespace sat3d::benchmarks
