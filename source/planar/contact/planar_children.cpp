#include "planar/contact/planar_children.hpp"

#include "planar/ray/planar_solid.hpp"

namespace sat3d::SAT3D_ABI {

namespace {

/// A core without width, and the compound that it may lie in.
struct ThinInSolid {
    const PlanarShapeRef& solid;
    const PlanarTransform& solidToWorld;
    const ConvexChild& child;  ///< of the solid
    const PlanarProxy& thin;

    [[nodiscard]] bool isPossible() const {
        return thin.isThin() && solid.kind() == PlanarShapeRef::Kind::Compound;
    }
    [[nodiscard]] double tolerance() const {
        const BoundingCircle circle = child.circle();
        return touchingTolerance({circle.center - solidToWorld.position, circle.radius});
    }
    [[nodiscard]] bool isOnInnerBorder() const {
        return sat3d::isOnInnerBorder(solid.as<PlanarCompound>(), thin,
                                      relative(solidToWorld, thin.toWorld()));
    }
};

}  // namespace

bool findChildGap(const PlanarShapes& shapes, const ConvexChild& childA, const PlanarProxy& a,
                  const ConvexChild& childB, const PlanarProxy& b, const PlanarTransform& bInA, double limit,
                  PlanarGap& gap) noexcept {
    const ThinInSolid aInB{shapes.b, shapes.poseB, childB, a}, bInSolidA{shapes.a, shapes.poseA, childA, b};
    bool isBelow = findGap(a, b, bInA, limit, gap);
    for (const ThinInSolid* pair : {&aInB, &bInSolidA}) {
        if (pair->isPossible() && !(isBelow && gap.separation < 0.0)) {
            const double tolerance = pair->tolerance();
            PlanarGap touch;
            if (findGap(a, b, bInA, tolerance, touch) && pair->isOnInnerBorder()) {
                gap = touch;
                gap.separation = -tolerance;
                isBelow = gap.separation < limit;
            }
        }
    }
    gap.children.a = childA.number;
    gap.children.b = childB.number;
    return isBelow;
}

}  // namespace sat3d::SAT3D_ABI
