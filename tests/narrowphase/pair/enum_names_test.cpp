#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <gtest/gtest.h>

namespace {

using namespace sat3d;

TEST(EnumNames, MatchTheEnumerators) {
    EXPECT_EQ(toString(Sweep::Status::Miss), "Miss");
    EXPECT_EQ(toString(Sweep::Status::Hit), "Hit");
    EXPECT_EQ(toString(DSweep::Status::InitialOverlap), "InitialOverlap");
    EXPECT_EQ(toString(SweepStatus::NotConverged), "NotConverged");
    EXPECT_EQ(toString(static_cast<SweepStatus>(4)), "?");
    EXPECT_EQ(toString(FeaturePair::Kind::FaceA), "FaceA");
    EXPECT_EQ(toString(FeaturePair::Kind::FaceB), "FaceB");
    EXPECT_EQ(toString(FeaturePair::Kind::EdgeEdge), "EdgeEdge");
    EXPECT_EQ(toString(FeaturePair::Kind::VertexEdge), "VertexEdge");
    EXPECT_EQ(toString(FeaturePair::Kind::EdgeVertex), "EdgeVertex");
    EXPECT_EQ(toString(FeaturePair::Kind::VertexVertex), "VertexVertex");
    EXPECT_EQ(toString(PlaneReport::Source::EdgeOfA), "EdgeOfA");
    EXPECT_EQ(toString(PlaneReport::Source::EdgeOfB), "EdgeOfB");
    EXPECT_EQ(toString(PlaneReport::Source::FaceOfA), "FaceOfA");
    EXPECT_EQ(toString(PlaneReport::Source::FaceOfB), "FaceOfB");
    EXPECT_EQ(toString(PlaneChoice::EdgeDirections), "EdgeDirections");
    EXPECT_EQ(toString(PlaneChoice::FaceNormals), "FaceNormals");
}

}  // namespace
