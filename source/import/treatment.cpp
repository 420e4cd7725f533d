#include "import/treatment.hpp"

#include "import/node_decisions.hpp"

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// Where nothing asks for a hull.
NotConvexAs notConvexAs(bool isDynamic, const ImportOptions& options) {
    const bool cannotStay = options.notConvexAs == NotConvexAs::Mesh && isDynamic;
    return cannotStay ? NotConvexAs::Hull : options.notConvexAs;
}

}  // namespace

Treatment treatmentByName(const NameDecision& decision, bool isDynamic, const ImportOptions& options) {
    if (decision.role == NodeRole::RenderOnly) {
        return {.isBody = false};
    }
    const bool isPlain = decision.rule == NameRule::None;
    const bool asksForMesh = decision.wanted == ShapeKind::TriangleMesh;
    const bool isSurface =
        ((options.triangleMeshes && asksForMesh) || (options.plainTriangleMeshes && isPlain)) && !isDynamic;
    const bool isUnrealHull =
        decision.rule == NameRule::UnrealConvex || decision.rule == NameRule::UnrealLegacyConvex;
    const bool split = isUnrealHull ? options.splitUnrealIslands : isPlain && options.splitPlainIslands;
    const bool isPrimitive = decision.wanted == ShapeKind::Box || decision.wanted == ShapeKind::Sphere ||
                             decision.wanted == ShapeKind::Capsule;
    const bool asksForHull = !isPlain && !asksForMesh;
    return {.isSurface = isSurface,
            .splitsIslands = split,
            .notConvexAs = asksForHull ? NotConvexAs::Hull : notConvexAs(isDynamic, options),
            .fit = options.fitPrimitives && isPrimitive ? decision.wanted : ShapeKind::ConvexHull};
}

Treatment treatmentOfDeclared(bool isSaidConvex, bool isDynamic, const ImportOptions& options) {
    return isSaidConvex ? Treatment{}
                        : Treatment{.isSurface = options.triangleMeshes && !isDynamic,
                                    .notConvexAs = notConvexAs(isDynamic, options)};
}

}  // namespace sat3d::inline SAT3D_ABI::importing
