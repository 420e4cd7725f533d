#include "debug/drawing/geometry_checks.hpp"

#include <sat3d/debug/draw.hpp>

#include <gtest/gtest.h>

namespace {

using namespace sat3d;
using namespace sat3d::test;

TEST(Mirror, TurnsTrianglesRoundSoThatNormalsStayInFront) {
    DebugGeometry geometry;
    draw(geometry, Capsule{{0, 0, 0}, {1, 2, 3}, 0.5f}, Pose{{1.0f, 2.0f, 3.0f}});
    geometry.labels.push_back({{1.0f, 2.0f, 3.0f}, 0, "here"});
    const DebugGeometry original = geometry;
    for (const MirrorAxis axis : {MirrorAxis::X, MirrorAxis::Y, MirrorAxis::Z}) {
        mirror(geometry, axis);
        expectSound(geometry);
        EXPECT_NEAR(volumeOf(geometry.triangles), volumeOf(original.triangles), 1e-5);
        EXPECT_EQ(geometry.lines.positions[5], mirrored(original.lines.positions[5], axis));
        EXPECT_EQ(geometry.labels[0].position, mirrored(original.labels[0].position, axis));
        mirror(geometry, axis);
        EXPECT_EQ(geometry.triangles.positions, original.triangles.positions);
        EXPECT_EQ(geometry.triangles.indices, original.triangles.indices);
    }
}

}  // namespace
