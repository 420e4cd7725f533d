#pragma once

#include "world/flying_bodies.hpp"

#include <sat3d/math/pose.hpp>

#include <cstddef>
#include <memory>

namespace sat3d::benchmarks {

/// Jolt's world of kinematic bodies, which collide with each other, but are not pushed. Shapes have no convex
/// radius, and contacts no speculative distance.
class JoltWorld {
public:
    explicit JoltWorld(const FlyingBodies& bodies);
    ~JoltWorld();
    JoltWorld(const JoltWorld&) = delete;
    JoltWorld& operator=(const JoltWorld&) = delete;

    /// The body is there after the next step.
    void set(std::size_t body, const Pose& pose);
    std::size_t step();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sat3d::benchmarks
