#include "debug/explain/explain_page_text.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI::debug {

namespace {

// Projects the scene to pixels. Shows both hulls completely. If one hull is much larger than the other hull
// plus the gap, shows only the part around the contact.
class Projection {
public:
    Projection(const ExplainPageText& texts, const Explanation& explanation, double width, double height)
        : camera_(texts.camera), hasContact_(texts.scene.hasContact), size_(width, height) {
        const glm::dvec3 pushB = explanation.normalAToB * std::max(-explanation.separation, 0.0);
        const auto [lowA, highA] = bounds(texts.scene.a);
        const auto [lowB, highB] = bounds(texts.scene.b);
        const glm::dvec2 low = glm::min(lowA, glm::min(lowB, lowB + flat(pushB)));
        const glm::dvec2 high = glm::max(highA, glm::max(highB, highB + flat(pushB)));
        constexpr double kBorder = 34.0;
        const glm::dvec2 room = size_ - 2.0 * kBorder;
        const double whole = std::min(room.x / (high.x - low.x), room.y / (high.y - low.y));
        const double smaller = std::min(glm::length(highA - lowA), glm::length(highB - lowB)) +
                               std::max(explanation.separation, 0.0);
        scale_ = std::max(whole, 0.34 * std::min(width, height) / smaller);
        const glm::dvec2 contact = 0.5 * (flat(texts.scene.contactOnA) + flat(texts.scene.contactOnB));
        for (int i = 0; i < 2; ++i) {
            middle_[i] = visibleCenter(low[i], high[i], contact[i], room[i] / scale_);
        }
    }

    [[nodiscard]] glm::dvec2 operator()(const glm::dvec3& p) const {
        const glm::dvec2 offset = (flat(p) - middle_) * scale_;
        return {0.5 * size_.x + offset.x, 0.5 * size_.y - offset.y};
    }
    [[nodiscard]] std::vector<glm::dvec2> operator()(const std::vector<glm::dvec3>& corners) const {
        std::vector<glm::dvec2> result;
        for (const glm::dvec3& corner : corners) {
            result.push_back((*this)(corner));
        }
        return result;
    }
    [[nodiscard]] double pixels(double meters) const { return meters * scale_; }

private:
    [[nodiscard]] glm::dvec2 flat(const glm::dvec3& p) const {
        return {glm::dot(p, camera_.right), glm::dot(p, camera_.up)};
    }
    [[nodiscard]] std::array<glm::dvec2, 2> bounds(const SceneHull& solid) const {
        std::array<glm::dvec2, 2> box{glm::dvec2(std::numeric_limits<double>::infinity()),
                                      glm::dvec2(-std::numeric_limits<double>::infinity())};
        for (const glm::dvec3& vertex : solid.vertices) {
            box[0] = glm::min(box[0], flat(vertex));
            box[1] = glm::max(box[1], flat(vertex));
        }
        if (!hasContact_) {
            box = {flat(solid.center) - solid.radius, flat(solid.center) + solid.radius};
        }
        return box;
    }

