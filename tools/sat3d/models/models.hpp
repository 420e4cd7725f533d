#pragma once

// Models on the command line.

#include <sat3d/import/import.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sat3d::tool {

/// Extension of baked models.
inline constexpr const char* kBakedExtension = ".s3d";

/// Calls visit(collider) for every body, then for every triangle mesh.
template <class Visit>
void forEachCollider(const CollisionModel& model, Visit&& visit) {
    std::ranges::for_each(model.bodies, visit);
    std::ranges::for_each(model.meshes, visit);
}

/// Returns the extension in lower case, with its dot.
std::string lowerExtension(const std::filesystem::path& file);

/// Import options: --up, --source-up, --unit and others.
struct ReadingOptions {
    ImportOptions import;
    std::vector<const CLI::Option*> ofImport;  ///< all import options; they have no effect on baked models
    bool showsProgress = true;                 ///< a bar while meshes are split
    void addTo(CLI::App& command);
    /// Returns the given options that can change the model, as on the command line.
    [[nodiscard]] std::string text() const;
};

/// Returns the model. Throws BadInput with the library's error if it cannot be read. The report of a baked
/// model (.s3d) has only the file's name.
ImportedModel load(const std::string& file, const ReadingOptions& reading);

/// Returns "5 bodies, 1 triangle mesh", without the second part if there are no triangle meshes.
std::string countsOf(const CollisionModel& model, std::string_view one = "body",
                     std::string_view many = "bodies");

}  // namespace sat3d::tool
