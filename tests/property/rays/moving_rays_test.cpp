// raycastAll() of a moving point against a moving shape, judged by sampling the motion in double.

#include "support/surfaces.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

/// Of the size: an answer is wrong if it is wrong by more.
constexpr double kRayTolerance = 1e-5;

/// A shape and a point on their ways.
struct Flight {
    DPose pose;
    RigidMotion motion;
    DRay path;

    /// @param target  in the shape's frame: the point is near it at a random time
    Flight(Random& random, const glm::dvec3& target, double size, double mostRadians) {
        pose = {random.inBox(50.0), random.rotation()};
        const double radians = random.chance(0.2) ? 0.0 : random.uniform(0.0, mostRadians);
        motion = {glm::vec3(random.inBox(random.chance(0.5) ? 0.5 * size : 3.0 * size)),
                  glm::vec3(radians * random.direction()), glm::vec3(target + random.inBox(size))};
        const double fraction = random.unit(),
                     length = size * random.uniform(0.0, random.chance(0.5) ? 2.0 : 20.0);
        const glm::dvec3 there = poseAtFraction(pose, motion, fraction) *
                                 (target + random.inBox(random.chance(0.7) ? 0.1 * size : 0.6 * size));
        const glm::dvec3 direction = random.direction();
        path = {there - fraction * length * direction, glm::vec3(direction), float(length)};
    }

    [[nodiscard]] glm::dvec3 pointAt(double fraction) const {
        return path.origin + fraction * double(path.length) * glm::normalize(glm::dvec3(path.direction));
    }
    [[nodiscard]] DPose poseAt(double fraction) const { return poseAtFraction(pose, motion, fraction); }
    [[nodiscard]] glm::dvec3 localAt(double fraction) const {
        return poseAt(fraction).inverse() * pointAt(fraction);
    }
};

template <class S>
double sizeOf(const S& shape) {
    return glm::length(glm::dvec3(bounds(shape, Pose{}).halfExtents()));
}

