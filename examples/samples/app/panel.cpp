#include "panel.hpp"

#include "frame/chosen.hpp"
#include "frame/overlay.hpp"

#include <cstring>
#include <imgui.h>
#include <string>
#include <vector>

namespace samples {
namespace {

/// The list of samples in groups. A search opens all groups.
void drawList(PanelState& state) {
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputTextWithHint("##search", "search", state.search.data(), state.search.size());
    const std::string words = state.search.data();
    ImGui::BeginChild("list", {0.0f, 300.0f}, true);
    const char* group = "";
    bool isOpen = false;
    for (const Sample& sample : allSamples()) {
        if (!isAbout(sample, words)) {
            continue;
        }
        if (std::strcmp(group, sample.group) != 0) {
            group = sample.group;
            if (!words.empty()) {
                ImGui::SetNextItemOpen(true);
            }
            isOpen = ImGui::CollapsingHeader(group, ImGuiTreeNodeFlags_DefaultOpen);
        }
        if (isOpen && ImGui::Selectable(sample.name, state.sample == &sample)) {
            state.sample = &sample;
            state.isRestartWanted = true;
        }
        if (isOpen && ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", sample.see);
        }
    }
    ImGui::EndChild();
}

void drawClock(PanelState& state) {
    ImGui::Checkbox("Pause (P)", &state.isPaused);
    ImGui::SameLine();
    if (ImGui::Button("Step (N)")) {
        state.isPaused = state.isStepWanted = true;
    }
    ImGui::SameLine();
    state.isRestartWanted |= ImGui::Button("Restart (R)");
    ImGui::SliderFloat("Speed", &state.speed, 0.05f, 1.0f, "%.2f");
    ImGui::SliderInt("Threads", &state.threads, 1, 16);
}

void drawLayers(PanelState& state) {
    if (!ImGui::CollapsingHeader("Show")) {
        return;
    }
    for (const Layer& layer : layers()) {
        bool isOn = (state.layers & layer.layer) != sat3d::DebugLayer::None;
        if (ImGui::Checkbox(layer.name, &isOn)) {
            state.layers = isOn ? state.layers | layer.layer : state.layers & ~layer.layer;
        }
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s", layer.tooltip);
        }
    }
}

/// The clicked object, and what is near it: a click on a row explains the pair.
void drawChosen(PanelState& state, const Scene& scene) {
    if (!state.chosen || scene.world.find(*state.chosen) == nullptr) {
        ImGui::TextWrapped(
            "Drag a body with the left button, turn the view with the right one. A click tells what an "
            "object touches.");
        return;
    }
    ImGui::Separator();
    ImGui::Text("%s", nameOf(scene, *state.chosen).c_str());
    if (const std::string motion = motionOf(scene, *state.chosen); !motion.empty()) {
        ImGui::TextUnformatted(motion.c_str());
    }
    const std::vector<NearObject> near = objectsNear(scene, *state.chosen);
    for (const auto& [id, says] : near) {
        ImGui::PushID(static_cast<int>(id.index));
        if (ImGui::Selectable(says.c_str(), state.other == id)) {
            state.other = id;
        }
        ImGui::PopID();
    }
    if (near.empty()) {
        ImGui::TextUnformatted("touches nothing");
    }
}

}  // namespace

void drawPanel(PanelState& state, const Scene& scene) {
    ImGui::SetNextWindowPos({10.0f, 10.0f}, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize({340.0f, 690.0f}, ImGuiCond_FirstUseEver);
    ImGui::Begin("sat3d samples");
    drawList(state);
    ImGui::TextWrapped("%s", state.sample->see);
    if (!scene.says.empty()) {
        ImGui::TextColored({1.0f, 0.85f, 0.4f, 1.0f}, "%s", scene.says.c_str());
    }
    ImGui::Separator();
    drawClock(state);
    ImGui::Text("step %u: %.2f ms, %zu objects,", scene.steps, static_cast<double>(state.stepMilliseconds),
                scene.world.size());
    ImGui::Text("%zu of %zu bodies awake, %zu contacts", scene.dynamics.awakeCount(), scene.dynamics.size(),
                scene.dynamics.contacts().size());
    ImGui::Text("hash %016llx", static_cast<unsigned long long>(scene.hash()));
    drawLayers(state);
    drawChosen(state, scene);
    ImGui::End();
}

}  // namespace samples
