// Rays on a lattice: of length 0, that start in, on and outside of shapes, end on borders, run along edges
// and through corners, and shapes with sizes of 0.

#include "support/planar/border_points.hpp"
#include "support/planar/lattice_shapes.hpp"
#include "support/planar/line_parts.hpp"
#include "support/trials.hpp"

#include <sat3d/planar/raycast.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace sat3d;
using namespace sat3d::test;

struct RayRegimes {
    int hits = 0, inside = 0, points = 0, misses = 0, crossings = 0;
};

/// What the oracle says about a ray, and whether rounding may decide otherwise.
struct ExpectedRay {
    std::optional<LinePart> part;  ///< of a length of 0 where the ray crosses a segment
    bool isOpen = false;
};

/// @param shift  for the oracle of common borders
ExpectedRay expectedRay(const std::vector<PointsAndRadius>& shapes, const OracleLine& line, Real length,
                        Real shift) {
    const Real close = 20.0L * shift;
    const SidesOfLine sides(shapes, line, shift);
    const std::vector<LinePart>& parts = sides.left;
    ExpectedRay expected{{}, !sides.areEqual(200.0L * shift)};
    std::vector<LinePart> all = parts;
    for (const PointsAndRadius& shape : shapes) {
        if (isWall(shape)) {
            for (const RealVector& p : shape.points) {  // rounding decides at an end
                expected.isOpen = expected.isOpen || std::abs(line.heightOf(p)) < close;
            }
            const auto t = crossingOfWall(shape, line);
            if (t && std::none_of(parts.begin(), parts.end(), [&](const LinePart& part) {
                    return part.from - close < *t && *t < part.to + close;
                })) {
                all.push_back({*t, *t});
            }
        }
    }
    std::sort(all.begin(), all.end(), [](const LinePart& a, const LinePart& b) { return a.from < b.from; });
    for (const LinePart& part : all) {
        expected.isOpen =
            expected.isOpen || std::abs(part.to) < close || std::abs(part.from - length) < close;
        if (part.to > close && part.from < length) {
            expected.part = part;
            return expected;
        }
    }
    return expected;
}

template <class T>
void checkRay(const PlanarShape& shape, const BasicPlanarPose<T>& pose, const BasicPlanarRay<T>& ray,
              double step, RayRegimes& regimes) {
    const glm::vec<2, Real> direction(ray.direction);
    const OracleLine line{RealVector(ray.origin), direction / std::hypot(direction.x, direction.y)};
    const auto shapes = convexPartsOf(shape, pose);
    const Real shift = 4e-6L * Real(step), close = 20.0L * shift;
    const ExpectedRay expected = expectedRay(shapes, line, Real(ray.length), shift);
    const auto hit = raycast(shape, pose, ray);
    if (hit) {
        EXPECT_GE(hit->entry.distance, 0.0f);
        EXPECT_GE(hit->exit.distance, hit->entry.distance);
        EXPECT_LE(hit->entry.distance, ray.length);
    }
    const bool isAlongHalfPlane = hit && hit->entry.distance > 1e8f;  // parallel up to rounding
    if (expected.isOpen || isAlongHalfPlane) {
        return;
    }
    ASSERT_EQ(hit.has_value(), expected.part.has_value())
        << double(line.origin.x) << ' ' << double(line.origin.y) << " towards " << double(line.direction.x)
        << ' ' << double(line.direction.y) << ", length " << ray.length;
    if (!hit) {
        ++regimes.misses;
        return;
    }
    const LinePart& part = *expected.part;
    const double from = std::max(0.0, static_cast<double>(part.from)), to = static_cast<double>(part.to);
    EXPECT_NEAR(hit->entry.distance, from, 1e-3 * step + 1e-6 * from);
    if (to < 1e11) {
        EXPECT_NEAR(hit->exit.distance, to, 1e-3 * step + 1e-6 * to);
    } else {
        EXPECT_TRUE(std::isinf(hit->exit.distance));
    }
    EXPECT_NEAR(glm::length(hit->entry.normal), 1.0f, 1e-6f);
    if (std::abs(part.from) > close) {
        EXPECT_EQ(hit->startedInside, part.from < 0.0L);
        EXPECT_EQ(contains(shape, pose, ray.origin), hit->startedInside);
    }
    ++(hit->startedInside ? regimes.inside : regimes.hits);
    regimes.points += ray.length == 0.0f ? 1 : 0;
    regimes.crossings += part.from == part.to ? 1 : 0;
}