/// A point in the middle of a child.
glm::dvec3 targetOn(Random& random, const Compound& compound) {
    return glm::dvec3(
        compound.childBounds()[random.below(std::uint32_t(compound.children().size()))].center());
}
template <class Surface>
glm::dvec3 targetOn(Random& random, const Surface& surface) {
    const Triangle triangle = surface.triangle(random.below(surface.triangleCount()));
    return glm::dvec3(triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0;
}

struct MovingRayTally {
    int misses = 0, hits = 0, several = 0, again = 0, startedInside = 0, endedInside = 0, crossings = 0,
        samples = 0;
};

/// Checks what every hit promises.
void expectSound(const Flight& flight, std::span<const MovingRayHit> hits, double size,
                 MovingRayTally& tally) {
    float latest = 0.0f;
    for (const MovingRayHit& hit : hits) {
        EXPECT_GE(hit.entryFraction, latest);
        EXPECT_GE(hit.exitFraction, hit.entryFraction);
        latest = hit.entryFraction;
        const auto expectAt = [&](double fraction, const glm::vec3& local, const RayIntersection& crossing) {
            const double reach = 1e-6 * (size + double(flight.path.length) + 3.0 * size);
            EXPECT_LE(glm::distance(glm::dvec3(local), flight.localAt(fraction)), reach);
            EXPECT_NEAR(double(crossing.distance), fraction * double(flight.path.length), reach);
            EXPECT_NEAR(double(glm::length(crossing.normal)), 1.0, 1e-5);
        };
        expectAt(double(hit.entryFraction), hit.entryPointInShape, hit.hit.entry);
        if (std::isfinite(hit.exitFraction)) {
            expectAt(double(hit.exitFraction), hit.exitPointInShape, hit.hit.exit);
        } else {
            EXPECT_EQ(hit.hit.exit.normal, glm::vec3(0.0f));
        }
        tally.startedInside += hit.hit.startedInside ? 1 : 0;
        tally.endedInside += std::isinf(hit.exitFraction) ? 1 : 0;
    }
    ++(hits.empty() ? tally.misses : tally.hits);
    tally.several += hits.size() > 1 ? 1 : 0;
}

/// The signed distance of the point from a convex child at a fraction.
template <class S>
double heightAt(const Flight& flight, const S& shape, const DPose& inShape, double fraction) {
    const Sphere point{{0, 0, 0}, 0.0f};
    const glm::dvec3 local = inShape.inverse() * flight.localAt(fraction);
    return double(distance(shape, DPose{}, point, DPose{local}).separation);
}

/// Checks the passages through one convex shape: at samples inside by more than the tolerance the point must
/// be in a passage, and nowhere else by more than it.
template <class S>
void expectPassages(Random& random, const Flight& flight, const S& shape, const DPose& inShape,
                    std::span<const MovingRayHit> hits, std::uint32_t child, double size,
                    MovingRayTally& tally) {
    const double tolerance = kRayTolerance * size;
    const auto expectSample = [&](double fraction) {
        const double height = heightAt(flight, shape, inShape, fraction);
        const bool isInside = std::any_of(hits.begin(), hits.end(), [&](const MovingRayHit& hit) {
            return hit.hit.entry.child == child && double(hit.entryFraction) <= fraction &&
                   fraction <= double(hit.exitFraction);
        });
        if (std::abs(height) > tolerance) {
            EXPECT_EQ(isInside, height < 0.0) << "height " << height << " at " << fraction;
            ++tally.samples;
        }
    };
    constexpr int kSamples = 300;
    for (int i = 0; i <= kSamples; ++i) {
        expectSample((i + (i < kSamples ? random.unit() : 0.0)) / kSamples);
    }
    int passages = 0;
    for (const MovingRayHit& hit : hits) {
        if (hit.hit.entry.child != child) {
            continue;
        }
        ++passages;
        if (!hit.hit.startedInside) {
            const double entry = double(hit.entryFraction);
            EXPECT_NEAR(heightAt(flight, shape, inShape, entry), 0.0, tolerance);
            expectSample(std::max(0.0, entry - 1e-5));
            // The normal is that of the shape: it is the direction to a point just outside.
            const glm::dvec3 outward(hit.hit.entry.normal);
            const DPose there = flight.poseAt(entry) * inShape;
            const glm::dvec3 local = glm::inverse(there.rotation) * outward,
                             start = inShape.inverse() * flight.localAt(entry);
            const Sphere point{{0, 0, 0}, 0.0f};
            const double step = 1e-3 * size;
            EXPECT_NEAR(double(distance(shape, DPose{}, point, DPose{start + step * local}).separation), step,
                        2.0 * tolerance);
        }
        if (std::isfinite(hit.exitFraction)) {
            const double exit = double(hit.exitFraction);
            EXPECT_NEAR(heightAt(flight, shape, inShape, exit), 0.0, tolerance);
            expectSample(std::min(1.0, exit + 1e-5));
            expectSample(0.5 * (double(hit.entryFraction) + exit));
        }
    }
    tally.again += passages > 1 ? 1 : 0;
}

TEST(MovingRays, PassConvexShapesAsSampled) {
    MovingRayTally tally;
    test::forEachTrial(4201, 600, [&](Random& random, int i) {
        const ConvexShape shape = test::randomConvex(random, std::size_t(i) % test::kConvexTypes);
        const double size = sizeOf(shape);
        const glm::dvec3 center(bounds(shape, Pose{}).center());
        const Flight flight(random, center, size, random.chance(0.7) ? 3.0 : 20.0);
        std::array<MovingRayHit, 16> buffer;
        const auto hits = raycastAll(shape, flight.pose, flight.motion, flight.path, buffer);
        expectSound(flight, hits, size, tally);
        expectPassages(random, flight, shape, DPose{}, hits, 0, size, tally);
    });
    std::printf("%d misses, %d hits, %d again, %d started inside, %d ended inside, %d samples\n",
                tally.misses, tally.hits, tally.again, tally.startedInside, tally.endedInside, tally.samples);
    EXPECT_GT(tally.misses, 50);
    EXPECT_GT(tally.hits, 300);
    EXPECT_GT(tally.again, 10);
    EXPECT_GT(tally.startedInside, 20);
    EXPECT_GT(tally.endedInside, 20);
}

TEST(MovingRays, PassCompoundsAsSampled) {
    MovingRayTally tally;
    test::forEachTrial(4202, 300, [&](Random& random, int) {
        const Compound compound = test::randomCompound(random, 2 + random.below(6));
        const double size = sizeOf(compound);
        const Flight flight{random, targetOn(random, compound), size, random.chance(0.5) ? 3.0 : 20.0};
        std::array<MovingRayHit, 64> buffer, small;
        const auto hits = raycastAll(compound, flight.pose, flight.motion, flight.path, buffer);
        ASSERT_LT(hits.size(), buffer.size());
        expectSound(flight, hits, size, tally);
        for (std::uint32_t child = 0; child < compound.children().size(); ++child) {
            const CompoundChild& part = compound.children()[child];
            const DPose inCompound{glm::dvec3(part.pose.position),
                                   glm::normalize(glm::dquat(part.pose.rotation))};
            expectPassages(random, flight, part.shape, inCompound, hits, child, size, tally);
        }
        for (std::size_t kept = 1; kept <= hits.size(); ++kept) {
            const auto first = raycastAll(Shape(compound), flight.pose, flight.motion, flight.path,
                                          std::span(small).first(kept));
            ASSERT_EQ(first.size(), kept);
            for (std::size_t i = 0; i < kept; ++i) {
                EXPECT_EQ(first[i].entryFraction, hits[i].entryFraction);
                EXPECT_EQ(first[i].hit.entry.child, hits[i].hit.entry.child);
            }
        }
    });
    EXPECT_GT(tally.misses, 5);
    EXPECT_GT(tally.several, 50);
    EXPECT_GE(tally.again, 4);
}

/// A crossing of a triangle, found by sampling.
struct SampledCrossing {
    double fraction;
    std::uint32_t side;
    bool isClear;  ///< neither near an edge nor grazing
};

/// Crossings of all triangles, by testing each chord of the sampled path.
template <class S>
std::vector<SampledCrossing> sampledCrossings(const S& surface, const Flight& flight, double size) {
    constexpr int kSamples = 4000;
    std::vector<glm::dvec3> points;
    for (int i = 0; i <= kSamples; ++i) {
        points.push_back(flight.localAt(double(i) / kSamples));
    }
    std::vector<SampledCrossing> crossings;
    for (std::uint32_t k = 0; k < surface.triangleCount(); ++k) {
        if constexpr (std::same_as<S, HeightField>) {
            if (surface.isHole(k / 2)) {
                continue;
            }
        }
        const Triangle triangle = surface.triangle(k);
        const glm::dvec3 a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]);
        const glm::dvec3 normal = glm::normalize(glm::cross(b - a, c - a));
        if (!std::isfinite(normal.x)) {
            continue;
        }
        for (int i = 0; i < kSamples; ++i) {
            const glm::dvec3 from = points[std::size_t(i)], to = points[std::size_t(i) + 1];
            const double before = glm::dot(normal, from - a), after = glm::dot(normal, to - a);
            if ((before >= 0.0) == (after >= 0.0)) {
                continue;
            }
            const double share = before / (before - after);
            const glm::dvec3 p = from + share * (to - from);
            const auto inside = [&](const glm::dvec3& u, const glm::dvec3& v) {
                return glm::dot(glm::cross(normal, glm::normalize(v - u)), p - u);
            };
            const double depth = std::min({inside(a, b), inside(b, c), inside(c, a)});
            const bool grazes = std::abs(before - after) < 0.02 * glm::length(to - from);
            if (depth > -1e-4 * size) {
                crossings.push_back(
                    {(i + share) / kSamples, before >= 0.0 ? 0u : 1u, depth > 1e-4 * size && !grazes});
            }
        }
    }
    std::sort(crossings.begin(), crossings.end(),
              [](const auto& x, const auto& y) { return x.fraction < y.fraction; });
    return crossings;
}

