// The samples as a module for a page: what page.js calls. One scene is open at a time.

#include "frame/chosen.hpp"
#include "frame/grab.hpp"
#include "frame/overlay.hpp"
#include "frame/scene.hpp"

#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/draw.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

/// A mesh to upload.
struct PageMesh {
    std::uint32_t id;
    const glm::vec3 *positions, *normals;
    std::uint32_t positionCount;
    const std::uint32_t* indices;
    std::uint32_t indexCount;
    const glm::vec3* edges;
    std::uint32_t edgePositionCount;
};
/// Where page.js finds a frame: words of 32 bits.
struct PageFrame {
    const std::uint32_t* releasedInstances;
    std::uint32_t releasedInstanceCount;
    const std::uint32_t* releasedMeshes;
    std::uint32_t releasedMeshCount;
    const PageMesh* newMeshes;
    std::uint32_t newMeshCount;
    const sat3d::DebugInstance* instances;
    std::uint32_t instanceCount, instanceSize;
    const glm::vec3* lines;
    const sat3d::Color* lineColors;
    std::uint32_t linePositionCount;
    std::uint32_t stepCount, objectCount, bodyCount, awakeCount, contactCount;
};
static_assert(sizeof(void*) == 4 && sizeof(PageMesh) == 32 && sizeof(PageFrame) == 17 * 4);
static_assert(offsetof(sat3d::DebugInstance, mesh) == 4 && offsetof(sat3d::DebugInstance, edgeColor) == 12 &&
              offsetof(sat3d::DebugInstance, pose) == 16);

struct State {
    std::unique_ptr<Scene> scene;
    sat3d::DebugScene meshes{sat3d::DebugOptions{}};
    sat3d::DebugGeometry overlay;
    sat3d::DebugLayer layers = sat3d::DebugLayer::None;
    Grab grab;
    sat3d::Ray cursor{{0, 0, 0}, {0, 0, 1}, 0.0f};
    std::optional<sat3d::ObjectId> chosen, other;
    std::vector<NearObject> near;
    std::vector<PageMesh> newMeshes;
    PageFrame frame{};
    std::string text;  ///< of the last answer
};
State state;

const char* answer(std::string text) {
    state.text = std::move(text);
    return state.text.c_str();
}

template <class T>
std::uint32_t countOf(const T& values) {
    return static_cast<std::uint32_t>(values.size());
}

/// Explains the two chosen objects, if both are there.
std::optional<sat3d::Explanation> explainChosen() {
    const auto* a = state.chosen ? state.scene->world.find(*state.chosen) : nullptr;
    const auto* b = state.other ? state.scene->world.find(*state.other) : nullptr;
    return a != nullptr && b != nullptr ? std::optional(explain(a->shape, a->pose, b->shape, b->pose))
                                        : std::nullopt;
}

std::string describe(const sat3d::Explanation& why) {
    const std::string features = sat3d::describeFeatures(why.features, nameOf(*state.scene, *state.chosen),
                                                         nameOf(*state.scene, *state.other));
    return features + (why.overlapping() ? ": a push of " : ": a gap of ") +
           sat3d::describeLength(std::abs(why.separation)) + " along " +
           sat3d::describeVector(why.normalAToB) + ", found in " + std::to_string(why.planes.size()) +
           " planes and " + std::to_string(why.faceAxes.size()) + " face normals";
}

void fillFrame(const sat3d::DebugFrame& frame) {
    state.newMeshes.clear();
    for (const sat3d::DebugMesh& mesh : frame.newMeshes) {
        const auto& [triangles, lines, labels] = mesh.geometry;
        state.newMeshes.push_back({mesh.id, triangles.positions.data(), triangles.normals.data(),
                                   countOf(triangles.positions), triangles.indices.data(),
                                   countOf(triangles.indices), lines.positions.data(),
                                   countOf(lines.positions)});
    }
    const Scene& scene = *state.scene;
    state.frame = {frame.releasedInstances.data(),
                   countOf(frame.releasedInstances),
                   frame.releasedMeshes.data(),
                   countOf(frame.releasedMeshes),
                   state.newMeshes.data(),
                   countOf(state.newMeshes),
                   frame.instances.data(),
                   countOf(frame.instances),
                   sizeof(sat3d::DebugInstance),
                   state.overlay.lines.positions.data(),
                   state.overlay.lines.colors.data(),
                   countOf(state.overlay.lines.positions),
                   scene.steps,
                   static_cast<std::uint32_t>(scene.world.size()),
                   static_cast<std::uint32_t>(scene.dynamics.size()),
                   static_cast<std::uint32_t>(scene.dynamics.awakeCount()),
                   countOf(scene.dynamics.contacts())};
}

}  // namespace

