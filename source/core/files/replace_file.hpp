#pragma once

/// @file
/// Atomic replacement of files.

#include <sat3d/core/config.hpp>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <system_error>

#ifdef _WIN32
#include "core/files/windows.hpp"
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace sat3d::SAT3D_ABI {

namespace replace_file {

/// The error of the last system call.
inline std::error_code lastError() {
    return {errno != 0 ? errno : EIO, std::generic_category()};
}

inline std::error_code write(const std::filesystem::path& file, std::string_view content) {
    errno = 0;
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    return stream ? std::error_code() : lastError();
}

/// Flushes a file to the disk. Without this, a crash of the machine may leave the new name with an incomplete
/// content. Does nothing on Windows.
inline std::error_code flush([[maybe_unused]] const std::filesystem::path& file) {
#ifndef _WIN32
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    // Some file systems do not support fsync.
    const bool isFlushed = descriptor >= 0 && (::fsync(descriptor) == 0 || errno == EINVAL ||
                                               errno == ENOTSUP || errno == ENOSYS);
    const std::error_code fault = isFlushed ? std::error_code() : lastError();
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    return fault;
#else
    return {};
#endif
}

/// Creates a folder to which only the user has access.
inline std::error_code makePrivateFolder(const std::filesystem::path& folder) {
#ifndef _WIN32
    return ::mkdir(folder.c_str(), S_IRWXU) == 0 ? std::error_code() : lastError();
#else
    std::error_code error;
    const bool isNew = std::filesystem::create_directory(folder, error);
    return isNew || error ? error : std::make_error_code(std::errc::file_exists);
#endif
}

/// Gives a file the name of another, which it replaces.
inline std::error_code rename(const std::filesystem::path& file, const std::filesystem::path& target) {
#ifdef _WIN32
    return ::MoveFileExW(file.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)
               ? std::error_code()
               : std::error_code(static_cast<int>(::GetLastError()), std::system_category());
#else
    std::error_code error;
    std::filesystem::rename(file, target, error);
    return error;
#endif
}

/// Repeats an action for up to 2 s while it is denied, on Windows alone: there, a file that another program
/// has open can be neither opened to write nor replaced. The other one closes it soon: a game that reloads
/// it, a virus scanner, a second writer.
/// @param action  returns its error
template <class Action>
std::error_code patiently(const Action& action) {
#ifdef _WIN32
    constexpr DWORD kAttempts = 60;
    for (DWORD attempt = 1; attempt < kAttempts; ++attempt) {
        const std::error_code error = action();
        if (error != std::errc::permission_denied) {
            return error;
        }
        ::Sleep(attempt);
    }
#endif
    return action();
}

/// Checks that a file may be written: it may be write-protected, though its folder is not.
inline std::error_code checkWritable(const std::filesystem::path& file,
                                     const std::filesystem::file_status& status) {
    namespace fs = std::filesystem;
    const auto open = [&] {
        errno = 0;
        return std::ofstream(file, std::ios::binary | std::ios::app) ? std::error_code() : lastError();
    };
    const bool isReadOnly = (status.permissions() & fs::perms::owner_write) == fs::perms::none;
    return isReadOnly ? open() : patiently(open);
}

}  // namespace replace_file

/// Replaces the content of a file atomically: a reader sees the old or the new content, never a part of it.
/// Keeps permissions, and follows a symbolic link. Devices, pipes and broken links are written directly.
/// @return the error, if any. The old content of a file is then intact; a device or pipe may have received a
/// part of the new one.
[[nodiscard]] inline std::error_code replaceFile(const std::filesystem::path& file,
                                                 std::string_view content) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::file_status status;
    error = replace_file::patiently([&] {
        status = fs::status(file, error);
        return error;
    });
    const bool replaces = fs::is_regular_file(status);
    if (!replaces && (fs::exists(status) || fs::is_symlink(fs::symlink_status(file, error)))) {
        return replace_file::write(file, content);
    }
    error.clear();
    fs::path target = file;
    if (replaces) {
        error = replace_file::patiently([&] {
            target = fs::canonical(file, error);
            return error;
        });
        error = error ? error : replace_file::checkWritable(target, status);
    }
    if (error) {
        return error;
    }
    // In a private folder, no other program can interfere with the unfinished file.
    const fs::path folder =
        target.parent_path() / (".sat3d-" + std::to_string(std::random_device{}()) + ".part");
    error = replace_file::makePrivateFolder(folder);
    if (error) {
        return error;
    }
    std::error_code ignored;
    const fs::path unfinished = folder / "unfinished";
    error = replace_file::write(unfinished, content);
    if (!error) {
        error = replace_file::flush(unfinished);
    }
    if (!error) {
        if (replaces) {
            fs::permissions(unfinished, status.permissions(), ignored);
        }
        error = replace_file::patiently([&] { return replace_file::rename(unfinished, target); });
    }
    fs::remove_all(folder, ignored);
    return error;
}

}  // namespace sat3d::SAT3D_ABI
