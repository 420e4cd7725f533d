#include "panel.hpp"

#include <sat3d/debug/describe.hpp>

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
    ImGui::SliderFloat("speed", &state.speed, 0.05f, 2.0f, "%.2f");
    ImGui::Checkbox("follow my tank (F)", &state.followsPlayer);
    ImGui::Text("frame %.1f ms, step %.2f ms (%.0f %% of 1/60 s)", state.frameMilliseconds,
                state.stepMilliseconds, state.stepMilliseconds * 6.0f);
}

void drawStatistics(const Game& game, std::uint32_t player) {
    const Statistics& s = game.statistics();
    const Tank& tank = game.tanks()[player];
    ImGui::Text("olive %u : %u steel", game.score(0), game.score(1));
    ImGui::ProgressBar(tank.health / tank.kind.health, ImVec2(-1, 0),
                       tank.isWreck() ? "wrecked" : (std::string(tank.kind.name) + ", health").c_str());
    ImGui::ProgressBar(1.0f - tank.reload / tank.kind.reloadSeconds, ImVec2(-1, 0),
                       tank.isBarrelBlocked ? "something is in the way of the gun" : "gun");
    ImGui::Text("%zu objects, %zu awake, %zu contacts", game.world().size(), game.dynamics().awakeCount(),
                game.dynamics().contacts().size());
    ImGui::Text("%u shells: %u pierced, %u ricochets, %u stopped", s.shots, s.pierced, s.ricochets,
                s.stopped);
}

void drawLayers(PanelState& state) {
    using sat3d::DebugLayer;
    for (const DebugLayer layer :
         {DebugLayer::Edges, DebugLayer::Contacts, DebugLayer::Pushes, DebugLayer::Rays, DebugLayer::Bounds,
          DebugLayer::Trees, DebugLayer::ShapeTrees, DebugLayer::Explanations, DebugLayer::AllPlanes}) {
        bool isOn = (state.layers & layer) != DebugLayer::None;
        if (ImGui::Checkbox(std::string(toString(layer)).c_str(), &isOn)) {
            state.layers = isOn ? state.layers | layer : state.layers & ~layer;
        }
        if (layer != DebugLayer::Pushes && layer != DebugLayer::Trees && layer != DebugLayer::AllPlanes) {
            ImGui::SameLine();
        }
    }
}

void drawPairs(PanelState& state, const Game& game) {
    if (!state.chosenObject || game.world().find(*state.chosenObject) == nullptr) {
        ImGui::TextUnformatted("Ctrl + click on an object shows what it touches.");
        return;
    }
    ImGui::Text("%s touches:", nameOf(game, *state.chosenObject));
    int row = 0;
    for (const sat3d::DynamicContact& contact : game.dynamics().contacts()) {
        const sat3d::ObjectPair& pair = contact.objects;
        if (pair.a != *state.chosenObject && pair.b != *state.chosenObject) {
            continue;
        }
        const sat3d::ObjectId other = pair.a == *state.chosenObject ? pair.b : pair.a;
        ImGui::PushID(row++);
        const std::string label = std::string(nameOf(game, other)) + ", " +
                                  std::to_string(contact.pointCount) + " points, " +
                                  sat3d::describeLength(-contact.points()[0].separation) + " deep";
        if (ImGui::Selectable(label.c_str(), state.chosenPair && state.chosenPair->objects == pair)) {
            state.chosenPair = ChosenPair{pair, contact.children};
            state.layers = state.layers | sat3d::DebugLayer::Explanations;
        }
        ImGui::PopID();
    }
    if (row == 0) {
        ImGui::TextUnformatted("nothing now");
    }
}

void drawExplanation(PanelState& state, const Game& game) {
    const auto explanation = state.chosenPair ? explanationOf(game.world(), *state.chosenPair) : std::nullopt;
    if (!explanation) {
        return;
    }
    const char* a = nameOf(game, state.chosenPair->objects.a);
    const char* b = nameOf(game, state.chosenPair->objects.b);
    ImGui::Separator();
    ImGui::Text("%s and %s", a, b);
    ImGui::Text("%s by %s", explanation->overlapping() ? "overlap" : "are apart",
                sat3d::describeLength(std::abs(explanation->separation)).c_str());
    ImGui::Text("axis %s", sat3d::describeVector(explanation->normalAToB).c_str());
    ImGui::TextWrapped("%s", sat3d::describeFeatures(explanation->features, a, b).c_str());
    ImGui::Text("%zu candidate planes and %zu face normals tested", explanation->planes.size(),
                explanation->faceAxes.size());
    if (ImGui::Button("close")) {
        state.chosenPair.reset();
    }
}

}  // namespace

void drawPanel(PanelState& state, const Game& game, std::uint32_t player) {
    ImGui::SetNextWindowPos(ImVec2(12, 12), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(340, 0), ImGuiCond_FirstUseEver);
    ImGui::Begin("tank arena");
    drawTime(state);
    ImGui::Separator();
    drawStatistics(game, player);
    if (ImGui::CollapsingHeader("What sat3d sees", ImGuiTreeNodeFlags_DefaultOpen)) {
        drawLayers(state);
    }
    if (ImGui::CollapsingHeader("Why do they collide?", ImGuiTreeNodeFlags_DefaultOpen)) {
        drawPairs(state, game);
        drawExplanation(state, game);
    }
    if (ImGui::CollapsingHeader("Keys")) {
        ImGui::TextUnformatted(
            "W A S D      drive\nmouse        aim, left button or space fires\nright drag   look "
            "around\nwheel   "
            "     distance\nTab          next tank\nEsc          quit\ngamepad      sticks, right trigger");
    }
    ImGui::End();
}

}  // namespace tank_arena
