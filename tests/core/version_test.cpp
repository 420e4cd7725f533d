#include <sat3d/core/version.hpp>

#include <gtest/gtest.h>

TEST(Version, LibraryAndHeadersAgree) {
    EXPECT_STREQ(sat3d::version(), SAT3D_VERSION_STRING);
}
