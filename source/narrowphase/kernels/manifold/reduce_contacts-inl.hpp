// Reduction of contact points to at most four.
#if defined(SAT3D_KERNELS_REDUCE_CONTACTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_REDUCE_CONTACTS_INL_HPP
#undef SAT3D_KERNELS_REDUCE_CONTACTS_INL_HPP
#else
#define SAT3D_KERNELS_REDUCE_CONTACTS_INL_HPP
#endif

#include "core/simd/lanes-inl.hpp"
#include "narrowphase/kernels/manifold/contact_candidates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Chooses at most four candidates that span the largest area. Of up to eight candidates the largest
/// quadrangle is found exactly. Between choices that are equal to 1 %, the position in the plane of the
/// reference face decides. (The order of the candidates depends on noise.) If none of the four is as deep as
/// the deepest candidate, the deepest one takes the place that leaves the largest area.
class ContactReduction {
public:
    /// @param slack  meters: points count as equally deep up to this difference
    HWY_INLINE ContactReduction(ContactCandidates& candidates, float slack)
        : all_(candidates), slack_(slack), deepEnough_(candidates.lowest + slack) {}

    HWY_INLINE void run(ChosenContacts& chosen) {
        if (all_.count <= 4) {
            if (hasTwinsAmongFour()) {
                mergeTwins();
            }
            keepAll(chosen);
            return;
        }
        chooseOfMany(chosen);
    }

private:
    using F = Floats<8>;
    using I = Ints<8>;
    using L = LaneMask<float, 8>;
    static HWY_INLINE F all(float value) { return allFloats<8>(value); }

    /// A choice ties with the best one if its score is at least this share of the best score.
    static constexpr float kTie = 0.99f;
    /// Points that add less than this fraction of the area are left out.
    static constexpr float kNoArea = 1e-3f;
    /// The squared diagonal times this factor counts as area, so that a patch without area keeps its ends.
    static constexpr float kLengthAsArea = 1e-3f;

    HWY_INLINE void keepAll(ChosenContacts& chosen) const { chosen = {all_.count, {0, 1, 2, 3}}; }

    /// Compares all pairs without a branch for each, because twins are rare.
    [[nodiscard]] HWY_INLINE bool hasTwinsAmongFour() const {
        const std::uint64_t ids[4] = {all_.features(0), all_.features(1), all_.features(2), all_.features(3)};
        bool any = false;
        for (std::uint32_t j = 1; j < 4; ++j) {
            for (std::uint32_t i = 0; i < j; ++i) {
                any = any | ((ids[i] == ids[j]) & (j < all_.count));
            }
        }
        return any;
    }

