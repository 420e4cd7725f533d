// What Bullet, Jolt and FCL call by other names: shapes, queries of two shapes, a world, bodies. The page
// "Coming from Bullet, Jolt or FCL" quotes this program.

#include <sat3d/sat3d.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

void shapes(std::vector<sat3d::Shape>& all) {
    const std::vector<glm::vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::uint32_t> indices{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const std::vector<float> heights{0, 0, 0, 0, 1, 0, 0, 0, 0};

    const auto box = sat3d::Box{.halfExtents = {0.5f, 1.0f, 2.0f}};
    const auto sphere = sat3d::Sphere{.radius = 0.5f};
    const auto capsule = sat3d::Capsule{.start = {0, -0.6f, 0}, .end = {0, 0.6f, 0}, .radius = 0.3f};
    const auto floor = sat3d::HalfSpace{.normal = {0, 1, 0}, .offset = 0.0f};
    const auto hull = sat3d::ConvexHull::fromPoints(points);
    const auto mesh = sat3d::TriangleMesh::fromTriangles(points, indices);
    const auto hills = sat3d::HeightField::fromHeights(heights, 3, 3, {4.0f, 4.0f});
    const auto tank = sat3d::Compound::fromChildren({{box, sat3d::Pose{}}, {sphere, {{0, 1.5f, 0}}}});
    const auto twiceAsWide = transformed(*hull, glm::mat3{2, 0, 0, 0, 1, 0, 0, 0, 1});
    if (!hull || !mesh || !hills || !tank || !twiceAsWide) {
        std::puts(hull ? "no shape" : hull.error().message.c_str());
        return;
    }
    all = {box, sphere, capsule, floor, *hull, *mesh, *hills, *tank, *twiceAsWide};
}

void twoShapes() {
    const sat3d::Box a{.halfExtents = {1, 1, 1}}, b{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const sat3d::Pose poseA;
    const sat3d::Pose poseB{{1.4f, 0.2f, 0}, glm::angleAxis(0.1f, glm::vec3(0, 1, 0))};

    const bool touch = sat3d::overlaps(a, poseA, b, poseB);
    const auto push = sat3d::penetration(a, poseA, b, poseB);
    const auto manifold = sat3d::collide(a, poseA, b, poseB, {.margin = 0.01f});
    const float separation = sat3d::distance(a, poseA, b, poseB).separation;
    const glm::vec3 translation{5, 0, 0};
    const auto moved = sat3d::sweep(a, sat3d::Pose{{-4, 0, 0}}, b, poseB, translation);
    if (touch && push && manifold) {
        std::printf("%.2f m deep, %u points\n", push->depth, manifold->pointCount);
        const glm::vec3 normal = push->normal;  // unit, from A to B
        const glm::vec3 outOfA = push->pushB();
        std::printf("%s\n",
                    glm::dot(normal, outOfA) > 0 && separation == -push->depth ? "agrees" : "differs");
    }
    std::printf("%.2f of the way\n", moved.fraction);
}

void inWorld() {
    const sat3d::Box shape{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const sat3d::Pose pose{{0, 2, 0}};
    const glm::vec3 from{0, 10, 0}, to{0, -10, 0}, translation{0, -5, 0};

    sat3d::World world({.detail = sat3d::ContactDetail::Manifolds});
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const auto zone = sat3d::Box{.center = {0, 0.5f, 0}, .halfExtents = {9, 0.5f, 9}};
    (void)world.add({.shape = zone, .kind = sat3d::ObjectKind::Sensor});
    const sat3d::ObjectId crate =
        world.add({.shape = shape, .pose = pose, .filter = {.categories = 2, .collidesWith = 1 | 2}}).value();
    if (const auto error = world.setPose(crate, {{0, 0.45f, 0}})) {
        std::puts(error->message.c_str());
    }
    const sat3d::Events events = world.update();
    for (const sat3d::Contact& contact : events.begun) {
        for (const sat3d::Manifold& manifold : events.manifoldsOf(contact)) {
            std::printf("begins to touch at %u points\n", manifold.pointCount);
        }
    }

    std::array<sat3d::WorldRayHit, 16> hits;
    std::array<sat3d::ObjectId, 16> found;
    const auto first = raycast(world, {from, to - from, glm::length(to - from)});
    const auto inOrder = raycastAll(world, {from, to - from, glm::length(to - from)}, hits);
    const auto met = sweep(world, shape, pose, translation, {.without = {&crate, 1}});
    const auto inside = overlapping(world, shape, {{0, 0.45f, 0}}, found, {.sensors = true});
    if (first && met) {
        std::printf("ray ends after %.2f m of %zu, sweep after %.2f m, %zu overlap\n",
                    first->hit.entry.distance, inOrder.size(), met->sweep.fraction * 5.0f, inside.size());
    }
    const auto walked = moveAndSlide(world, shape, pose, sat3d::RigidMotion{translation},
                                     {.filter = {.without = {&crate, 1}}});
    std::printf("stands at %.2f m\n", walked.pose.position.y);
}

void bodies() {
    sat3d::World world;
    (void)world.add({.shape = sat3d::HalfSpace{{0, 1, 0}, 0.0f}, .kind = sat3d::ObjectKind::Static});
    const sat3d::Box shape{.halfExtents = {0.5f, 0.5f, 0.5f}};
    const sat3d::ObjectId id = world.add({.shape = shape, .pose = {{0, 2, 0}}}).value();

    sat3d::Dynamics dynamics({.gravity = {0, -9.81f, 0}});
    dynamics.setBody(world, id, {.mass = massOfShape(shape, 10.0f).value(), .material = {.friction = 0.5f}});
    sat3d::FixedStep clock(1.0f / 60.0f);
    for (int frame = 0; frame < 300; ++frame) {
        for (std::uint32_t steps = clock.advance(1.0 / 144.0); steps > 0; --steps) {
            dynamics.step(world, clock.seconds());
        }
    }
    const std::vector<std::byte> objects = world.snapshot(), motion = dynamics.snapshot();
    std::printf("lies at %.2f m; %zu bytes\n", world.find(id)->pose.position.y,
                objects.size() + motion.size());
}

}  // namespace

int main() {
    std::vector<sat3d::Shape> all;
    shapes(all);
    std::printf("%zu shapes\n", all.size());
    twoShapes();
    inWorld();
    bodies();
}
