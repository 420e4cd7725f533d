#pragma once

// Files that tell Make, Ninja and others on what the results of a command depend.

#include <sat3d/import/import.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace sat3d::tool {

struct Dependencies {
    std::filesystem::path result;
    std::filesystem::path model;
    std::vector<SourceFile> files;  ///< relative to the folder of the model; missing ones are left out
};

/// Returns the rules in the syntax of Make, which Ninja reads as well. Every file also gets a rule without a
/// command, so that Make does not stop when it has been deleted. Throws BadInput for a name that neither can
/// read. Some names one of them misreads, whatever is written: docs/baking.md has them.
std::string depfileOf(const std::vector<Dependencies>& all);

}  // namespace sat3d::tool
