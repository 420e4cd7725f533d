#pragma once

/// @file
/// The command line that benchmarks on pair files have in common.

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
    std::string name;                    ///< of the program
    std::string purpose;                 ///< one sentence for --help
    std::vector<std::string> workloads;  ///< where none are asked for
};

/// Reads the options, has everything measured and printed, and writes the figures where --json asks for them.
/// @param measure  prints, and returns the figures; may throw with what is wrong
/// @return the program's exit code
int runPairBenchmark(const PairBenchmark& benchmark, int argc, char** argv,
                     const std::function<nlohmann::json(const Options&)>& measure);

}  // namespace sat3d::benchmarks
