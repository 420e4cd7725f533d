#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"
#include "support/hulls.hpp"
#include "support/progress.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

// The fast kernels against the projection SAT in double, on random pairs of all shapes, in random poses and
// in hard ones: features in contact, nearly parallel edges, shared axes. SAT3D_RANDOM_PAIRS=10000000 in the
// environment makes a long run; SAT3D_RANDOM_SEED changes the seed.

namespace {

using namespace sat3d;
using test::fromEnvironment;
using test::Random;
using test::ShapeType;

constexpr double kExact = 1e-6;  // of size

struct Shape {
    ShapeType kind;
    ConvexHull hull;
};

/// The pose of B relative to A.
enum class Arrangement : std::uint8_t {
    Anywhere,    ///< any rotation; disjoint, touching, or one inside the other
    Aligned,     ///< along A's axes, or rotated by 90 degrees
    EdgeOnEdge,  ///< an edge of each in contact, at angles of 1e-7 and more
    FaceOnVertex,
};
constexpr std::array kArrangementNames{"anywhere", "aligned", "edge on edge", "face on vertex"};

/// Uniform in the exponent, with either sign.
double logUniform(Random& random, double from, double to) {
    const double size = from * std::exp2(random.unit() * std::log2(to / from));
    return random.chance(0.5) ? -size : size;
}

/// The rotation from one right-handed frame to another, each given by two axes.
glm::dquat fromFrameToFrame(const glm::dvec3& x, const glm::dvec3& y, const glm::dvec3& toX,
                            const glm::dvec3& toY) {
    const glm::dmat3 from(x, y, glm::cross(x, y)), to(toX, toY, glm::cross(toX, toY));
    return glm::normalize(glm::quat_cast(to * glm::transpose(from)));
}

glm::dvec3 anyPerpendicular(const glm::dvec3& direction, Random& random) {
    return glm::normalize(glm::cross(direction, random.direction() + 1e-3 * direction));
}

/// An edge with the direction midway between the normals of its faces.
struct Ridge {
    glm::dvec3 middle, along, outward;
};

Ridge randomRidge(const ConvexHull& hull, Random& random) {
    const auto edge = hull.edges()[random.below(static_cast<std::uint32_t>(hull.edges().size()))];
    const glm::dvec3 from(hull.vertices()[edge.vertices[0]]), to(hull.vertices()[edge.vertices[1]]);
    const glm::dvec3 along = glm::normalize(to - from);
    // A random direction on the arc between both normals.
    const double share = random.unit();
    glm::dvec3 outward = share * hull.faces()[edge.faces[0]].plane.normal +
                         (1.0 - share) * hull.faces()[edge.faces[1]].plane.normal;
    outward = glm::normalize(outward - glm::dot(outward, along) * along);
    return {glm::mix(from, to, random.uniform(0.1, 0.9)), along, outward};
}

/// B's pose in A's frame. @param gap between the edges, meters
DPose edgeOnEdge(const ConvexHull& a, const ConvexHull& b, double gap, Random& random) {
    const Ridge ridgeA = randomRidge(a, random), ridgeB = randomRidge(b, random);
    const double angle = random.chance(0.8) ? logUniform(random, 1e-7, 1.0) : 0.0;
    const glm::dvec3 along = glm::normalize(ridgeA.along + angle * glm::cross(ridgeA.outward, ridgeA.along));
    DPose pose;
    pose.rotation = fromFrameToFrame(ridgeB.along, ridgeB.outward, along, -ridgeA.outward);
    pose.position = ridgeA.middle + gap * ridgeA.outward - pose.rotation * ridgeB.middle;
    return pose;
}

DPose faceOnVertex(const ConvexHull& a, const ConvexHull& b, double size, Random& random) {
    const std::uint32_t face = random.below(static_cast<std::uint32_t>(a.faces().size()));
    const glm::dvec3 normal = a.faces()[face].plane.normal;
    glm::dvec3 onFace(0.0);
    for (const std::uint32_t corner : a.faceVertices(face)) {
        onFace += glm::dvec3(a.vertices()[corner]);
    }
    onFace /= static_cast<double>(a.faceVertices(face).size());
    const glm::dvec3 vertex(b.vertices()[random.below(static_cast<std::uint32_t>(b.vertices().size()))]);
    const glm::dvec3 outward = glm::normalize(vertex - glm::dvec3(b.boundingSphere().center));
    DPose pose;
    const glm::dvec3 acrossNormal = anyPerpendicular(normal, random),
                     acrossOutward = anyPerpendicular(outward, random);
    pose.rotation = fromFrameToFrame(outward, acrossOutward, -normal, acrossNormal);
    const double gap = logUniform(random, 1e-7, 0.1) * size;
    pose.position = onFace + gap * normal - pose.rotation * vertex;
    return pose;
}

DPose anywhere(const ConvexHull& a, const ConvexHull& b, bool aligned, Random& random) {
    constexpr std::array<std::array<double, 4>, 5> kTurns{
        {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 0, 1}, {0, 1, 0, 0}, {1, 1, 1, 1}}};
    const auto& [w, x, y, z] = kTurns[random.below(kTurns.size())];
    DPose pose;
    pose.rotation = aligned ? glm::normalize(glm::dquat(w, x, y, z)) : random.rotation();
    const double reach = double(a.boundingSphere().radius) + double(b.boundingSphere().radius);
    pose.position = random.inBox(reach * random.uniform(0.05, 0.7));
    return pose;
}

