#pragma once

/// Runs a program that reads one request and writes one answer, with limits. One source file per system.

#include <sat3d/core/callback.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

struct ChildLimits {
    double seconds;           ///< time after which the child is killed
    std::size_t answerBytes;  ///< size of the answer beyond which the child is killed
};

/// Called with the progress of the child, 0 .. 1. If it returns false, the child is killed.
using ChildProgress = ProgressCallback;

struct ChildResult {
    enum class How { Exited, Killed, TimedOut, AnsweredTooMuch, Canceled, NotStarted };
    How how;
    int code = 0;         ///< if Exited, the exit code; if Killed, the signal
    std::string problem;  ///< if NotStarted, the reason; if Killed, the signal in words
    std::vector<std::byte> answer;
};

/// Starts the program without arguments, writes the request to its standard input and reads its standard
/// output to the end. Its standard error is discarded. The child never outlives the call, and the caller gets
/// no signal. Safe to call from several threads.
/// @param program   a path, or a name that the system searches for (PATH)
/// @param progress  may be empty
ChildResult runChildProcess(const std::filesystem::path& program, std::span<const std::byte> request,
                            const ChildLimits& limits, const ChildProgress& progress = {});

/// Returns the file name of a program: with ".exe" on Windows.
std::filesystem::path executableName(const std::string& name);

/// Limits the calling process. The child calls this before it reads untrusted data. Memory is limited if the
/// system can do that (a lower limit stays), core dumps are off, and the system ends the process shortly
/// after maxSeconds, in case its parent is gone.
void limitThisProcess(std::uint64_t maxMemoryBytes, double maxSeconds);

/// The child's side of runChildProcess.
class WorkerChannel {
public:
    /// Redirects the standard output to the standard error, because libraries may print. Closes all other
    /// descriptors that the child inherited.
    WorkerChannel();
    /// Reads the standard input to the end.
    std::vector<std::byte> request();
    /// Reports progress in 0 .. 100, before the answer. Returns whether the progress was written.
    bool progress(int percent);
    /// Writes the answer to the original standard output. The first byte of the answer must be below 128.
    /// Returns whether the answer was written.
    bool answer(std::span<const std::byte> answer);

private:
    int answer_;
};

}  // namespace sat3d::SAT3D_ABI::importing
