#pragma once

/// @file
/// What the benchmark finds, before it is printed.

#include "judge.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

struct Entry {
    std::string contender;
    double nanoseconds = 0.0;  ///< per question, median of the repeats
    double spread = 0.0;       ///< half the distance of the quartiles, as a fraction of the median
    double slower = 1.0;       ///< than ours: median of the ratios within each repeat
    std::size_t questions = 0;
    Accuracy accuracy;
};

/// One verb of one workload's list. All entries are of one run.
struct Section {
    Verb verb;
    std::string workload, list;
    std::vector<Entry> entries;
};

struct Report {
    int repeats = 0;
    std::string instructionSet;
    std::vector<Section> sections;
};

void printHeader(const Report& report);
void printSection(const Section& section);
/// How many times slower than ours, for every workload.
void printSummary(const Report& report);
[[nodiscard]] nlohmann::json toJson(const Report& report);

}  // namespace sat3d::benchmarks
