// The separating axis test in the plane, step by step. With a file name, it is drawn as an SVG: one row for
// each edge, with the intervals of both polygons on its normal.

#include <sat3d/sat3d.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <vector>

namespace {

struct Interval {
    double low = 1e9, high = -1e9;
};

// [interval]
Interval intervalOn(const glm::dvec2& axis, std::span<const glm::dvec2> vertices) {
    Interval interval;
    for (const glm::dvec2& vertex : vertices) {
        interval.low = std::min(interval.low, glm::dot(axis, vertex));
        interval.high = std::max(interval.high, glm::dot(axis, vertex));
    }
    return interval;
}
// [interval]

/// One picture of a row: draws with y up, from the lower left corner.
class Panel {
public:
    Panel(std::ofstream& svg, int number)
        : svg_(svg), left_(5.2 * (number % 4)), bottom_(5.4 * (number / 4) + 4.0) {}

    void polygon(std::span<const glm::dvec2> vertices, const glm::dvec2& offset, const char* style) {
        svg_ << "<polygon " << style << " points='";
        for (const glm::dvec2& vertex : vertices) {
            svg_ << x(vertex.x + offset.x) << ',' << y(vertex.y + offset.y) << ' ';
        }
        svg_ << "'/>\n";
    }
    void line(const glm::dvec2& from, const glm::dvec2& to, const char* style) {
        svg_ << "<line " << style << " x1='" << x(from.x) << "' y1='" << y(from.y) << "' x2='" << x(to.x)
             << "' y2='" << y(to.y) << "'/>\n";
    }
    void text(const glm::dvec2& at, const char* words) {
        svg_ << "<text font-size='.38' x='" << x(at.x) << "' y='" << y(at.y) << "'>" << words << "</text>\n";
    }

private:
    [[nodiscard]] double x(double across) const { return left_ + across; }
    [[nodiscard]] double y(double up) const { return bottom_ - up; }

    std::ofstream& svg_;
    double left_, bottom_;
};

constexpr const char* kFillA = "fill='#9bc8' stroke='#246'";
constexpr const char* kFillB = "fill='#fb98' stroke='#842'";

}  // namespace

int main(int argc, char** argv) {
    const std::vector<glm::dvec2> triangle{{0, 0}, {3, 0.3}, {0.6, 2.4}},
        square{{2, 0.9}, {3.6, 1.2}, {3.3, 2.8}, {1.7, 2.5}};
    const auto a = sat3d::ConvexPolygon::fromLoop(triangle).value(),
               b = sat3d::ConvexPolygon::fromLoop(square).value();

    std::ofstream svg;
    if (argc > 1) {
        svg.open(argv[1]);
        svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-.5 .5 20.6 10.6' width='960' "
               "font-family='sans-serif'"
               " stroke-width='.05'>\n";
    }
    // [edges]
    double largest = -1e9;
    glm::dvec2 normalAToB{0.0};
    int panel = 0;
    for (const bool isEdgeOfA : {true, false}) {
        const auto vertices = isEdgeOfA ? a.vertices() : b.vertices();
        for (std::size_t edge = 0; edge < vertices.size(); ++edge) {
            const glm::dvec2 along = vertices[(edge + 1) % vertices.size()] - vertices[edge];
            const glm::dvec2 outward = glm::normalize(glm::dvec2(along.y, -along.x));
            const glm::dvec2 axis = isEdgeOfA ? outward : -outward;  // from A to B
            const Interval ofA = intervalOn(axis, a.vertices()), ofB = intervalOn(axis, b.vertices());
            const double separation = ofB.low - ofA.high;
            std::printf("edge %zu of %s: %.2f\n", edge, isEdgeOfA ? "A" : "B", separation);
            if (separation > largest) {
                largest = separation;
                normalAToB = axis;
            }
            // [edges]
            if (argc > 1) {
                Panel picture(svg, panel);
                picture.polygon(a.vertices(), {}, kFillA);
                picture.polygon(b.vertices(), {}, kFillB);
                const glm::dvec2 middle = vertices[edge] + 0.5 * along;
                picture.line(vertices[edge], vertices[edge] + along, "stroke='black' stroke-width='.14'");
                picture.line(middle, middle + 0.6 * outward, "stroke='black'");
                const double start = std::min(ofA.low, ofB.low);
                picture.line({ofA.low - start, -0.5}, {ofA.high - start, -0.5},
                             "stroke='#246' stroke-width='.16'");
                picture.line({ofB.low - start, -0.75}, {ofB.high - start, -0.75},
                             "stroke='#842' stroke-width='.16'");
                char words[32];
                std::snprintf(words, sizeof words, "overlap %.2f", -separation);
                picture.text({0.0, -1.2}, words);
                ++panel;
            }
        }
    }
    // [answer]
    const auto hit = sat3d::penetration(a, sat3d::DPlanarPose{}, b, sat3d::DPlanarPose{});
    std::printf("smallest overlap %.4f, penetration() says %.4f\n", -largest,
                static_cast<double>(hit->depth));
    // [answer]
    if (argc > 1) {
        Panel picture(svg, panel);
        picture.polygon(a.vertices(), {}, kFillA);
        picture.polygon(b.vertices(), {}, "fill='none' stroke='#842' stroke-dasharray='.1'");
        picture.polygon(b.vertices(), -largest * normalAToB, kFillB);
        picture.text({0.0, -1.2}, "pushed by the least");
        svg << "</svg>\n";
    }
}
