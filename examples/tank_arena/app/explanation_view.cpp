#include "explanation_view.hpp"

#include "texts.hpp"

#include <sat3d/debug/describe.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <imgui.h>
#include <string>
#include <system_error>
#include <vector>

namespace tank_arena {
namespace {

constexpr ImU32 kOfA = IM_COL32(90, 160, 255, 255), kOfB = IM_COL32(255, 170, 80, 255);
constexpr ImU32 kOverlap = IM_COL32(255, 60, 120, 255), kGap = IM_COL32(60, 220, 150, 255);
constexpr ImU32 kBack = IM_COL32(20, 22, 28, 255);
constexpr const char* kFile = "tank_arena_explanation.html";

/// What lies between two intervals: "3 mm overlap", "6 mm gap".
std::string gapText(double separation) {
    return lengthText(separation) + (separation < 0.0 ? " overlap" : " gap");
}

/// A part of the window to draw into, in meters around a center.
class Plot {
public:
    Plot(float height, const glm::dvec2& lower, const glm::dvec2& upper)
        : corner_(ImGui::GetCursorScreenPos()),
          size_(ImGui::GetContentRegionAvail().x, height),
          middle_(0.5 * (lower + upper)) {
        const glm::dvec2 extent = glm::max(upper - lower, glm::dvec2(1e-6));
        scale_ = 0.88 * std::min(double(size_.x) / extent.x, double(size_.y) / extent.y);
        list_ = ImGui::GetWindowDrawList();
        list_->AddRectFilled(corner_, {corner_.x + size_.x, corner_.y + size_.y}, kBack, 4.0f);
        list_->PushClipRect(corner_, {corner_.x + size_.x, corner_.y + size_.y}, true);
        ImGui::Dummy(size_);
    }
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;
    ~Plot() { list_->PopClipRect(); }

