#pragma once

#include "response/piles.hpp"
#include "response/sat3d_scene.hpp"

#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/half_space.hpp>

namespace sat3d::benchmarks {

class Sat3dPile : public Sat3dScene {
public:
    Sat3dPile(const Pile& pile, std::size_t threads) : Sat3dScene(threads) {
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
};

}  // namespace sat3d::benchmarks
