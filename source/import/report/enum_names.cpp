#include "core/enum_names.hpp"

#include <sat3d/import/import.hpp>

namespace sat3d::SAT3D_ABI {

std::string_view toString(NodeReport::Warning::Code code) noexcept {
    return enumName<NodeReport::Warning::Code::DoubledCorners>(
        code, {"Open", "Flat", "Inverted", "Tiny", "Huge", "NotConvex", "NormalsDisagree", "Degenerate",
               "Thin", "Empty", "NotFinite", "Skipped", "NoRenderMesh", "MeshReplacedByHull",
               "PrimitiveFitFailed", "Approximated", "InvalidPhysics", "FarAway", "DoubledCorners"});
}

std::string_view toString(ImportError::Code code) noexcept {
    return enumName<ImportError::Code::WorkerMissing>(
        code, {"NotFound", "Unreadable", "UnknownFormat", "Malformed", "LimitExceeded", "Canceled",
               "NoColliders", "BadOptions", "WorkerFailed", "WorkerMissing"});
}

std::string_view toString(NonConvexPolicy policy) noexcept {
    return enumName<NonConvexPolicy::TriangleMesh>(policy, {"ConvexHull", "Decompose", "TriangleMesh"});
}

std::string_view toString(UnnamedMeshes meshes) noexcept {
    return enumName<UnnamedMeshes::Ignore>(meshes, {"AsFileSuggests", "Collide", "Ignore"});
}

std::string_view toString(NodeRole role) noexcept {
    return enumName<NodeRole::Dropped>(role, {"Body", "RenderOnly", "Dropped"});
}

std::string_view toString(ColliderSource source) noexcept {
    return enumName<ColliderSource::OmiCollider>(source, {"",
                                                          "UBX_",
                                                          "UCX_",
                                                          "USP_",
                                                          "UCP_",
                                                          "MCDCX_",
                                                          "-col",
                                                          "-convcol",
                                                          "-colonly",
                                                          "-convcolonly",
                                                          "-rigid",
                                                          "-noimp",
                                                          "-navmesh",
                                                          "-occonly",
                                                          "-occ",
                                                          "-vehicle",
                                                          "-wheel",
                                                          "KHR_physics_rigid_bodies",
                                                          "OMI_physics_body",
                                                          "OMI_collider"});
}

}  // namespace sat3d::SAT3D_ABI
