#include "debug/explain/explain_page_css.hpp"
#include "debug/explain/explain_page_js.hpp"
#include "debug/explain/explain_page_text.hpp"
#include "debug/html/drawing_css.hpp"
#include "debug/html/html_page.hpp"
#include "debug/html/json_text.hpp"
#include "debug/html/markup_writer.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/math/pose.hpp>

#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI {

namespace {

using namespace debug;

constexpr double kViewWidth = 680.0;
constexpr double kViewHeight = 480.0;
constexpr double kAxisWidth = 340.0;
constexpr double kAxisRowHeight = 44.0;

class HtmlPage {
public:
    HtmlPage(const Explanation& explanation, const ExplainPageText& texts, const DrawingOptions& options)
        : explanation_(explanation), texts_(texts), options_(options) {}

    std::string draw() {
        openPage(html_, texts_.title, std::string(kDrawingCss).append(kExplainPageCss));
        drawHeader();
        drawPanels();
        drawPlanes();
        drawAxes();
        closePage(html_, sceneJson(explanation_, texts_, options_), kExplainPageJs);
        return html_.take();
    }

private:
    [[nodiscard]] std::string_view answerStyle() const {
        return explanation_.overlapping() ? "answer" : "answer-apart";
    }

    void drawHeader() {
        html_.open("div", {{"class", "legend"}});
        const auto key = [&](std::string_view color, std::string_view text) {
            html_.open("span");
            html_.text("i", {{"style", "background:" + std::string(color)}}, "");
            html_.text(text);
            html_.close();
        };
        key("#2b6cb0", "A: " + texts_.nameA);
        key("#e08a1e", "B: " + texts_.nameB);
        key(explanation_.overlapping() ? "#b3123f" : "#10795a",
            explanation_.overlapping() ? "overlap and push" : "gap");
        html_.close();
        html_.text("h1", {}, texts_.title);
        html_.text("p", {{"class", "verdict"}}, texts_.verdict);
        html_.text("p", {{"class", "method"}}, texts_.method);
    }

    void drawPanels() {
        html_.open("div", {{"class", "panels"}});
        html_.open("section", {{"class", "panel"}});
        html_.text("h3", {}, "3D view");
        html_.text("canvas", {{"id", "space"}}, "");
        if (texts_.scene.hasContact) {
            html_.text("p", {{"class", "caption"}}, texts_.sceneCaption);
        }
        html_.text("p", {{"class", "caption"}},
                   "Drag to rotate, Shift and drag to move, wheel to zoom, double-click to reset.");
        html_.close();
        if (texts_.decided) {
            html_.open("section", {{"class", "panel"}});
            html_.open("header");
            html_.text("h3", {{"id", "heading"}}, texts_.winnerHeading);
            html_.text("h3", {{"id", "measure"}, {"class", answerStyle()}}, texts_.winnerMeasure);
            html_.close();
            html_.open("div", {{"class", "picture"}, {"id", "view"}});
            drawPlaneView(html_, texts_.winner, frameFor({&texts_.winner, 1}, kViewWidth, kViewHeight, true),
                          glm::dvec2(0.0));
            html_.close();
            html_.text("p", {{"class", "caption"}, {"id", "caption"}}, texts_.winnerCaption);
            html_.close();
        }
        html_.close();
    }

    void section(std::string_view heading, std::string_view caption) {
        html_.text("h2", {}, heading);
        html_.text("p", {{"class", "method"}},
                   std::string(caption) + " Click a card to see the hulls from its direction.");
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
        if (texts_.planes.empty()) {
            return;
        }
        section(texts_.planesHeading, texts_.planesCaption);
        std::vector<PlaneView> views;
        for (const PlaneCard& card : texts_.planes) {
            views.push_back(card.view);
        }
        const ViewFrame frame = frameFor(views, kViewWidth, kViewHeight, true);
        html_.open("div", {{"class", "grid"}, {"data-caption", texts_.otherPlaneCaption}});
        for (std::size_t rank = 0; rank < texts_.planes.size(); ++rank) {
            const PlaneCard& card = texts_.planes[rank];
            openCard("plane", card.plane, card.view.axis, card.view.up, card.winner, card.heading, rank);
            drawPlaneView(html_, card.view, frame, glm::dvec2(0.0));
            closeCard(card.measure, card.winner);
        }
        html_.close();
    }

    void drawAxes() {
        if (texts_.axes.empty()) {
            return;
        }
        section(texts_.axesHeading, texts_.axesCaption);
        std::vector<AxisReport> reports;
        for (const AxisCard& card : texts_.axes) {
            reports.push_back(card.report);
        }
        const double scale = barScale(reports, kAxisWidth);
        html_.open("div", {{"class", "grid"}, {"data-caption", texts_.otherAxisCaption}});
        for (std::size_t rank = 0; rank < texts_.axes.size(); ++rank) {
            const AxisCard& card = texts_.axes[rank];
            openCard("face-axis", card.axis, card.report, uprightFor(card.report.normalAToB), card.winner,
                     card.heading, rank);
            drawAxisBars(html_, card.report, scale, glm::dvec2(0.0), kAxisWidth, kAxisRowHeight);
            closeCard(card.measure, card.winner);
        }
        html_.close();
    }

    const Explanation& explanation_;
    const ExplainPageText& texts_;
    const DrawingOptions& options_;
    MarkupWriter html_;
};

}  // namespace

template <class T>
std::string drawExplanationHtml(const Explanation& explanation, ShapeRef a, const BasicPose<T>& poseA,
                                ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB,
                                const DrawingOptions& options) {
    const ExplainPageText texts =
        makeExplainPageText(explanation, a, inDouble(poseA), b, inDouble(poseB), options);
    return HtmlPage(explanation, texts, options).draw();
}

template SAT3D_DEBUG_API std::string drawExplanationHtml(const Explanation&, ShapeRef, const Pose&, ShapeRef,
                                                         const Pose&, const DrawingOptions&);
template SAT3D_DEBUG_API std::string drawExplanationHtml(const Explanation&, ShapeRef, const DPose&, ShapeRef,
                                                         const DPose&, const DrawingOptions&);

}  // namespace sat3d::SAT3D_ABI
