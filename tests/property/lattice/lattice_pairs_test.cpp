// Every verb but the moving ones for convex shapes and compounds on a lattice, against the distances of all
// their features.

#include "support/lattice/checked_pair.hpp"
#include "support/lattice/faults.hpp"
#include "support/trials.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/contains.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::CheckedPair;
using test::Faults;
using test::LatticePair;
using test::Random;
using test::Solid;

/// The accuracy of contact points that the header of collide() promises, as a fraction of size.
constexpr double kContactPoint = 1e-5;

template <class T>
void checkDistance(const CheckedPair<T>& pair, const BasicDistance<T>& answer, Faults& faults) {
    const double expected = signedDistance(pair.solidsA, pair.solidsB), separation = answer.separation;
    if (!std::isfinite(expected)) {
        faults.check(separation == std::numeric_limits<float>::infinity(),
                     "distance: infinite without an answer");
        return;
    }
    const double off = std::abs(separation - expected);
    faults.check(off <= pair.tolerance(expected), "distance: the separation", off / pair.size);
    faults.check(answer.children.a < pair.solidsA.size() && answer.children.b < pair.solidsB.size(),
                 "distance: children exist");
    const Solid &a = pair.solidsA.at(answer.children.a), &b = pair.solidsB.at(answer.children.b);
    const glm::dvec3 normal(answer.normal), pointA(answer.pointA), pointB(answer.pointB);
    const double length = std::abs(glm::length(normal) - 1.0);
    faults.check(length <= 3e-7, "distance: the normal is unit", length);
    const double along = std::abs(gapAlong(normal, a, b) - separation);
    faults.check(along <= 2.0 * pair.tolerance(expected), "distance: the gap along the normal",
                 along / pair.size);
    const double offA = std::abs(outsideBy(pointA, a)), offB = std::abs(outsideBy(pointB, b));
    faults.check(offA <= pair.toleranceOfPoints(expected), "distance: A's point on its surface",
                 offA / pair.size);
    faults.check(offB <= pair.toleranceOfPoints(expected), "distance: B's point on its surface",
                 offB / pair.size);
    const double between = glm::length(pointB - pointA - separation * normal);
    faults.check(between <= pair.toleranceOfPoints(expected), "distance: the points are the separation apart",
                 between / pair.size);
}

template <class T>
void checkPush(const CheckedPair<T>& pair, const BasicDistance<T>& answer, float margin, Faults& faults) {
    const auto push = penetration(pair.a, pair.poseA, pair.b, pair.poseB, {.margin = margin});
    const bool expected = answer.separation < margin;
    faults.check(push.has_value() == expected, "penetration: exactly if distance < margin",
                 std::abs(answer.separation - margin));
    faults.check(overlaps(pair.a, pair.poseA, pair.b, pair.poseB, {.margin = margin}) == expected,
                 "overlaps: exactly if distance < margin", std::abs(answer.separation - margin));
    if (push && expected) {
        faults.check(push->depth == margin - answer.separation, "penetration: as deep as distance",
                     std::abs(push->depth - (margin - answer.separation)));
        faults.check(push->normal == answer.normal, "penetration: the normal of distance",
                     glm::length(push->normal - answer.normal));
        faults.check(push->features == answer.features, "penetration: the features of distance");
        faults.check(push->children == answer.children, "penetration: the children of distance");
    }
}

