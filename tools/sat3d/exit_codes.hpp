#pragma once

// Exit codes of the tool.

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sat3d::tool {

enum ExitCode : int {
    kDone = 0,
    kApart = 0,
    kColliding = 1,
    kDiffering = 1,  ///< answers differ from the reference
    kUsage = 2,
    kBadInput = 3,
};

/// A file that cannot be used: ends the command with kBadInput. The message names the file and the remedy.
struct BadInput : std::runtime_error {
    explicit BadInput(const std::string& message, std::string_view errorCode = {}, std::string nodeName = {})
        : std::runtime_error(message), code(errorCode), node(std::move(nodeName)) {}
    std::string code;  ///< code of the library's error, such as "NoColliders"; empty for an error of the tool
    std::string node;  ///< the node at fault; empty: none is known
};

}  // namespace sat3d::tool