template <class T>
void checkLatticeRays(std::uint32_t seed, double step, bool slants) {
    RayRegimes all;
    for (int kind = 0; kind < kPlanarKinds; ++kind) {
        SCOPED_TRACE("kind " + std::to_string(kind));
        forEachTrial(seed, trialCount(1500), [&](Random& random, int) {
            PlanarLattice lattice(random, step, 6);
            const PlanarShape shape = lattice.shape(PlanarKind(kind));
            const auto pose = lattice.pose<T>(slants);
            BasicPlanarRay<T> ray{lattice.point<T>()};
            const glm::vec2 way = glm::vec2(lattice.point<T>() - ray.origin);
            ray.direction = way == glm::vec2(0.0f) ? glm::vec2(0.0f, 1.0f) : way;
            const float lengths[] = {0.0f, glm::length(ray.direction),
                                     std::numeric_limits<float>::infinity()};
            for (const float length : lengths) {
                ray.length = length;
                checkRay(shape, pose, ray, step, all);
            }
        });
    }
    EXPECT_GT(all.hits, trialCount(1500));
    EXPECT_GT(all.inside, trialCount(1500));
    EXPECT_GT(all.points, trialCount(500));
    EXPECT_GT(all.misses, trialCount(1500));
    EXPECT_GT(all.crossings, trialCount(150));
}

TEST(PlanarLatticeRays, QuartersAgreeWithBruteForce) {
    checkLatticeRays<float>(81, 0.25, false);
}

TEST(PlanarLatticeRays, TenthsAgreeWithBruteForce) {
    checkLatticeRays<float>(82, 0.1, true);
}

TEST(PlanarLatticeRays, TenthsInDoubleAgreeWithBruteForce) {
    checkLatticeRays<double>(83, 0.1, true);
}

/// Along the axes nothing is rounded, so that even a start and an end on the border are decided exactly.
TEST(PlanarLatticeRays, BordersAreDecidedExactly) {
    int starts = 0, ends = 0, inward = 0;
    forEachTrial(84, trialCount(20000), [&](Random& random, int) {
        PlanarLattice lattice(random, 0.25, 4);
        const PlanarShape shape = lattice.shape(random.chance(0.5) ? PlanarKind::Box : PlanarKind::HalfPlane);
        const auto pose = PlanarPose{lattice.point(), lattice.rotation<float>(false)};
        const PlanarRay ray{lattice.point(), lattice.rotation<float>(false),
                            0.25f * static_cast<float>(random.below(9))};
        if (const auto* plane = std::get_if<HalfPlane>(&shape);
            plane != nullptr && std::abs(plane->normal.x * plane->normal.y) > 0.0f) {
            return;
        }
        const OracleLine line{RealVector(ray.origin), RealVector(ray.direction)};
        const auto shapes = convexPartsOf(shape, pose);
        const auto part = interiorPart(shapes[0], line);
        const LinePart inner = part.value_or(LinePart{1e9L, -1e9L});
        const Real length = ray.length;
        const bool contained = inner.from < 0.0L && inner.to > 0.0L;
        const auto hit = raycast(shape, pose, ray);
        ASSERT_EQ(hit.has_value(), contained || (inner.to > 0.0L && inner.from < length));
        EXPECT_EQ(contains(shape, pose, ray.origin), contained);
        if (hit) {
            EXPECT_EQ(hit->startedInside, contained);
            EXPECT_EQ(hit->entry.distance, std::max(0.0f, static_cast<float>(inner.from)));
            inward += inner.from == 0.0L ? 1 : 0;
        }
        starts += inner.to == 0.0L ? 1 : 0;
        ends += inner.from == length ? 1 : 0;
    });
    EXPECT_GT(std::min({starts, ends, inward}), trialCount(150)) << starts << " " << ends << " " << inward;
}