    Camera camera_;
    bool hasContact_;
    glm::dvec2 size_;
    double scale_ = 1.0;
    glm::dvec2 middle_{0.0};
};

std::vector<glm::dvec2> silhouette(const SceneHull& solid, const Projection& project,
                                   const glm::dvec3& shift) {
    std::vector<glm::dvec2> points;
    for (const glm::dvec3& vertex : solid.vertices) {
        points.push_back(project(vertex + shift));
    }
    return hullOf(points);
}

void drawSolids(MarkupWriter& svg, const ExplainPageText& texts, const Projection& project) {
    for (const Paint& paint : paintOrder(texts.scene, texts.camera)) {
        const auto corners = project(paint.polygon->corners);
        const std::string fill = shade(paint.ofB, brightness(paint.normal, texts.camera));
        svg.leaf("polygon", {{"points", pointList(corners)},
                             {"fill", fill},
                             {"stroke", fill},  // covers the seams between polygons
                             {"stroke-width", 0.7}});
        for (std::size_t i = 0; i < corners.size(); ++i) {
            if (paint.polygon->drawn[i]) {
                svg.line(corners[i], corners[(i + 1) % corners.size()], paint.ofB ? "edge-b" : "edge-a");
            }
        }
    }
    for (const SceneHull* solid : {&texts.scene.a, &texts.scene.b}) {
        for (const auto& [from, to] : solid->edges) {
            svg.line(project(solid->vertices[from]), project(solid->vertices[to]), "hidden");
        }
    }
}

void drawFeature(MarkupWriter& svg, const std::vector<glm::dvec2>& points, std::string_view style) {
    if (points.size() == 1) {
        svg.leaf("circle", {{"cx", points[0].x}, {"cy", points[0].y}, {"r", 4.5}, {"class", style}});
    } else if (points.size() == 2) {
        svg.line(points[0], points[1], style);
    } else {
        svg.polygon(points, style);
    }
}

void drawContact(MarkupWriter& svg, const ExplainPageText& texts, const Explanation& explanation,
                 const Projection& project) {
    const PairScene& scene = texts.scene;
    for (const SceneHull::Face& face : scene.overlap) {
        if (glm::dot(face.normal, texts.camera.toViewer) > 0.0) {
            svg.polygon(project(face.polygon.corners), "shared");
        }
    }
    const bool overlapping = explanation.overlapping();
    for (const std::vector<glm::dvec3>& points : scene.features) {
        drawFeature(svg, project(points), overlapping ? "feature" : "feature-apart");
    }

    if (texts.sight) {
        const glm::dvec3 middle = 0.5 * (scene.contactOnA + scene.contactOnB);
        const double reach = 1000.0 / std::max(project.pixels(1.0), 1e-30);
        svg.line(project(middle - *texts.sight * reach), project(middle + *texts.sight * reach), "sight");
    }
    if (overlapping) {
        svg.polygon(silhouette(scene.b, project, -explanation.separation * explanation.normalAToB), "ghost");
    }
    // The arrow has a readable length and shows the direction of the push. The dashed outline of B shows the
    // length of the push.
    const glm::dvec2 from = project(overlapping ? scene.contactOnB : scene.contactOnA);
    const glm::dvec2 push =
        project(scene.contactOnB + explanation.normalAToB * std::abs(explanation.separation)) -
        project(scene.contactOnB);
    const double length = glm::length(push);
    if (length > 1e-9) {
        const double shown = overlapping ? std::max(length, 64.0) : length;
        svg.arrow(from, from + push * (shown / length), std::min(15.0, 0.6 * shown),
                  overlapping ? "push" : "gap");
    }
}

// Draws the bounding spheres that reject the pair.
void drawSpheres(MarkupWriter& svg, const PairScene& scene, const Projection& project) {
    for (const SceneHull* solid : {&scene.a, &scene.b}) {
        const glm::dvec2 center = project(solid->center);
        svg.leaf(
            "circle",
            {{"cx", center.x}, {"cy", center.y}, {"r", project.pixels(solid->radius)}, {"class", "sphere"}});
    }
}

void drawAxes(MarkupWriter& svg, const Camera& camera, double height) {
    const glm::dvec2 corner(46.0, height - 40.0);
    const std::array<const char*, 3> names{"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
        glm::dvec3 axis(0.0);
        axis[i] = 1.0;
        const glm::dvec2 arm(glm::dot(axis, camera.right), -glm::dot(axis, camera.up));
        const glm::dvec2 end = corner + arm * 24.0;
        svg.line(corner, end, "axis");
        const glm::dvec2 label = corner + arm * 33.0;
        svg.text("text", {{"x", label.x}, {"y", label.y + 4.0}, {"class", "small middle"}},
                 names[static_cast<std::size_t>(i)]);
    }
}

void drawName(MarkupWriter& svg, const SceneHull& solid, const Projection& project, const std::string& name,
              bool left, double width) {
    const auto outline = silhouette(solid, project, glm::dvec3(0.0));
    glm::dvec2 top = outline.front();
    for (const glm::dvec2& corner : outline) {
        top = corner.y < top.y ? corner : top;
    }
    const double x = std::clamp(top.x, left ? 20.0 : 120.0, left ? width - 120.0 : width - 20.0);
    svg.text("text",
             {{"x", x},
              {"y", std::max(top.y - 10.0, 20.0)},
              {"class", left ? "name-a name" : "name-b name"},
              {"text-anchor", left ? "start" : "end"}},
             name);
}

}  // namespace

std::string shade(bool ofB, double brightness) {
    const glm::dvec3 dark = ofB ? glm::dvec3(196, 116, 22) : glm::dvec3(44, 98, 158);
    const glm::dvec3 light = ofB ? glm::dvec3(252, 226, 184) : glm::dvec3(196, 220, 245);
    const glm::dvec3 color = dark + (light - dark) * brightness;
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "#";
    for (int i = 0; i < 3; ++i) {
        const auto value = static_cast<std::size_t>(std::lround(color[i]));
        text += kDigits[value / 16];
        text += kDigits[value % 16];
    }
    return text;
}

void drawScene(MarkupWriter& svg, const ExplainPageText& texts, const Explanation& explanation,
               const glm::dvec2& at, double width, double height) {
    const Projection project(texts, explanation, width, height);
    svg.openSvg(at, width, height);
    drawSolids(svg, texts, project);
    if (texts.scene.hasContact) {
        drawContact(svg, texts, explanation, project);
    } else {
        drawSpheres(svg, texts.scene, project);
    }
    drawName(svg, texts.scene.a, project, texts.nameA, true, width);
    drawName(svg, texts.scene.b, project, texts.nameB, false, width);
    drawAxes(svg, texts.camera, height);
    svg.close();
}

}  // namespace sat3d::SAT3D_ABI::debug
