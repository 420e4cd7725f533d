// Drives the tank into the wall in small steps and prints the contact features, the gap or the depth.
// Then pushes the tank out, checks that it is clear, and draws the explanation.
//
//     sat3d_demo [FOLDER OF THE MODELS] [PICTURE]

#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <variant>

namespace {

// No name in these models asks for a box or a sphere: every part is a hull.
const sat3d::ConvexHull& hullOf(const sat3d::CollisionBody& body) {
    return std::get<sat3d::ConvexHull>(body.shape);
}

// The part of the tank that penetrates the wall deepest, or is nearest to it.
struct DeepestPart {
    const sat3d::CollisionBody* part = nullptr;
    sat3d::Explanation explanation;
};

DeepestPart deepestContact(const sat3d::CollisionModel& tank, const sat3d::Pose& tankPose,
                           const sat3d::ConvexHull& wall, const sat3d::Pose& wallPose) {
    DeepestPart deepest;
    deepest.explanation.separation = std::numeric_limits<double>::infinity();
    for (const sat3d::CollisionBody& part : tank.bodies) {
        sat3d::Explanation explanation = sat3d::explain(hullOf(part), tankPose, wall, wallPose);
        if (explanation.separation < deepest.explanation.separation) {
            deepest = {&part, std::move(explanation)};
        }
    }
    return deepest;
}

void printRow(int step, float driven, const DeepestPart& contact) {
    const bool hit = contact.explanation.overlapping();
    const std::string distance = sat3d::describeLength(std::abs(contact.explanation.separation));
    const std::string features =
        sat3d::describeFeatures(contact.explanation.features, contact.part->name, "wall");
    std::printf("%5d  %6.2f m  %-10s  %-10s  %s\n", step, driven, hit ? "" : distance.c_str(),
                hit ? distance.c_str() : "", features.c_str());
}

// Pushes the tank out of the wall, the deepest part first, until no part overlaps. Returns the number of
// pushes.
int pushClear(const sat3d::CollisionModel& tank, sat3d::Pose& tankPose, const sat3d::ConvexHull& wall,
              const sat3d::Pose& wallPose) {
    constexpr int kMaxPushes = 16;
    for (int pushes = 0; pushes < kMaxPushes; ++pushes) {
        const DeepestPart contact = deepestContact(tank, tankPose, wall, wallPose);
        const auto hit = sat3d::penetration(hullOf(*contact.part), tankPose, wall, wallPose);
        if (!hit) {
            return pushes;
        }
        tankPose.position += hit->pushA() * 1.00001f;  // pushA() alone leaves them touching, up to rounding
    }
    return kMaxPushes;
}

bool write(const std::string& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    return !stream.fail();
}

// Writes FILE.svg and the interactive FILE.html.
bool draw(const std::string& file, const DeepestPart& contact, const sat3d::Pose& tankPose,
          const sat3d::ConvexHull& wall, const sat3d::Pose& wallPose) {
    const sat3d::ConvexHull& part = hullOf(*contact.part);
    sat3d::DrawingOptions options;
    options.nameA = "tank " + contact.part->name;
    options.nameB = "wall";
    return write(file + ".svg",
                 drawExplanationSvg(contact.explanation, part, tankPose, wall, wallPose, options)) &&
           write(file + ".html",
                 drawExplanationHtml(contact.explanation, part, tankPose, wall, wallPose, options));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string models = argc > 1 ? argv[1] : "models";
    const std::string picture = argc > 2 ? argv[2] : "tank_and_wall";

    const auto tank = sat3d::loadModel(models + "/tank.glb");
    const auto wallModel = sat3d::loadModel(models + "/wall.glb");
    if (!tank || !wallModel) {
        std::fprintf(stderr, "%s\n", (tank ? wallModel : tank).error().message.c_str());
        return 1;
    }
    const sat3d::ConvexHull& wall = hullOf(wallModel->bodies.front());
    std::printf("The tank: %zu convex parts.", tank->bodies.size());
    for (const sat3d::CollisionBody& part : tank->bodies) {
        std::printf("  %s (%zu faces)", part.name.c_str(), hullOf(part).faces().size());
    }
    std::printf("\nThe wall: %zu faces, 4.25 m ahead, 12 degrees askew. Full speed ahead.\n\n",
                wall.faces().size());

    constexpr float kStep = 0.10f;  // meters
    constexpr int kSteps = 10;
    const sat3d::Pose wallPose{{0.0f, 0.0f, 4.25f}};
    sat3d::Pose tankPose;
    tankPose.rotation = glm::angleAxis(glm::radians(12.0f), glm::vec3(0.0f, 1.0f, 0.0f));
    const glm::vec3 ahead = tankPose.transformDirection({0.0f, 0.0f, 1.0f});

    std::printf(" step    driven  gap         push        features\n");
    DeepestPart contact;
    for (int step = 0; step <= kSteps; ++step) {
        tankPose.position = ahead * (kStep * static_cast<float>(step));
        contact = deepestContact(*tank, tankPose, wall, wallPose);
        printRow(step, kStep * static_cast<float>(step), contact);
    }

    const bool drawn = draw(picture, contact, tankPose, wall, wallPose);
    const glm::vec3 before = tankPose.position;
    const int pushes = pushClear(*tank, tankPose, wall, wallPose);
    const glm::vec3 moved = tankPose.position - before;
    const DeepestPart after = deepestContact(*tank, tankPose, wall, wallPose);
    std::printf("\nPushed %d time%s, %s in all, along %s: the tank stands %s.\n", pushes,
                pushes == 1 ? "" : "s", sat3d::describeLength(glm::length(moved)).c_str(),
                sat3d::describeVector(glm::normalize(moved)).c_str(),
                after.explanation.overlapping() ? "in the wall still" : "clear of the wall");
    if (!drawn) {
        std::fprintf(stderr, "%s.svg and .html: cannot be written\n", picture.c_str());
        return 1;
    }
    std::printf("\nWhy the %s collided:\n  %s.svg\n  %s.html   (drag to rotate)\n",
                contact.part->name.c_str(), picture.c_str(), picture.c_str());
    return after.explanation.overlapping() ? 1 : 0;
}
