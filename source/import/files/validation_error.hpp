#pragma once

/// The error of a file's content, thrown from any depth of a validator or reader.

#include <sat3d/import/import.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {

/// Becomes the ImportError that loadModel returns.
struct ValidationError : std::runtime_error {
    ValidationError(ImportError::Code why, const std::string& message, std::string nodeName = {})
        : std::runtime_error(message), code(why), node(std::move(nodeName)) {}
    ImportError::Code code;
    std::string node;  ///< its name; empty if the error is not about one node
};

[[noreturn]] inline void malformed(const std::string& message) {
    throw ValidationError(ImportError::Code::Malformed, message);
}

}  // namespace sat3d::SAT3D_ABI::importing
