// A small tank game on sat3d: see docs/tank_arena.md.

#include "app/window.hpp"
#include "headless.hpp"
#include "options.hpp"

#include <cstdio>

int main(int count, char** words) {
    const auto options = tank_arena::readOptions(count, words);
    if (!options) {
        return 2;
    }
    if (options->wantsHelp) {
        std::fputs(tank_arena::kUsage, stdout);
        return 0;
    }
    const auto models = tank_arena::loadModels(options->models);
    if (!models) {
        std::fprintf(stderr, "tank_arena: %s\n", models.error().c_str());
        return 1;
    }
    return options->isHeadless ? tank_arena::playHeadless(*models, *options)
                               : tank_arena::playInWindow(*models, *options);
}
