#pragma once

/// @file
/// Scenes for the laws that a step obeys, in every space: in three dimensions a scene of the plane extends
/// along z.

#include "support/trials.hpp"

#include <sat3d/response/dynamics.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/sphere.hpp>
#include <sat3d/world/world.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>
#include <utility>

namespace sat3d::test {

/// Shapes and vectors of a space, by their numbers in the plane.
template <class T>
struct LawSpace {
    static Shape ball(float radius) { return Sphere{.radius = radius}; }
    static Shape box(float halfX, float halfY, float halfZ = 0.5f) {
        return Box{.halfExtents = {halfX, halfY, halfZ}};
    }
    /// Along x.
    static Shape capsule(float half, float radius) {
        return Capsule{{-half, 0.0f, 0.0f}, {half, 0.0f, 0.0f}, radius};
    }
    static glm::vec3 vector(glm::vec2 v) { return {v, 0.0f}; }
    static glm::vec3 spin(float w) { return {0.0f, 0.0f, w}; }
    static glm::mat3 roundInertia(float inertia) { return glm::mat3(inertia); }
    static typename Space<T>::Pose pose(glm::dvec2 at, double angle = 0.0) {
        return {typename Space<T>::Position(at, 0.0),
                glm::angleAxis(static_cast<T>(angle), glm::vec<3, T>(0, 0, 1))};
    }
    static LockedAxes allLocked() { return {true, true, true, true, true, true}; }
    static glm::dvec2 inPlane(const glm::dvec3& v) { return {v.x, v.y}; }
    static glm::dvec3 whole(const glm::dvec3& v) { return v; }
};
template <class T>
struct LawSpace<Planar<T>> {
    static PlanarShape ball(float radius) { return Circle{.radius = radius}; }
    static PlanarShape box(float halfX, float halfY, float = 0.5f) {
        return PlanarBox{.halfExtents = {halfX, halfY}};
    }
    static PlanarShape capsule(float half, float radius) {
        return PlanarCapsule{{-half, 0.0f}, {half, 0.0f}, radius};
    }
    static glm::vec2 vector(glm::vec2 v) { return v; }
    static float spin(float w) { return w; }
    static float roundInertia(float inertia) { return inertia; }
    static typename Space<Planar<T>>::Pose pose(glm::dvec2 at, double angle = 0.0) {
        return {glm::vec<2, T>(at), glm::vec<2, T>(std::cos(angle), std::sin(angle))};
    }
    static PlanarLockedAxes allLocked() { return {true, true, true}; }
    static glm::dvec2 inPlane(const glm::dvec2& v) { return v; }
    static glm::dvec3 whole(const glm::dvec2& v) { return {v, 0.0}; }
};

/// A world of any space, without gravity, in which nothing sleeps, unless the options say otherwise.
template <class T>
struct LawScene {
    using L = LawSpace<T>;
    using Dimension = typename Space<T>::Dimension;
    using Options = BasicDynamicsOptions<Dimension>;

    static Options onEarth() {
        Options options;
        options.sleepSpeed = 0.0f;
        return options;
    }
    static Options weightless() {
        Options options = onEarth();
        options.gravity = typename Dimension::Vector(0.0f);
        return options;
    }

    BasicWorld<T> world;
    BasicDynamics<T> dynamics;

    explicit LawScene(const Options& options = weightless()) : dynamics(options) {}

    ObjectId addStatic(typename Space<T>::Shape shape, const typename Space<T>::Pose& pose = L::pose({})) {
        return world.add({.shape = std::move(shape), .pose = pose, .kind = ObjectKind::Static}).value();
    }
    ObjectId add(const typename Space<T>::Shape& shape, const typename Space<T>::Pose& pose,
                 BasicBody<Dimension> body, float mass = 1.0f) {
        const ObjectId id = world.add({.shape = shape, .pose = pose}).value();
        if (mass > 0.0f) {
            body.mass = massOfShape(shape, mass).value();
        }
        EXPECT_FALSE(dynamics.setBody(world, id, body));
        return id;
    }
    void step(float dt = 1.0f / 60.0f) { dynamics.step(world, dt); }
    [[nodiscard]] glm::dvec2 position(ObjectId id) const {
        return L::inPlane(typename LawDouble::Vector(world.find(id)->pose.position));
    }
    [[nodiscard]] glm::dvec3 velocity(ObjectId id) const {
        return L::whole(typename LawDouble::Vector(dynamics.find(id)->velocity));
    }
    [[nodiscard]] double spin(ObjectId id) const {
        if constexpr (Spatial<T>) {
            return static_cast<double>(dynamics.find(id)->angularVelocity.z);
        } else {
            return static_cast<double>(dynamics.find(id)->angularVelocity);
        }
    }

private:
    struct LawDouble {
        using Vector = typename Dimension::DVector;
    };
};

/// Under sanitizers, one precision of each: both share all code.
using LawSpaces = std::conditional_t<kHasSanitizers, ::testing::Types<float, Planar<double>>,
                                     ::testing::Types<float, double, Planar<float>, Planar<double>>>;

}  // namespace sat3d::test
