#pragma once

/// The checks of each format that Assimp reads. All throw VettingFault.

#include <sat3d/import/import.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

/// Thrown within vetting, where a fault may be found at any depth; vet() turns it into an error.
struct VettingFault : std::runtime_error {
    VettingFault(ImportError::Code why, const std::string& message)
        : std::runtime_error(message), code(why) {}
    ImportError::Code code;
};

[[noreturn]] inline void malformed(const std::string& message) {
    throw VettingFault(ImportError::Code::Malformed, message);
}

/// The header must be whole, promise no more than the file has bytes, and name each list once.
void vetPly(std::string_view bytes);

/// Tags must be whole and nest no deeper than nodes may; lists of indices must be numbers; accessors must
/// stay inside their arrays; instanced nodes must come to no more nodes than allowed, and not to themselves.
void vetCollada(std::string_view bytes, const ImportOptions& options);

/// Records and sections must lie within one another and not too deep, arrays must not unpack beyond measure,
/// and models must not stand below themselves.
void vetFbx(std::string_view bytes, const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