template <class T>
void checkContacts(const CheckedPair<T>& pair, const BasicDistance<T>& answer, float margin, Faults& faults) {
    std::array<BasicManifold<T>, 16> buffer;
    const auto manifolds = collide(pair.a, pair.poseA, pair.b, pair.poseB, buffer, {.margin = margin});
    faults.check(manifolds.empty() == !(answer.separation < margin), "collide: exactly if distance < margin",
                 std::abs(answer.separation - margin));
    double deepest = std::numeric_limits<double>::infinity();
    for (const BasicManifold<T>& manifold : manifolds) {
        const Solid &a = pair.solidsA.at(manifold.penetration.children.a),
                    &b = pair.solidsB.at(manifold.penetration.children.b);
        const glm::dvec3 normal(manifold.normal);
        const double tolerance = kContactPoint * pair.size +
                                 pair.toleranceOfPoints(double(margin) + std::abs(double(answer.separation)));
        faults.check(manifold.pointCount >= 1 && manifold.pointCount <= 4, "collide: one to four points");
        for (const auto& point : manifold.points()) {
            const double separation = point.separation;
            deepest = std::min(deepest, separation);
            const glm::dvec3 middle(point.position), half = 0.5 * separation * normal;
            const double offA = outsideBy(middle - half, a), offB = outsideBy(middle + half, b);
            faults.check(offA <= tolerance, "collide: A's point on or in A", offA / pair.size);
            faults.check(offB <= tolerance, "collide: B's point on or in B", offB / pair.size);
            faults.check(point.separation <= margin, "collide: points within the margin",
                         separation - margin);
        }
    }
    if (!manifolds.empty()) {
        const double off = std::abs(deepest - answer.separation);
        // faceBias allows deeper ones
        faults.check(deepest <= answer.separation + 2e-6 * pair.size && off <= 0.011 * pair.size,
                     "collide: the deepest as deep as the push", off / pair.size);
    }
}

template <class T>
void checkSwapped(const CheckedPair<T>& pair, const BasicDistance<T>& answer, Faults& faults) {
    if (pair.isSame()) {
        return;  // both orders are one call
    }
    const auto flipped = distance(pair.b, pair.poseB, pair.a, pair.poseA);
    faults.check(flipped.separation == answer.separation && flipped.normal == -answer.normal &&
                     flipped.pointA == answer.pointB && flipped.pointB == answer.pointA &&
                     flipped.children.a == answer.children.b && flipped.children.b == answer.children.a,
                 "distance: flipped in the other order");
}

/// Beyond rounding, a point is inside exactly if a sphere of radius 0 overlaps.
template <class T>
void checkInside(const CheckedPair<T>& pair, const std::vector<glm::dvec3>& points, Faults& faults) {
    const Sphere point{{0, 0, 0}, 0.0f};
    for (const glm::dvec3& place : points) {
        const BasicPose<T> pose{glm::vec<3, T>(place)};
        const bool inside = contains(pair.a, pair.poseA, pose.position);
        double outside = std::numeric_limits<double>::infinity();
        for (const Solid& solid : pair.solidsA) {
            outside = std::min(outside, outsideBy(glm::dvec3(pose.position), solid));
        }
        faults.check(std::abs(outside) <= pair.toleranceOfPoints() || inside == (outside < 0.0),
                     "contains: as the features say", std::abs(outside));
        faults.check(std::abs(outside) <= pair.toleranceOfPoints() ||
                         inside == overlaps(pair.a, pair.poseA, point, pose),
                     "contains: as a sphere of radius 0", std::abs(outside));
    }
}

template <class T>
void checkPair(const LatticePair& given, Faults& faults) {
    const CheckedPair<T> pair(given);
    const BasicDistance<T> answer = distance(pair.a, pair.poseA, pair.b, pair.poseB);
    checkDistance(pair, answer, faults);
    for (const float margin : {0.0f, 0.25f, 0.01f}) {
        checkPush(pair, answer, margin, faults);
        checkContacts(pair, answer, margin, faults);
    }
    if (std::isfinite(answer.separation) && answer.separation > 0.0f) {
        checkPush(pair, answer, answer.separation, faults);
        checkPush(pair, answer, std::nextafter(answer.separation, 1e30f), faults);
    }
    checkSwapped(pair, answer, faults);
    checkInside(pair, {glm::dvec3(answer.pointA), glm::dvec3(answer.pointB), glm::dvec3(pair.poseB.position)},
                faults);
}

template <class T>
void checkPairs(std::uint32_t seed, int trials, Faults& faults) {
    Random random(seed);
    test::forEachLatticePair(random, seed, trials, faults,
                             [&](const LatticePair& pair) { checkPair<T>(pair, faults); });
}

TEST(LatticePairs, AgreeWithAllFeaturesInFloat) {
    Faults faults;
    checkPairs<float>(3401, test::latticeTrials(500), faults);
    faults.expectNone(30);
}

TEST(LatticePairs, AgreeWithAllFeaturesInDouble) {
    Faults faults;
    checkPairs<double>(3402, test::latticeTrials(500), faults);
    faults.expectNone(30);
}

}  // namespace
