#pragma once

// Files that commands write.

#include <filesystem>
#include <string_view>

namespace sat3d::tool {

/// BadInput where both are the same file, under whatever names. To be called before any work.
void refuseToOverwrite(const std::filesystem::path& model, const std::filesystem::path& output);

/// The content as a file, which is replaced once all is written; BadInput where that fails, and what stood
/// there stays.
void writeFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sat3d::tool
