#pragma once

#include "harness/thread_pool.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::benchmarks {

/// A scene in our dynamics, without sleep.
class Sat3dScene {
public:
    void step(float dt) {
        if (pool_.size() == 1) {
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

protected:
    explicit Sat3dScene(std::size_t threads) : dynamics_({.sleepSpeed = 0.0f}), pool_(threads) {}

    World world_;
    Dynamics dynamics_;
    std::vector<ObjectId> ids_;  ///< of the bodies, in their order

private:
    ThreadPool pool_;
};

}  // namespace sat3d::benchmarks