    /// Merges candidates with the same features, of at most eight.
    HWY_NOINLINE void mergeTwins() {
        std::uint32_t kept[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        all_.count = all_.dropTwins(kept, all_.count, slack_);
        for (std::uint32_t i = 0; i < all_.count; ++i) {
            all_.copy(kept[i], i);  // none that is kept is before its place
        }
    }

    HWY_NOINLINE void chooseOfMany(ChosenContacts& chosen) {
        if (all_.count > 8) {
            quadrangleOfMany(chosen);
        } else {
            if (hasTwinsAmongEight()) {
                mergeTwins();
            }
            if (all_.count <= 4) {
                keepAll(chosen);
                return;
            }
            quadrangle(chosen);
        }
        addDeepest(chosen);
    }

    [[nodiscard]] HWY_INLINE bool hasTwinsAmongEight() const {
        const I key = shiftedLeft<7>(loadLanes<8>(all_.onReference)) ^ loadLanes<8>(all_.onIncident);
        const L isUsed = firstLanes<8>(all_.count);
        const I unused = loadLanes<8>(kLaneNumbers) | allInts<8>(-1 << 3);  // no code
        const I keys = select(isUsed, key, unused);
        I turned = keys;
        L same = all(0.0f) > all(0.0f);
        for (int step = 1; step <= 4; ++step) {
            turned = nextLanes(turned);
            same = same | areEqual(keys, turned);
        }
        return bitsOf(same & isUsed) != 0;  // keys may also be equal by chance, which does no harm
    }

    /// The lowest lane with the largest key.
    static HWY_INLINE std::uint32_t laneOfLargest(const F& keys) {
        return static_cast<std::uint32_t>(std::countr_zero(bitsOf(keys >= all(largestOf(keys)))));
    }
    static HWY_INLINE F tieKeys(const F& x, const F& y) {
        return x * all(ContactCandidates::kTieX) + y * all(ContactCandidates::kTieY);
    }

    struct Diagonal {
        std::uint32_t from, to;
    };

    /// Finds the diagonal of the largest quadrangle of at most eight points. It tests each pair as a
    /// diagonal, with the farthest points on either side of it.
    HWY_INLINE Diagonal bestDiagonal(const F& x, const F& y) const {
        alignas(32) float xs[8], ys[8];
        storeLanes(x, xs);
        storeLanes(y, ys);
        F scores[4], keys[4], toX = x, toY = y;
        F best = all(0.0f);
        for (std::size_t step = 0; step < 4; ++step) {
            toX = nextLanes(toX);
            toY = nextLanes(toY);
            const F dx = toX - x, dy = toY - y;
            F most = dx * all(ys[0]) - dy * all(xs[0]), least = most;
            for (std::size_t i = 1; i < 8; ++i) {
                const F aside = dx * all(ys[i]) - dy * all(xs[i]);
                most = maxOf(most, aside);
                least = minOf(least, aside);
            }
            scores[step] = (most - least) + (dx * dx + dy * dy) * all(kLengthAsArea);
            const F along = tieKeys(dx, dy);
            keys[step] = along * along;
            best = maxOf(best, scores[step]);
        }
        const F least = all(kTie * largestOf(best));
        F key = all(-1.0f);
        for (std::size_t step = 0; step < 4; ++step) {
            keys[step] = select(scores[step] >= least, keys[step], all(-1.0f));
            key = maxOf(key, keys[step]);
        }
        const F first = all(largestOf(key));
        std::uint32_t bits = 0;
        for (std::size_t step = 0; step < 4; ++step) {
            bits |= bitsOf(keys[step] >= first) << (8 * step);
        }
        const auto chosen = static_cast<std::uint32_t>(std::countr_zero(bits));
        return {chosen % 8, (chosen % 8 + chosen / 8 + 1) % 8};
    }

    HWY_INLINE void quadrangle(ChosenContacts& chosen) const {
        const L isUsed = firstLanes<8>(all_.count);
        const F x = select(isUsed, loadLanes<8>(all_.x), all(all_.x[0]));
        const F y = select(isUsed, loadLanes<8>(all_.y), all(all_.y[0]));
        Diagonal diagonal = bestDiagonal(x, y);
        diagonal.from = diagonal.from < all_.count ? diagonal.from : 0;
        diagonal.to = diagonal.to < all_.count ? diagonal.to : 0;
        chosen = {2, {diagonal.from, diagonal.to, 0, 0}};
        const float px = all_.x[diagonal.from], py = all_.y[diagonal.from];
        const float dx = all_.x[diagonal.to] - px, dy = all_.y[diagonal.to] - py;
        const F aside = all(dx) * (y - all(py)) - all(dy) * (x - all(px));
        const F keys = tieKeys(x, y);
        const float left = largestOf(aside), right = smallestOf(aside), least = kNoArea * (left - right);
        if (left > least) {
            chosen.at[chosen.count++] =
                laneOfLargest(select(aside >= all(kTie * left), keys, all(-HullAdjacency::kFar)));
        }
        if (-right > least) {
            chosen.at[chosen.count++] =
                laneOfLargest(select(aside <= all(kTie * right), keys, all(-HullAdjacency::kFar)));
        }
    }

    /// Finds a large quadrangle of many points. It takes the points farthest in eight directions, and a
    /// diagonal of their largest quadrangle. Then it finds the farthest points beside this diagonal, and
    /// those beside the other one.
    HWY_INLINE void quadrangleOfMany(ChosenContacts& chosen) {
        const std::array<std::uint32_t, 8> farthest = farthestAround();
        alignas(32) float x[8], y[8];
        for (std::size_t i = 0; i < 8; ++i) {
            x[i] = all_.x[farthest[i]];
            y[i] = all_.y[farthest[i]];
        }
        const Diagonal diagonal = bestDiagonal(loadLanes<8>(x), loadLanes<8>(y));
        chosen.at[0] = farthest[diagonal.from];
        chosen.at[1] = farthest[diagonal.to];
        const Sides beside = farthestBeside(chosen.at[0], chosen.at[1]);
        chosen.at[2] = beside.left;
        chosen.at[3] = beside.right;
        chosen.count = 4;
        if (beside.left != chosen.at[0] && beside.right != chosen.at[0] && beside.left != beside.right) {
            const Sides again = farthestBeside(beside.left, beside.right);
            chosen.at[0] = again.left;
            chosen.at[1] = again.right;
        }
        dropRepeated(chosen);
    }

    HWY_INLINE void dropRepeated(ChosenContacts& chosen) const {
        std::uint32_t count = 0;
        for (std::uint32_t j = 0; j < chosen.count; ++j) {
            bool isNew = true;
            for (std::uint32_t i = 0; i < count; ++i) {
                isNew = isNew && all_.features(chosen.at[i]) != all_.features(chosen.at[j]);
            }
            chosen.at[count] = chosen.at[j];
            count += isNew ? 1 : 0;
        }
        chosen.count = count;
    }

    /// The farthest point in each of eight directions; lanes are the directions.
    [[nodiscard]] HWY_INLINE std::array<std::uint32_t, 8> farthestAround() const {
        constexpr float kCos = 0.9238795f, kSin = 0.3826834f;  // of 22.5 degrees
        alignas(32) constexpr float kX[8] = {kCos, kSin, -kSin, -kCos, -kCos, -kSin, kSin, kCos};
        alignas(32) constexpr float kY[8] = {kSin, kCos, kCos, kSin, -kSin, -kCos, -kCos, -kSin};
        const F dx = loadLanes<8>(kX), dy = loadLanes<8>(kY);
        F most = all(-HullAdjacency::kFar), least = all(HullAdjacency::kFar);
        for (std::uint32_t i = 0; i < all_.count; ++i) {
            const F along = dx * all(all_.x[i]) + dy * all(all_.y[i]);
            most = maxOf(most, along);
            least = minOf(least, along);
        }
        const F enough = most - (most - least) * all(1.0f - kTie);
        F bestKey = all(-HullAdjacency::kFar);
        I best = allInts<8>(0);
        for (std::uint32_t i = 0; i < all_.count; ++i) {
            const F x = all(all_.x[i]), y = all(all_.y[i]);
            const F key = dx * y - dy * x;
            const L isBetter = (dx * x + dy * y >= enough) & (key > bestKey);
            bestKey = select(isBetter, key, bestKey);
            best = select(isBetter, allInts<8>(static_cast<std::int32_t>(i)), best);
        }
        std::array<std::uint32_t, 8> result;
        alignas(32) float lanes[8];
        storeLanes(asFloats(best), lanes);
        for (std::size_t i = 0; i < 8; ++i) {
            result[i] = std::bit_cast<std::uint32_t>(lanes[i]);
        }
        return result;
    }

    struct Sides {
        std::uint32_t left, right;
    };
    /// The points farthest from a line on either side.
    [[nodiscard]] HWY_INLINE Sides farthestBeside(std::uint32_t from, std::uint32_t to) const {
        const float px = all_.x[from], py = all_.y[from];
        const float dx = all_.x[to] - px, dy = all_.y[to] - py;
        const auto aside = [&](std::uint32_t i)
                               HWY_ATTR { return dx * (all_.y[i] - py) - dy * (all_.x[i] - px); };
        float left = 0.0f, right = 0.0f;
        for (std::uint32_t i = 0; i < all_.count; ++i) {
            left = std::max(left, aside(i));
            right = std::min(right, aside(i));
        }
        Sides best{from, from};
        float leftKey = -HullAdjacency::kFar, rightKey = -HullAdjacency::kFar;
        for (std::uint32_t i = 0; i < all_.count; ++i) {
            const float key = all_.tieKey(i), here = aside(i);
            if (left > 0.0f && here >= kTie * left && key > leftKey) {
                leftKey = key;
                best.left = i;
            }
            if (right < 0.0f && here <= kTie * right && key > rightKey) {
                rightKey = key;
                best.right = i;
            }
        }
        return best;
    }

    HWY_INLINE void addDeepest(ChosenContacts& chosen) const {
        bool isDeep = false;
        for (std::uint32_t i = 0; i < chosen.count; ++i) {
            isDeep = isDeep || all_.z[chosen.at[i]] <= deepEnough_;
        }
        if (isDeep) {
            return;
        }
        std::uint32_t deepest = 0;
        float bestKey = -HullAdjacency::kFar;
        for (std::uint32_t i = 0; i < all_.count; ++i) {
            const float key = all_.tieKey(i);
            if (all_.z[i] <= deepEnough_ && key > bestKey) {
                bestKey = key;
                deepest = i;
            }
        }
        for (std::uint32_t i = 0; i < chosen.count; ++i) {
            if (all_.features(chosen.at[i]) == all_.features(deepest)) {
                chosen.at[i] = deepest;
                return;
            }
        }
        chosen.at[chosen.count < 4 ? chosen.count++ : placeFor(deepest, chosen)] = deepest;
    }

    /// The place, of four, that another point can take so that the remaining area is largest. Each lane tests
    /// one place.
    [[nodiscard]] HWY_INLINE std::uint32_t placeFor(std::uint32_t candidate,
                                                    const ChosenContacts& chosen) const {
        using Four = Floats<4>;
        Four x[4], y[4];
        for (std::uint32_t i = 0; i < 4; ++i) {
            alignas(16) float xs[4], ys[4];
            for (std::uint32_t lane = 0; lane < 4; ++lane) {
                const std::uint32_t point = lane == i ? candidate : chosen.at[i];
                xs[lane] = all_.x[point];
                ys[lane] = all_.y[point];
            }
            x[i] = loadLanes<4>(xs);
            y[i] = loadLanes<4>(ys);
        }
        const auto crossed = [&](int a, int b, int c, int d) HWY_ATTR {
            const Four cross = (x[b] - x[a]) * (y[d] - y[c]) - (y[b] - y[a]) * (x[d] - x[c]);
            return maxOf(cross, allFloats<4>(0.0f) - cross);
        };
        const Four area = maxOf(maxOf(crossed(0, 1, 2, 3), crossed(0, 2, 1, 3)), crossed(0, 3, 1, 2));
        const Four enough = allFloats<4>(kTie * largestOf(area));
        return static_cast<std::uint32_t>(std::countr_zero(bitsOf(area >= enough)));
    }

    ContactCandidates& all_;
    float slack_, deepEnough_;
};

HWY_INLINE void reduceContacts(ContactCandidates& candidates, float slack, ChosenContacts& chosen) {
    ContactReduction(candidates, slack).run(chosen);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
