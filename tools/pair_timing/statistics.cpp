#include "statistics.hpp"

#include <algorithm>
#include <cstddef>

namespace sat3d::pair_timing {

double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double median(const std::vector<double>& values) {
    return quantile(values, 0.5);
}

double spread(const std::vector<double>& values) {
    return 0.5 * (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}

}  // namespace sat3d::pair_timing
