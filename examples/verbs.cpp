// Every question that can be asked of two shapes, once.

#include <sat3d/sat3d.hpp>

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

void gap() {
    const sat3d::Sphere mine{.radius = 0.2f};
    const sat3d::Box tank{.center = {0.0f, 0.0f, 1.0f}, .halfExtents = {3.5f, 1.8f, 0.6f}};
    const sat3d::Pose buried{{5.0f, 0.5f, 0.0f}}, driving;

    const sat3d::Distance distance = sat3d::distance(tank, driving, mine, buried);
    std::printf("%.2f m from (%.2f %.2f %.2f) on the tank\n", distance.separation, distance.pointA.x,
                distance.pointA.y, distance.pointA.z);
}

}  // namespace

int main() {
    overlap();
    push();
    gap();
}