struct Counts {
    unsigned long long overlapping = 0, apart = 0, touching = 0;
    std::array<unsigned long long, 3> winners{};  ///< by FeaturePair::Kind
    double worstDepth = 0.0, worstNormal = 0.0, worstVerdict = 0.0;
};

class KernelAgainstMethod : public testing::Test {
protected:
    /// Makes new shapes from time to time, so that a long run covers many.
    void renewShapes(std::uint64_t pair, Random& random) {
        if (pair % 5000 != 0) {
            return;
        }
        shapes_.clear();
        for (const ShapeType kind : test::kAllShapeKinds) {
            // The projection SAT is slow for large hulls.
            const int weight = kind == ShapeType::Ellipsoid64 || kind == ShapeType::Ellipsoid32 ? 2 : 12;
            for (int i = 0; i < weight; ++i) {
                test::Cloud cloud = test::randomCloud(random, kind);
                const float scale = random.chance(0.2) ? std::exp2(float(random.below(20)) - 10.0f) : 1.0f;
                for (glm::vec3& point : cloud) {
                    point *= scale;
                }
                shapes_.push_back({kind, test::hullOf(cloud)});
            }
        }
    }

    void tryPair(Random& random) {
        const Shape& a = pick(random);
        const Shape& b = random.chance(0.1) ? a : pick(random);
        const double size =
            0.5 * (double(a.hull.boundingSphere().radius) + double(b.hull.boundingSphere().radius));
        const auto arrangement = static_cast<Arrangement>(random.below(4));
        DPose bInA;
        switch (arrangement) {
            case Arrangement::EdgeOnEdge:
                bInA = edgeOnEdge(a.hull, b.hull,
                                  random.chance(0.9) ? logUniform(random, 1e-7, 0.1) * size : 0.0, random);
                break;
            case Arrangement::FaceOnVertex:
                bInA = faceOnVertex(a.hull, b.hull, size, random);
                break;
            default:
                bInA = anywhere(a.hull, b.hull, arrangement == Arrangement::Aligned, random);
        }
        const DPose poseA = random.chance(0.5) ? DPose{} : DPose{random.inBox(1000.0), random.rotation()};
        const DPose poseB = poseA * bInA;
        Counts& counts = counts_[static_cast<std::size_t>(arrangement)];
        SCOPED_TRACE(std::string(nameOf(a.kind)) + " and " + std::string(nameOf(b.kind)) + ", " +
                     kArrangementNames[static_cast<std::size_t>(arrangement)]);
        if (random.chance(0.5)) {
            judge(a, poseA, b, poseB, size, counts);
        } else {
            judge(b, poseB, a, poseA, size, counts);
        }
    }

