#pragma once

/// @file
/// The other side of ImportOptions::isolation: what the process runs that reads the model.

#include <sat3d/core/config.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Reads one request from the standard input, imports with the limits it names, writes the answer to the
/// standard output. All that a worker's main() does; a program can also be its own worker, and name itself in
/// Isolation. Whatever else is open is closed, and the process is ended some seconds after maxSeconds: to be
/// called before anything else.
/// @return  the exit code: 0 when an answer was given, be it an error; 2 when the input was no request
[[nodiscard]] SAT3D_IMPORT_API int runImportWorker();

}  // namespace sat3d::inline SAT3D_ABI
