#include "import/report/size_warnings.hpp"

#include "core/format_numbers.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using WarningCode = NodeReport::Warning::Code;

constexpr double kHugeMeters = 200.0;      // longer than vehicles and most buildings
constexpr double kThickMeters = 20.0;      // if no object of a file is thinner, its unit is not the meter
constexpr double kTinyMeters = 0.005;      // a pebble
constexpr double kTinyModelMeters = 0.07;  // a whole model: shorter than a toy car
constexpr double kLongestTank = 20.0;      // a tank longer than this in centimeters is in millimeters

std::string setUnit(double factor, double metersPerUnit, double size) {
    return "set metersPerUnit (--unit) to " + formatNumber(factor * metersPerUnit) + ", which makes it " +
           formatNumber(factor * size) + " m";
}

std::string hugeMessage(double size, double metersPerUnit) {
    const double factor = 0.01 * size > kLongestTank ? 0.001 : 0.01;
    const std::string length = "is " + formatNumber(size) + " m long: ";
    if (metersPerUnit != 1.0) {  // the file or the option states a unit that is not the meter
        return length + "is its scale " + formatNumber(1.0 / factor) +
               " times too large? Apply the scale before the export, or " +
               setUnit(factor, metersPerUnit, size);
    }
    return length + "is the file in " + (factor == 0.001 ? "millimeters" : "centimeters") + "? Then " +
           setUnit(factor, metersPerUnit, size);
}

std::string tinyMessage(const std::string& what, double size, double metersPerUnit) {
    return what + "only " + formatNumber(size) + " m long: is the file in " +
           (metersPerUnit < 1.0 ? "meters? Then " + setUnit(1.0 / metersPerUnit, metersPerUnit, size)
                                : "a larger unit than meters? Then set metersPerUnit (--unit) to that");
}

/// Merges the warnings of one code: keeps the warning of the first node, adds the number of other nodes to
/// it, and removes the other warnings. Returns whether any node has the warning.
bool merge(ImportReport& report, WarningCode code) {
    NodeReport::Warning* first = nullptr;
    std::size_t more = 0;
    for (NodeReport& node : report.nodes) {
        const auto found = std::ranges::find(node.warnings, code, &NodeReport::Warning::code);
        if (found != node.warnings.end() && first == nullptr) {
            first = &*found;
        } else if (found != node.warnings.end()) {
            node.warnings.erase(found);
            ++more;
        }
    }
    if (more > 0) {
        first->message += ". The same holds for " + formatCount(more, "more node", "more nodes");
    }
    return first != nullptr;
}

/// Warns about the first object if every object of the file is thick in all directions: the ground is not,
/// nor is a ship. Crates in centimeters are.
void warnOfThickObjects(ImportReport& report) {
    NodeReport* first = nullptr;
    for (NodeReport& node : report.nodes) {
        if (node.verticesWelded > 0) {
            const glm::vec3 extents = node.maximum - node.minimum;
            if (static_cast<double>(std::min({extents.x, extents.y, extents.z})) <= kThickMeters) {
                return;
            }
            const bool isBody = node.volume > 0.0 || node.triangles > 0;
            first = first == nullptr && isBody ? &node : first;
        }
    }
    if (first != nullptr) {
        const double size = largestExtent({first->minimum, first->maximum});
        first->warnings.push_back({WarningCode::Huge, hugeMessage(size, report.metersPerUnit)});
    }
}

}  // namespace

void checkSize(const Aabb& box, double metersPerUnit, NodeReport& report) {
    const double size = largestExtent(box);
    if (size > kHugeMeters) {
        report.warnings.push_back({WarningCode::Huge, hugeMessage(size, metersPerUnit)});
    } else if (size > 0.0 && size < kTinyMeters) {
        report.warnings.push_back({WarningCode::Tiny, tinyMessage("is ", size, metersPerUnit)});
    }
}

void mergeSizeWarnings(ImportReport& report) {
    if (!merge(report, WarningCode::Huge) && report.unitSource != "option") {
        warnOfThickObjects(report);
    }
    if (merge(report, WarningCode::Tiny) || report.unitSource == "option") {
        return;
    }
    Aabb whole;
    NodeReport* body = nullptr;
    for (NodeReport& node : report.nodes) {
        if (node.verticesWelded > 0) {
            whole = join(whole, {node.minimum, node.maximum});
            body = body == nullptr && (node.volume > 0.0 || node.triangles > 0) ? &node : body;
        }
    }
    if (const double size = largestExtent(whole); body != nullptr && size < kTinyModelMeters) {
        body->warnings.push_back(
            {WarningCode::Tiny, tinyMessage("is part of a model that is ", size, report.metersPerUnit)});
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
