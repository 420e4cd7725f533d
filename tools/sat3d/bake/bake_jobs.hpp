#pragma once

// Which models a call of sat3d bake turns into which files.

#include <filesystem>
#include <string>
#include <vector>

namespace sat3d::tool {

struct BakeJob {
    std::string model;
    std::filesystem::path output;
    std::string refusal = {};  ///< the reason why it cannot be baked; empty: it can
};

/// Returns the paths in a list file: one a line, without empty lines and lines that begin with '#'. Throws
/// BadInput.
std::vector<std::string> pathsInList(const std::string& file);

/// Returns one job for each model, in the order of the inputs; the models of a folder are sorted by name. A
/// file becomes FOLDER/NAME.s3d. Models in and below a folder keep their subfolders. Models that would get
/// the same output are refused. Throws BadInput.
/// @param inputs  model files, and folders that contain some
std::vector<BakeJob> bakeJobs(const std::vector<std::string>& inputs, const std::filesystem::path& folder);

}  // namespace sat3d::tool
