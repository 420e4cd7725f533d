#include "support/expect_exact.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;
using test::ShapeType;
using test::Subject;
using test::Tally;

/// B's distance, as a multiple of that at which the hulls just touch.
struct Regime {
    const char* name;
    double from, to;
};
constexpr std::array kRegimes{Regime{"far", 1.5, 2.5}, Regime{"near", 1.0001, 1.03},
                              Regime{"shallow", 0.96, 0.9999}, Regime{"deep", 0.0, 0.8}};

class RandomPairs {
public:
    RandomPairs(std::uint32_t seed, std::span<const ShapeType> kinds, int shapesPerKind)
        : random_(seed), seed_(seed) {
        for (const ShapeType kind : kinds) {
            auto& pool = pools_.emplace_back();
            for (int i = 0; i < shapesPerKind; ++i) {
                pool.emplace_back(test::randomCloud(random_, kind));
            }
        }
        kinds_.assign(kinds.begin(), kinds.end());
    }

    /// Every kind against every kind, in both orders, in each regime.
    void run(int posesPerPair) {
        for (std::size_t a = 0; a < pools_.size(); ++a) {
            for (std::size_t b = 0; b < pools_.size(); ++b) {
                for (int i = 0; i < posesPerPair; ++i) {
                    SCOPED_TRACE("seed " + std::to_string(seed_) + ", " + std::string(nameOf(kinds_[a])) +
                                 " and " + std::string(nameOf(kinds_[b])) + ", pose " + std::to_string(i));
                    runPose(pick(pools_[a]), pick(pools_[b]));
                }
            }
        }
        report();
    }

private:
    const Subject& pick(const std::vector<Subject>& pool) {
        return pool[random_.below(static_cast<std::uint32_t>(pool.size()))];
    }

    void runPose(const Subject& a, const Subject& b) {
        // Poses as in a game: in float, somewhere in a level.
        const Pose poseA{glm::vec3(random_.inBox(20.0)), glm::quat(random_.rotation())};
        const glm::quat rotationB(random_.rotation());
        const test::BruteForceSat oracle(a.bruteForce, glm::dquat(poseA.rotation), b.bruteForce,
                                         glm::dquat(rotationB));
        const glm::dvec3 direction = random_.direction();
        const double touching = oracle.touchingDistance(direction);
        for (std::size_t i = 0; i < kRegimes.size(); ++i) {
            SCOPED_TRACE(kRegimes[i].name);
            const double distance = touching * random_.uniform(kRegimes[i].from, kRegimes[i].to);
            const Pose poseB{poseA.position + glm::vec3(direction * distance), rotationB};
            test::expectExact(
                {a, DPose{poseA.position, poseA.rotation}, b, DPose{poseB.position, poseB.rotation}, oracle},
                tallies_[i]);
        }
    }

    void report() {
        std::array<int, 3> winners{};
        int smallest = tallies_[0].pairs;
        for (std::size_t i = 0; i < kRegimes.size(); ++i) {
            std::printf("seed %u, %s: %s\n", seed_, kRegimes[i].name, tallies_[i].text().c_str());
            for (std::size_t kind = 0; kind < winners.size(); ++kind) {
                winners[kind] += tallies_[i].winners[kind];
            }
        }
        EXPECT_GT(tallies_[0].apart, smallest * 9 / 10);
        EXPECT_GT(tallies_[1].apart, smallest * 8 / 10);
        EXPECT_GT(tallies_[2].overlapping, smallest * 8 / 10);
        EXPECT_GT(tallies_[3].overlapping, smallest * 8 / 10);
        for (const int count : winners) {
            EXPECT_GT(count, smallest / 10) << "a kind of feature pair was hardly tested";
        }
    }

    Random random_;
    std::uint32_t seed_;
    std::vector<ShapeType> kinds_;
    std::vector<std::vector<Subject>> pools_;
    std::array<Tally, kRegimes.size()> tallies_;
};

TEST(RandomPairs, SmallShapes) {
    constexpr std::array kKinds{ShapeType::Box,         ShapeType::Tetrahedron, ShapeType::Wedge,
                                ShapeType::Prism,       ShapeType::Tank,        ShapeType::Ellipsoid16,
                                ShapeType::NearCoplanar};
    RandomPairs(101, kKinds, 6).run(12);
}

TEST(RandomPairs, ThinShapes) {
    constexpr std::array kKinds{ShapeType::Needle, ShapeType::Plate, ShapeType::Tetrahedron, ShapeType::Tank};
    RandomPairs(102, kKinds, 6).run(16);
}

TEST(RandomPairs, RoundShapes) {
    constexpr std::array kKinds{ShapeType::Ellipsoid32, ShapeType::Box};
    RandomPairs(103, kKinds, 4).run(4);
}

TEST(RandomPairs, AllShapesSlow) {
    for (std::uint32_t seed = 201; seed < 205; ++seed) {
        RandomPairs(seed, test::kAllShapeKinds, 6).run(12);
    }
}

}  // namespace