    void judge(const Shape& a, const DPose& poseA, const Shape& b, const DPose& poseB, double size,
               Counts& counts) {
        const RigidTransform bInA = poseBInA(poseA, poseB);
        const PlaneSatResult truth = planeSat(a.hull, b.hull, bInA);
        const double depth = -truth.separation;
        const auto hit = penetration(a.hull, poseA, b.hull, poseB);
        if (std::abs(depth) < kExact * size) {
            ++counts.touching;
        } else {
            ++(depth > 0.0 ? counts.overlapping : counts.apart);
        }
        if (hit.has_value() != (depth > 0.0)) {
            counts.worstVerdict = std::max(counts.worstVerdict, std::abs(depth) / size);
            EXPECT_LE(std::abs(depth), kExact * size)
                << (hit ? "gap missed: " : "overlap missed: ") << depth / size << " of size";
        }
        EXPECT_EQ(overlaps(a.hull, poseA, b.hull, poseB), hit.has_value());
        if (!hit) {
            return;
        }
        ++counts.winners[static_cast<std::size_t>(hit->features.kind)];
        const glm::dvec3 normal = glm::normalize(glm::dvec3(hit->normal));
        const double along = -HullsInPairFrame(a.hull, b.hull, bInA)
                                  .separationAlong(glm::transpose(localToWorld(poseA).rotation) * normal);
        const double depthError = std::abs(double(hit->depth) - depth);
        EXPECT_LE(depthError, kExact * size)
            << "depth " << hit->depth / size << " of size, should be " << depth / size;
        EXPECT_LE(along - depth, kExact * size) << "the normal is not that of the minimum translation";
        counts.worstDepth = std::max(counts.worstDepth, depthError / size);
        counts.worstNormal = std::max(counts.worstNormal, (along - depth) / size);
    }

    const Shape& pick(Random& random) const {
        return shapes_[random.below(static_cast<std::uint32_t>(shapes_.size()))];
    }

    void run(std::uint64_t pairs) {
        const auto seed = static_cast<std::uint32_t>(fromEnvironment("SAT3D_RANDOM_SEED", 41));
        Random random(seed);
        test::Progress progress(pairs);
        for (std::uint64_t pair = 0; pair < pairs; ++pair) {
            renewShapes(pair, random);
            SCOPED_TRACE("seed " + std::to_string(seed) + ", pair " + std::to_string(pair));
            tryPair(random);
            progress.advance();
        }
        report(pairs, seed);
    }

    /// Edges that touch up to rounding: the library decides whether they overlap, but always in the same way.
    void touch(std::uint64_t pairs) {
        Random random(43);
        for (std::uint64_t pair = 0; pair < pairs; ++pair) {
            renewShapes(pair, random);
            const ConvexHull &a = pick(random).hull, &b = pick(random).hull;
            const double size = 0.5 * (double(a.boundingSphere().radius) + double(b.boundingSphere().radius));
            const DPose poseB = edgeOnEdge(a, b, random.uniform(-kExact, kExact) * size, random);
            EXPECT_EQ(overlaps(a, DPose{}, b, poseB), penetration(a, DPose{}, b, poseB).has_value()) << pair;
        }
    }

    void report(std::uint64_t pairs, std::uint32_t seed) const {
        std::printf("%llu pairs, seed %u\n", static_cast<unsigned long long>(pairs), seed);
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            const Counts& counts = counts_[i];
            std::printf(
                "%s: %llu overlapping (%llu faces of A, %llu of B, %llu edge pairs), %llu apart, %llu "
                "touching; "
                "worst of size: depth %.2g, along the normal %.2g, verdict %.2g\n",
                kArrangementNames[i], counts.overlapping, counts.winners[0], counts.winners[1],
                counts.winners[2], counts.apart, counts.touching, counts.worstDepth, counts.worstNormal,
                counts.worstVerdict);
            EXPECT_GT(counts.overlapping, pairs / 40);
            EXPECT_GT(counts.apart, pairs / 40);
            EXPECT_GT(counts.winners[0], pairs / 100);
            EXPECT_GT(counts.winners[1], pairs / 100);
        }
        EXPECT_GT(counts_[0].winners[2], pairs / 100);
        EXPECT_GT(counts_[2].winners[2], pairs / 100);
    }

    std::vector<Shape> shapes_;
    std::array<Counts, kArrangementNames.size()> counts_{};
};

TEST_F(KernelAgainstMethod, RandomPairs) {
    run(5000);
}

TEST_F(KernelAgainstMethod, VerbsAgreeOnTouchingEdgesSlow) {
    touch(2200000);
}

TEST_F(KernelAgainstMethod, MoreRandomPairsSlow) {
    run(fromEnvironment("SAT3D_RANDOM_PAIRS", 50000));
}

}  // namespace
