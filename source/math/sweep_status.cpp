#include "core/enum_names.hpp"

#include <sat3d/math/sweep_status.hpp>

namespace sat3d::SAT3D_ABI {

std::string_view toString(SweepStatus status) noexcept {
    return enumName<SweepStatus::NotConverged>(status, {"Miss", "Hit", "InitialOverlap", "NotConverged"});
}

}  // namespace sat3d::SAT3D_ABI