template <class S>
void expectCrossings(const S& surface, const Flight& flight, double size, MovingRayTally& tally) {
    std::array<MovingRayHit, 128> buffer;
    const auto hits = raycastAll(surface, flight.pose, flight.motion, flight.path, buffer);
    ASSERT_LT(hits.size(), buffer.size());
    expectSound(flight, hits, size, tally);
    const std::vector<SampledCrossing> crossings = sampledCrossings(surface, flight, size);
    constexpr double kNear = 1e-4;  // of the step
    for (const MovingRayHit& hit : hits) {
        const bool isKnown =
            std::any_of(crossings.begin(), crossings.end(), [&](const SampledCrossing& known) {
                return known.side == hit.hit.entry.face &&
                       std::abs(known.fraction - double(hit.entryFraction)) < 5.0 * kNear;
            });
        EXPECT_TRUE(isKnown) << "false hit at " << hit.entryFraction;
    }
    for (const SampledCrossing& known : crossings) {
        if (!known.isClear || (known.side == 1 && surface.sides() == Sides::Front)) {
            continue;
        }
        const bool isFound = std::any_of(hits.begin(), hits.end(), [&](const MovingRayHit& hit) {
            const auto isAt = [&](float fraction) {
                return std::abs(double(fraction) - known.fraction) < kNear;
            };
            return (known.side == hit.hit.entry.face && isAt(hit.entryFraction)) ||
                   (known.side == 1 && isAt(hit.exitFraction));
        });
        EXPECT_TRUE(isFound) << "lost at " << known.fraction << ", side " << known.side;
        ++tally.crossings;
    }
}

