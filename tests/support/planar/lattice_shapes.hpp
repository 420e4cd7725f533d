#pragma once

/// @file
/// Shapes and poses of the plane on a lattice: in one line, flush, with common corners, contained, exactly
/// touching, at the same point, and with sizes of 0. Random numbers never give any of these.

#include "support/planar/planar_shapes.hpp"
#include "support/random.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace sat3d::test {

class PlanarLattice {
public:
    /// @param step   between the points of the lattice, meters. Multiples of 0.25 are exact, those of 0.1
    /// round
    /// @param reach  in steps
    PlanarLattice(Random& random, double step, std::uint32_t reach)
        : random_(random), step_(step), reach_(reach) {}

    /// Any point of the lattice, and often the origin or a point on an axis.
    template <class T = float>
    glm::vec<2, T> point() {
        const int x = random_.chance(0.25) ? 0 : number(), y = random_.chance(0.25) ? 0 : number();
        return {coordinate<T>(x), coordinate<T>(y)};
    }
    /// 0 to 4 steps.
    float size() { return coordinate<float>(static_cast<int>(random_.below(5))); }
    int number() { return static_cast<int>(random_.below(2 * reach_ + 1)) - static_cast<int>(reach_); }

    /// A quarter turn; with `slants`, sometimes an eighth or the angle of a triangle with sides 3, 4 and 5.
    template <class T>
    glm::vec<2, T> rotation(bool slants) {
        static constexpr std::array<std::array<double, 2>, 7> kRotations{
            {{1, 0},
             {0, 1},
             {-1, 0},
             {0, -1},
             {0.6, 0.8},
             {-0.8, 0.6},
             {0.7071067811865476, 0.7071067811865476}}};
        const auto& [cosine, sine] = kRotations[random_.below(slants ? 7 : 4)];
        return {T(cosine), T(sine)};
    }
    template <class T>
    BasicPlanarPose<T> pose(bool slants) {
        const auto position = point<T>();
        return {position, random_.chance(0.5) ? glm::vec<2, T>(1, 0) : rotation<T>(slants)};
    }

    PlanarShape shape(PlanarKind kind) {
        switch (kind) {
            case PlanarKind::Circle:
                return Circle{point(), size()};
            case PlanarKind::Capsule: {
                const glm::vec2 start = point();
                return PlanarCapsule{start, random_.chance(0.1) ? start : point(), size()};
            }
            case PlanarKind::Segment: {
                const glm::vec2 start = point();
                return PlanarSegment{start, random_.chance(0.1) ? start : point()};
            }
            case PlanarKind::Box: {
                const glm::vec2 center = point();
                const float x = size();
                return PlanarBox{center, {x, size()}, rotation<float>(false)};
            }
            case PlanarKind::Polygon:
                return polygon();
            case PlanarKind::Compound:
                return compound();
            case PlanarKind::HalfPlane:
                break;
        }
        const glm::vec2 normal = rotation<float>(true);
        return HalfPlane{normal, coordinate<float>(number())};
    }

private:
    template <class T>
    [[nodiscard]] T coordinate(int steps) const {
        return static_cast<T>(steps * step_);
    }
    ConvexPolygon polygon() {
        for (;;) {
            std::vector<glm::vec2> points(3 + random_.below(5));
            for (glm::vec2& p : points) {
                p = point();
            }
            if (auto made = ConvexPolygon::fromPoints(points)) {
                return *std::move(made);
            }
        }
    }
    PlanarCompound compound() {
        return planarCompoundOf(1 + random_.below(3), [&] {
            return std::pair{shape(PlanarKind(random_.below(5))), pose<float>(false)};
        });
    }

    Random& random_;
    double step_;
    std::uint32_t reach_;
};

}  // namespace sat3d::test
