#pragma once

// Files that commands write.

#include <filesystem>
#include <string_view>

namespace sat3d::tool {

/// The content as a file, which is replaced; BadInput where that fails.
void writeFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sat3d::tool
