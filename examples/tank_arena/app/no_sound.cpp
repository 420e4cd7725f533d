#include "sound.hpp"

namespace tank_arena {

struct Sound::Device {};

Sound::Sound() = default;
Sound::~Sound() = default;
void Sound::open() {}
void Sound::observe(const Game&) {}
void Sound::listen(const Game&, const Camera&, std::uint32_t, bool) {}
void Sound::toggle() {}

}  // namespace tank_arena
