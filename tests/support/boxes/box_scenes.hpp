#pragma once

/// @file
/// Scenes of boxes for tests and benchmarks of the broad phase.

#include "support/random.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::test {

enum class BoxScene : std::uint8_t {
    Empty,
    Uniform,
    Clusters,
    Flat,
    OneHuge,
    ThreeDecades,
    FarOutlier,
    TwoTowns,
    EqualBoxes,
    Points,
    Touching,
    Nested,
};
inline constexpr std::array kBoxScenes{BoxScene::Empty,    BoxScene::Uniform,    BoxScene::Clusters,
                                       BoxScene::Flat,     BoxScene::OneHuge,    BoxScene::FarOutlier,
                                       BoxScene::TwoTowns, BoxScene::EqualBoxes, BoxScene::ThreeDecades,
                                       BoxScene::Points,   BoxScene::Touching,   BoxScene::Nested};

inline Aabb boxAt(const glm::dvec3& center, const glm::dvec3& half) {
    return Aabb::around(center - half, center + half);
}

/// Half the edge of a cube in which `count` bodies of about a meter have 11 overlapping boxes each.
inline double reachOf(std::size_t count) {
    return 0.5 * std::cbrt(static_cast<double>(count) / 0.112);
}

/// The box of body i of a scene of `count` bodies. Draws the same number of random numbers for every body.
inline Aabb sceneBox(BoxScene scene, Random& random, std::size_t i, std::size_t count) {
    const double reach = reachOf(count);
    const glm::dvec3 place = random.inBox(reach), offset = random.inBox(10.0);
    glm::dvec3 half{random.uniform(0.4, 1.9), random.uniform(0.4, 1.9), random.uniform(0.4, 1.9)};
    const double choice = random.unit();
    switch (scene) {
        case BoxScene::Empty:
            return Aabb{};
        case BoxScene::Uniform:
            return boxAt(place, half);
        case BoxScene::Clusters: {
            Random ofCluster(static_cast<std::uint32_t>(40.0 * choice));
            return boxAt(ofCluster.inBox(1000.0) + offset, half);
        }
        case BoxScene::Flat:
            return boxAt({100.0 * place.x / reach, 100.0 * place.y / reach, 1.5 * place.z / reach}, half);
        case BoxScene::OneHuge:
            return i == count / 2 ? boxAt({}, glm::dvec3(60.0)) : boxAt(place, half);
        case BoxScene::ThreeDecades:
            return boxAt(4.0 * place, half * std::ldexp(0.1, static_cast<int>(10.0 * choice * choice)));
        case BoxScene::FarOutlier:
            return boxAt(i == 0 ? glm::dvec3(1e6, 0, 0) : place, half);
        case BoxScene::TwoTowns:
            return boxAt(place + glm::dvec3(choice < 0.5 ? 0.0 : 1e5, 0, 0), half);
        case BoxScene::EqualBoxes:
            return boxAt(glm::dvec3(i % 2 == 0 ? 0.0 : 3.0, 0, 0), glm::dvec3(1.0));
        case BoxScene::Points:
            return boxAt(glm::floor(0.4 * place), glm::dvec3(0.0));
        case BoxScene::Touching:
            return boxAt(glm::floor(place), glm::dvec3(0.5));
        case BoxScene::Nested:
            return boxAt({}, glm::dvec3(std::ldexp(1.0, static_cast<int>(40.0 * choice) - 20)) + 1e-9 * half);
    }
    return {};
}

inline std::vector<Aabb> sceneBoxes(BoxScene scene, Random& random, std::size_t count) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        boxes.push_back(sceneBox(scene, random, i, count));
    }
    return boxes;
}

}  // namespace sat3d::test
