#pragma once

// Times of the library for the pairs of a file.

#include <sat3d/shapes/convex_hull.hpp>

#include <pairs_file/pairs_file.hpp>
#include <vector>

namespace sat3d::tool {

struct TimingOptions {
    bool bulk = false;
};

/// Measures every regime in the file, and all pairs shuffled. Prints a table or JSON.
/// @param file  with at least one pair
void printTimes(const pairs_file::File& file, const std::vector<ConvexHull>& hulls,
                const TimingOptions& options, bool json);

}  // namespace sat3d::tool
