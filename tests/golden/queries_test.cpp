#include "golden/bit_hash.hpp"
#include "golden/on_every_target.hpp"
#include "world/world_model.hpp"

#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/world_queries.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// The same bits of queries of a world everywhere: see golden_test.cpp.

namespace {

using namespace sat3d;
using test::BitHash;

constexpr std::uint64_t kFloat = 0xfcd870ce69e11794;
constexpr std::uint64_t kDouble = 0x236e20ae1b65a24e;

/// Objects of every shape, half of which move.
template <class T>
class Scene {
public:
    explicit Scene(const glm::dvec3& center) : center_(center), shapes_(test::shapesForWorlds<T>(random_)) {
        std::vector<BasicObjectMotion<T>> list;
        for (std::uint32_t i = 0; i < 150; ++i) {
            const auto id = world_.add({.shape = shapes_[i % shapes_.size()], .pose = randomPose()});
            if (i % 2 == 0) {
                list.push_back({id.value(), randomPose(), randomMotion()});
            }
        }
        world_.refresh();
        EXPECT_FALSE(motions_.set(world_, list));
    }

    void addRays(BitHash& hash) {
        const BasicRay<T> ray{glm::vec<3, T>(random_.inBox(5.0) + center_), glm::vec3(random_.direction()),
                              9.0f};
        std::array<WorldRayHit, 20> hits;
        for (const WorldRayHit& hit : raycastAll(world_, ray, hits)) {
            hash.add(std::uint64_t{hit.object.index});
            hash.add(hit.hit.entry.distance);
            hash.add(hit.hit.entry.normal);
        }
        std::array<PiercedPlate, 20> plates;
        for (const PiercedPlate& plate : shootThrough(world_, motions_, ray, plates)) {
            hash.add(std::uint64_t{plate.object.index});
            hash.add(plate.hit.entryFraction);
            hash.add(plate.hit.hit.entry.normal);
            hash.add(plate.impactCosine);
            hash.add(plate.lengthInside);
        }
    }
    void addShapes(BitHash& hash, std::size_t trial) {
        const Shape& shape = shapes_[trial % 5];  // the solid ones
        const auto pose = randomPose();
        const RigidMotion motion = randomMotion();
        const auto straight = sweep(world_, shape, pose, motion.translation),
                   amongMoving = sweep(world_, motions_, shape, pose, motion);
        for (const auto& first : {straight, amongMoving}) {
            hash.add(first ? first->sweep.fraction : 2.0f);
            hash.add(first ? first->sweep.point : glm::vec<3, T>(T(0)));
        }
        const auto gap = closest(world_, shape, pose);
        hash.add(gap ? gap->distance.separation : 1e9f);
    }
    void addNearPairs(BitHash& hash) const {
        std::vector<ObjectPair> buffer(2000);
        const auto pairs = nearPairs(world_, 0.3f, buffer);
        EXPECT_GT(pairs.size(), 200u);
        for (const ObjectPair& pair : pairs) {
            hash.add(std::uint64_t{pair.a.index} << 32 | pair.b.index);
        }
    }

private:
    BasicPose<T> randomPose() {
        return {glm::vec<3, T>(random_.inBox(5.0) + center_), glm::qua<T>(random_.rotation())};
    }
    RigidMotion randomMotion() { return {glm::vec3(random_.inBox(3.0)), glm::vec3(random_.inBox(1.0))}; }

    test::Random random_{438};
    glm::dvec3 center_;
    std::vector<Shape> shapes_;
    BasicWorld<T> world_;
    BasicObjectMotions<T> motions_;
};

template <class T>
std::uint64_t hashOfQueries(const glm::dvec3& center) {
    Scene<T> scene(center);
    BitHash hash;
    for (std::size_t trial = 0; trial < 100; ++trial) {
        scene.addRays(hash);
        scene.addShapes(hash, trial);
    }
    scene.addNearPairs(hash);
    return hash.value();
}

TEST(GoldenQueries, OfAWorld) {
    test::expectOnEveryTarget([] { return hashOfQueries<float>(glm::dvec3(0.0)); }, kFloat);
}

TEST(GoldenQueries, FarFromTheOriginInDouble) {
    test::expectOnEveryTarget([] { return hashOfQueries<double>(glm::dvec3(1e7, -3e6, 2e7)); }, kDouble);
}

}  // namespace
