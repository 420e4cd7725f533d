// Networking by snapshots: a client predicts, gets the server's inputs late, goes back, and plays the steps
// again.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

// [game]
struct Input {  // of both players in one step
    std::array<float, 2> push{};
};

struct Game {
    sat3d::World world;
    sat3d::Dynamics dynamics;
    std::array<sat3d::ObjectId, 2> tanks;

    void step(const Input& input) {
        for (std::size_t player = 0; player < 2; ++player) {
            dynamics.applyForce(tanks[player], {input.push[player], 0.0f, 0.0f});
        }
        dynamics.step(world, 1.0f / 60.0f);
    }
    [[nodiscard]] std::uint64_t hash() const { return world.hash() ^ dynamics.hash(); }
};
// [game]

Game newGame() {
    Game game;
    (void)game.world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const sat3d::Box box{.halfExtents = {2.0f, 1.0f, 1.0f}};
    for (std::size_t player = 0; player < 2; ++player) {
        const float x = player == 0 ? -4.0f : 4.0f;
        game.tanks[player] = game.world.add({.shape = box, .pose = {{x, 1.0f, 0.0f}}}).value();
        game.dynamics.setBody(game.world, game.tanks[player], {.mass = *sat3d::massOfShape(box, 20e3f)});
    }
    return game;
}

// [moments]
/// A moment to go back to.
struct Moment {
    std::vector<std::byte> world, dynamics;
};

Moment save(const Game& game) {
    return {game.world.snapshot(), game.dynamics.snapshot()};
}
bool load(Game& game, const Moment& moment) {  // the bytes may come from the network: they are checked
    return !game.world.restore(moment.world) && !game.dynamics.restore(game.world, moment.dynamics);
}
// [moments]

Input truth(int step) {
    return {{{200e3f, step < 40 ? 0.0f : -250e3f}}};  // the other player turns around in step 40
}

}  // namespace

int main() {
    Game server = newGame(), client = newGame();
    std::vector<std::uint64_t> hashes;  // of the server, to compare
    for (int step = 0; step < 120; ++step) {
        server.step(truth(step));
        hashes.push_back(server.hash());
    }

    constexpr int kLate = 8;  // steps that an input is on its way
    std::vector<Moment> moments;
    int again = 0;
    for (int now = 0; now < 120; ++now) {
        // [rollback]
        moments.push_back(save(client));
        if (now >= kLate && truth(now - kLate).push[1] != truth(now - kLate - 1).push[1]) {
            // The input of an earlier step was not the predicted one: go back to it, and play again.
            const int wrong = now - kLate;
            if (!load(client, moments[static_cast<std::size_t>(wrong)])) {
                return 1;
            }
            for (int step = wrong; step < now; ++step, ++again) {
                moments[static_cast<std::size_t>(step)] = save(client);
                client.step({{{200e3f, truth(wrong).push[1]}}});
            }
            moments.back() = save(client);
        }
        // [rollback]
        const int known = now >= kLate ? now - kLate : 0;
        client.step({{{200e3f, truth(known).push[1]}}});  // the other player goes on as before
    }
    std::printf("%d steps played again: %s\n", again,
                client.hash() == hashes.back() ? "client and server have the same bits" : "they differ");
    std::printf("a moment takes %zu bytes\n", moments.back().world.size() + moments.back().dynamics.size());
}
