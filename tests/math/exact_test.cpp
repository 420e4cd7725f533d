#include <sat3d/math/exact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

namespace {

using sat3d::orient2d;
using sat3d::orient3d;

TEST(Orient2d, DistinguishesLeftRightAndCollinear) {
    EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), 1);
    EXPECT_EQ(orient2d({0, 0}, {0, 1}, {1, 0}), -1);
    EXPECT_EQ(orient2d({0, 0}, {0.1, 0.1}, {0.3, 0.3}), 0);
}

TEST(Orient2d, DetectsOneUlp) {
    // The classic case in which the determinant in double is zero or has the wrong sign.
    const double ulp = 0x1p-53;
    EXPECT_EQ(orient2d({0.5 + ulp, 0.5}, {12.0, 12.0}, {24.0, 24.0}),
              -orient2d({0.5, 0.5 + ulp}, {12.0, 12.0}, {24.0, 24.0}));
    EXPECT_NE(orient2d({0.5 + ulp, 0.5}, {12.0, 12.0}, {24.0, 24.0}), 0);
    EXPECT_EQ(orient2d({0.5 + ulp, 0.5 + ulp}, {12.0, 12.0}, {24.0, 24.0}), 0);
}

TEST(Orient3d, IsPositiveOnTheSideOfTheNormal) {
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.7, 0}), 0);
}

TEST(Orient3d, DetectsOneUlpFarFromTheOrigin) {
    const double far = 1e6;
    const double next = std::nextafter(far, 2e6);
    EXPECT_EQ(orient3d({0, 0, far}, {1e-3, 0, far}, {0, 1e-3, far}, {1e5, -1e5, next}), 1);
    EXPECT_EQ(orient3d({0, 0, next}, {1e-3, 0, next}, {0, 1e-3, next}, {1e5, -1e5, far}), -1);
}

#if defined(__SIZEOF_INT128__)

__extension__ using Int128 = __int128;  // the oracle: exact 3 x 3 determinants of integers below 2^40

struct IntPoint {
    std::int64_t x, y, z;
    [[nodiscard]] glm::dvec3 scaled(double s) const {
        return {s * static_cast<double>(x), s * static_cast<double>(y), s * static_cast<double>(z)};
    }
};

IntPoint operator-(const IntPoint& a, const IntPoint& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

int sign(Int128 value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

int oracle2d(const IntPoint& a, const IntPoint& b, const IntPoint& c) {
    return sign(Int128(a.x - c.x) * (b.y - c.y) - Int128(a.y - c.y) * (b.x - c.x));
}

int oracle3d(const IntPoint& a, const IntPoint& b, const IntPoint& c, const IntPoint& d) {
    const IntPoint u = b - a, v = c - a, w = d - a;
    return sign((Int128(u.y) * v.z - Int128(u.z) * v.y) * w.x +
                (Int128(u.z) * v.x - Int128(u.x) * v.z) * w.y +
                (Int128(u.x) * v.y - Int128(u.y) * v.x) * w.z);
}

/// Points of a lattice plane or line, some of them moved by one unit: all signs occur, and zero.
TEST(Orientation, EqualsIntegerArithmeticForNearlyDegeneratePoints) {
    std::mt19937 bits(20240517);
    const auto integer = [&](std::int64_t limit) {
        return static_cast<std::int64_t>((std::uint64_t{bits()} << 32 | bits()) %
                                         static_cast<std::uint64_t>(2 * limit + 1)) -
               limit;
    };
    std::array<int, 3> seen2{}, seen3{};
    for (int trial = 0; trial < 20000; ++trial) {
        const std::int64_t limit = std::int64_t{1} << (4 + trial % 15);  // combinations stay below 2^39
        const IntPoint a{integer(limit), integer(limit), integer(limit)};
        const IntPoint u{integer(limit), integer(limit), integer(limit)};
        const IntPoint v{integer(limit), integer(limit), integer(limit)};
        const auto combine = [&](std::int64_t s, std::int64_t t, std::int64_t nudge) {
            return IntPoint{a.x + s * u.x + t * v.x, a.y + s * u.y + t * v.y,
                            a.z + s * u.z + t * v.z + nudge};
        };
        const IntPoint b = combine(integer(9), integer(9), 0);
        const IntPoint c = combine(integer(9999), integer(9999), 0);
        const IntPoint d = combine(integer(9999), integer(9999), integer(1));
        const double scale = std::ldexp(1.0, static_cast<int>(integer(200)));
        const int expected3 = oracle3d(a, b, c, d);
        ++seen3[static_cast<std::size_t>(expected3 + 1)];
        ASSERT_EQ(orient3d(a.scaled(scale), b.scaled(scale), c.scaled(scale), d.scaled(scale)), expected3)
            << trial;
        ASSERT_EQ(orient3d(b.scaled(scale), a.scaled(scale), c.scaled(scale), d.scaled(scale)), -expected3)
            << trial;

        const std::int64_t step = integer(1);
        const IntPoint e{a.x + 3333 * u.x, a.y + 3333 * u.y + step, 0};
        const IntPoint f{a.x + 10 * u.x, a.y + 10 * u.y, 0};
        const int expected2 = oracle2d(a, e, f);
        ++seen2[static_cast<std::size_t>(expected2 + 1)];
        ASSERT_EQ(orient2d(a.scaled(scale), e.scaled(scale), f.scaled(scale)), expected2) << trial;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_GT(seen2[i], 1000) << "sign " << i;
        EXPECT_GT(seen3[i], 1000) << "sign " << i;
    }
}

#endif

/// Coordinates with 53 bits and different exponents: even the differences of coordinates are rounded.
TEST(Orientation, IsAntisymmetricOnFullDoubles) {
    std::mt19937 bits(7);
    const auto real = [&] {
        const double mantissa = static_cast<double>(std::uint64_t{bits()} << 21 | bits() >> 11);
        return std::ldexp(mantissa - 0x1p52, static_cast<int>(bits() % 40) - 72);
    };
    int zeros = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        const glm::dvec3 a{real(), real(), real()}, b{real(), real(), real()}, c{real(), real(), real()};
        const glm::dvec3 d =
            trial % 2 == 0 ? a + (b - a) * 0.5 + (c - a) * 0.25 : glm::dvec3{real(), real(), real()};
        const int abcd = orient3d(a, b, c, d);
        zeros += abcd == 0;
        ASSERT_EQ(orient3d(b, c, a, d), abcd);
        ASSERT_EQ(orient3d(c, b, a, d), -abcd);
        ASSERT_EQ(orient3d(b, a, d, c), abcd);
        ASSERT_EQ(orient3d(c, d, a, b), abcd);
    }
    EXPECT_LT(zeros, 2000);
}

}  // namespace
