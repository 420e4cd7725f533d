/// A tank of five hulls on terrain with cells of 4, 1 and 0.5 m: sweeps and pushes, as a game asks for them
/// in each frame. And a crater in a field of a million cells.

#include "harness/ratio_reporter.hpp"
#include "narrowphase/tank_of_parts.hpp"
#include "support/surfaces.hpp"

#include <sat3d/narrowphase/depth_along.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/shape.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::Random;

constexpr std::size_t kQueries = 200;
constexpr float kSide = 256.0f, kGap = 0.02f, kSink = 0.05f;

HeightField hills(float cell) {
    Random random(71);
    const auto count = static_cast<std::uint32_t>(kSide / cell) + 1;
    std::vector<float> heights;
    for (std::uint32_t i = 0; i < count * count; ++i) {
        const double x = double(cell) * (i % count), y = double(cell) * (i / count);
        heights.push_back(float(2.0 * std::sin(0.1 * x) + 1.5 * std::cos(0.13 * y) +
                                random.uniform(-0.02, 0.02) * double(cell)));
    }
    return test::fieldOf(heights, count, {cell, cell});
}

struct Step {
    Pose pose;  ///< close above the ground
    RigidMotion motion;
};

struct Drive {
    HeightField field;
    Compound body = benchmarks::tankOfParts();
    std::vector<Step> steps;

    explicit Drive(float cell) : field(hills(cell)) {
        Random random(72);
        const auto place = [&] { return float(random.uniform(20.0, 230.0)); };
        while (steps.size() < kQueries) {
            Step step;
            step.pose = {{place(), place(), 10.0f},
                         glm::angleAxis(float(random.uniform(0.0, 6.0)), glm::vec3(0, 0, 1))};
            const Sweep landing = sweep(body, step.pose, field, Pose{}, glm::vec3(0, 0, -20));
            step.pose.position.z -= 20.0f * landing.fraction - kGap;
            step.motion = {step.pose.rotation * glm::vec3(0.25f, 0, 0) - glm::vec3(0, 0, 0.03f),
                           {float(random.uniform(-0.01, 0.01)), 0, float(random.uniform(-0.05, 0.05))},
                           {}};
            steps.push_back(step);
        }
    }
};

template <class Ask>
void add(const std::string& name, const std::shared_ptr<const Drive>& drive, const Ask& ask) {
    benchmark::RegisterBenchmark((name + "/sat3d").c_str(), [=](benchmark::State& state) {
        std::size_t next = 0;
        for (auto _ : state) {
            benchmark::DoNotOptimize(ask(*drive, drive->steps[next]));
            next = next + 1 == drive->steps.size() ? 0 : next + 1;
        }
    });
}

void addDrive(const std::string& cells, float cell) {
    const auto drive = std::make_shared<const Drive>(cell);
    add("sweep straight/" + cells, drive, [](const Drive& d, const Step& step) {
        return sweep(d.body, step.pose, d.field, Pose{}, step.motion.translation);
    });
    add("sweep with a skin/" + cells, drive, [](const Drive& d, const Step& step) {
        return sweep(d.body, step.pose, d.field, Pose{}, step.motion.translation, {.skin = 0.002f});
    });
    add("sweep turning/" + cells, drive, [](const Drive& d, const Step& step) {
        return sweep(d.body, step.pose, d.field, Pose{}, step.motion);
    });
    add("push up/" + cells, drive, [](const Drive& d, const Step& step) {
        Pose sunk = step.pose;
        sunk.position.z -= kGap + kSink;
        return pushOutAlong(d.field, Pose{}, d.body, sunk, {0, 0, 1});
    });
}

/// A crater of 16 x 16 heights, dug and filled.
void timeCrater(benchmark::State& state, bool keepsCopy) {
    const std::uint32_t side = 1025;
    HeightField ground = test::fieldOf(std::vector<float>(std::size_t{side} * side, 1.0f), side);
    const HeightRange range{.column = 500, .row = 300, .columns = 16, .rows = 16};
    std::vector<float> heights(256, 0.0f);
    for (auto _ : state) {
        const std::vector<HeightField> copies(keepsCopy ? 1 : 0, ground);
        heights[0] += 0.001f;
        ground = *std::move(ground).withHeights(range, heights);
        benchmark::DoNotOptimize(ground.heightAt(505.0f, 305.0f));
    }
}

}  // namespace

int main(int argc, char** argv) {
    addDrive("cells of 4 m", 4.0f);
    addDrive("cells of 1 m", 1.0f);
    addDrive("cells of 0.5 m", 0.5f);
    benchmark::RegisterBenchmark("crater/in place/sat3d", timeCrater, false);
    benchmark::RegisterBenchmark("crater/beside a copy/sat3d", timeCrater, true);
    return sat3d::benchmarks::runRegistered(argc, argv);
}
