#pragma once

/// @file
/// Shapes and poses whose coordinates are multiples of a quarter or of a tenth: in line, at right angles,
/// touching exactly, of size 0. Random poses never are.

#include "support/hulls.hpp"
#include "support/lattice/solid.hpp"
#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

namespace sat3d::test {

/// The kinds of shapes that a lattice makes.
enum class LatticeKind : std::uint8_t { Sphere, Capsule, Box, Hull, HalfSpace, Compound };
inline constexpr std::array kLatticeKinds{LatticeKind::Sphere, LatticeKind::Capsule,   LatticeKind::Box,
                                          LatticeKind::Hull,   LatticeKind::HalfSpace, LatticeKind::Compound};

/// A shape in its pose.
struct LatticeShape {
    Shape shape;
    DPose pose;
};

class Lattice {
public:
    explicit Lattice(Random& random) : random_(random), unit_(random.chance(0.5) ? 0.25 : 0.1) {}

    /// A multiple of the unit within `count` units.
    double coordinate(int count) {
        return unit_ * (int(random_.below(std::uint32_t(2 * count + 1))) - count);
    }
    glm::dvec3 point(int count) {
        const double x = coordinate(count), y = coordinate(count), z = coordinate(count);
        return {x, y, z};
    }
    /// Often 0, rarely long.
    double size() {
        const std::uint32_t kind = random_.below(16);
        return kind < 3 ? 0.0 : unit_ * (kind == 3 ? 40.0 + random_.below(200) : 1.0 + random_.below(5));
    }
    /// A product of quarter turns; one in eight is any rotation, or turned by a little.
    glm::dquat turn() {
        const double half = std::sqrt(0.5);
        const std::uint32_t kind = random_.below(16);
        if (kind == 0) {
            return random_.rotation();
        }
        if (kind == 1) {
            const double angle = std::pow(10.0, -double(1 + random_.below(9)));
            return glm::normalize(glm::dquat(1.0, 0.5 * angle * random_.direction()));
        }
        glm::dquat turn(1, 0, 0, 0);
        for (std::uint32_t i = random_.below(4); i > 0; --i) {
            const std::uint32_t axis = random_.below(3);
            turn = glm::dquat(half, axis == 0 ? half : 0, axis == 1 ? half : 0, axis == 2 ? half : 0) * turn;
        }
        return glm::normalize(turn);
    }
    DPose pose(int count) {
        const glm::dvec3 position = point(count);
        return {position, turn()};
    }

    ConvexShape convex(LatticeKind kind) {
        const glm::vec3 center(random_.chance(0.5) ? glm::dvec3(0.0) : point(3));
        switch (kind) {
            case LatticeKind::Sphere:
                return Sphere{center, float(size())};
            case LatticeKind::Capsule:
                return Capsule{center, glm::vec3(glm::dvec3(center) + along()), float(std::min(size(), 1.0))};
            case LatticeKind::Box: {
                const double x = size(), y = size(), z = size();
                return Box{center, glm::vec3(glm::dvec3(x, y, z)),
                           random_.chance(0.7) ? glm::quat(1, 0, 0, 0) : glm::quat(turn())};
            }
            default:
                return hull();
        }
    }
    Shape any(LatticeKind kind) {
        if (kind == LatticeKind::HalfSpace) {
            const std::uint32_t axis = random_.below(4);
            const glm::dvec3 oblique = glm::normalize(glm::dvec3(1.0, 1.0, 0.0));
            glm::dvec3 normal(0.0);
            normal[axis % 3] = 1.0;
            return HalfSpace{glm::vec3(axis == 3 ? oblique : normal), float(coordinate(4))};
        }
        if (kind == LatticeKind::Compound) {
            std::vector<CompoundChild> children;
            for (std::uint32_t i = 1 + random_.below(3); i > 0; --i) {
                const ConvexShape child = convex(LatticeKind(random_.below(4)));
                const DPose inShape = pose(6);
                children.push_back({child, Pose{glm::vec3(inShape.position), glm::quat(inShape.rotation)}});
            }
            return *Compound::fromChildren(children);
        }
        return std::visit([](const auto& known) { return Shape(known); }, convex(kind));
    }

private:
    glm::dvec3 along() {
        if (random_.chance(0.3)) {
            return point(4);
        }
        glm::dvec3 along(0.0);
        along[int(random_.below(3))] = size() * (random_.chance(0.5) ? 1.0 : -1.0);
        return along;
    }
    ConvexHull hull() {
        const auto positive = [&] { return std::max(size(), unit_); };
        const double x = positive(), y = positive(), z = positive();
        Cloud cloud = boxCloud({x, y, z});
        switch (random_.below(5)) {
            case 0:  // a wedge
                cloud.erase(cloud.begin() + 5);
                cloud.erase(cloud.begin() + 6);
                break;
            case 1:  // a tetrahedron
                cloud = {cloud[0], cloud[3], cloud[5], cloud[6]};
                break;
            case 2:  // an octahedron
                cloud.clear();
                for (const double sign : {-1.0, 1.0}) {
                    cloud.emplace_back(float(sign * x), 0.0f, 0.0f);
                    cloud.emplace_back(0.0f, float(sign * y), 0.0f);
                    cloud.emplace_back(0.0f, 0.0f, float(sign * z));
                }
                break;
            case 3:  // a prism, or a drum
                cloud.clear();
                for (std::uint32_t i = 0, sides = 3 + random_.below(30); i < sides; ++i) {
                    const double angle = 2.0 * std::numbers::pi * double(i) / double(sides);
                    for (const double sign : {-1.0, 1.0}) {
                        cloud.emplace_back(float(x * std::cos(angle)), float(sign * y),
                                           float(x * std::sin(angle)));
                    }
                }
                break;
            default:
                break;
        }
        return hullOf(cloud);
    }

    Random& random_;
    double unit_;
};

/// Two shapes of a lattice. A third have any offset of the lattice, a third touch along an axis to a gap of 0
/// or 1e-17 .. 1e-2 of either sign, and some share their pose.
struct LatticePair {
    LatticeShape a, b;

    LatticePair(Random& random, LatticeKind kindA, LatticeKind kindB) {
        Lattice lattice(random);
        a = {lattice.any(kindA), lattice.pose(6)};
        b = {lattice.any(kindB), lattice.pose(6)};
        const std::uint32_t style = random.below(6);
        if (style == 0) {
            b.pose = a.pose;
        } else if (style < 4) {
            touch(random);
        }
        if (random.chance(0.2)) {
            const glm::dvec3 far = 64.0 * glm::round(random.inBox(40.0));
            a.pose.position += far;
            b.pose.position += far;
        }
    }

private:
    /// Moves B until the shapes touch along an axis of the world.
    void touch(Random& random) {
        glm::dvec3 axis(0.0);
        axis[int(random.below(3))] = random.chance(0.5) ? 1.0 : -1.0;
        const double least = gap(axis);
        if (std::isfinite(least)) {
            const double nudge = random.chance(0.4) ? 0.0 : std::pow(10.0, -random.uniform(2.0, 17.0));
            b.pose.position -= (least + (random.chance(0.5) ? nudge : -nudge)) * axis;
        }
    }
    /// The least gap of two children along an axis.
    [[nodiscard]] double gap(const glm::dvec3& axis) const {
        double least = std::numeric_limits<double>::infinity();
        for (const Solid& p : solidsOf(a.shape, a.pose)) {
            for (const Solid& q : solidsOf(b.shape, b.pose)) {
                least = std::min(least, gapAlong(axis, p, q));
            }
        }
        return least;
    }
};

}  // namespace sat3d::test
