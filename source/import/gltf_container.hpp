#pragma once

/// GLB: a document of JSON and its first buffer in one file.

#include <sat3d/core/config.hpp>

#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

struct GltfContainer {
    std::string_view json;
    std::string_view binary;
};

/// Both chunks, within `bytes`. Throws VettingFault.
GltfContainer splitGlb(std::string_view bytes);

}  // namespace sat3d::inline SAT3D_ABI::importing
