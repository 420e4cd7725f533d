#include "scene.hpp"

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace samples {

glm::vec3 View::eye() const {
    const float level = std::sqrt(std::max(0.0f, 1.0f - height * height));
    return target + distance * glm::vec3(level * sine(turns), height, level * sine(turns + 0.25f));
}

glm::mat4 View::clipFromWorld(float aspect) const {
    return glm::perspective(0.7f, aspect, 0.1f, 500.0f) * glm::lookAt(eye(), target, glm::vec3(0, 1, 0));
}

void Scene::step(sat3d::ParallelFor threads) {
    beforeStep();
    dynamics.step(world, kStep, threads);
    ++steps;
    afterStep();
}

std::uint64_t Scene::hash() const {
    return world.hash() ^ std::rotl(dynamics.hash(), 1) ^ std::rotl(noted_, 2);
}

sat3d::ObjectId Scene::addStatic(sat3d::Shape shape, const sat3d::Pose& pose) {
    return world.add({.shape = std::move(shape), .pose = pose, .kind = sat3d::ObjectKind::Static}).value();
}

sat3d::ObjectId Scene::addGround() {
    return addStatic(sat3d::Box{.halfExtents = {25.0f, 0.5f, 25.0f}}, {{0.0f, -0.5f, 0.0f}});
}

sat3d::ObjectId Scene::addMoving(sat3d::Shape shape, const sat3d::Pose& pose, std::string name) {
    return world.add({.shape = std::move(shape), .pose = pose, .name = std::move(name)}).value();
}

sat3d::ObjectId Scene::addBody(const sat3d::Shape& shape, const sat3d::Pose& pose, sat3d::Body body,
                               float density) {
    const sat3d::ObjectId id = addMoving(shape, pose);
    body.mass = massFromDensity(shape, density).value();
    dynamics.setBody(world, id, body);
    return id;
}

void Scene::move(sat3d::ObjectId id, const sat3d::Pose& pose) {
    if (const auto error = world.setPose(id, pose)) {
        std::puts(error->message.c_str());
    }
}

void Scene::note(float value) {
    noted_ = (noted_ ^ std::bit_cast<std::uint32_t>(value)) * 1099511628211u;
}

namespace {

bool contains(std::string_view text, std::string_view words) {
    const auto isEqual = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), words.begin(), words.end(), isEqual) != text.end() ||
           words.empty();
}

}  // namespace

bool isAbout(const Sample& sample, const std::string& words) {
    return contains(sample.group, words) || contains(sample.name, words) || contains(sample.see, words);
}

const Sample* findSample(const std::string& words) {
    const auto found = std::ranges::find_if(
        allSamples(), [&](const Sample& sample) { return contains(sample.name, words); });
    return found == allSamples().end() ? nullptr : &*found;
}

float sine(float turns) {
    turns -= std::floor(turns + 0.5f);  // -0.5 .. 0.5
    if (std::abs(turns) > 0.25f) {
        turns = std::copysign(0.5f, turns) - turns;
    }
    const float z = turns * turns;
    return turns * (6.2831853f - z * (41.341702f - z * (81.605249f - z * 76.705853f)));
}

glm::quat turn(const glm::vec3& unitAxis, float turns) {
    return glm::quat(
        sat3d::rotationFromVector(glm::dvec3(unitAxis) * (6.283185307179586 * static_cast<double>(turns))));
}

sat3d::ConvexHull prism(int sides, float radius, float halfHeight) {
    std::vector<glm::vec3> corners;
    for (int i = 0; i < sides; ++i) {
        const float at = static_cast<float>(i) / static_cast<float>(sides);
        for (const float y : {-halfHeight, halfHeight}) {
            corners.emplace_back(radius * sine(at), y, radius * sine(at + 0.25f));
        }
    }
    return sat3d::ConvexHull::fromPoints(corners).value();
}

float Dice::roll() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<float>(state_ >> 8) / 16777216.0f;
}

glm::quat Dice::turnAnyway() {
    const float x = roll(-1.0f, 1.0f), y = roll(-1.0f, 1.0f), z = roll(-1.0f, 1.0f);
    return glm::normalize(glm::quat(0.7f, x, y, z));
}

}  // namespace samples
