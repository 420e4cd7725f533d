#include <sat3d/shapes/physics_properties.hpp>

namespace sat3d::inline SAT3D_ABI {

std::string_view toString(Motion motion) noexcept {
    switch (motion) {
        case Motion::Unstated:
            return "Unstated";
        case Motion::Static:
            return "Static";
        case Motion::Dynamic:
            return "Dynamic";
        case Motion::Kinematic:
            return "Kinematic";
    }
    return "?";
}

std::string_view toString(Combine combine) noexcept {
    switch (combine) {
        case Combine::Average:
            return "Average";
        case Combine::Minimum:
            return "Minimum";
        case Combine::Maximum:
            return "Maximum";
        case Combine::Multiply:
            return "Multiply";
    }
    return "?";
}

}  // namespace sat3d::inline SAT3D_ABI
