#include "debug/explain/explain_page_text.hpp"
#include "debug/html/drawing_css.hpp"
#include "debug/html/html_page.hpp"
#include "debug/html/markup_writer.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/math/pose.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sat3d::SAT3D_ABI {

namespace {

using namespace debug;

// Layout of the page, in pixels.
constexpr double kWidth = 1600.0;
constexpr double kSide = 48.0;   // margin left and right
constexpr double kSpace = 24.0;  // between panels
constexpr double kPanel = 0.5 * (kWidth - 2.0 * kSide - kSpace);
constexpr double kPanelHeight = 640.0;
constexpr double kPanelHead = 54.0;
constexpr double kCaption = 76.0;
constexpr double kCardSpace = 16.0;
constexpr double kCardHead = 30.0;
constexpr double kCardFoot = 34.0;
constexpr double kAxisHeight = 92.0;

constexpr std::string_view kPageStyle = R"css(
.page { fill: #ffffff; } .panel { fill: #f7f8fa; stroke: #dde1e7; } .card { fill: #fbfcfd; stroke: #e1e5ea; }
.winner { fill: #fff7f9; stroke: #b3123f; stroke-width: 2; } .winner-apart { fill: #f3faf7; stroke: #10795a; stroke-width: 2; }
text { fill: #17202e; }
.title { font-size: 38px; font-weight: 700; } .verdict { font-size: 20px; } .muted { fill: #5a6474; }
.method { font-size: 16px; fill: #5a6474; } .section { font-size: 24px; font-weight: 700; } .head { font-size: 19px; font-weight: 600; }
.caption { font-size: 14.5px; fill: #414b5a; } .card-head { font-size: 13.5px; font-weight: 600; } .measure { font-size: 13.5px; }
.rank { font-size: 13.5px; fill: #5a6474; }
.name { font-size: 17px; font-weight: 700; paint-order: stroke; stroke: #f7f8fa; stroke-width: 5px; stroke-linejoin: round; }
.name-a { fill: #1f5591; } .name-b { fill: #9a5808; }
.answer { fill: #b3123f; font-weight: 700; } .answer-apart { fill: #10795a; font-weight: 700; }
)css";

// Grid of cards of equal size; fewer cards are larger.
class Grid {
public:
    // @param pictureShape  height of a card's drawing as a fraction of its width
    // @param besides       height of the rest of the card, in pixels
    Grid(std::size_t cards, double top, double pictureShape, double besides)
        : cards_(cards),
          columns_(cards > 15 ? 6 : std::clamp<std::size_t>(cards, 3, 5)),
          top_(top),
          width_((kWidth - 2.0 * kSide - static_cast<double>(columns_ - 1) * kCardSpace) /
                 static_cast<double>(columns_)),
          height_(std::round(width_ * pictureShape + besides)) {}

    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double height() const { return height_; }
    [[nodiscard]] glm::dvec2 corner(std::size_t card) const {
        return {kSide + static_cast<double>(card % columns_) * (width_ + kCardSpace),
                top_ + static_cast<double>(card / columns_) * (height_ + kCardSpace)};
    }
    [[nodiscard]] double bottom() const { return corner(cards_ + columns_ - 1).y; }

private:
    std::size_t cards_, columns_;
    double top_, width_, height_;
};

// Breaks text between words into lines of at most `characters` characters.
std::vector<std::string> wrapped(std::string_view text, std::size_t characters) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > characters) {
            lines.emplace_back();
        }
        lines.back().append(lines.back().empty() ? "" : " ").append(word);
    }
    return lines;
}

class Page {
public:
    Page(const Explanation& explanation, const ExplainPageText& texts, const DrawingOptions& options)
        : explanation_(explanation), texts_(texts), options_(options) {}

    std::string draw() {
        drawHeader();
        drawPanels();
        if (!texts_.planes.empty()) {
            drawPlanes();
        }
        if (!texts_.axes.empty()) {
            drawAxes();
        }
        y_ += 20.0;
        return finished();
    }

private:
    void label(double x, double y, std::string_view style, std::string_view text) {
        svg_.text("text", {{"x", x}, {"y", y}, {"class", style}}, text);
    }
    double paragraph(double x, double y, std::string_view style, std::string_view text,
                     std::size_t characters, double lineHeight) {
        for (const std::string& line : wrapped(text, characters)) {
            label(x, y, style, line);
            y += lineHeight;
        }
        return y;
    }
    void frame(double x, double y, double width, double height, std::string_view style,
               double radius = 10.0) {
        svg_.leaf(
            "rect",
            {{"x", x}, {"y", y}, {"width", width}, {"height", height}, {"rx", radius}, {"class", style}});
    }
    [[nodiscard]] std::string_view answerStyle() const {
        return explanation_.overlapping() ? "answer" : "answer-apart";
    }
    [[nodiscard]] std::string_view winnerStyle() const {
        return explanation_.overlapping() ? "winner" : "winner-apart";
    }

    void drawHeader() {
        label(kSide, 74.0, "title", texts_.title);
        y_ = paragraph(kSide, 112.0, "verdict", texts_.verdict, 150, 27.0);
        if (!texts_.method.empty()) {
            label(kSide, y_ + 2.0, "method", texts_.method);
            y_ += 24.0;
        }
        drawLegend();
    }

    void drawLegend() {
        const auto key = [&](double x, std::string_view style, std::string_view text) {
            svg_.leaf(
                "rect",
                {{"x", x}, {"y", 56.0}, {"width", 22.0}, {"height", 14.0}, {"rx", 3.0}, {"class", style}});
            label(x + 30.0, 68.0, "small", text);
        };
        const double x = kWidth - kSide - 300.0;
        key(x, "bar-a", "A");
        key(x + 70.0, "bar-b", "B");
        if (explanation_.overlapping()) {
            key(x + 140.0, "overlap", "overlap");
        } else if (texts_.scene.hasContact) {
            key(x + 140.0, "band-gap", "gap");
        }
    }

    void drawPanels() {
        y_ += 6.0;
        const double right = kSide + kPanel + kSpace;
        panel(kSide, "3D view", texts_.scene.hasContact ? texts_.sceneCaption : std::string());
        drawScene(svg_, texts_, explanation_, {kSide, y_ + kPanelHead},
                  texts_.decided ? kPanel : kWidth - 2.0 * kSide, kPanelHeight - kPanelHead - kCaption);
        if (texts_.decided) {
            panel(right, texts_.winnerHeading, texts_.winnerCaption);
            svg_.text("text",
                      {{"x", right + kPanel - 22.0},
                       {"y", y_ + 35.0},
                       {"class", "head end " + std::string(answerStyle())}},
                      texts_.winnerMeasure);
            const double height = kPanelHeight - kPanelHead - kCaption;
            drawPlaneView(svg_, texts_.winner, frameFor({&texts_.winner, 1}, kPanel - 40.0, height, true),
                          {right + 20.0, y_ + kPanelHead});
        }
        y_ += kPanelHeight;
    }

    void panel(double x, std::string_view heading, std::string_view caption) {
        const bool alone = !texts_.decided;
        frame(x, y_, alone ? kWidth - 2.0 * kSide : kPanel, kPanelHeight, "panel");
        label(x + 22.0, y_ + 35.0, "head", heading);
        paragraph(x + 22.0, y_ + kPanelHeight - kCaption + 18.0, "caption", caption, 92, 20.0);
    }

    void section(std::string_view heading, std::string_view caption) {
        y_ += 52.0;
        label(kSide, y_, "section", heading);
        y_ = paragraph(kSide, y_ + 28.0, "method", caption, 170, 22.0);
    }

    void drawPlanes() {
        section(texts_.planesHeading, texts_.planesCaption);
        const std::size_t shown = std::min(texts_.planes.size(), options_.maxPlanes);
        std::vector<PlaneView> views;
        for (std::size_t i = 0; i < shown; ++i) {
            views.push_back(texts_.planes[i].view);
        }
        const Grid grid(shown, y_, 0.68, kCardHead + kCardFoot);
        const ViewFrame frame =
            frameFor(views, grid.width() - 16.0, grid.height() - kCardHead - kCardFoot, false);
        for (std::size_t rank = 0; rank < shown; ++rank) {
            const PlaneCard& card = texts_.planes[rank];
            openCard(grid, rank, "plane", "data-plane", card.plane, card.view.axis, card);
            drawPlaneView(svg_, card.view, frame, grid.corner(rank) + glm::dvec2(8.0, kCardHead));
            svg_.close();
        }
        y_ = grid.bottom();
        if (shown < texts_.planes.size()) {
            rest(texts_.planes.size() - shown, "planes", texts_.planes[shown].view.axis.separation,
                 texts_.planes.back().view.axis.separation);
        }
    }

    void drawAxes() {
        section(texts_.axesHeading, texts_.axesCaption);
        const std::size_t shown = std::min(texts_.axes.size(), options_.maxPlanes);
        std::vector<AxisReport> reports;
        for (std::size_t i = 0; i < shown; ++i) {
            reports.push_back(texts_.axes[i].report);
        }
        const Grid grid(shown, y_, 0.0, kAxisHeight);
        const double scale = barScale(reports, grid.width() - 24.0);
        for (std::size_t rank = 0; rank < shown; ++rank) {
            const AxisCard& card = texts_.axes[rank];
            openCard(grid, rank, "face-axis", "data-axis", card.axis, card.report, card);
            drawAxisBars(svg_, card.report, scale, grid.corner(rank) + glm::dvec2(12.0, kCardHead),
                         grid.width() - 24.0, 30.0);
            svg_.close();
        }
        y_ = grid.bottom();
        if (shown < texts_.axes.size()) {
            rest(texts_.axes.size() - shown, "face normals", texts_.axes[shown].report.separation,
                 texts_.axes.back().report.separation);
        }
    }

    // Opens the group of a card, with its frame and texts. The caller adds the drawing and closes the group.
    template <class Card>
    void openCard(const Grid& grid, std::size_t rank, std::string_view kind, std::string_view indexName,
                  std::uint32_t index, const AxisReport& axis, const Card& card) {
        svg_.open("g", {{"class", kind},
                        {indexName, std::to_string(index)},
                        {"data-separation", exact(axis.separation)},
                        {"data-winner", card.winner ? "true" : "false"}});
        const glm::dvec2 at = grid.corner(rank);
        frame(at.x, at.y, grid.width(), grid.height(), card.winner ? winnerStyle() : "card", 8.0);
        const double right = at.x + grid.width() - 12.0;
        const double bottom = at.y + grid.height() - 12.0;
        const std::string answer = card.winner ? " " + std::string(answerStyle()) : std::string();
        label(at.x + 12.0, at.y + 21.0, "card-head", card.heading);
        label(right, at.y + 21.0, "rank end", std::to_string(rank + 1));
        label(at.x + 12.0, bottom, "measure" + answer, card.measure);
        if (card.winner) {
            label(right, bottom, "measure end" + answer, "decides");
        }
    }

    void rest(std::size_t count, std::string_view what, double first, double last) {
        const auto measure = [](double separation) {
            return (separation < 0.0 ? "overlaps of " : "gaps of ") + describeLength(std::abs(separation));
        };
        y_ += 18.0;
        label(kSide, y_, "method",
              "\u2026 and " + std::to_string(count) + " more " + std::string(what) +
                  ", none of them better: " + measure(first) + " to " + measure(last) + ".");
        y_ += 8.0;
    }

    std::string finished() {
        const std::string height = decimals(std::ceil(y_ + 24.0), 0);
        MarkupWriter page;
        page.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                          {"width", kWidth},
                          {"height", height},
                          {"viewBox", "0 0 1600 " + height},
                          {"font-family", kFont}});
        page.text("title", {}, texts_.title);
        page.text("desc", {}, texts_.verdict);
        page.open("style");
        page.raw(kDrawingCss);
        page.raw(kPageStyle);
        page.close();
        page.leaf("rect", {{"width", "100%"}, {"height", "100%"}, {"class", "page"}});
        page.raw(svg_.take());
        page.close();
        return page.take();
    }

    const Explanation& explanation_;
    const ExplainPageText& texts_;
    const DrawingOptions& options_;
    MarkupWriter svg_;
    double y_ = 0.0;
};

}  // namespace

template <class T>
std::string drawExplanationSvg(const Explanation& explanation, ShapeRef a, const BasicPose<T>& poseA,
                               ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB,
                               const DrawingOptions& options) {
    const ExplainPageText texts =
        makeExplainPageText(explanation, a, inDouble(poseA), b, inDouble(poseB), options);
    return Page(explanation, texts, options).draw();
}

template SAT3D_DEBUG_API std::string drawExplanationSvg(const Explanation&, ShapeRef, const Pose&, ShapeRef,
                                                        const Pose&, const DrawingOptions&);
template SAT3D_DEBUG_API std::string drawExplanationSvg(const Explanation&, ShapeRef, const DPose&, ShapeRef,
                                                        const DPose&, const DrawingOptions&);

}  // namespace sat3d::SAT3D_ABI
