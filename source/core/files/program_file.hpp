#pragma once

/// @file
/// The file of the running program.

#include <sat3d/core/config.hpp>

#include <filesystem>
#include <system_error>

#ifdef _WIN32
#include "core/files/windows.hpp"

#include <string>
#elif defined __APPLE__
#include <cstdint>
#include <mach-o/dyld.h>
#include <string>
#endif

namespace sat3d::SAT3D_ABI {

/// Returns the path of the running program, or an empty path if the system does not provide it.
[[nodiscard]] inline std::filesystem::path programFile() {
#ifdef _WIN32
    constexpr DWORD kLongest = 32768;  // characters of a path, of which Windows has no longer one
    std::wstring path(kLongest, L'\0');
    path.resize(::GetModuleFileNameW(nullptr, path.data(), kLongest));
    return path;
#else
    std::error_code error;
#ifdef __APPLE__
    std::uint32_t size = 0;
    ::_NSGetExecutablePath(nullptr, &size);
    std::string path(size, '\0');
    ::_NSGetExecutablePath(path.data(), &size);
    const std::filesystem::path program = std::filesystem::canonical(path.c_str(), error);
#else
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
#endif
    return error ? std::filesystem::path() : program;
#endif
}

}  // namespace sat3d::SAT3D_ABI
