#include "import/pieces.hpp"

#include "core/figures.hpp"
#include "import/face_tags.hpp"

#include <sat3d/shapes/convex_decomposition.hpp>

#include <algorithm>
#include <utility>

namespace sat3d::inline SAT3D_ABI::importing {

std::vector<ConvexHull> convexPieces(const Surface& surface, const std::string& part,
                                     const ImportOptions& options, NodeReport& report) {
    DecompositionOptions wanted = options.pieces;
    wanted.hull = options.hull;
    auto found = decompose(surface.vertices, triangles(surface).corners, wanted);
    std::vector<ConvexHull> hulls;
    if (!found) {  // cancelled: the mesh has a hull, and the options were checked
        return hulls;
    }
    report.pieces.count += static_cast<std::uint32_t>(found->pieces.size());
    report.pieces.concavity = std::max(report.pieces.concavity, found->concavity());
    report.pieces.uncovered = std::max(report.pieces.uncovered, found->uncovered);
    if (!found->isComplete) {
        report.warnings.push_back(
            {NodeReport::Warning::Code::NotConvex,
             part + "is not convex, and " + count(options.pieces.maxPieces, "piece does", "pieces do") +
                 " not suffice: the mesh lies up to " + figure(found->concavity()) +
                 " m inside one. Allow more pieces (--max-pieces), or more depth (--tolerance)"});
    }
    for (ConvexPiece& piece : found->pieces) {
        hulls.push_back(taggedPiece(piece.hull, surface));
    }
    return hulls;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
