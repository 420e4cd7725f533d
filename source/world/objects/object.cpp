#include "core/enum_names.hpp"

#include <sat3d/world/object.hpp>

namespace sat3d::SAT3D_ABI {

std::string_view toString(ObjectKind kind) noexcept {
    return enumName<ObjectKind::Sensor>(kind, {"Moving", "Static", "Sensor"});
}

std::string_view toString(ContactDetail detail) noexcept {
    return enumName<ContactDetail::Manifolds>(detail, {"Overlap", "Push", "Manifolds"});
}

std::string_view toString(WorldError::Code code) noexcept {
    return enumName<WorldError::Code::BadVehicle>(
        code, {"BadShape", "BadPose", "StaleId", "NoSuchPart", "Full", "BadSnapshot", "ForeignSnapshot",
               "MissingShape", "TooManyCategories", "Empty", "BadBody", "BadMotion", "BadKind", "BadFilter",
               "BadJoint", "BadVehicle"});
}

}  // namespace sat3d::SAT3D_ABI
