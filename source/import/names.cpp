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
        case Code::BadOptions:
            return "BadOptions";
    }
    return "?";
}

std::string_view toString(UpAxis axis) noexcept {
    return axis == UpAxis::Y ? "Y" : "Z";
}

}  // namespace sat3d::inline SAT3D_ABI
