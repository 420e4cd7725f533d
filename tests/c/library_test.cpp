// What a library says about its interface.

#include "c_test.hpp"

#include <gmock/gmock.h>

namespace sat3d::test {
namespace {

using ::testing::HasSubstr;

TEST(CLibrary, TellsProgramsThatDoNotFit) {
    constexpr std::uint32_t kMajor = 1u << 16, kDouble = 1u << 31, kPlane = 1u << 30;
    constexpr bool kIsDouble = sizeof(Real) == sizeof(double), kIsPlane = sizeof(s3_vector) == 8;
    EXPECT_EQ(s3_abi_version(), S3_ABI_VERSION);
    EXPECT_EQ((S3_ABI_VERSION & kDouble) != 0, kIsDouble);
    EXPECT_EQ((S3_ABI_VERSION & kPlane) != 0, kIsPlane);
    EXPECT_OK(s3_check_abi(S3_ABI_VERSION));
    EXPECT_OK(s3_check_abi(S3_ABI_VERSION - S3_ABI_MINOR));  // an older program
    EXPECT_EQ(s3_check_abi(S3_ABI_VERSION ^ kDouble), S3_WRONG_LIBRARY);
    EXPECT_THAT(s3_last_error(),
                HasSubstr(kIsDouble ? "this library has them in double: link sat3d_c, or"
                                    : "this library has them in float: link sat3d_c_double"));
    EXPECT_EQ(s3_check_abi(S3_ABI_VERSION ^ kPlane), S3_WRONG_LIBRARY);
    EXPECT_THAT(s3_last_error(), HasSubstr(kIsPlane ? "this library is for the plane: link sat3d_c, or"
                                                    : "this library is for space: link sat3d_c_plane"));
    for (const std::uint32_t other : {S3_ABI_VERSION + 1, S3_ABI_VERSION + kMajor, S3_ABI_VERSION - kMajor}) {
        EXPECT_EQ(s3_check_abi(other), S3_WRONG_LIBRARY);
        EXPECT_THAT(s3_last_error(), HasSubstr("another version"));
    }
    EXPECT_STREQ(s3_status_name(S3_WRONG_LIBRARY), "S3_WRONG_LIBRARY");
}

TEST(CLibrary, NumbersThatNoStepCanUseAreRefused) {
    s3_world_options options = s3_default_world_options();
    s3_world* world = nullptr;
    for (const std::uint32_t substeps : {0u, 1001u, 0xffffffffu}) {
        options.substeps = substeps;
        EXPECT_EQ(s3_world_create(&options, &world), S3_BAD_NUMBER);
        EXPECT_THAT(s3_last_error(), HasSubstr("1 to 1000 substeps"));
    }
    options.substeps = 1000;
    ASSERT_EQ(s3_world_create(&options, &world), S3_OK);
    s3_object object = s3_default_object();
    s3_shape* shape = nullptr;
    EXPECT_OK(s3_capsule_create({}, {}, 1.0f, &shape));
    object.shape = shape;
    s3_id id = 0;
    EXPECT_OK(s3_world_add(world, &object, &id));
    s3_body body = s3_default_body();
    EXPECT_OK(s3_world_set_body(world, id, &body));
    s3_vector fast{};
    fast.x = 2e19f;
    EXPECT_EQ(s3_world_set_velocity(world, id, fast, {}), S3_BAD_NUMBER);
    const s3_part_surface belt{0, s3_default_material(), fast};
    EXPECT_EQ(s3_world_set_surface(world, id, &belt), S3_BAD_NUMBER);
    body.velocity = fast;
    EXPECT_EQ(s3_world_set_body(world, id, &body), S3_WORLD_BAD_BODY);
    EXPECT_THAT(s3_last_error(), HasSubstr("its square"));
    s3_world_destroy(world);
    s3_shape_release(shape);
}

}  // namespace
}  // namespace sat3d::test
