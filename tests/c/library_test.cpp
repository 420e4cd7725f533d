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

}  // namespace
}  // namespace sat3d::test
