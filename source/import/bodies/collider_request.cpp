#include "import/bodies/collider_request.hpp"

#include "import/names/name_effect.hpp"
#include "import/names/name_rules.hpp"

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Returns the policy of the options, but a hull instead of a triangle mesh for a dynamic body.
NonConvexPolicy nonConvexPolicy(bool isDynamic, const ImportOptions& options) {
    const bool isImpossible = options.nonConvexPolicy == NonConvexPolicy::TriangleMesh && isDynamic;
    return isImpossible ? NonConvexPolicy::ConvexHull : options.nonConvexPolicy;
}

}  // namespace

ColliderRequest requestByName(const NodeRoleByName& role, double metersPerUnit, bool isDynamic,
                              const ImportOptions& options) {
    const bool isUnnamed = role.source == ColliderSource::None;
    const bool asksForMesh = role.wanted == ShapeType::TriangleMesh;
    ColliderRequest request{.metersPerUnit = metersPerUnit};
    request.asTriangleMesh =
        !isDynamic && (asksForMesh ? options.triangleMeshes : isUnnamed && options.unnamedAsTriangleMeshes);
    request.splitsComponents = isUnnamed ? options.splitUnnamedComponents
                                         : isUnreal(role.source) && role.wanted == ShapeType::ConvexHull &&
                                               options.splitUnrealComponents;
    if (isUnnamed || asksForMesh) {
        request.nonConvexPolicy = nonConvexPolicy(isDynamic, options);
    } else if (options.fitPrimitives) {
        request.fit = role.wanted;
    }
    return request;
}

ColliderRequest requestOfDeclared(bool isHull, double metersPerUnit, bool isDynamic,
                                  const ImportOptions& options) {
    ColliderRequest request{.metersPerUnit = metersPerUnit};
    if (!isHull) {
        request.asTriangleMesh = options.triangleMeshes && !isDynamic;
        request.nonConvexPolicy = nonConvexPolicy(isDynamic, options);
    }
    return request;
}

}  // namespace sat3d::SAT3D_ABI::importing
