#pragma once

/// A program that is asked one question and gives one answer, with limits. One source file per system.

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct ChildLimits {
    double seconds;           ///< after which it is killed
    std::size_t answerBytes;  ///< beyond which it is killed
};

struct ChildEnd {
    enum class How { Exited, Killed, TimedOut, AnsweredTooMuch, NotStarted };
    How how;
    int code = 0;         ///< of Exited: the exit code; of Killed: the signal
    std::string problem;  ///< of NotStarted: why; of Killed: the signal in words
    std::vector<std::byte> answer;
};

/// Starts the program without arguments, writes the request to its standard input and reads its standard
/// output to the end; its standard error goes nowhere. Whatever it does, no child is left behind, and no
/// signal reaches the caller. Safe to call from several threads.
/// @param program  a path, or a name to be found as the system does (PATH)
ChildEnd askChild(const std::filesystem::path& program, std::span<const std::byte> request,
                  const ChildLimits& limits);

/// The running program's folder, empty where the system does not tell.
std::filesystem::path folderOfProgram();

/// How executable files are called here: the name with ".exe" where that is the custom.
std::filesystem::path executableName(const std::string& name);

/// For the child itself, before it reads what it does not trust: no more memory than that (no limit where the
/// system has none), nor than it was allowed before; no core dump; and an end after maxSeconds and a little
/// more, should nobody be left to end it.
void limitThisProcess(std::uint64_t maxMemoryBytes, double maxSeconds);

/// The asked side of askChild.
class AskedChannel {
public:
    /// From now on, what libraries print to the standard output goes to the standard error instead. Whatever
    /// else the asking program had open and left to its children is closed.
    AskedChannel();
    /// All of the standard input.
    std::vector<std::byte> request();
    /// To what was the standard output. Whether it went through.
    bool answer(std::span<const std::byte> answer);

private:
    int answer_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
