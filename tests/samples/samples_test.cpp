#include "frame/grab.hpp"
#include "frame/scene.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace samples {
namespace {

std::uint64_t hashAfter(const Sample& sample, int steps, sat3d::ParallelFor threads = sat3d::kInOneThread) {
    const auto scene = sample.make();
    for (int i = 0; i < steps; ++i) {
        scene->step(threads);
    }
    EXPECT_EQ(scene->world.validate(), std::nullopt) << sample.name;
    return scene->hash();
}

TEST(Samples, EachHasAGroupASentenceAndANameOfItsOwn) {
    std::set<std::string> names, groups;
    std::string last;
    for (const Sample& sample : allSamples()) {
        EXPECT_TRUE(names.insert(sample.name).second) << sample.name;
        EXPECT_EQ(std::string(sample.see).find_last_of(".?") + 1, std::string(sample.see).size())
            << sample.see;
        EXPECT_LT(std::string(sample.see).size(), 140u) << sample.see;
        if (sample.group != last) {
            EXPECT_TRUE(groups.insert(sample.group).second) << "the group is in two places: " << sample.group;
            last = sample.group;
        }
    }
}

TEST(Samples, AreFoundByWords) {
    ASSERT_NE(findSample("GHOST"), nullptr);
    EXPECT_STREQ(findSample("GHOST")->name, "No ghost edges");
    EXPECT_EQ(findSample("no such sample"), nullptr);
    EXPECT_EQ(findSample(""), allSamples().data());
    EXPECT_TRUE(isAbout(*findSample("ghost"), "seam"));
    EXPECT_FALSE(isAbout(*findSample("ghost"), "rocket"));
}

// A reader sees a scene at a glance.
TEST(Samples, AreShort) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SAMPLES_FOLDER "/scenes")) {
        if (entry.path().extension() == ".cpp" && entry.path().parent_path().filename() != "scenes") {
            std::ifstream file(entry.path());
            std::size_t lines = 0;
            for (std::string line; std::getline(file, line);) {
                ++lines;
            }
            EXPECT_LT(lines, 80u) << entry.path();
            ++files;
        }
    }
    EXPECT_EQ(files, allSamples().size());
}

// To renew them: samples --hashes > tests/samples/hashes.txt
TEST(Samples, HaveTheSameBitsAsEver) {
    std::map<std::string, std::string> known;
    std::ifstream file(SAMPLES_HASHES);
    for (std::string hash, name; file >> hash && file.ignore() && std::getline(file, name);) {
        known[name] = hash;
    }
    EXPECT_EQ(known.size(), allSamples().size());
    for (const Sample& sample : allSamples()) {
        char hash[17];
        std::snprintf(hash, sizeof(hash), "%016llx", static_cast<unsigned long long>(hashAfter(sample, 180)));
        EXPECT_EQ(hash, known[sample.name]) << sample.name;
    }
}

TEST(Samples, HaveTheSameBitsOnThreads) {
    const auto threads = [](std::size_t count, sat3d::ParallelTask task) {
        std::jthread other([&] {
            for (std::size_t i = 1; i < count; i += 2) {
                task(i);
            }
        });
        for (std::size_t i = 0; i < count; i += 2) {
            task(i);
        }
    };
    for (const Sample& sample : allSamples()) {
        EXPECT_EQ(hashAfter(sample, 40, threads), hashAfter(sample, 40)) << sample.name;
    }
}

struct OneCrate final : Scene {
    OneCrate() {
        addGround();
        crate = addBody(sat3d::Box{.halfExtents = {0.5f, 0.5f, 0.5f}}, {{0.0f, 0.5f, 0.0f}});
    }
    sat3d::ObjectId crate;
};

TEST(Grab, DragsABodyToTheCursor) {
    OneCrate scene;
    Grab grab;
    const glm::vec3 eye(0.0f, 1.0f, 10.0f);
    EXPECT_EQ(grab.take(scene, {eye, {0.0f, 1.0f, 0.0f}, 100.0f}), std::nullopt);
    EXPECT_EQ(grab.take(scene, {eye, glm::normalize(glm::vec3(3, -1, 0)), 100.0f}).has_value(), true);
    EXPECT_FALSE(grab.isHolding());  // the ground
    EXPECT_EQ(grab.take(scene, {eye, glm::normalize(glm::vec3(0.0f, -0.5f, -9.5f)), 100.0f}), scene.crate);
    ASSERT_TRUE(grab.isHolding());
    const sat3d::Ray cursor{eye, glm::normalize(glm::vec3(3.0f, 2.0f, -9.0f)), 100.0f};
    for (int i = 0; i < 300; ++i) {
        grab.pull(scene, cursor);
        scene.step();
    }
    sat3d::DebugGeometry spring;
    grab.draw(spring, scene);
    ASSERT_EQ(spring.lines.positions.size(), 2u);
    // It hangs below the cursor by its weight: by g / omega2 = 28 mm if it could not turn, at a corner 2.5
    // times as far.
    EXPECT_NEAR(spring.lines.positions[1].y - spring.lines.positions[0].y, 0.07f, 0.01f);
    EXPECT_LT(glm::length(scene.dynamics.find(scene.crate)->velocity), 0.1f);

    scene.world.remove(scene.crate);
    scene.step();
    grab.pull(scene, cursor);
    EXPECT_FALSE(grab.isHolding());
}

}  // namespace
}  // namespace samples
