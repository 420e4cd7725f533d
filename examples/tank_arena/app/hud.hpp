#pragma once

#include "game/game.hpp"
#include "hit_log.hpp"
#include "render/scene.hpp"

namespace tank_arena {

// What Dear ImGui draws over the picture, within a frame of it.

/// An arc toward each place from where the player was hit, and what it was.
void drawHits(const Game& game, const HitLog& hits, const Camera& camera);

/// The keys, at the lower edge. They fade out after ten seconds.
/// @param seconds  since the start
void drawKeys(float seconds);

}  // namespace tank_arena