#define SAMPLES_EXPORT(name) __attribute__((export_name(#name)))

SAMPLES_EXPORT(sampleCount) std::uint32_t sampleCount() {
    return countOf(allSamples());
}
/// @param which  0: the group, 1: the name, 2: what to see
SAMPLES_EXPORT(sampleText) const char* sampleText(std::uint32_t sample, std::uint32_t which) {
    const Sample& one = allSamples()[sample];
    return which == 0 ? one.group : which == 1 ? one.name : one.see;
}

/// Opens a sample, and closes the one before.
SAMPLES_EXPORT(open) void open(std::uint32_t sample) {
    const sat3d::DebugLayer layers = state.layers;
    state = State{};
    state.layers = layers;
    state.scene = allSamples()[sample].make();
}
/// @return target, distance, turns, height of the scene's view
SAMPLES_EXPORT(view) const float* view() {
    return &state.scene->view.target.x;
}
static_assert(sizeof(View) == 6 * sizeof(float));

SAMPLES_EXPORT(step) void step() {
    state.grab.pull(*state.scene, state.cursor);
    state.scene->step();
}
/// The same as in the tests of the samples.
SAMPLES_EXPORT(hash) std::uint64_t hash() {
    return state.scene->hash();
}
SAMPLES_EXPORT(says) const char* says() {
    return state.scene->says.c_str();
}

SAMPLES_EXPORT(show) void show(std::uint32_t layers) {
    state.layers = static_cast<sat3d::DebugLayer>(layers);
}
/// Name of a layer, or nullptr after the last one.
SAMPLES_EXPORT(layerName) const char* layerName(std::uint32_t layer) {
    return layer < layers().size() ? layers()[layer].name : nullptr;
}
SAMPLES_EXPORT(layerBit) std::uint32_t layerBit(std::uint32_t layer) {
    return static_cast<std::uint32_t>(layers()[layer].layer);
}

/// @return a PageFrame, valid until the next call
SAMPLES_EXPORT(draw) const void* drawFrame() {
    state.overlay.clear();
    drawOverlay(state.overlay, *state.scene, state.layers);
    state.grab.draw(state.overlay, *state.scene);
    if (const auto why = explainChosen()) {
        sat3d::draw(state.overlay, *why);
    }
    fillFrame(state.meshes.update(state.scene->world));
    return &state.frame;
}

/// The cursor as a ray: a held body follows it.
SAMPLES_EXPORT(point)
void point(float x, float y, float z, float alongX, float alongY, float alongZ) {
    state.cursor = {{x, y, z}, {alongX, alongY, alongZ}, 500.0f};
}
/// Takes what is under the cursor.
/// @return whether it is a body that can be dragged
SAMPLES_EXPORT(press) bool press() {
    state.chosen = state.grab.take(*state.scene, state.cursor);
    state.other.reset();
    return state.grab.isHolding();
}
SAMPLES_EXPORT(release) void release() {
    state.grab.drop();
}

/// @return name and motion of the chosen object, or nothing
SAMPLES_EXPORT(chosen) const char* chosen() {
    if (!state.chosen || state.scene->world.find(*state.chosen) == nullptr) {
        return answer({});
    }
    const std::string motion = motionOf(*state.scene, *state.chosen);
    return answer(nameOf(*state.scene, *state.chosen) + (motion.empty() ? "" : ": " + motion));
}
/// @return the number of objects near the chosen one
SAMPLES_EXPORT(nearCount) std::uint32_t nearCount() {
    state.near = state.chosen ? objectsNear(*state.scene, *state.chosen) : std::vector<NearObject>{};
    return countOf(state.near);
}
SAMPLES_EXPORT(nearText) const char* nearText(std::uint32_t row) {
    return state.near[row].says.c_str();
}
/// From now on the overlay explains the chosen object and this one.
SAMPLES_EXPORT(explainNear) void explainNear(std::uint32_t row) {
    state.other = state.near[row].id;
}
SAMPLES_EXPORT(explanation) const char* explanation() {
    const auto why = explainChosen();
    return answer(why ? describe(*why) : std::string());
}

}  // namespace samples
