#include "headless.hpp"

#include "film.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <optional>

namespace tank_arena {
namespace {

constexpr int kCannotFilm = 77;  // exit code: tests skip

/// How long steps took, as shares of the time that a step has at 60 Hz.
struct Load {
    double sum = 0.0, worst = 0.0;
    std::uint64_t steps = 0;

    void add(double seconds) {
        const double share = seconds / static_cast<double>(Game::kStep);
        sum += share;
        worst = std::max(worst, share);
        ++steps;
    }
    [[nodiscard]] double mean() const { return steps > 0 ? sum / static_cast<double>(steps) : 0.0; }
};

void print(const Game& game, const Load& load, bool isJson) {
    const Statistics& s = game.statistics();
    const char* format =
        isJson
            ? "{\"steps\": %" PRIu64 ", \"objects\": %zu, \"pairs\": %" PRIu64 ", \"contacts\": %" PRIu64
              ", \"pushes\": %" PRIu64
              ", \"shells\": %u, \"ricochets\": %u, \"pierced\": %u, "
              "\"stopped\": %u, \"barriers\": %u, \"wrecks\": %u, \"mean_load\": %.4f, "
              "\"worst_load\": %.4f, \"hash\": \"%016" PRIx64 "\"}\n"
            : "steps            %" PRIu64 "\nobjects          %zu\npairs            %" PRIu64
              "\ncontacts         %" PRIu64 "\npushes by tanks  %" PRIu64
              "\nshells           %u\n  ricochets      %u\n  pierced        %u\n  stopped        %u\n"
              "barriers broken  %u\nwrecks           %u\n"
              "time per step    %.4f of a 60 Hz frame on one core; worst %.4f\nhash             %016" PRIx64
              "\n";
    std::printf(format, s.steps, game.world().size(), s.pairs, s.contacts, s.pushes, s.shots, s.ricochets,
                s.pierced, s.stopped, s.barriers, s.wrecks, load.mean(), load.worst, game.hash());
}

}  // namespace

int playHeadless(const Models& models, const Options& options) {
    Game game(models, options.game);
    const auto steps = static_cast<std::uint64_t>(options.seconds / Game::kStep + 0.5f);
    const bool wantsPictures =
        !options.screenshot.empty() || !options.videoFrames.empty() || !options.contactSheet.empty();
    if (wantsPictures && !canFilm()) {
        return kCannotFilm;
    }
    std::optional<Film> film;
    if (wantsPictures) {
        film.emplace(game, options, steps);
    }
    Load load;
    for (std::uint64_t step = 0; step < steps; ++step) {
        const std::clock_t start = std::clock();  // of the processor: other programs do not matter
        game.step();
        load.add(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        if (film) {
            film->observe(game);
        }
    }
    print(game, load, options.isJson);
    return !film || film->finish(game) ? 0 : 1;
}

}  // namespace tank_arena
