// A scene of the plane that moves: shapes fall into a bowl. With a file name, it is drawn as an animated SVG.

#include <sat3d/sat3d.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct Thing {
    sat3d::PlanarShape shape;
    sat3d::PlanarPose pose;
    std::vector<sat3d::PlanarPose> path;
};

/// The contact of two things as a row of the solver. Body 0, the bowl, stands still.
// [row]
sat3d::PlanarSolverContact rowOf(const sat3d::PlanarManifold& manifold, std::uint32_t a, std::uint32_t b,
                                 const std::vector<Thing>& things) {
    sat3d::PlanarSolverContact row;
    row.bodyA = a == 0 ? row.kStandsStill : a;
    row.bodyB = b;
    row.normal = manifold.normal;
    row.pointCount = manifold.pointCount;
    row.friction = 0.5f;
    for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
        const sat3d::PlanarContactPoint& point = manifold.pointArray[i];
        const glm::vec2 halfGap = 0.5f * point.separation * manifold.normal;  // to each surface
        row.points[i] = {.armA = point.position - halfGap - things[a].pose.position,
                         .armB = point.position + halfGap - things[b].pose.position,
                         .separation = point.separation};
    }
    return row;
}
// [row]

void step(std::vector<Thing>& things, std::vector<sat3d::PlanarSolverBody>& bodies,
          sat3d::PlanarContactSolver& solver) {
    // [contacts]
    std::vector<sat3d::PlanarSolverContact> rows;
    std::array<sat3d::PlanarManifold, 8> manifolds;
    for (std::uint32_t b = 1; b < things.size(); ++b) {
        for (std::uint32_t a = 0; a < b; ++a) {
            for (const auto& manifold : sat3d::collide(things[a].shape, things[a].pose, things[b].shape,
                                                       things[b].pose, manifolds, {.margin = 0.02f})) {
                rows.push_back(rowOf(manifold, a, b, things));
            }
        }
    }
    solver.step(bodies, rows, 1.0f / 60.0f);
    // [contacts]
    for (std::size_t i = 1; i < things.size(); ++i) {
        sat3d::PlanarPose& pose = things[i].pose;
        pose.position += bodies[i].translation;
        const sat3d::PlanarPose turn{{}, bodies[i].rotation};
        pose.rotation = glm::normalize(turn.transformDirection(pose.rotation));
        things[i].path.push_back(pose);
    }
}

std::string outlineOf(const sat3d::PlanarShape& shape) {
    std::string text;
    const auto add = [&](const auto& format, auto... numbers) {
        char line[160];
        std::snprintf(line, sizeof line, format, static_cast<double>(numbers)...);
        text += line;
    };
    if (const auto* circle = std::get_if<sat3d::Circle>(&shape)) {
        add("<circle r='%g'/><path d='M0 0H%g'/>", circle->radius, circle->radius);
    } else if (const auto* box = std::get_if<sat3d::PlanarBox>(&shape)) {
        const glm::vec2 half = box->halfExtents;
        add("<rect x='%g' y='%g' width='%g' height='%g'/>", -half.x, -half.y, 2 * half.x, 2 * half.y);
    } else if (const auto* capsule = std::get_if<sat3d::PlanarCapsule>(&shape)) {
        const float r = capsule->radius, x = capsule->start.x - r, width = capsule->end.x + r - x;
        add("<rect x='%g' y='%g' width='%g' height='%g' rx='%g'/>", x, -r, width, 2 * r, r);
    } else if (const auto* polygon = std::get_if<sat3d::ConvexPolygon>(&shape)) {
        text += "<polygon points='";
        for (const glm::dvec2& vertex : polygon->vertices()) {
            add("%g,%g ", vertex.x, vertex.y);
        }
        text += "'/>";
    } else if (const auto* compound = std::get_if<sat3d::PlanarCompound>(&shape)) {
        for (const auto& child : compound->children()) {
            text += std::visit([](const auto& part) { return outlineOf(part); }, child.shape);
        }
    }
    return text;
}

