#pragma once

/// @file
/// Checks that verbs are consistent: flipped answers for the other order of the shapes, bit for bit, and the
/// same overlap in all verbs.

#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>

namespace sat3d::test {

/// Expects that the answer for the pair in the other order is the flipped answer.
template <class T>
void expectFlipped(const BasicDistance<T>& flipped, const BasicDistance<T>& answer) {
    EXPECT_EQ(flipped.separation, answer.separation);
    EXPECT_EQ(flipped.normal, -answer.normal);
    EXPECT_EQ(flipped.pointA, answer.pointB);
    EXPECT_EQ(flipped.pointB, answer.pointA);
    EXPECT_EQ(flipped.features.a, answer.features.b);
    EXPECT_EQ(flipped.features.b, answer.features.a);
    EXPECT_EQ(flipped.children, (ChildPair{answer.children.b, answer.children.a}));
}

template <class T>
void expectFlipped(const BasicSweep<T>& flipped, const BasicSweep<T>& answer) {
    EXPECT_EQ(flipped.status, answer.status);
    EXPECT_EQ(flipped.fraction, answer.fraction);
    EXPECT_EQ(flipped.normal, -answer.normal);
    EXPECT_EQ(flipped.point, answer.point);
    EXPECT_EQ(flipped.children, (ChildPair{answer.children.b, answer.children.a}));
}

/// Expects the same normal and the same points.
template <class T>
void expectSame(const BasicManifold<T>& left, const BasicManifold<T>& right) {
    EXPECT_EQ(left.normal, right.normal);
    ASSERT_EQ(left.pointCount, right.pointCount);
    for (std::uint32_t i = 0; i < left.pointCount; ++i) {
        EXPECT_EQ(left.pointArray[i].position, right.pointArray[i].position);
        EXPECT_EQ(left.pointArray[i].separation, right.pointArray[i].separation);
        EXPECT_EQ(left.pointArray[i].id, right.pointArray[i].id);
    }
}

template <class T>
void expectFlipped(BasicManifold<T> flipped, const BasicManifold<T>& manifold) {
    const Penetration &push = manifold.penetration, &flippedPush = flipped.penetration;
    EXPECT_EQ(flippedPush.normal, -push.normal);
    EXPECT_EQ(flippedPush.depth, push.depth);
    EXPECT_EQ(flippedPush.children, (ChildPair{push.children.b, push.children.a}));
    EXPECT_EQ(flipped.faceTagA, manifold.faceTagB);
    EXPECT_EQ(flipped.faceTagB, manifold.faceTagA);
    flipped.normal = -flipped.normal;
    expectSame(flipped, manifold);
}

/// Counts of sweeps by result.
struct SweepTally {
    int hits = 0, misses = 0, overlapping = 0;

    /// Prints the counts, and expects more than these.
    void expectMore(int minHits, int minMisses, int minOverlapping) const {
        std::printf("%d hits, %d misses, %d overlapping\n", hits, misses, overlapping);
        EXPECT_GT(hits, minHits);
        EXPECT_GT(misses, minMisses);
        EXPECT_GT(overlapping, minOverlapping);
    }
};

/// Expects InitialOverlap exactly if the shapes overlap at the start, and then the answer of penetration().
/// Returns whether they overlap.
template <class T, class A, class B, class Pose>
bool expectInitialOverlap(const BasicSweep<T>& answer, const A& a, const Pose& poseA, const B& b,
                          const Pose& poseB) {
    const auto push = penetration(a, poseA, b, poseB);
    EXPECT_EQ(overlaps(a, poseA, b, poseB), push.has_value());
    EXPECT_EQ(answer.status == SweepStatus::InitialOverlap, push.has_value());
    if (push) {
        EXPECT_EQ(answer.depth, push->depth);
        EXPECT_EQ(answer.normal, push->normal);
        EXPECT_EQ(answer.children, push->children);
    }
    return push.has_value();
}

}  // namespace sat3d::test