/// Rays that touch a corner or a round shape, or lie in an edge, miss by whatever the direction rounds.
TEST(PlanarLatticeRays, ThatOnlyTouchMissAndThoseBelowHit) {
    int corners = 0, round = 0, starts = 0;
    forEachTrial(85, trialCount(60'000), [&](Random& random, int) {
        const SupportedPlanar at = supportedConvex(random);
        const glm::vec2 direction(-at.normal.y, at.normal.x);
        const PlanarPose pose{0.25f * glm::vec2(static_cast<float>(random.below(80)), 3.0f),
                              random.chance(0.5) ? glm::vec2(1, 0) : glm::vec2(0, 1)};
        const auto turned = [&](const glm::vec2& v) {
            return glm::vec2(pose.rotation.x * v.x - pose.rotation.y * v.y,
                             pose.rotation.y * v.x + pose.rotation.x * v.y);
        };
        const float back = (random.chance(0.5) ? 1.0f : 0.25f) * static_cast<float>(random.below(7));
        PlanarRay ray{pose.position + turned(at.point - back * direction), turned(direction)};
        const auto child = std::visit(
            [](const auto& known) {
                PlanarCompoundChild result;
                if constexpr (std::is_constructible_v<PlanarConvexShape, decltype(known)>) {
                    result.shape = known;
                }
                return result;
            },
            at.shape);
        const PlanarShape compound = *PlanarCompound::fromChildren({child});
        for (const PlanarShape& shape : {at.shape, compound}) {
            ASSERT_FALSE(raycast(shape, pose, ray))
                << shape.index() << ": " << at.point.x << ' ' << at.point.y << " along " << direction.x << ' '
                << direction.y << ", back " << back;
            PlanarRay below = ray;
            below.origin += 1e-3f * turned(at.inside - at.point);
            ASSERT_TRUE(back == 0.0f || raycast(shape, pose, below));
        }
        ++(back == 0.0f ? starts : at.isRound ? round : corners);
    });
    EXPECT_GT(std::min({corners, round, starts}), trialCount(5000))
        << corners << " " << round << " " << starts;
}

/// Whatever touches along the ray's line, and in whatever order the children are.
template <class T>
void checkCompoundLaw(std::uint32_t seed, double step) {
    int hits = 0, crossings = 0;
    forEachTrial(seed, trialCount(20'000), [&](Random& random, int) {
        PlanarLattice lattice(random, step, 6);
        const PlanarCompound compound = planarCompoundOf(2 + random.below(4), [&] {
            const PlanarKind kinds[] = {PlanarKind::Box, PlanarKind::Segment, PlanarKind(random.below(5))};
            return std::pair{lattice.shape(kinds[random.below(3)]), lattice.pose<float>(false)};
        });
        const auto pose = lattice.pose<T>(false);
        BasicPlanarRay<T> ray{lattice.point<T>()};
        const glm::vec2 way = glm::vec2(lattice.point<T>() - ray.origin);
        ray.direction = way == glm::vec2(0.0f) ? glm::vec2(0.0f, 1.0f) : way;
        for (const float length : {glm::length(way), std::numeric_limits<float>::infinity()}) {
            ray.length = length;
            const auto hit = raycast(compound, pose, ray);
            if (hit) {
                ASSERT_GE(hit->exit.distance, hit->entry.distance);
                ++hits;
                crossings += hit->exit.distance == hit->entry.distance ? 1 : 0;
            }
            for (const PlanarCompoundChild& child : compound.children()) {
                const auto alone = raycast(*PlanarCompound::fromChildren({child}), pose, ray);
                ASSERT_TRUE(hit || !alone)
                    << ray.origin.x << ' ' << ray.origin.y << " towards " << ray.direction.x << ' '
                    << ray.direction.y << ", length " << length;
                const float slack = alone ? 1e-5f * (1.0f + alone->entry.distance) : 0.0f;
                ASSERT_TRUE(!alone || hit->entry.distance <= alone->entry.distance + slack);
            }
        }
    });
    EXPECT_GT(std::min(hits, 10 * crossings), trialCount(10'000)) << hits << ' ' << crossings;
}

TEST(PlanarLatticeRays, HitCompoundsWhereTheyHitAChildAlone) {
    checkCompoundLaw<float>(86, 0.25);
    checkCompoundLaw<double>(87, 0.1);
}

}  // namespace
