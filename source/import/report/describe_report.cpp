#include "core/format_numbers.hpp"
#include "core/text_table.hpp"

#include <sat3d/import/import.hpp>

#include <string>

namespace sat3d::SAT3D_ABI {
namespace importing {
namespace {

std::string extentsOf(const NodeReport& node) {
    const glm::dvec3 size = node.maximum - node.minimum;
    return formatNumber(size.x) + " x " + formatNumber(size.y) + " x " + formatNumber(size.z);
}

/// Returns the last cell of a row: the summary of the node. If the node simply collides as one hull, omits
/// the summary.
std::string remarkOn(const NodeReport& node) {
    const bool isPlain = node.source == ColliderSource::None && node.role == NodeRole::Body &&
                         node.pieces.count == 0 && node.triangles == 0;
    const bool hasBody = node.volume > 0.0 || node.triangles > 0;
    std::string remark = !isPlain ? printable(node.summary) : hasBody ? "" : "no body";
    const auto append = [&remark](const char* words) {
        remark += (remark.empty() ? "" : ", ") + std::string(words);
    };
    if (node.mirrored) {
        append("mirrored");
    }
    if (!node.warnings.empty()) {
        append("see below");
    }
    return remark;
}

TextTable tableOf(const ImportReport& report) {
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"node"},
                     {"vertices", kRight},
                     {"faces", kRight},
                     {"hull V", kRight},
                     {"hull F", kRight},
                     {"volume m3", kRight},
                     {"extents m"},
                     {""}});
    for (const NodeReport& node : report.nodes) {
        table.add({printable(node.name),
                   std::to_string(node.verticesRead) + " -> " + std::to_string(node.verticesWelded),
                   std::to_string(node.facesRead), std::to_string(node.hullVertices),
                   std::to_string(node.hullFaces), formatNumber(node.volume, 6), extentsOf(node),
                   remarkOn(node)});
    }
    return table;
}

}  // namespace
}  // namespace importing

std::string describe(const ImportReport& report) {
    std::string text;
    for (const std::string& line : importing::tableOf(report).lines()) {
        text += line + "\n";
    }
    for (const std::string& note : report.notes) {
        text += "\nnote: " + printable(note) + "\n";
    }
    for (const NodeReport& node : report.nodes) {
        for (const NodeReport::Warning& warning : node.warnings) {
            text += "\nwarning: " + printable(node.name) + ": " + printable(warning.message) + " [" +
                    std::string(toString(warning.code)) + "]\n";
        }
    }
    return text;
}

}  // namespace sat3d::SAT3D_ABI
