#pragma once

// A scene of the samples: a world, its bodies, and what it shows besides.

#include <sat3d/debug/debug_geometry.hpp>
#include <sat3d/sat3d.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace samples {

inline constexpr float kStep = 1.0f / 60.0f;  // seconds

/// Looks at a point from a direction.
struct View {
    glm::vec3 target{0.0f, 1.0f, 0.0f};
    float distance = 14.0f;  ///< meters
    float turns = 0.09f;     ///< about the vertical axis
    float height = 0.35f;    ///< sine of the angle above the horizon, -0.9 .. 0.98
    [[nodiscard]] glm::vec3 eye() const;
    [[nodiscard]] glm::mat4 clipFromWorld(float aspect) const;
};

class Scene {
public:
    Scene() = default;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    virtual ~Scene() = default;

    /// Makes a step: that of the scene, that of its bodies.
    void step(sat3d::ParallelFor threads = sat3d::kInOneThread);
    /// Answers to draw, as lines over the objects.
    virtual void draw(sat3d::DebugGeometry&) const {}
    /// Equal on every machine. Covers the world, the bodies, and the answers that the scene has noted.
    [[nodiscard]] virtual std::uint64_t hash() const;

    sat3d::World world{{.detail = sat3d::ContactDetail::Manifolds}};
    sat3d::Dynamics dynamics;
    View view;
    std::string says;  ///< a line of numbers
    std::uint32_t steps = 0;

    [[nodiscard]] float seconds() const { return static_cast<float>(steps) * kStep; }

protected:
    virtual void beforeStep() {}
    virtual void afterStep() {}

    sat3d::ObjectId addStatic(sat3d::Shape shape, const sat3d::Pose& pose = {});
    sat3d::ObjectId addGround();
    /// An object that the scene moves itself.
    sat3d::ObjectId addMoving(sat3d::Shape shape, const sat3d::Pose& pose = {}, std::string name = {});
    sat3d::ObjectId addBody(const sat3d::Shape& shape, const sat3d::Pose& pose, sat3d::Body body = {},
                            float density = 500.0f);
    void move(sat3d::ObjectId id, const sat3d::Pose& pose);
    /// An answer becomes part of the hash.
    void note(float value);

private:
    std::uint64_t noted_ = 14695981039346656037u;
};

struct Sample {
    const char *group, *name, *see;  ///< see: a sentence of what to see
    std::unique_ptr<Scene> (*make)();
};

template <class T>
[[nodiscard]] Sample sampleOf(const char* group, const char* name, const char* see) {
    return {group, name, see, [] { return std::unique_ptr<Scene>(std::make_unique<T>()); }};
}

/// All samples, in the order of the list.
[[nodiscard]] std::span<const Sample> allSamples();

/// The sample whose name contains the words, whatever their case, or nullptr.
[[nodiscard]] const Sample* findSample(const std::string& words);
/// Whether the group, the name or the sentence contains the words, whatever their case.
[[nodiscard]] bool isAbout(const Sample& sample, const std::string& words);

// Motions without std::sin, whose last bits differ between libraries: hashes stay the same everywhere.

/// Returns the sine of an angle in turns, to 1e-4.
[[nodiscard]] float sine(float turns);
[[nodiscard]] glm::quat turn(const glm::vec3& unitAxis, float turns);
/// Returns corners of a prism around the y axis: a cylinder for many sides.
[[nodiscard]] sat3d::ConvexHull prism(int sides, float radius, float halfHeight);
/// Random numbers that are the same everywhere: 0 .. 1.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : state_(seed) {}
    float roll();
    float roll(float from, float to) { return from + (to - from) * roll(); }
    glm::quat turnAnyway();

private:
    std::uint32_t state_;
};

}  // namespace samples
