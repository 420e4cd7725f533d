#include "panel.hpp"

#include "explanation_view.hpp"

#include <sat3d/debug/describe.hpp>

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <string>

namespace tank_arena {
namespace {

const char* nameOf(const Game& game, sat3d::ObjectId id) {
    const sat3d::World::Object* object = game.world().find(id);
    return object != nullptr ? object->name.c_str() : "(gone)";
}

void drawTime(PanelState& state) {
    ImGui::Checkbox("pause (P)", &state.isPaused);
    ImGui::SameLine();
    if (ImGui::Button("one step (N)")) {
        state.isPaused = state.isStepWanted = true;
    }
    ImGui::SameLine();
    ImGui::Checkbox("my tank (F)", &state.followsPlayer);
    ImGui::SliderFloat("speed", &state.speed, 0.05f, 2.0f, "%.2f");
    int quality = static_cast<int>(state.quality);
    ImGui::Combo("picture", &quality, "fast\0plain\0fine\0");
    state.quality = static_cast<Quality>(quality);
    ImGui::Text("frame %.1f ms, step %.2f ms (%.0f %% of 1/60 s)",
                static_cast<double>(state.frameMilliseconds), static_cast<double>(state.stepMilliseconds),
                static_cast<double>(state.stepMilliseconds) * 6.0);
}

void drawStatistics(const Game& game, std::uint32_t player) {
    const Statistics& s = game.statistics();
    const Tank& tank = game.tanks()[player];
    ImGui::Text("olive %u : %u steel", game.score(0), game.score(1));
    const std::string health =
        tank.isWreck() ? "wrecked: a new tank in a moment" : std::string(tank.kind.name) + ", health";
    ImGui::ProgressBar(tank.health / tank.kind.health, ImVec2(-1, 0), health.c_str());
    ImGui::ProgressBar(1.0f - tank.reload / tank.kind.reloadSeconds, ImVec2(-1, 0),
                       tank.isBarrelBlocked ? "something is in the way of the gun"
                       : tank.reload > 0.0f ? "loading"
                                            : "gun is ready");
    ImGui::Text("%zu objects, %zu awake, %zu contacts", game.world().size(), game.dynamics().awakeCount(),
                game.dynamics().contacts().size());
    ImGui::Text("shells %u: pierced %u, ricochets %u, stopped %u", s.shots, s.pierced, s.ricochets,
                s.stopped);
}

void drawLayers(PanelState& state) {
    if (ImGui::BeginTable("layers", 2)) {
        for (std::uint32_t bit = 0; bit < sat3d::kDebugLayerCount; ++bit) {
            const auto layer = static_cast<sat3d::DebugLayer>(1u << bit);
            bool isOn = (state.layers & layer) != sat3d::DebugLayer::None;
            ImGui::TableNextColumn();
            if (ImGui::Checkbox(std::string(toString(layer)).c_str(), &isOn)) {
                state.layers = isOn ? state.layers | layer : state.layers & ~layer;
            }
        }
        ImGui::EndTable();
    }
}

/// "tank 3, 4 points, 1.2 mm deep"
std::string rowOf(const Game& game, const sat3d::DynamicContact& contact, sat3d::ObjectId other) {
    float least = contact.points()[0].separation;
    for (const sat3d::DynamicPoint& point : contact.points()) {
        least = std::min(least, point.separation);
    }
    return std::string(nameOf(game, other)) + ", " + std::to_string(contact.pointCount) +
           (contact.pointCount == 1 ? " point, " : " points, ") +
           sat3d::describeLength(double(std::abs(least))) + (least < 0.0f ? " deep" : " apart");
}

void drawPairs(PanelState& state, const Game& game) {
    if (!state.chosenObject || game.world().find(*state.chosenObject) == nullptr) {
        ImGui::TextWrapped(
            "Ctrl + click on an object shows what it touches, and a click on a row explains it.");
        return;
    }
    ImGui::Text("%s touches:", nameOf(game, *state.chosenObject));
    int row = 0;
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        const sat3d::ObjectPair& pair = contact.objects;
        if (contact.pointCount == 0 || (pair.a != *state.chosenObject && pair.b != *state.chosenObject)) {
            continue;
        }
        const sat3d::ObjectId other = pair.a == *state.chosenObject ? pair.b : pair.a;
        const bool isChosen = state.chosenPair && state.chosenPair->objects == pair &&
                              state.chosenPair->children == contact.children;
        ImGui::PushID(row++);
        if (ImGui::Selectable(rowOf(game, contact, other).c_str(), isChosen)) {
            state.chosenPair = ChosenPair{pair, contact.children};
            state.chosenPlane.reset();
            state.message.clear();
            state.layers = state.layers | sat3d::DebugLayer::Explanations;
        }
        ImGui::PopID();
    }
    if (row == 0) {
        ImGui::TextUnformatted(game.dynamics().isAsleep(*state.chosenObject)
                                   ? "it is asleep: its contacts are at rest"
                                   : "nothing now");
    }
}

}  // namespace

void drawPanel(PanelState& state, const Game& game, std::uint32_t player) {
    const float screen = ImGui::GetIO().DisplaySize.y;
    ImGui::SetNextWindowPos(ImVec2(12, 12), ImGuiCond_FirstUseEver);
    // As high as its contents, up to the height of the window.
    ImGui::SetNextWindowSizeConstraints(ImVec2(400, 0), ImVec2(400, screen - 24.0f));
    ImGui::Begin("tank arena", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
    drawStatistics(game, player);
    ImGui::Separator();
    drawTime(state);
    if (ImGui::CollapsingHeader("What sat3d sees")) {
        drawLayers(state);
    }
    if (ImGui::CollapsingHeader("Why do they collide?", ImGuiTreeNodeFlags_DefaultOpen)) {
        drawPairs(state, game);
        drawExplanation(state, game);
    }
    if (ImGui::CollapsingHeader("Keys")) {
        ImGui::TextUnformatted(
            "W A S D      drive\n"
            "mouse        aim; left button or space fires\n"
            "right drag   look around\n"
            "wheel        distance\n"
            "L            debug layers on and off\n"
            "Tab          next tank\n"
            "Esc          quit\n"
            "gamepad      left stick drives, right stick looks\n"
            "             and aims, A or right trigger fires,\n"
            "             Start pauses, Y next tank");
    }
    ImGui::End();
}

}  // namespace tank_arena
