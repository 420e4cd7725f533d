#include "narrowphase/separation/child_separation.hpp"

#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/separation/triangle_culling.hpp"

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Answers are rounded to float, bounds are not: what ties with the best must not fall to the difference.
double withSlack(double limit) {
    constexpr double kSlack = 1e-6;
    return limit + kSlack * std::abs(limit);
}

}  // namespace

WorldSeparation<double> separationOfPieces(detail::ShapeRef a, const DPose& poseA, detail::ShapeRef b,
                                           const DPose& poseB, const SeparationQuery& query) {
    WorldSeparation<double> best;
    TriangleFilter filter;
    const auto visit = [&](const Piece& pieceA, const Piece& pieceB, double limit) {
        if (filter.passesOver(pieceA, pieceB, limit)) {
            return limit;
        }
        const PiecePair pieces{pieceA.number, pieceB.number};
        const auto ask = [&](Points points) {
            return separationInWorld(pieceA.shape, pieceA.pose, pieceB.shape, pieceB.pose, {limit, points});
        };
        const float here = ask(Points::No).separation;
        if (here < best.separation || (here == best.separation && pieces < best.pieces)) {
            best = ask(query.points);
            best.pieces = pieces;
        }
        // Boxes that overlap tell nothing of how deep their pieces do.
        return std::min(limit, withSlack(std::max(double(best.separation), 0.0)));
    };
    forEachPiecePair({a, poseA}, {b, poseB}, query.limit, kGapBound, visit);
    return best;
}

}  // namespace sat3d::inline SAT3D_ABI
