#pragma once

#include "game/game.hpp"
#include "options.hpp"

#include <cstdint>
#include <memory>

namespace tank_arena {

/// Takes pictures of a game that nobody watches: a screenshot of its best moment, frames of a video, a
/// contact sheet.
class Film {
public:
    /// @param steps  that the game will make
    Film(const Game& game, const Options& options, std::uint64_t steps);
    ~Film();

    /// Takes note of a step, and draws what is due.
    void observe(const Game& game);
    /// Writes what is left.
    /// @return whether everything was written
    [[nodiscard]] bool finish(const Game& game);

private:
    struct Studio;
    std::unique_ptr<Studio> studio_;
};

/// Whether pictures can be drawn here. Prints why not.
[[nodiscard]] bool canFilm();

}  // namespace tank_arena
