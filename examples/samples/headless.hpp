#pragma once

#include <cstdint>
#include <string>

namespace samples {

struct Options {
    bool wantsHelp = false, wantsList = false, wantsHashes = false;
    std::string sample;         ///< words of its name; empty: the first one
    std::uint32_t steps = 180;  ///< without a window
    std::string picture;        ///< a PNG file
    std::string sheet;          ///< a PNG file with all samples
    std::uint32_t frames = 0;   ///< ends the window after so many frames, one step each; 0: never
};

/// Draws a sample after some steps.
/// @return exit code; 77 without OpenGL
int drawPicture(const Options& options);
/// Draws all samples after some steps, in the order of the list: eight in a row, 160 x 90 pixels each.
/// @return exit code; 77 without OpenGL
int drawSheet(const Options& options);
/// Opens the window.
/// @return exit code; 77 without a display
int showWindow(const Options& options);

}  // namespace samples
