#include "support/expect_exact.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

namespace sat3d::test {

namespace {

/// Expects that all vertices of a face or an edge are support points of the hull along a direction.
template <class Indices>
void expectSupporting(const Subject& subject, const DPose& pose, const Indices& vertices,
                      const glm::dvec3& direction, double tolerance) {
    const glm::dvec3 local = glm::conjugate(pose.rotation) * direction;
    const double farthest = reach(subject.bruteForce.points(), local);
    for (const std::uint32_t vertex : vertices) {
        ASSERT_LT(vertex, subject.hull.vertices().size());
        const double here = glm::dot(local, glm::dvec3(subject.hull.vertices()[vertex]));
        EXPECT_NEAR(here, farthest, tolerance) << "vertex " << vertex << " does not support the normal";
    }
}

void expectFeatures(const HullPairQuery& pair, const Penetration& answer, const glm::dvec3& normal) {
    using Kind = FeaturePair::Kind;
    const ConvexHull& a = pair.a.hull;
    const ConvexHull& b = pair.b.hull;
    // The facets that were merged into one face differ slightly in their normals.
    const double tolerance =
        pair.tolerance() + 1e-5 * double(std::max(a.boundingSphere().radius, b.boundingSphere().radius));
    const auto [kind, featureA, featureB] = answer.features;
    const std::array<std::uint32_t, 1> vertexA{featureA}, vertexB{featureB};
    if (kind == Kind::FaceA) {
        ASSERT_LT(featureA, a.faces().size());
        expectSupporting(pair.a, pair.poseA, a.faceVertices(featureA), normal, tolerance);
        expectSupporting(pair.b, pair.poseB, vertexB, -normal, tolerance);
    } else if (kind == Kind::FaceB) {
        ASSERT_LT(featureB, b.faces().size());
        expectSupporting(pair.b, pair.poseB, b.faceVertices(featureB), -normal, tolerance);
        expectSupporting(pair.a, pair.poseA, vertexA, normal, tolerance);
    } else {
        ASSERT_LT(featureA, a.edges().size());
        ASSERT_LT(featureB, b.edges().size());
        expectSupporting(pair.a, pair.poseA, a.edges()[featureA].vertices, normal, tolerance);
        expectSupporting(pair.b, pair.poseB, b.edges()[featureB].vertices, -normal, tolerance);
    }
}

void expectPenetration(const HullPairQuery& pair, const Penetration& answer, double depth, Tally& tally) {
    const double tolerance = pair.tolerance();
    const glm::dvec3 normal = glm::normalize(glm::dvec3(answer.normal));
    EXPECT_NEAR(glm::length(glm::dvec3(answer.normal)), 1.0, 2e-7);
    EXPECT_GT(answer.depth, 0.0f);

    const double depthError = std::abs(double(answer.depth) - depth);
    const double excess = -pair.oracle.separationAlong(normal, pair.fromAToB()) - depth;
    EXPECT_LE(depthError, tolerance) << "depth " << answer.depth << ", expected " << depth;
    EXPECT_LE(excess, tolerance) << "the normal is not that of the shortest push";
    tally.worstDepthError = std::max(tally.worstDepthError, depthError / pair.size());
    tally.worstNormalExcess = std::max(tally.worstNormalExcess, excess / pair.size());
    ++tally.winners[static_cast<std::size_t>(answer.features.kind)];
    expectFeatures(pair, answer, normal);

    const glm::dvec3 push = normal * double(answer.depth);
    EXPECT_GE(pair.oracle.best(pair.fromAToB() + push).separation, -tolerance)
        << "the push does not separate";
    if (depth > 2e3 * tolerance) {
        EXPECT_LT(pair.oracle.best(pair.fromAToB() + 0.999 * push).separation, 0.0)
            << "a shorter push separates as well";
    }
}

std::optional<Penetration> mirrored(std::optional<Penetration> answer) {
    using Kind = FeaturePair::Kind;
    if (answer) {
        answer->normal = -answer->normal;
        std::swap(answer->features.a, answer->features.b);
        if (answer->features.kind != Kind::EdgeEdge) {
            answer->features.kind = answer->features.kind == Kind::FaceA ? Kind::FaceB : Kind::FaceA;
        }
    }
    return answer;
}

void expectEqual(const std::optional<Penetration>& left, const std::optional<Penetration>& right,
                 const char* what) {
    ASSERT_EQ(left.has_value(), right.has_value()) << what;
    if (left) {
        EXPECT_EQ(left->normal, right->normal) << what;
        EXPECT_EQ(left->depth, right->depth) << what;
        EXPECT_EQ(left->features, right->features) << what;
    }
}

bool isOwnMirrorImage(const HullPairQuery& pair) {
    return pair.a.hull.contentHash() == pair.b.hull.contentHash() &&
           pair.poseA.position == pair.poseB.position && pair.poseA.rotation == pair.poseB.rotation;
}

}  // namespace

std::string Tally::text() const {
    std::ostringstream out;
    out << pairs << " pairs: " << overlapping << " overlapping (" << winners[0] << " faces of A, "
        << winners[1] << " faces of B, " << winners[2] << " edge pairs), " << apart << " apart, " << undecided
        << " touching; worst depth error " << worstDepthError << " of size, worst excess along the normal "
        << worstNormalExcess;
    return out.str();
}

void expectExact(const HullPairQuery& pair, Tally& tally) {
    const ConvexHull& a = pair.a.hull;
    const ConvexHull& b = pair.b.hull;
    const auto answer = penetration(a, pair.poseA, b, pair.poseB);
    const double separation = pair.oracle.best(pair.fromAToB()).separation;
    const double tolerance = pair.tolerance();

    ++tally.pairs;
    if (separation < -tolerance) {
        ++tally.overlapping;
        ASSERT_TRUE(answer) << "overlap of " << -separation << " missed";
    } else if (separation > tolerance) {
        ++tally.apart;
        ASSERT_FALSE(answer) << "gap of " << separation << " missed, depth " << answer->depth;
    } else {
        ++tally.undecided;
    }
    if (answer) {
        expectPenetration(pair, *answer, -separation, tally);
    }
    EXPECT_EQ(overlaps(a, pair.poseA, b, pair.poseB), answer.has_value());
    if (!isOwnMirrorImage(pair)) {
        expectEqual(penetration(b, pair.poseB, a, pair.poseA), mirrored(answer),
                    "the pair in the other order");
    }
    const Explanation explanation = explain(a, pair.poseA, b, pair.poseB);
    EXPECT_NEAR(explanation.separation, pair.oracle.separationAlong(explanation.normalAToB, pair.fromAToB()),
                tolerance)
        << "explain reports a separation that differs from that along its normal";
    if (separation < tolerance) {
        EXPECT_NEAR(explanation.separation, separation, tolerance) << "explain finds a different depth";
    } else {
        EXPECT_GT(explanation.separation, 0.0) << "explain misses a gap";
    }
}

void expectExact(const Subject& a, const DPose& poseA, const Subject& b, const DPose& poseB, Tally& tally) {
    const BruteForceSat oracle(a.bruteForce, poseA.rotation, b.bruteForce, poseB.rotation);
    expectExact({a, poseA, b, poseB, oracle}, tally);
}

}  // namespace sat3d::test
