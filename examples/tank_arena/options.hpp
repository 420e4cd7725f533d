#pragma once

#include "game/game.hpp"

#include <sat3d/debug/debug_geometry.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace tank_arena {

/// The command line.
struct Options {
    GameOptions game;
    float seconds = 20.0f;
    std::string models = "models";
    std::string screenshot, videoFrames, contactSheet;  ///< files and a folder; empty: none
    std::string picture;                                ///< fast, plain or fine; empty: as the machine allows
    std::uint32_t frames = 0;                           ///< after which the window closes; 0: never
    sat3d::DebugLayer layers = sat3d::DebugLayer::None;
    bool isHeadless = false, isJson = false, wantsHelp = false;
};

inline constexpr const char* kUsage =
    "tank_arena [--seed S] [--tanks N] [--props N] [--layers NAMES] [--models FOLDER] [--picture NAME]\n"
    "           [--headless [--seconds N] [--json] [--screenshot FILE] [--video-frames DIR]\n"
    "                       [--contact-sheet FILE]]\n\n"
    "A small tank game on sat3d.\n\n"
    "  --seed S          number from which the arena and all decisions of the computer follow (1)\n"
    "  --tanks N         number of tanks, 1 to 2,000 (16)\n"
    "  --props N         number of crates, 0 to 100,000 (200)\n"
    "  --layers NAMES    debug layers, as in Edges,Contacts: those of sat3d::DebugLayer\n"
    "  --models FOLDER   where the models are (models)\n"
    "  --picture NAME    how the window draws: fast, plain or fine (as the machine allows)\n"
    "  --headless        plays without a window, and prints statistics\n"
    "  --seconds N       length of the game without a window, 0 to 1,000,000 (20)\n"
    "  --json            statistics as JSON\n"
    "  --screenshot FILE a picture of the best moment, PNG of 1280 x 720\n"
    "  --video-frames DIR  30 pictures per second, PNG of 640 x 360\n"
    "  --contact-sheet FILE  twelve pictures of the game in one PNG, each with its second\n"
    "  --help            this text\n\n"
    "For tests, --frames N closes the window after N frames of one step each, and prints how long one "
    "takes;\n"
    "--screenshot then has the last.\n";

/// Reads the command line.
/// @return nothing if it is wrong; then the reason is on stderr
[[nodiscard]] std::optional<Options> readOptions(int count, char** words);

}  // namespace tank_arena
