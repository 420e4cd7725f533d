#pragma once

/// @file
/// Reads the pairs of hulls of a benchmark.

#include <sat3d/shapes/convex_hull.hpp>

#include <pairs_file/pairs_file.hpp>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

/// A pair file with its reference answers.
struct Workload {
    std::string name;
    pairs_file::File file;
    std::vector<ConvexHull> hulls;
    std::vector<pairs_file::Answer> answers, coherentAnswers;
};

/// Reads NAME.txt, NAME.ref and NAME.coh.ref. Throws std::runtime_error if one of them is invalid.
[[nodiscard]] Workload load(const std::string& folder, const std::string& name);

}  // namespace sat3d::benchmarks
