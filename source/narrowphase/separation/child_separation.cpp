#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/separation/separation.hpp"
#include "narrowphase/separation/triangle_culling.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// Adds a slack to a limit. Answers are rounded to float, but bounds are not. The slack keeps children whose
/// answer ties with the best one.
double withSlack(double limit) {
    constexpr double kLimitSlack = 1e-6;
    return limit + kLimitSlack * std::abs(limit);
}

}  // namespace

WorldSeparation<double> separationOfChildren(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                             const SeparationQuery& query) {
    WorldSeparation<double> best;
    TriangleCuller culler;
    const auto visit = [&](const ChildShape& childA, const ChildShape& childB, double limit) {
        if (culler.culls(childA, childB, limit)) {
            return limit;
        }
        const ChildPair children{childA.number, childB.number};
        const auto separationWith = [&](Points points) {
            return separationInWorld<double>({childA.shape, childA.pose, childB.shape, childB.pose},
                                             {limit, points});
        };
        WorldSeparation<double> here = separationWith(Points::No);
        if (here.separation < best.separation ||
            (here.separation == best.separation && children < best.children)) {
            best = query.points == Points::Yes ? separationWith(Points::Yes) : here;
            best.children = children;
        }
        // The overlap of two boxes does not bound the depth of their children, so the limit stays at 0 or
        // above.
        return std::min(limit, withSlack(std::max(double(best.separation), 0.0)));
    };
    forEachChildPair({a, poseA}, {b, poseB}, query.limit, kGapBound, visit);
    return best;
}

bool areChildrenCloser(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB, float margin) {
    bool found = false;
    TriangleCuller culler;
    const auto visit = [&](const ChildShape& childA, const ChildShape& childB, double limit) {
        found = found ||  // a bound of -infinity is within every limit
                (childB.shape.kind() == ShapeRef::Kind::Triangle
                     ? culler.areCloser(childA, childB, margin)
                     : overlaps<double>(childA.shape, childA.pose, childB.shape, childB.pose, {margin}));
        return found ? -std::numeric_limits<double>::infinity() : limit;
    };
    const PosedShape posedA{a, poseA}, posedB{b, poseB};
    forEachChildPair(posedA, posedB, margin, MakeReachBound(posedA, posedB, margin), visit);
    return found;
}

}  // namespace sat3d::SAT3D_ABI
