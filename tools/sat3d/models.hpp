#pragma once

// Models on the command line: how they are read.

#include <sat3d/import/import.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}

namespace sat3d::tool {

/// Of the files that sat3d bake writes.
inline constexpr std::string_view kBakedExtension = ".s3d";

/// The extension in lower case, with its dot: what tells files apart, however it is written.
std::string lowerExtension(const std::filesystem::path& file);

/// --up, --source-up, --unit, and how names and loose parts are read.
struct ReadingOptions {
    ImportOptions import;
    std::vector<const CLI::Option*> ofImport;  ///< all of them, which mean nothing to a baked model
    void addTo(CLI::App& command);
};

/// The model, or BadInput with the message of what could not read it. Baked models (.s3d) have no report but
/// the file's name.
ImportedModel load(const std::string& file, const ReadingOptions& reading);

/// "5 bodies, 1 triangle mesh": the second only where there are any.
std::string countsOf(const CollisionModel& model, std::string_view one = "body",
                     std::string_view many = "bodies");

}  // namespace sat3d::tool
