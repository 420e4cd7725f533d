#include <sat3d/shapes/baked_model.hpp>
#include <sat3d/shapes/convex_decomposition.hpp>
#include <sat3d/shapes/shape.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace sat3d;

/// Joins the names of all enumerators from 0, and of the first number beyond them.
template <class Enum>
std::string namesOf(Enum last) {
    std::string names;
    for (int value = 0; value <= static_cast<int>(last) + 1; ++value) {
        names.append(names.empty() ? "" : " ").append(toString(static_cast<Enum>(value)));
    }
    return names;
}

TEST(EnumNames, MatchTheEnumerators) {
    EXPECT_EQ(namesOf(Sides::Both), "Front Both ?");
    EXPECT_EQ(namesOf(UpAxis::Z), "Y Z ?");
    EXPECT_EQ(namesOf(ShapeType::TriangleMesh), "ConvexHull Box Sphere Capsule TriangleMesh ?");
    EXPECT_EQ(namesOf(MotionType::Kinematic), "Unspecified Static Dynamic Kinematic ?");
    EXPECT_EQ(namesOf(CombineMode::Multiply), "Average Minimum Maximum Multiply ?");
}

TEST(EnumNames, MatchTheErrorCodes) {
    EXPECT_EQ(namesOf(ShapeError::Code::NotWatertight),
              "NotFinite TooLarge Negative NotNormalized NonUniformScale NonAxisAlignedScale SingularMap "
              "HullFailed Empty NotWatertight ?");
    EXPECT_EQ(namesOf(MeshError::Code::BadTags), "Empty NotFinite TooLarge BadIndex BadTags ?");
    EXPECT_EQ(namesOf(HeightFieldError::Code::Empty),
              "BadSize BadRange BadCell NotFinite BadHole BadTags Empty ?");
    EXPECT_EQ(namesOf(DecompositionError::Code::Canceled), "HullFailed BadIndices BadOptions Canceled ?");
    EXPECT_EQ(namesOf(BakedError::Code::Malformed),
              "NotFound Unreadable WrongMagic UnsupportedVersion SizeMismatch ChecksumMismatch Malformed ?");
}

}  // namespace
