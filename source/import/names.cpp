#include <sat3d/import/import.hpp>

namespace sat3d::inline SAT3D_ABI {

std::string_view toString(NodeReport::Warning::Code code) noexcept {
    using Code = NodeReport::Warning::Code;
    switch (code) {
        case Code::Open:
            return "Open";
        case Code::Flat:
            return "Flat";
        case Code::Inverted:
            return "Inverted";
        case Code::Tiny:
            return "Tiny";
        case Code::Huge:
            return "Huge";
        case Code::NotConvex:
            return "NotConvex";
        case Code::NormalsDisagree:
            return "NormalsDisagree";
        case Code::Degenerate:
            return "Degenerate";
        case Code::Empty:
            return "Empty";
        case Code::NotFinite:
            return "NotFinite";
        case Code::Skipped:
            return "Skipped";
        case Code::NoRenderMesh:
            return "NoRenderMesh";
        case Code::HullForMesh:
            return "HullForMesh";
        case Code::NotPrimitive:
            return "NotPrimitive";
        case Code::Approximated:
            return "Approximated";
        case Code::BadPhysics:
            return "BadPhysics";
    }
    return "?";
}

std::string_view toString(ImportError::Code code) noexcept {
    using Code = ImportError::Code;
    switch (code) {
        case Code::NotFound:
            return "NotFound";
        case Code::Unreadable:
            return "Unreadable";
        case Code::UnknownFormat:
            return "UnknownFormat";
        case Code::Malformed:
            return "Malformed";
        case Code::LimitExceeded:
            return "LimitExceeded";
        case Code::NothingToCollide:
            return "NothingToCollide";
        case Code::Cancelled:
            return "Cancelled";
        case Code::BadOptions:
            return "BadOptions";
        case Code::WorkerFailed:
            return "WorkerFailed";
    }
    return "?";
}

std::string_view toString(NotConvexAs as) noexcept {
    return as == NotConvexAs::Hull     ? "Hull"
           : as == NotConvexAs::Pieces ? "Pieces"
           : as == NotConvexAs::Mesh   ? "Mesh"
                                       : "?";
}

std::string_view toString(NodeRole role) noexcept {
    switch (role) {
        case NodeRole::Body:
            return "Body";
        case NodeRole::RenderOnly:
            return "RenderOnly";
        case NodeRole::Dropped:
            return "Dropped";
    }
    return "?";
}

std::string_view toString(NameRule rule) noexcept {
    switch (rule) {
        case NameRule::None:
            return "";
        case NameRule::UnrealBox:
            return "UBX_";
        case NameRule::UnrealConvex:
            return "UCX_";
        case NameRule::UnrealSphere:
            return "USP_";
        case NameRule::UnrealCapsule:
            return "UCP_";
        case NameRule::UnrealLegacyConvex:
            return "MCDCX_";
        case NameRule::GodotCol:
            return "-col";
        case NameRule::GodotConvcol:
            return "-convcol";
        case NameRule::GodotColonly:
            return "-colonly";
        case NameRule::GodotConvcolonly:
            return "-convcolonly";
        case NameRule::GodotRigid:
            return "-rigid";
        case NameRule::GodotNoimp:
            return "-noimp";
        case NameRule::GodotNavmesh:
            return "-navmesh";
        case NameRule::GodotOcconly:
            return "-occonly";
        case NameRule::GodotOcc:
            return "-occ";
        case NameRule::GodotVehicle:
            return "-vehicle";
        case NameRule::GodotWheel:
            return "-wheel";
        case NameRule::KhrRigidBodies:
            return "KHR_physics_rigid_bodies";
        case NameRule::OmiPhysicsBody:
            return "OMI_physics_body";
        case NameRule::OmiCollider:
            return "OMI_collider";
    }
    return "?";
}

}  // namespace sat3d::inline SAT3D_ABI
