#include <sat3d/math/exact.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr double kHalfUlp = std::numeric_limits<double>::epsilon() / 2.0;
// Shewchuk's bounds of the rounding errors of the determinants, relative to their permanents.
constexpr double kFilter2 = (3.0 + 16.0 * kHalfUlp) * kHalfUlp;
constexpr double kFilter3 = (7.0 + 56.0 * kHalfUlp) * kHalfUlp;

/// A real number as an unevaluated sum: `high` is the rounded value, `low` the rounding error.
struct Pair {
    double high;
    double low;
};

/// Exact sum a + b (Knuth).
Pair twoSum(double a, double b) {
    const double sum = a + b;
    const double bRounded = sum - a;
    const double aRounded = sum - bRounded;
    return {sum, (a - aRounded) + (b - bRounded)};
}

/// Splits a double into its upper and lower 26 bits (Dekker).
Pair split(double a) {
    constexpr double kSplitter = 134217729.0;  // 2^27 + 1
    const double scaled = kSplitter * a;
    const double high = scaled - (scaled - a);
    return {high, a - high};
}

/// Exact product a * b (Dekker), without fused multiply-add, so that it has the same bits on every machine.
Pair twoProduct(double a, double b) {
    const double product = a * b;
    const Pair x = split(a);
    const Pair y = split(b);
    const double error = ((product - x.high * y.high) - x.low * y.high) - x.high * y.low;
    return {product, x.low * y.low - error};
}

/// Exact sum of at most Capacity nonoverlapping doubles, in ascending magnitude, without zeros.
template <std::size_t Capacity>
class Expansion {
public:
    Expansion() = default;

    /// Adds a double: Shewchuk's grow-expansion with zero elimination.
    void add(double term) {
        std::size_t kept = 0;
        double sum = term;
        for (std::size_t i = 0; i < size_; ++i) {
            const Pair partial = twoSum(sum, terms_[i]);
            sum = partial.high;
            if (partial.low != 0.0) {
                terms_[kept++] = partial.low;
            }
        }
        if (sum != 0.0) {
            terms_[kept++] = sum;
        }
        size_ = kept;
    }

    void add(Pair pair) {
        add(pair.low);
        add(pair.high);
    }

    /// Sign of the sum. It is that of the last term, which is larger in magnitude than the sum of the others.
    [[nodiscard]] int sign() const {
        if (size_ == 0) {
            return 0;
        }
        return terms_[size_ - 1] > 0.0 ? 1 : -1;
    }

    [[nodiscard]] const double* begin() const { return terms_.data(); }
    [[nodiscard]] const double* end() const { return terms_.data() + size_; }

private:
    std::array<double, Capacity> terms_;  // only the first size_ are initialized
    std::size_t size_ = 0;
};

Expansion<2> difference(double a, double b) {
    Expansion<2> result;
    result.add(twoSum(a, -b));
    return result;
}

/// sum += sign * a * b. The product of n and m terms has up to 2 n m terms.
template <std::size_t Capacity, std::size_t N, std::size_t M>
void addProduct(Expansion<Capacity>& sum, double sign, const Expansion<N>& a, const Expansion<M>& b) {
    for (const double x : a) {
        for (const double y : b) {
            sum.add(twoProduct(sign * x, y));
        }
    }
}

/// The 2 x 2 determinant a * d - c * b.
Expansion<16> determinant2(const Expansion<2>& a, const Expansion<2>& b, const Expansion<2>& c,
                           const Expansion<2>& d) {
    Expansion<16> result;
    addProduct(result, 1.0, a, d);
    addProduct(result, -1.0, c, b);
    return result;
}

int exactOrient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return determinant2(difference(a.x, c.x), difference(a.y, c.y), difference(b.x, c.x),
                        difference(b.y, c.y))
        .sign();
}

int exactOrient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d) {
    const Expansion<2> ax = difference(a.x, d.x), ay = difference(a.y, d.y), az = difference(a.z, d.z);
    const Expansion<2> bx = difference(b.x, d.x), by = difference(b.y, d.y), bz = difference(b.z, d.z);
    const Expansion<2> cx = difference(c.x, d.x), cy = difference(c.y, d.y), cz = difference(c.z, d.z);
    Expansion<192> sum;
    addProduct(sum, -1.0, determinant2(bx, by, cx, cy), az);
    addProduct(sum, -1.0, determinant2(cx, cy, ax, ay), bz);
    addProduct(sum, -1.0, determinant2(ax, ay, bx, by), cz);
    return sum.sign();
}

/// Returns a * b - c * d. Corrects the rounding errors of the products if cancellation would amplify them.
double productDifference(double a, double b, double c, double d) {
    const double plain = a * b - c * d;
    if (std::abs(plain) > 0.5 * std::abs(a * b)) {
        return plain;
    }
    const Pair left = twoProduct(a, b);
    const Pair right = twoProduct(c, d);
    const Pair highs = twoSum(left.high, -right.high);
    return highs.high + (highs.low + (left.low - right.low));
}

}  // namespace

int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) noexcept {
    const double left = (a.x - c.x) * (b.y - c.y);
    const double right = (a.y - c.y) * (b.x - c.x);
    const double determinant = left - right;
    if (std::abs(determinant) > kFilter2 * (std::abs(left) + std::abs(right))) {
        return determinant > 0.0 ? 1 : -1;
    }
    return exactOrient2d(a, b, c);
}

int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d) noexcept {
    const glm::dvec3 ad = a - d, bd = b - d, cd = c - d;
    const double bxcy = bd.x * cd.y, cxby = cd.x * bd.y;
    const double cxay = cd.x * ad.y, axcy = ad.x * cd.y;
    const double axby = ad.x * bd.y, bxay = bd.x * ad.y;
    const double determinant = ad.z * (bxcy - cxby) + bd.z * (cxay - axcy) + cd.z * (axby - bxay);
    const double permanent = std::abs(ad.z) * (std::abs(bxcy) + std::abs(cxby)) +
                             std::abs(bd.z) * (std::abs(cxay) + std::abs(axcy)) +
                             std::abs(cd.z) * (std::abs(axby) + std::abs(bxay));
    if (std::abs(determinant) > kFilter3 * permanent) {
        return determinant > 0.0 ? -1 : 1;  // the determinant is positive below the plane
    }
    // If the permanent is 0, all products are exactly 0, because a difference of unequal numbers never rounds
    // to 0. This is the case for faces of axis-aligned boxes.
    return permanent == 0.0 ? 0 : exactOrient3d(a, b, c, d);
}

glm::dvec3 accurateCross(const glm::dvec3& u, const glm::dvec3& v) noexcept {
    return {productDifference(u.y, v.z, u.z, v.y), productDifference(u.z, v.x, u.x, v.z),
            productDifference(u.x, v.y, u.y, v.x)};
}

}  // namespace sat3d::SAT3D_ABI
