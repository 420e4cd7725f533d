/// Times convex hull construction in sat3d and Qhull, and measures sat3d's peak memory.

#include "geometry/hull_builder/clouds.hpp"
#include "harness/ratio_reporter.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <benchmark/benchmark.h>

#ifdef SAT3D_BENCHMARK_QHULL
extern "C" {
#include <libqhull_r/libqhull_r.h>
}
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

namespace {

/// Bytes allocated by operator new: the current number, and the peak since the last reset.
std::atomic<std::size_t> liveBytes{0};
std::atomic<std::size_t> peakBytes{0};
constexpr std::size_t kHeader = alignof(std::max_align_t);

}  // namespace

void* operator new(std::size_t size) {
    void* const block = std::malloc(size + kHeader);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    *static_cast<std::size_t*>(block) = size;
    const std::size_t live = liveBytes += size;
    if (live > peakBytes) {
        peakBytes = live;
    }
    return static_cast<char*>(block) + kHeader;
}
void operator delete(void* memory) noexcept {
    if (memory != nullptr) {
        void* const block = static_cast<char*>(memory) - kHeader;
        liveBytes -= *static_cast<std::size_t*>(block);
        std::free(block);
    }
}
void operator delete(void* memory, std::size_t) noexcept {
    ::operator delete(memory);
}

namespace {

using sat3d::test::CloudType;

/// Returns different clouds of one kind, so that the branch predictor cannot learn a single cloud.
std::vector<std::vector<glm::vec3>> makeClouds(CloudType kind, std::uint32_t count) {
    sat3d::test::Random random(2024);
    std::vector<std::vector<glm::vec3>> clouds(std::clamp(20000u / count, 1u, 64u));
    for (auto& cloud : clouds) {
        cloud = sat3d::test::toFloat(makeCloud(kind, count, random));
    }
    return clouds;
}

void buildOurs(benchmark::State& state, CloudType kind, std::uint32_t count) {
    const auto clouds = makeClouds(kind, count);
    std::size_t next = 0;
    double vertices = 0.0;
    std::size_t peak = 0;
    for (auto _ : state) {
        const auto& cloud = clouds[next++ % clouds.size()];
        const std::size_t before = liveBytes;
        peakBytes = before;
        const auto mesh = sat3d::buildHull(cloud);
        benchmark::DoNotOptimize(mesh->vertices.data());
        vertices = static_cast<double>(mesh->vertices.size());
        peak = std::max(peak, peakBytes - before);
    }
    state.counters["vertices"] = vertices;
    state.counters["peak_MB"] = static_cast<double>(peak) * 1e-6;
}

#ifdef SAT3D_BENCHMARK_QHULL
void buildQhull(benchmark::State& state, CloudType kind, std::uint32_t count) {
    std::vector<std::vector<double>> clouds;
    for (const auto& cloud : makeClouds(kind, count)) {
        auto& coordinates = clouds.emplace_back();
        for (const glm::vec3& p : cloud) {
            coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
        }
    }
    std::size_t next = 0;
    double vertices = 0.0;
    for (auto _ : state) {
        auto& coordinates = clouds[next++ % clouds.size()];
        qhT context;
        qh_zero(&context, stderr);
        char command[] = "qhull";
        if (qh_new_qhull(&context, 3, static_cast<int>(count), coordinates.data(), False, command, nullptr,
                         stderr) != 0) {
            state.SkipWithError("qhull failed");
        }
        vertices = static_cast<double>(context.num_vertices);
        qh_freeqhull(&context, !qh_ALL);
        int blocks = 0, bytes = 0;
        qh_memfreeshort(&context, &blocks, &bytes);
    }
    state.counters["vertices"] = vertices;
}
#endif

void registerAll() {
    constexpr std::array kKinds{CloudType::Ball, CloudType::Cube, CloudType::Sphere, CloudType::Lattice,
                                CloudType::NearCoplanar};
    for (const CloudType kind : kKinds) {
        for (const std::uint32_t count : {100u, 10'000u, 1'000'000u}) {
            const std::string workload = std::string(name(kind)) + "/" + std::to_string(count) + "/";
            benchmark::RegisterBenchmark((workload + "sat3d").c_str(), buildOurs, kind, count)
                ->Unit(benchmark::kMicrosecond);
#ifdef SAT3D_BENCHMARK_QHULL
            benchmark::RegisterBenchmark((workload + "qhull").c_str(), buildQhull, kind, count)
                ->Unit(benchmark::kMicrosecond);
#endif
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    registerAll();
    return sat3d::benchmarks::runRegistered(argc, argv);
}
