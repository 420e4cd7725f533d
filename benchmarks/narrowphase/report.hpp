#pragma once

/// @file
/// What the benchmark finds, before it is printed.

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

/// Answers of one contender against the references.
struct Accuracy {
    /// Pushes longer than minimal by more than this fraction of the pair's size count as not minimal.
    static constexpr double kNotMinimal = 1e-5;

    std::size_t judged = 0, falsePositives = 0, falseNegatives = 0;
    std::size_t pushes = 0, notMinimal = 0;  ///< of pairs that overlap, and were found to
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
    double spread = 0.0;                ///< half the distance of the quartiles, as a fraction of the median
    std::optional<double> timesFaster;  ///< than the baseline: median of the ratios within each repeat
    std::size_t queryCount = 0;
    Accuracy accuracy;  ///< not of the list of all pairs, which the regimes cover
};

/// The five lists that are timed: four regimes, and all of their pairs shuffled.
enum List : std::size_t { kFar, kNear, kShallow, kDeep, kAll, kListCount };
inline constexpr std::array<const char*, kListCount> kListNames{"far", "near", "shallow", "deep", "all"};

/// One workload in one mode. Every list has the same contenders in the same order.
struct Section {
    std::string mode;  ///< "cold", "warm"
    std::array<std::size_t, kListCount> queryCounts{};
    std::array<std::vector<Entry>, kListCount> lists;

    [[nodiscard]] std::size_t contenderCount() const { return lists[kFar].size(); }
    /// Over the four regimes.
    [[nodiscard]] Accuracy accuracyOf(std::size_t contender) const;
    /// Geometric means of shallow and deep.
    [[nodiscard]] double hitNanoseconds(std::size_t contender) const;
    [[nodiscard]] std::optional<double> hitTimesFaster(std::size_t contender) const;
};

struct WorkloadReport {
    std::string name;
    std::size_t hullCount = 0, leastVertices = 0, mostVertices = 0;
    double bytesPerHull = 0.0;        ///< all that a ConvexHull holds, mean
    double kernelBytesPerHull = 0.0;  ///< the part of it that the fast kernels read, mean
    std::vector<Section> sections;
};

struct Report {
    int repeats = 0;
    std::string instructionSet;  ///< the best that this machine has and the library was built for
    std::size_t bytesPerCache = 0;
    std::vector<WorkloadReport> workloads;
};

/// Times and accuracy of one workload in one mode, for people.
void printSection(const WorkloadReport& workload, const Section& section);
/// Ratios of all workloads side by side.
void printSummary(const Report& report);
/// The same for programs.
[[nodiscard]] nlohmann::json toJson(const Report& report);

}  // namespace sat3d::benchmarks
