#pragma once

// Files that commands write.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sat3d::tool {

/// Adds the option -o, --output. An extension that is not in `extensions` is a usage error. Capital and small
/// letters are equal.
CLI::Option* addOutput(CLI::App& command, std::filesystem::path& output,
                       const std::vector<std::string>& extensions, const std::string& help);

/// Throws BadInput if both paths are the same file. Call it before any work.
void refuseToOverwrite(const std::filesystem::path& model, const std::filesystem::path& output);

/// Writes a file. Replaces an existing file after the new content is complete. Throws BadInput if that fails;
/// the old file then stays.
void writeFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sat3d::tool
