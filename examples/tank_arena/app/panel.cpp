#include "panel.hpp"

#include "explanation_view.hpp"
#include "texts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <imgui.h>
#include <string>

namespace tank_arena {
namespace {

void addTooltip(const char* text) {
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", text);
    }
}

/// @param color  dark: the text over it is white
void drawBar(float share, const ImVec4& color, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, color);
    ImGui::ProgressBar(share, ImVec2(-1, 0), text);
    ImGui::PopStyleColor();
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
    ImGui::Text("%s %u : %u %s", teamName(0), game.score(0), game.score(1), teamName(1));
    ImGui::SameLine();
    ImGui::TextDisabled("wreck 10, zone 1 a second");
    addTooltip(kScoreText);
    ImGui::Text("you: %s, wrecks: %u", tankText(tank).c_str(), tank.kills);
    const std::string health = tank.isWreck()
                                   ? "wrecked: a new tank in a moment"
                                   : "health " + std::to_string(std::lround(std::max(tank.health, 1.0f))) +
                                         " of " + std::to_string(std::lround(tank.kind.health));
    drawBar(tank.health / tank.kind.health, ImVec4(0.20f, 0.42f, 0.18f, 1.0f), health.c_str());
    const float loaded = tank.isWreck() ? 0.0f : 1.0f - tank.reload / tank.kind.reloadSeconds;
    drawBar(loaded, ImVec4(0.55f, 0.33f, 0.08f, 1.0f), gunText(tank));
    ImGui::Text("%zu objects, %zu awake, %zu contacts", game.world().size(), game.dynamics().awakeCount(),
                game.dynamics().contacts().size());
    ImGui::Text("shells %u: pierced %u, ricochets %u, stopped %u", s.shots, s.pierced, s.ricochets,
                s.stopped);
}

void drawLayers(PanelState& state) {
    ImGui::TextDisabled("Shapes, names and trees in shapes: within 40 m.");
    if (ImGui::BeginTable("layers", 2)) {
        for (std::uint32_t bit = 0; bit < sat3d::kDebugLayerCount; ++bit) {
            const auto layer = static_cast<sat3d::DebugLayer>(1u << bit);
            bool isOn = (state.layers & layer) != sat3d::DebugLayer::None;
            ImGui::TableNextColumn();
            const LayerText text = layerText(layer);
            if (ImGui::Checkbox(text.name, &isOn)) {
                state.layers = isOn ? state.layers | layer : state.layers & ~layer;
            }
            addTooltip(text.tooltip);
        }
        ImGui::EndTable();
    }
}

bool isOnWheels(const sat3d::World::Object& object) {
    const Kind kind = Thing::of(object).kind;
    return kind == Kind::Tank || kind == Kind::Truck;
}

void drawPairs(PanelState& state, const Game& game) {
    if (!state.chosenObject || game.world().find(*state.chosenObject) == nullptr) {
        ImGui::TextWrapped(
            "Ctrl + click on an object shows what it touches, and a click on a row explains it.");
        return;
    }
    if (const std::uint64_t now = game.statistics().steps;
        state.listedObject != state.chosenObject || state.listedAt != now) {
        state.pairs = pairsOf(game, *state.chosenObject);
        state.listedObject = state.chosenObject;
        state.listedAt = now;
    }
    ImGui::Text("%s touches, or is near:", game.world().find(*state.chosenObject)->name.c_str());
    if (state.pairs.empty()) {
        ImGui::TextUnformatted(game.dynamics().isAsleep(*state.chosenObject)
                                   ? "it is asleep: its contacts are at rest"
                               : isOnWheels(*game.world().find(*state.chosenObject))
                                   ? "nothing: only its wheels stand on the ground"
                                   : "nothing now");
        return;
    }
    constexpr std::size_t kMostRows = 8;  // then it scrolls
    const auto rows = static_cast<float>(std::min(state.pairs.size(), kMostRows));
    const float border = 2.0f * ImGui::GetStyle().WindowPadding.y;
    ImGui::BeginChild("pairs", ImVec2(0.0f, rows * ImGui::GetTextLineHeightWithSpacing() + border), true);
    for (std::size_t i = 0; i < state.pairs.size(); ++i) {
        const PairRow& row = state.pairs[i];
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable(row.text.c_str(), state.chosenPair == row.pair)) {
            state.chosenPair = row.pair;
            state.chosenPlane.reset();
            state.message.clear();
            state.layers = state.layers | sat3d::DebugLayer::Explanations;
        }
        ImGui::PopID();
    }
    ImGui::EndChild();
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
        ImGui::TextUnformatted(kKeysText);
    }
    ImGui::End();
}

}  // namespace tank_arena
