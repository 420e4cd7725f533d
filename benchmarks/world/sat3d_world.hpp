#pragma once

#include "harness/thread_pool.hpp"
#include "world/flying_bodies.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/world/world.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace sat3d::benchmarks {

/// A world of sat3d. All shapes are hulls.
/// @tparam kDetail    what the world computes of contacts
/// @tparam kUseBoxes  whether boxes are Box shapes instead
/// @tparam kThreads   number of threads, unless the constructor gets another
template <ContactDetail kDetail, bool kUseBoxes = false, std::size_t kThreads = 1>
class Sat3dWorld {
public:
    explicit Sat3dWorld(const FlyingBodies& bodies, std::size_t threads = kThreads)
        : world_({.detail = kDetail, .maxManifolds = 1}), pool_(threads) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const FlyingBodies::Kind& kind = bodies.kinds()[bodies.kindOf(i)];
            const Shape shape = kUseBoxes && kind.isBox ? Shape(kind.box) : Shape(kind.hull);
            ids_.push_back(world_.add({.shape = shape, .pose = bodies.poses()[i]}).value());
        }
    }
    void set(std::size_t body, const Pose& pose) { (void)world_.setPose(ids_[body], pose); }
    /// @return number of pairs that touch
    std::size_t step() {
        const Events events = pool_.size() > 1 ? world_.update(pool_) : world_.update();
        return events.begun.size() + events.stayed.size();
    }

    /// Replaces the objects of the first bodies by new ones.
    void replace(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            World::Object object = *world_.find(ids_[i]);
            world_.remove(ids_[i]);
            ids_[i] = world_.add(std::move(object)).value();
        }
    }
    [[nodiscard]] World& world() { return world_; }

private:
    World world_;
    std::vector<ObjectId> ids_;
    ThreadPool pool_;
};

}  // namespace sat3d::benchmarks
