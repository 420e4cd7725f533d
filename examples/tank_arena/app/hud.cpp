#include "hud.hpp"

#include "texts.hpp"

#include <algorithm>
#include <imgui.h>
#include <string>

namespace tank_arena {
namespace {

/// Text around a point, on a dark ground.
void write(const ImVec2& center, float size, ImVec4 color, const std::string& text) {
    ImFont* font = ImGui::GetFont();
    const ImVec2 extent = font->CalcTextSizeA(size, 1e6f, 0.0f, text.c_str());
    const ImVec2 at(center.x - 0.5f * extent.x, center.y - 0.5f * extent.y);
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->AddRectFilled({at.x - 8.0f, at.y - 2.0f}, {at.x + extent.x + 8.0f, at.y + extent.y + 2.0f},
                        ImColor(0.0f, 0.0f, 0.0f, 0.55f * color.w), 4.0f);
    list->AddText(font, size, at, ImColor(color), text.c_str());
}

}  // namespace

void drawHits(const Game& game, const HitLog& hits, const Camera& camera) {
    const ImVec2 size = ImGui::GetIO().DisplaySize, center(0.5f * size.x, 0.5f * size.y);
    const float radius = 0.3f * size.y;
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    float line = size.y - 80.0f;  // upward, between the keys and the arcs
    for (const Hit& hit : hits.recent()) {
        const float age = static_cast<float>(game.statistics().steps - hit.step) * Game::kStep;
        const float alpha = std::clamp(2.0f - 2.0f * age / HitLog::kSeconds, 0.0f, 1.0f);
        const ImVec4 color =
            hit.damage > 0.0f ? ImVec4(1.0f, 0.35f, 0.25f, alpha) : ImVec4(0.9f, 0.9f, 0.9f, 0.7f * alpha);
        if (hit.byTank != hit.tank) {
            constexpr float kUp = -1.5707963f, kHalf = 0.22f;  // radians
            const float at = kUp + bearingOf(camera, hit.from);
            list->PathArcTo(center, radius, at - kHalf, at + kHalf, 24);
            list->PathStroke(ImColor(0.0f, 0.0f, 0.0f, 0.5f * alpha), 0, 13.0f);
            list->PathArcTo(center, radius, at - kHalf, at + kHalf, 24);
            list->PathStroke(ImColor(color), 0, 9.0f);
        }
        if (!hit.isFatal) {
            write({center.x, line}, 17.0f, color, hitText(game, hit));
            line -= 24.0f;
        }
    }
    if (hits.fatal()) {
        const ImVec4 red(1.0f, 0.35f, 0.25f, 1.0f), white(1.0f, 1.0f, 1.0f, 1.0f);
        write({center.x, 0.6f * size.y}, 26.0f, red, hitText(game, *hits.fatal()));
        write({center.x, 0.6f * size.y + 30.0f}, 17.0f, white, "a new tank in a moment");
    }
}

void drawKeys(float seconds) {
    constexpr float kSeconds = 10.0f;
    const float alpha = std::clamp(kSeconds + 1.0f - seconds, 0.0f, 1.0f);
    if (alpha > 0.0f) {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        const ImVec4 white(1.0f, 1.0f, 1.0f, alpha);
        write({0.5f * size.x, size.y - 58.0f}, 19.0f, white,
              "W A S D drive     mouse aims     left button fires     right drag looks around");
        write({0.5f * size.x, size.y - 30.0f}, 17.0f, white,
              "Ctrl + click on anything: what does it touch, and why?     all keys: in the panel");
    }
}

}  // namespace tank_arena
