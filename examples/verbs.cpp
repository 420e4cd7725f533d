// One short example of every verb.

#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cstdio>

namespace {

void overlap() {
    const sat3d::Box crate{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const sat3d::Sphere ball{.radius = 0.4f};
    const sat3d::Pose onFloor{{0.0f, 0.0f, 0.5f}}, beside{{1.0f, 0.0f, 0.5f}};

    if (!sat3d::overlaps(crate, onFloor, ball, beside)) {
        std::puts("clear");
    }
    if (sat3d::overlaps(crate, onFloor, ball, beside, {.margin = 0.2f})) {
        std::puts("but closer than 20 cm");
    }
}

void push() {
    const sat3d::Capsule soldier{.start = {0.0f, 0.0f, 0.3f}, .end = {0.0f, 0.0f, 1.5f}, .radius = 0.3f};
    const sat3d::HalfSpace floor{.normal = {0.0f, 0.0f, 1.0f}, .offset = 0.0f};
    const sat3d::Pose level;
    sat3d::Pose sunken{{4.0f, 1.0f, -0.1f}};

    if (const auto hit = sat3d::penetration(soldier, sunken, floor, level)) {
        sunken.position += hit->pushA();  // 0.1 m up
    }
}

void contacts() {
    const sat3d::Box crate{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const sat3d::HalfSpace floor{.normal = {0.0f, 0.0f, 1.0f}, .offset = 0.0f};
    const sat3d::Pose standing{{2.0f, 0.0f, 0.498f}}, level;

    if (const auto manifold = sat3d::collide(crate, standing, floor, level, {.margin = 0.01f})) {
        for (const sat3d::ContactPoint& point : manifold->points()) {
            std::printf("%.3f m deep at (%.2f %.2f %.2f)\n", -point.separation, point.position.x,
                        point.position.y, point.position.z);
        }
    }
}

void gap() {
    const sat3d::Sphere mine{.radius = 0.2f};
    const sat3d::Box tank{.center = {0.0f, 0.0f, 1.0f}, .halfExtents = {3.5f, 1.8f, 0.6f}};
    const sat3d::Pose buried{{5.0f, 0.5f, 0.0f}}, driving;

    const sat3d::Distance distance = sat3d::distance(tank, driving, mine, buried);
    std::printf("%.2f m from (%.2f %.2f %.2f) on the tank\n", distance.separation, distance.pointA.x,
                distance.pointA.y, distance.pointA.z);
}

void pushOut() {
    const sat3d::Box wall{.halfExtents = {0.5f, 5.0f, 3.0f}};
    const sat3d::Sphere tank{.radius = 2.0f};
    const sat3d::Pose standing;
    sat3d::Pose rammed{{1.5f, 4.0f, 0.0f}};

    const glm::vec3 backwards{0.8f, 0.6f, 0.0f};  // toward where it came from
    if (const auto push = sat3d::pushOutAlong(wall, standing, tank, rammed, backwards)) {
        rammed.position += *push;
    }
}

void inside() {
    const sat3d::Box zone{.halfExtents = {10.0f, 10.0f, 4.0f}};
    const glm::vec3 soldier{3.0f, -9.5f, 0.0f};

    std::puts(sat3d::contains(zone, sat3d::Pose{}, soldier) ? "captures" : "too far");
}

void shot() {
    const sat3d::Box armor{.halfExtents = {0.05f, 1.0f, 1.0f}};
    const sat3d::Pose hull{{30.0f, 0.0f, 0.0f}};
    const sat3d::Ray shell{.origin = {0.0f, 0.2f, 0.3f}, .direction = {1700.0f, 0.0f, -20.0f}};

    if (const auto hit = sat3d::raycast(armor, hull, shell)) {
        const float cosine = -glm::dot(hit->entry.normal, glm::normalize(shell.direction));
        std::printf("plate %u at %.2f m, %.0f mm of steel along its path, cosine %.3f\n", hit->entry.face,
                    hit->entry.distance, 1000.0f * (hit->exit.distance - hit->entry.distance), cosine);
    }
}

void plates() {
    const sat3d::Box sheet{.halfExtents = {0.005f, 1.0f, 1.0f}}, armor{.halfExtents = {0.05f, 1.0f, 1.0f}};
    const auto spaced = sat3d::Compound::fromChildren({{armor, {{0.4f, 0.0f, 0.0f}}}, {sheet, {}}});
    const sat3d::Pose hull{{30.0f, 0.0f, 0.0f}};
    const sat3d::Ray shell{.origin = {0.0f, 0.2f, 0.3f}, .direction = {1700.0f, 0.0f, -20.0f}};

    std::array<sat3d::RayHit, 16> buffer;
    for (const sat3d::RayHit& plate : sat3d::raycastAll(*spaced, hull, shell, buffer)) {
        std::printf("part %u: %.0f mm of steel at %.2f m\n", plate.entry.child,
                    1000.0f * (plate.exit.distance - plate.entry.distance), plate.entry.distance);
    }
}

void turningPlate() {
    const auto plate = sat3d::ConvexHull::box({3.0f, 1.0f, 0.05f});
    const float seconds = 0.5f;
    const sat3d::RigidMotion turning{.rotationVector = {0.0f, 0.5f * seconds, 0.0f}};
    const sat3d::Ray path{
        .origin = {2.9f, 0.0f, 200.0f}, .direction = {0.0f, 0.0f, -1.0f}, .length = 800.0f * seconds};

    std::array<sat3d::MovingRayHit, 4> buffer;
    for (const sat3d::MovingRayHit& hit : sat3d::raycastAll(*plate, sat3d::Pose{}, turning, path, buffer)) {
        const float cosine = hit.hit.entry.normal.z;
        std::printf("hit after %.4f s, cosine %.3f, %.0f mm of steel\n", seconds * hit.entryFraction, cosine,
                    1000.0f * glm::distance(hit.entryPointInShape, hit.exitPointInShape));
    }
}

void flight() {
    const sat3d::Sphere shell{.radius = 0.06f};
    const sat3d::Box target{.halfExtents = {0.01f, 1.0f, 1.0f}};
    const sat3d::Pose muzzle, plate{{20.0f, 0.0f, 0.0f}};
    const glm::vec3 shot(28.0f, 0.0f, 0.0f), lift(0.0f, 0.2f, 0.0f);  // of 1/60 s

    const sat3d::Sweep flown = sat3d::sweep(shell, muzzle, target, plate, {shot}, {lift});
    if (flown.status == sat3d::Sweep::Status::Hit) {
        std::printf("hit after %.3f of the step\n", flown.fraction);
    }
}

void turret() {
    const sat3d::Capsule barrel{.start = {0.0f, 0.0f, 0.0f}, .end = {5.0f, 0.0f, 0.0f}, .radius = 0.1f};
    const sat3d::Box wall{.center = {0.0f, 4.0f, 0.0f}, .halfExtents = {6.0f, 0.2f, 2.0f}};
    const sat3d::Pose pivot, standing;
    const sat3d::RigidMotion rotation{
        .rotationVector = {0.0f, 0.0f, 1.5f}};  // radians in this step, about the pivot

    const sat3d::Sweep stopped = sat3d::sweep(barrel, pivot, wall, standing, rotation);
    if (stopped) {
        const sat3d::Pose there = sat3d::poseAtFraction(pivot, rotation, stopped.fraction);
        const glm::vec3 muzzle = there.transformPoint(barrel.end);
        std::printf("the barrel stops after %.2f rad, its muzzle at (%.2f %.2f)\n", stopped.fraction * 1.5f,
                    muzzle.x, muzzle.y);
    }
}

void turretOnTurningTank() {
    const sat3d::Box hull{.halfExtents = {2.0f, 1.0f, 0.4f}};
    const sat3d::Capsule gun{.start = {0.0f, 0.0f, 0.0f}, .end = {4.0f, 0.0f, 0.0f}, .radius = 0.1f};
    const sat3d::Pose gunOnTank{{1.0f, 0.0f, 0.0f}};
    const auto tank = sat3d::Compound::fromChildren({{hull, {}}, {gun, gunOnTank}});
    const sat3d::Box wall{.center = {0.0f, -4.0f, 0.0f}, .halfExtents = {20.0f, 0.2f, 2.0f}};

    const glm::vec3 up{0.0f, 0.0f, 1.0f};
    const sat3d::Pose before, after{{0.5f, 0.0f, 0.0f}, glm::angleAxis(0.2f, up)};  // drives, and turns left
    const sat3d::Pose gunAfter{gunOnTank.position, glm::angleAxis(-1.7f, up)};      // turns right against it
    const std::array motions{sat3d::motionBetween(before, after),
                             sat3d::motionBetween(before * gunOnTank, after * gunAfter)};

    const sat3d::Sweep stopped = sat3d::sweep(*tank, before, wall, sat3d::Pose{}, motions);
    if (stopped.status == sat3d::SweepStatus::Hit) {
        std::printf("child %u touches after %.2f of the step\n", stopped.children.a, stopped.fraction);
    }
}

}  // namespace

int main() {
    overlap();
    push();
    contacts();
    gap();
    pushOut();
    inside();
    shot();
    plates();
    turningPlate();
    flight();
    turret();
    turretOnTurningTank();
}
