#pragma once

/// GLB: a JSON document and its first buffer in one file.

#include <sat3d/core/config.hpp>

#include <string_view>

namespace sat3d::SAT3D_ABI::importing {

struct GlbChunks {
    std::string_view json;
    std::string_view binary;
};

/// Returns both chunks as views into `bytes`. Throws ValidationError.
GlbChunks splitGlb(std::string_view bytes);

}  // namespace sat3d::SAT3D_ABI::importing
