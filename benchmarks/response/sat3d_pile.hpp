#pragma once

#include "harness/thread_pool.hpp"
#include "response/piles.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>

namespace sat3d::benchmarks {

/// A pile in our dynamics, without sleep.
class Sat3dPile {
public:
    Sat3dPile(const Pile& pile, std::size_t threads) : dynamics_({.sleepSpeed = 0.0f}), pool_(threads) {
        const Shape ground = pile.terrain.indices.empty() ? Shape(HalfSpace{{0.0f, 1.0f, 0.0f}, 0.0f})
                                                          : Shape(test::meshOf(pile.terrain, Sides::Front));
        (void)world_.add({.shape = ground, .kind = ObjectKind::Static});
        for (const Pile::Body& body : pile.bodies) {
            const Shape shape =
                pile.isOfCrates ? Shape(Box{.halfExtents = glm::vec3(0.5f)}) : Shape(pile.hulls[body.hull]);
            ids_.push_back(*world_.add({.shape = shape, .pose = body.pose}));
            dynamics_.setBody(world_, ids_.back(), {.mass = *massOfShape(shape, Pile::kMass)});
        }
    }
    void step(float dt) {
        if (isInOneThread()) {
            dynamics_.step(world_, dt);
        } else {
            dynamics_.step(world_, dt, pool_);
        }
    }
    [[nodiscard]] glm::vec3 position(std::size_t body) const {
        return world_.find(ids_[body])->pose.position;
    }
    /// Tells whether two runs have the same bits.
    [[nodiscard]] std::uint64_t hash() const { return world_.hash() ^ dynamics_.hash(); }

private:
    [[nodiscard]] bool isInOneThread() const { return pool_.size() == 1; }

    World world_;
    Dynamics dynamics_;
    ThreadPool pool_;
    std::vector<ObjectId> ids_;
};

}  // namespace sat3d::benchmarks
