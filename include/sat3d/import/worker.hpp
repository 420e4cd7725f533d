#pragma once

/// @file
/// The worker process of ImportOptions::isolation.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Reads one request from the standard input, imports the model and writes the answer to the standard output.
/// Closes all other open files, so the main() of a worker program calls it first. The system ends the process
/// some seconds after ImportOptions::maxSeconds.
/// @code
/// int main() {
///     return sat3d::runImportWorker();
/// }
/// @endcode
/// @return  the exit code of the program: 0 after an answer, which may be an error; 1 if the answer cannot be
///          written; 2 if the input is not a request
[[nodiscard]] SAT3D_IMPORT_API int runImportWorker();

}  // namespace sat3d::SAT3D_ABI
