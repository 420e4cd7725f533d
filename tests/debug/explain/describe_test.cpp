#include <sat3d/debug/describe.hpp>

#include <gtest/gtest.h>

namespace {

using sat3d::describeLength;
using sat3d::FeaturePair;

TEST(DescribeLength, PicksASuitableUnit) {
    EXPECT_EQ(describeLength(0.0), "0 m");
    EXPECT_EQ(describeLength(12.345678), "12.35 m");
    EXPECT_EQ(describeLength(1.5), "1.500 m");
    EXPECT_EQ(describeLength(4321.987), "4322 m");
    EXPECT_EQ(describeLength(0.123456), "12.35 cm");
    EXPECT_EQ(describeLength(0.099999), "10.00 cm");
    EXPECT_EQ(describeLength(9.9994), "9.999 m");
    EXPECT_EQ(describeLength(-0.0123), "-1.230 cm");
    EXPECT_EQ(describeLength(0.00123456), "1.235 mm");
    EXPECT_EQ(describeLength(0.0000123456), "0.01235 mm");
    EXPECT_EQ(describeLength(1.5e-9), "1.5e-09 m");
    EXPECT_EQ(describeLength(2.5e7), "2.5e+07 m");
}

TEST(DescribeVector, HasNoNegativeZero) {
    EXPECT_EQ(sat3d::describeVector({-0.0, -1e-9, 0.57735}), "(0.000, 0.000, 0.577)");
}

TEST(DescribeFeatures, NamesBothSides) {
    EXPECT_EQ(sat3d::describeFeatures({FeaturePair::Kind::FaceA, 3, 5}, "hull", "wall"),
              "face 3 of hull against vertex 5 of wall");
    EXPECT_EQ(sat3d::describeFeatures({FeaturePair::Kind::FaceB, 3, 5}, "hull", "wall"),
              "vertex 3 of hull against face 5 of wall");
    EXPECT_EQ(sat3d::describeFeatures({FeaturePair::Kind::EdgeEdge, 3, 5}, "hull", "wall"),
              "edge 3 of hull against edge 5 of wall");
}

}  // namespace
