#include "debug/explain_script.hpp"
#include "debug/html_page.hpp"
#include "debug/json_text.hpp"
#include "debug/markup_writer.hpp"
#include "debug/scene_json.hpp"
#include "debug/story.hpp"
#include "debug/style.hpp"

#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/math/pose.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI {

namespace {

using namespace debug;

constexpr double kViewWidth = 680.0;
constexpr double kViewHeight = 480.0;
constexpr double kAxisWidth = 340.0;
constexpr double kAxisRowHeight = 44.0;

constexpr std::string_view kReportStyle = R"css(
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 36px 44px 60px; max-width: 1680px; background: #fff; color: #17202e; line-height: 1.45; }
h1 { font-size: 36px; line-height: 1.15; margin: 0 0 8px; } h2 { font-size: 23px; margin: 40px 0 4px; } h3 { font-size: 17px; margin: 0; }
p { margin: 0 0 6px; } .verdict { font-size: 19px; } .method, .caption { color: #4a5565; font-size: 14.5px; max-width: 110ch; }
.legend { float: right; font-size: 14px; color: #4a5565; padding-top: 10px; } .legend span { margin-left: 18px; }
.legend i { display: inline-block; width: 20px; height: 12px; border-radius: 3px; margin-right: 6px; }
.panels { display: grid; grid-template-columns: 1fr 1fr; gap: 20px; margin-top: 18px; }
.panel { background: #f7f8fa; border: 1px solid #dde1e7; border-radius: 10px; padding: 16px 20px; display: flex; flex-direction: column; }
.panel header { display: flex; justify-content: space-between; gap: 20px; } .panel .picture { flex: 1; min-height: 480px; }
canvas { width: 100%; height: 500px; display: block; cursor: grab; touch-action: none; } canvas:active { cursor: grabbing; }
#view { display: flex; align-items: center; justify-content: center; }
.answer { color: #b3123f; font-weight: 700; } .answer-apart { color: #10795a; font-weight: 700; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); gap: 14px; margin-top: 14px; }
.choice { background: #fbfcfd; border: 1px solid #e1e5ea; border-radius: 8px; padding: 8px 12px; cursor: pointer; font-size: 13.5px; }
.choice:hover, .choice:focus-visible { border-color: #7b8798; outline: none; box-shadow: 0 2px 10px rgba(23,32,46,.10); }
.choice.winner { border: 2px solid #b3123f; background: #fff7f9; } .choice.winner-apart { border: 2px solid #10795a; background: #f3faf7; }
.choice.chosen { box-shadow: 0 0 0 3px rgba(23,32,46,.18); }
.choice header, .choice footer { display: flex; justify-content: space-between; } .choice .heading { font-weight: 600; } .rank { color: #5a6474; }
#measure { white-space: nowrap; } .choice svg text { display: none; }
svg { display: block; width: 100%; height: auto; } svg * { vector-effect: non-scaling-stroke; }
@media (max-width: 1000px) { .panels { grid-template-columns: 1fr; } body { padding: 20px; } }
)css";

class HtmlPage {
public:
    HtmlPage(const Explanation& explanation, const Story& story, const DrawingOptions& options)
        : explanation_(explanation), story_(story), options_(options) {}

    std::string draw() {
        openPage(html_, story_.title, std::string(kDrawing).append(kReportStyle));
        drawHeader();
        drawPanels();
        drawPlanes();
        drawAxes();
        closePage(html_, sceneJson(explanation_, story_, options_), kExplainScript);
        return html_.take();
    }

private:
    [[nodiscard]] std::string_view answerStyle() const {
        return explanation_.overlapping() ? "answer" : "answer-apart";
    }

    void drawHeader() {
        html_.open("div", {{"class", "legend"}});
        const auto key = [&](std::string_view colour, std::string_view text) {
            html_.open("span");
            html_.text("i", {{"style", "background:" + std::string(colour)}}, "");
            html_.text(text);
            html_.close();
        };
        key("#2b6cb0", "A: " + story_.nameA);
        key("#e08a1e", "B: " + story_.nameB);
        key(explanation_.overlapping() ? "#b3123f" : "#10795a",
            explanation_.overlapping() ? "overlap and push" : "room between");
        html_.close();
        html_.text("h1", {}, story_.title);
        html_.text("p", {{"class", "verdict"}}, story_.verdict);
        html_.text("p", {{"class", "method"}}, story_.method);
    }

    void drawPanels() {
        html_.open("div", {{"class", "panels"}});
        html_.open("section", {{"class", "panel"}});
        html_.text("h3", {}, "In space");
        html_.text("canvas", {{"id", "space"}}, "");
        if (story_.decided) {
            html_.text("p", {{"class", "caption"}}, story_.sceneCaption);
        }
        html_.text("p", {{"class", "caption"}},
                   "Drag to turn, with Shift to move, wheel to zoom, double-click to return.");
        html_.close();
        if (story_.decided) {
            html_.open("section", {{"class", "panel"}});
            html_.open("header");
            html_.text("h3", {{"id", "heading"}}, story_.winnerHeading);
            html_.text("h3", {{"id", "measure"}, {"class", answerStyle()}}, story_.winnerMeasure);
            html_.close();
            html_.open("div", {{"class", "picture"}, {"id", "view"}});
            drawPlaneView(html_, story_.winner, frameFor({&story_.winner, 1}, kViewWidth, kViewHeight, true),
                          glm::dvec2(0.0));
            html_.close();
            html_.text("p", {{"class", "caption"}, {"id", "caption"}}, story_.winnerCaption);
            html_.close();
        }
        html_.close();
    }

    void section(std::string_view what, std::size_t count, std::string_view caption) {
        html_.text("h2", {},
                   count == 1 ? "One " + std::string(what)
                              : "All " + std::to_string(count) + " " + std::string(what) + "s");
        html_.text("p", {{"class", "method"}},
                   std::string(caption) + " Click one to look at the hulls that way.");
    }

    void openCard(std::string_view kind, std::uint32_t index, const AxisReport& axis, const glm::dvec3& up,
                  bool winner, std::string_view heading, std::size_t rank) {
        std::string style = "choice " + std::string(kind);
        if (winner) {
            style += explanation_.overlapping() ? " winner" : " winner-apart";
        }
        html_.open("article", {{"class", style},
                               {"tabindex", "0"},
                               {kind == "plane" ? "data-plane" : "data-axis", std::to_string(index)},
                               {"data-separation", exact(axis.separation)},
                               {"data-winner", winner ? "true" : "false"},
                               {"data-right", jsonVector(axis.normalAToB)},
                               {"data-up", jsonVector(up)}});
        html_.open("header");
        html_.text("span", {{"class", "heading"}}, heading);
        html_.text("span", {{"class", "rank"}}, std::to_string(rank + 1));
        html_.close();
    }

    void closeCard(std::string_view measure, bool winner) {
        const std::string style = winner ? " " + std::string(answerStyle()) : std::string();
        html_.open("footer");
        html_.text("span", {{"class", "measure" + style}}, measure);
        html_.text("span", {{"class", style}}, winner ? "decides" : "");
        html_.close();
        html_.close();
    }

    void drawPlanes() {
        if (story_.planes.empty()) {
            return;
        }
        section("candidate plane", story_.planes.size(), story_.planesCaption);
        std::vector<PlaneView> views;
        for (const PlaneCard& card : story_.planes) {
            views.push_back(card.view);
        }
        const ViewFrame frame = frameFor(views, kViewWidth, kViewHeight, true);
        html_.open("div", {{"class", "grid"}, {"data-caption", story_.otherPlaneCaption}});
        for (std::size_t rank = 0; rank < story_.planes.size(); ++rank) {
            const PlaneCard& card = story_.planes[rank];
            openCard("plane", card.plane, card.view.axis, card.view.up, card.winner, card.heading, rank);
            drawPlaneView(html_, card.view, frame, glm::dvec2(0.0));
            closeCard(card.measure, card.winner);
        }
        html_.close();
    }

    void drawAxes() {
        if (story_.axes.empty()) {
            return;
        }
        section("face normal", story_.axes.size(), story_.axesCaption);
        std::vector<AxisReport> reports;
        for (const AxisCard& card : story_.axes) {
            reports.push_back(card.report);
        }
        const double scale = barScale(reports, kAxisWidth);
        html_.open("div", {{"class", "grid"}, {"data-caption", story_.otherAxisCaption}});
        for (std::size_t rank = 0; rank < story_.axes.size(); ++rank) {
            const AxisCard& card = story_.axes[rank];
            openCard("face-axis", card.axis, card.report, uprightFor(card.report.normalAToB), card.winner,
                     card.heading, rank);
            drawAxisBars(html_, card.report, scale, glm::dvec2(0.0), kAxisWidth, kAxisRowHeight);
            closeCard(card.measure, card.winner);
        }
        html_.close();
    }

    const Explanation& explanation_;
    const Story& story_;
    const DrawingOptions& options_;
    MarkupWriter html_;
};

}  // namespace

std::string drawExplanationHtml(const Explanation& explanation, const ConvexHull& a, const DPose& poseA,
                                const ConvexHull& b, const DPose& poseB, const DrawingOptions& options) {
    const Story story = tell(explanation, a, localToWorld(poseA), b, localToWorld(poseB), options);
    return HtmlPage(explanation, story, options).draw();
}

std::string drawExplanationHtml(const Explanation& explanation, const ConvexHull& a, const Pose& poseA,
                                const ConvexHull& b, const Pose& poseB, const DrawingOptions& options) {
    const Story story = tell(explanation, a, localToWorld(poseA), b, localToWorld(poseB), options);
    return HtmlPage(explanation, story, options).draw();
}

}  // namespace sat3d::inline SAT3D_ABI
