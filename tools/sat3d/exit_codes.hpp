#pragma once

// What the tool says to the shell.

#include <stdexcept>
#include <string>

namespace sat3d::tool {

enum ExitCode : int {
    kApart = 0,  ///< the shapes are apart, or the work is done
    kColliding = 1,
    kDiffering = 1,  ///< answers are not those of the reference
    kUsage = 2,
    kBadInput = 3,
};

/// A file that cannot be used: ends the command with kBadInput. The message names file and cure.
class BadInput : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace sat3d::tool