float degreesOf(const sat3d::PlanarPose& pose) {
    return 57.29578f * std::atan2(pose.rotation.y, pose.rotation.x);
}

void draw(const std::vector<Thing>& things, const char* file) {
    std::ofstream svg(file);
    svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-5 -7 10 8' width='500'><g "
           "transform='scale(1,-1)'"
           " fill='#9bc' stroke='#234' stroke-width='.03'>\n";
    for (const Thing& thing : things) {
        svg << "<g transform='translate(" << thing.pose.position.x << ',' << thing.pose.position.y
            << ") rotate(" << degreesOf(thing.pose) << ")'>" << outlineOf(thing.shape);
        if (!thing.path.empty()) {
            const char* end = "dur='5s' repeatCount='indefinite' attributeName='transform' values='";
            svg << "<animateTransform type='translate' " << end;
            for (const sat3d::PlanarPose& pose : thing.path) {
                svg << pose.position.x << ',' << pose.position.y << ';';
            }
            svg << "'/><animateTransform type='rotate' additive='sum' " << end;
            for (const sat3d::PlanarPose& pose : thing.path) {
                svg << degreesOf(pose) << ';';
            }
            svg << "'/>";
        }
        svg << "</g>\n";
    }
    svg << "</g></svg>\n";
}

}  // namespace

int main(int argc, char** argv) {
    // [bowl]
    const std::vector<glm::dvec2> outline{{-4, 0},  {4, 0},    {4, 5},    {3.5, 5},
                                          {2, 0.5}, {-2, 0.5}, {-3.5, 5}, {-4, 5}};
    const auto bowl = sat3d::compoundOfPolygon(outline);
    if (!bowl) {
        std::puts(bowl.error().message.c_str());
        return 1;
    }
    // [bowl]
    const std::vector<glm::dvec2> corners{{0.5, 0}, {0.15, 0.5}, {-0.4, 0.3}, {-0.4, -0.3}, {0.15, -0.5}};
    std::vector<Thing> things{{*bowl, {}, {}}};
    things.push_back({sat3d::Circle{.radius = 0.5f}, {{-1.0f, 3.0f}}, {}});
    things.push_back({sat3d::PlanarBox{.halfExtents = {0.6f, 0.4f}}, {{0.5f, 4.0f}, {0.8f, 0.6f}}, {}});
    things.push_back({sat3d::ConvexPolygon::fromLoop(corners).value(), {{-0.3f, 5.5f}}, {}});
    things.push_back({sat3d::PlanarCapsule{.radius = 0.25f}, {{1.2f, 6.0f}, {0.0f, 1.0f}}, {}});

    std::vector<sat3d::PlanarSolverBody> bodies(things.size());
    for (std::size_t i = 1; i < things.size(); ++i) {
        const sat3d::PlanarMassProperties mass = sat3d::massProperties(things[i].shape);
        bodies[i].inverseMass = static_cast<float>(1.0 / mass.area);
        bodies[i].inverseInertia = static_cast<float>(1.0 / mass.inertia);
        bodies[i].acceleration = {0.0f, -9.81f};
    }
    sat3d::PlanarContactSolver solver;
    for (int i = 0; i < 300; ++i) {
        step(things, bodies, solver);
    }
    float deepest = 0.0f;
    for (std::size_t b = 1; b < things.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            const auto hit =
                sat3d::penetration(things[a].shape, things[a].pose, things[b].shape, things[b].pose);
            deepest = hit && hit->depth > deepest ? hit->depth : deepest;
        }
    }
    const bool isInBowl = things[1].pose.position.y > 0.5f && things[3].pose.position.y > 0.5f;
    std::printf("%s, overlaps below %s\n", isInBowl ? "in the bowl" : "fell through",
                deepest < 0.01f ? "1 cm" : "1 m");
    if (argc > 1) {
        draw(things, argv[1]);
    }
}
