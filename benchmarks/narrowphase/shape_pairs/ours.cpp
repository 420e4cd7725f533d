#include "contenders.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <optional>
#include <variant>

namespace sat3d::benchmarks {

namespace {

/// Shapes of types that are known at compile time.
template <class A, class B>
struct Pair {
    A a;
    B b;
    Pose poseA, poseB;

    explicit Pair(const ShapeQuery& q)
        : a(std::get<A>(q.a)), b(std::get<B>(q.b)), poseA(q.poseA), poseB(q.poseB) {}
};

template <class A, class B>
struct AskPenetration : Pair<A, B> {
    using Pair<A, B>::Pair;
    [[nodiscard]] auto ask() const { return penetration(this->a, this->poseA, this->b, this->poseB); }
    [[nodiscard]] GivenAnswer given(const std::optional<Penetration>& hit) const {
        return hit ? GivenAnswer{true, double(hit->depth), glm::dvec3(hit->normal)} : GivenAnswer{};
    }
};

template <class A, class B>
struct AskDistance : Pair<A, B> {
    using Pair<A, B>::Pair;
    [[nodiscard]] auto ask() const { return distance(this->a, this->poseA, this->b, this->poseB); }
    [[nodiscard]] GivenAnswer given(const Distance& answer) const {
        return {true, double(answer.separation), glm::dvec3(answer.normal)};
    }
};

template <class A>
struct AskRay {
    A shape;
    Pose pose;
    Ray ray;

    explicit AskRay(const ShapeQuery& q) : shape(std::get<A>(q.a)), pose(q.poseA), ray(q.ray) {}
    [[nodiscard]] auto ask() const { return raycast(shape, pose, ray); }
    [[nodiscard]] GivenAnswer given(const std::optional<RayHit>& hit) const {
        return hit ? GivenAnswer{true, double(hit->entry.distance), {}} : GivenAnswer{};
    }
};

template <class A, class B>
struct AskSweep : Pair<A, B> {
    RigidMotion motionB;

    explicit AskSweep(const ShapeQuery& q) : Pair<A, B>(q), motionB{q.translationB} {}
    [[nodiscard]] auto ask() const { return sweep(this->a, this->poseA, this->b, this->poseB, {}, motionB); }
    [[nodiscard]] GivenAnswer given(const Sweep& answer) const {
        return {bool(answer), double(answer.fraction), {}};
    }
};

template <class A, class B>
void addTyped(Verb verb, PairOfTypes types) {
    switch (verb) {
        case Verb::Penetration:
            return addContender<AskPenetration<A, B>>(verb, types, "sat3d");
        case Verb::Distance:
            return addContender<AskDistance<A, B>>(verb, types, "sat3d");
        case Verb::Ray:
            return addContender<AskRay<A>>(verb, types, "sat3d");
        case Verb::Sweep:
            return addContender<AskSweep<A, B>>(verb, types, "sat3d");
    }
}

template <class A>
void addTyped(Verb verb, PairOfTypes types) {
    switch (types.b) {
        case 0:
            return addTyped<A, Sphere>(verb, types);
        case 1:
            return addTyped<A, Capsule>(verb, types);
        case 2:
            return addTyped<A, Box>(verb, types);
        default:
            return addTyped<A, ConvexHull>(verb, types);
    }
}

}  // namespace

void addOurs(Verb verb, PairOfTypes types) {
    switch (types.a) {
        case 0:
            return addTyped<Sphere>(verb, types);
        case 1:
            return addTyped<Capsule>(verb, types);
        default:
            return addTyped<Box>(verb, types);
    }
}

}  // namespace sat3d::benchmarks
