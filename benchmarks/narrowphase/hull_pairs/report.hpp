#pragma once

/// @file
/// Results of the benchmark, and their output as text and JSON.

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

/// Accuracy of one contender's answers, compared with the references.
struct Accuracy {
    /// Pushes longer than minimal by more than this fraction of the pair's size count as not minimal.
    static constexpr double kNotMinimal = 1e-5;

    std::size_t judged = 0, falsePositives = 0, falseNegatives = 0;
    std::size_t pushes = 0, notMinimal = 0;  ///< counted over overlapping pairs that were found
    double worstDepthError = 0.0,
           depthErrors = 0.0;  ///< fractions of size: the largest, and the sum over pushes

    [[nodiscard]] double meanDepthError() const {
        return pushes == 0 ? 0.0 : depthErrors / static_cast<double>(pushes);
    }
    Accuracy& operator+=(const Accuracy& other);
};

struct Entry {
    std::string contender;
    double nanoseconds = 0.0;           ///< per query, median of the repeats
    double spread = 0.0;                ///< half the interquartile range, as a fraction of the median
    std::optional<double> timesFaster;  ///< baseline's time / contender's time, median over the repeats
    std::size_t queryCount = 0;
    Accuracy accuracy;  ///< empty in the list of all pairs, which the regimes cover
};

/// The five query lists: four regimes, and all of their pairs, shuffled.
enum List : std::size_t { kFar, kNear, kShallow, kDeep, kAll, kListCount };
inline constexpr std::array<const char*, kListCount> kListNames{"far", "near", "shallow", "deep", "all"};

/// Results of one workload in one mode. Every list has the same contenders in the same order.
struct Section {
    std::string mode;  ///< "cold", "warm"
    std::array<std::size_t, kListCount> queryCounts{};
    std::array<std::vector<Entry>, kListCount> lists;

    [[nodiscard]] std::size_t contenderCount() const { return lists[kFar].size(); }
    /// Accuracy over the four regimes.
    [[nodiscard]] Accuracy accuracyOf(std::size_t contender) const;
    /// Geometric mean of the shallow and the deep list.
    [[nodiscard]] double hitNanoseconds(std::size_t contender) const;
    [[nodiscard]] std::optional<double> hitTimesFaster(std::size_t contender) const;
};

struct WorkloadReport {
    std::string name;
    std::size_t hullCount = 0, leastVertices = 0, mostVertices = 0;
    double bytesPerHull = 0.0;        ///< memory of a ConvexHull, mean
    double kernelBytesPerHull = 0.0;  ///< the part that the kernels read, mean
    std::vector<Section> sections;
};

struct Report {
    int repeats = 0;
    std::string instructionSet;  ///< best one that the machine has and the library was built for
    std::vector<WorkloadReport> workloads;
};

/// Prints a table of the times and the accuracy of one workload in one mode.
void printSection(const WorkloadReport& workload, const Section& section);
/// Prints a table of the ratios of all workloads.
void printSummary(const Report& report);
/// Returns all results as JSON.
[[nodiscard]] nlohmann::json toJson(const Report& report);

}  // namespace sat3d::benchmarks