TEST(MovingRays, CrossSurfacesAsSampledSlow) {
    MovingRayTally tally;
    test::forEachTrial(4203, 200, [&](Random& random, int) {
        const auto expectOf = [&](const auto& surface) {
            const double size = sizeOf(surface);
            const Flight flight{random, targetOn(random, surface), size, random.chance(0.5) ? 3.0 : 12.0};
            expectCrossings(surface, flight, size, tally);
        };
        const Sides sides = random.chance(0.5) ? Sides::Both : Sides::Front;
        expectOf(test::randomSoup(random, 200, sides));
        expectOf(test::randomField(random, sides));
        expectOf(test::meshOf(test::boxTriangles({1, 2, 1.5f}), sides));
    });
    std::printf("%d misses, %d hits, %d several, %d crossings\n", tally.misses, tally.hits, tally.several,
                tally.crossings);
    EXPECT_GT(tally.misses, 50);
    EXPECT_GT(tally.several, 50);
    EXPECT_GT(tally.crossings, 400);
}

/// A common motion of shape, point and world changes nothing.
TEST(MovingRays, AreTheSameInEveryFrame) {
    int compared = 0;
    test::forEachTrial(4204, 300, [&](Random& random, int) {
        const Compound compound = test::randomCompound(random, 4);
        const double size = sizeOf(compound);
        const Flight flight(random, targetOn(random, compound), size, 3.0);
        Flight other = flight;
        const DPose map{random.inBox(1000.0), random.rotation()};
        const glm::dvec3 drift = random.inBox(size);
        other.pose = map * flight.pose;
        const auto turned = [&](const glm::vec3& v) { return map.rotation * glm::dvec3(v); };
        other.motion.translation = glm::vec3(turned(flight.motion.translation) + drift);
        other.motion.rotationVector = glm::vec3(turned(flight.motion.rotationVector));
        other.path.origin = map * flight.path.origin;
        const glm::dvec3 way =
            double(flight.path.length) * glm::normalize(turned(flight.path.direction)) + drift;
        other.path.direction = glm::vec3(way);
        other.path.length = float(glm::length(way));
        std::array<MovingRayHit, 64> buffer, otherBuffer;
        const auto hits = raycastAll(compound, flight.pose, flight.motion, flight.path, buffer);
        const auto others = raycastAll(compound, other.pose, other.motion, other.path, otherBuffer);
        if (hits.size() != others.size()) {
            return;  // a grazing passage, counted below
        }
        for (std::size_t i = 0; i < hits.size(); ++i) {
            const double across = std::abs(glm::dot(glm::dvec3(hits[i].hit.entry.normal),
                                                    glm::normalize(glm::dvec3(flight.path.direction))));
            if (!hits[i].hit.startedInside && hits[i].hit.entry.child == others[i].hit.entry.child &&
                across > 0.1) {
                EXPECT_NEAR(glm::distance(hits[i].entryPointInShape, others[i].entryPointInShape), 0.0,
                            2e-4 * size);
                EXPECT_LT(
                    glm::distance(turned(hits[i].hit.entry.normal), glm::dvec3(others[i].hit.entry.normal)),
                    2e-3);
                ++compared;
            }
        }
    });
    EXPECT_GT(compared, 200);
}

/// Without rotation the answers are those of the ray in the shape's frame.
TEST(MovingRays, WithoutRotationAreRays) {
    int compared = 0;
    test::forEachTrial(4205, 400, [&](Random& random, int) {
        const Compound compound = test::randomCompound(random, 5);
        const TriangleMesh mesh = test::meshOf(test::boxTriangles({1, 2, 1.5f}));
        const auto expectSame = [&](const auto& shape) {
            const double size = sizeOf(shape);
            const Flight flight(random, targetOn(random, shape), size, 0.0);
            const glm::dvec3 way =
                flight.pointAt(1.0) - flight.pointAt(0.0) - glm::dvec3(flight.motion.translation);
            const DRay ray{flight.path.origin, glm::vec3(way), float(glm::length(way))};
            std::array<MovingRayHit, 64> buffer;
            std::array<RayHit, 64> rayRoom;
            const auto hits = raycastAll(shape, flight.pose, flight.motion, flight.path, buffer);
            const auto rays = raycastAll(shape, flight.pose, ray, rayRoom);
            ASSERT_EQ(hits.size(), rays.size());
            for (std::size_t i = 0; i < hits.size(); ++i) {
                const double slope = glm::dot(glm::dvec3(rays[i].entry.normal), way);
                EXPECT_NEAR(
                    (double(hits[i].entryFraction) - double(rays[i].entry.distance) / glm::length(way)) *
                        slope,
                    0.0, 1e-5 * size);
                EXPECT_EQ(hits[i].hit.entry.face, rays[i].entry.face);
                EXPECT_EQ(hits[i].hit.entry.child, rays[i].entry.child);
                EXPECT_EQ(hits[i].hit.startedInside, rays[i].startedInside);
                ++compared;
            }
        };
        expectSame(compound);
        expectSame(mesh);
    });
    EXPECT_GT(compared, 500);
}

}  // namespace
