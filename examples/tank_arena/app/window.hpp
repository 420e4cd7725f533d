#pragma once

#include "game/game.hpp"
#include "options.hpp"

namespace tank_arena {

/// Plays in a window.
/// @return exit code of the program; 77 if there is no display here
int playInWindow(const Models& models, const Options& options);

}  // namespace tank_arena
