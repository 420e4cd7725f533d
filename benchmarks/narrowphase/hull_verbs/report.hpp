#pragma once

/// @file
/// Results of the benchmark, and their output as text and JSON.

#include "accuracy.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

struct Entry {
    std::string contender;
    double nanoseconds = 0.0;  ///< per query, median of the repeats
    double spread = 0.0;       ///< half the interquartile range, as a fraction of the median
    double timesSlower = 1.0;  ///< contender's time / our time, median over the repeats
    std::size_t queries = 0;
    Accuracy accuracy;
};

/// Results of one verb on one query list of a workload. All entries come from one run.
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
/// Prints a table of the ratios to our times, for every workload.
void printSummary(const Report& report);
[[nodiscard]] nlohmann::json toJson(const Report& report);

}  // namespace sat3d::benchmarks