    [[nodiscard]] ImVec2 at(const glm::dvec2& point) const {
        const glm::dvec2 pixel = (point - middle_) * scale_;
        return {corner_.x + 0.5f * size_.x + float(pixel.x), corner_.y + 0.5f * size_.y - float(pixel.y)};
    }
    void polygon(const std::vector<glm::dvec2>& points, ImU32 color) {
        std::vector<ImVec2> pixels;
        for (const glm::dvec2& point : points) {
            pixels.push_back(at(point));
        }
        list_->AddConvexPolyFilled(pixels.data(), int(pixels.size()), (color & 0x00ffffffu) | 0x40000000u);
        list_->AddPolyline(pixels.data(), int(pixels.size()), color, ImDrawFlags_Closed, 2.0f);
    }
    /// An interval along x as a bar, at a height in pixels from the bottom.
    void bar(double from, double to, float bottom, ImU32 color) {
        const float y = corner_.y + size_.y - bottom;
        const float left = at({from, 0.0}).x, right = std::max(at({to, 0.0}).x, left + 2.0f);
        list_->AddRectFilled({left, y - 6.0f}, {right, y}, color, 2.0f);
    }
    /// What lies between two bars, over the whole height.
    void band(double from, double to, ImU32 color) {
        const float left = std::min(at({from, 0.0}).x, at({to, 0.0}).x);
        const float right = std::max({at({from, 0.0}).x, at({to, 0.0}).x, left + 1.5f});
        list_->AddRectFilled({left, corner_.y}, {right, corner_.y + size_.y},
                             (color & 0x00ffffffu) | 0x50000000u);
    }
    void text(float x, float y, ImU32 color, const std::string& words) {
        list_->AddText({corner_.x + x, corner_.y + y}, color, words.c_str());
    }

private:
    ImVec2 corner_, size_;
    glm::dvec2 middle_;
    double scale_ = 1.0;
    ImDrawList* list_ = nullptr;
};

/// Points of a plane, turned so that an axis in it points to the right.
std::vector<glm::dvec2> turned(const std::vector<glm::dvec2>& points, const glm::dvec2& right) {
    std::vector<glm::dvec2> result;
    for (const glm::dvec2& point : points) {
        result.emplace_back(glm::dot(point, right), right.x * point.y - right.y * point.x);
    }
    return result;
}

void drawIntervals(Plot& plot, const sat3d::AxisReport& axis) {
    plot.band(axis.maxA, axis.minB, axis.separation < 0.0 ? kOverlap : kGap);
    plot.bar(axis.minA, axis.maxA, 14.0f, kOfA);
    plot.bar(axis.minB, axis.maxB, 5.0f, kOfB);
    plot.text(6.0f, 4.0f, axis.separation < 0.0 ? kOverlap : kGap, gapText(axis.separation));
}

/// Both hulls in a plane, with the plane's best axis to the right.
void drawPlane(const sat3d::PlaneReport& plane) {
    const sat3d::AxisReport& axis = plane.axes[plane.best];
    const glm::dvec2 right(glm::dot(axis.normalAToB, plane.tangentU),
                           glm::dot(axis.normalAToB, plane.tangentV));
    const auto a = turned(plane.projectedHullA, right), b = turned(plane.projectedHullB, right);
    // All of the smaller one, and as much of the larger one as is near.
    const auto boundsOf = [](const std::vector<glm::dvec2>& points) {
        std::array<glm::dvec2, 2> box{points.front(), points.front()};
        for (const glm::dvec2& point : points) {
            box = {glm::min(box[0], point), glm::max(box[1], point)};
        }
        return box;
    };
    const auto boxA = boundsOf(a), boxB = boundsOf(b);
    const auto sizeOf = [](const auto& box) { return glm::length(box[1] - box[0]); };
    const auto& smaller = sizeOf(boxA) < sizeOf(boxB) ? boxA : boxB;
    const glm::dvec2 margin(0.4 * sizeOf(smaller));
    const glm::dvec2 lower = glm::max(glm::min(boxA[0], boxB[0]), smaller[0] - margin);
    const glm::dvec2 upper = glm::min(glm::max(boxA[1], boxB[1]), smaller[1] + margin);
    Plot plot(190.0f, lower, upper);
    plot.polygon(a, kOfA);
    plot.polygon(b, kOfB);
    drawIntervals(plot, axis);
}

std::string headingOf(const sat3d::PlaneReport& plane, const std::string& a, const std::string& b) {
    using Source = sat3d::PlaneReport::Source;
    return "edge " + std::to_string(plane.index) + " of " + (plane.source == Source::EdgeOfA ? a : b);
}

/// A row for each plane, the best first; a click shows the plane.
void drawRows(PanelState& state, const sat3d::Explanation& explanation, const std::string& a,
              const std::string& b) {
    std::vector<std::uint32_t> order(explanation.planes.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    const auto separationOf = [&](std::uint32_t i) {
        const sat3d::PlaneReport& plane = explanation.planes[i];
        return plane.axes[plane.best].separation;
    };
    std::ranges::stable_sort(
        order, [&](std::uint32_t i, std::uint32_t j) { return separationOf(i) > separationOf(j); });
    const float height = std::min(5.0f, float(order.size() + explanation.faceAxes.size())) *
                         ImGui::GetTextLineHeightWithSpacing();
    ImGui::BeginChild("planes", ImVec2(0.0f, height + 6.0f), true);
    for (const std::uint32_t i : order) {
        const bool isBest = std::int32_t(i) == explanation.bestPlane;
        const std::string row = headingOf(explanation.planes[i], a, b) + ": " + gapText(separationOf(i)) +
                                (isBest ? ", decides" : "");
        ImGui::PushID(int(i));
        if (ImGui::Selectable(row.c_str(), state.chosenPlane == i)) {
            state.chosenPlane = i;
        }
        ImGui::PopID();
    }
    for (std::size_t i = 0; i < explanation.faceAxes.size(); ++i) {
        const bool isBest = std::int32_t(i) == explanation.bestFaceAxis;
        ImGui::TextDisabled("face normal %zu: %s%s", i, gapText(explanation.faceAxes[i].separation).c_str(),
                            isBest ? ", decides" : "");
    }
    ImGui::EndChild();
}

}  // namespace

void drawExplanation(PanelState& state, const Game& game) {
    const auto explanation = state.chosenPair ? explanationOf(game.world(), *state.chosenPair) : std::nullopt;
    if (!explanation) {
        if (state.chosenPair && game.world().find(state.chosenPair->objects.a) != nullptr &&
            game.world().find(state.chosenPair->objects.b) != nullptr) {
            ImGui::TextWrapped("No planes to show: the ground is a surface, asked triangle by triangle.");
        }
        return;
    }
    const ChosenPair& pair = *state.chosenPair;
    const std::string a = partText(game, pair.objects.a, pair.children.a);
    const std::string b = partText(game, pair.objects.b, pair.children.b);
    ImGui::Separator();
    ImGui::TextColored(ImColor(kOfA), "%s", a.c_str());
    ImGui::SameLine();
    ImGui::TextUnformatted("and");
    ImGui::SameLine();
    ImGui::TextColored(ImColor(kOfB), "%s", b.c_str());
    ImGui::Text("%s, along %s", separationText(explanation->separation).c_str(),
                sat3d::describeVector(explanation->normalAToB).c_str());
    ImGui::TextWrapped("%s", sat3d::describeFeatures(explanation->features, a, b).c_str());
    const auto best =
        explanation->bestPlane >= 0 ? std::optional(std::uint32_t(explanation->bestPlane)) : std::nullopt;
    const bool isChosen = state.chosenPlane && *state.chosenPlane < explanation->planes.size();
    if (const auto shown = isChosen ? state.chosenPlane : best) {
        ImGui::TextDisabled("seen along %s", headingOf(explanation->planes[*shown], a, b).c_str());
        drawPlane(explanation->planes[*shown]);
    } else if (explanation->bestFaceAxis >= 0) {
        const sat3d::AxisReport& axis =
            explanation->faceAxes[static_cast<std::size_t>(explanation->bestFaceAxis)];
        ImGui::TextDisabled("intervals along a face normal");
        Plot plot(60.0f, {std::min(axis.minA, axis.minB), -1.0}, {std::max(axis.maxA, axis.maxB), 1.0});
        drawIntervals(plot, axis);
    } else {
        ImGui::TextWrapped("A round shape has no planes: the answer is that of the closest points.");
    }
    if (!explanation->planes.empty()) {
        drawRows(state, *explanation, a, b);
    }
    if (ImGui::Button("write as a page")) {
        std::error_code noFolder;  // then the name alone
        const std::string path = std::filesystem::absolute(kFile, noFolder).string();
        state.message = (writeExplanation(game, *state.chosenPair, kFile) ? "written: " : "cannot write ") +
                        (noFolder ? kFile : path);
    }
    ImGui::SameLine();
    if (ImGui::Button("close")) {
        state.chosenPair.reset();
        state.chosenPlane.reset();
    }
    if (!state.message.empty()) {
        ImGui::TextWrapped("%s", state.message.c_str());
    }
}

}  // namespace tank_arena
