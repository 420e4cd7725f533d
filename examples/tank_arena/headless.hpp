#pragma once

#include "game/game.hpp"
#include "options.hpp"

namespace tank_arena {

/// Plays without a window, and prints statistics.
/// @return exit code of the program
int playHeadless(const Models& models, const Options& options);

}  // namespace tank_arena
