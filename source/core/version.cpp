#include <sat3d/core/version.hpp>

namespace sat3d::SAT3D_ABI {

const char* version() noexcept {
    return SAT3D_VERSION_STRING;
}

}  // namespace sat3d::SAT3D_ABI
