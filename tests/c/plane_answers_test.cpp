// The interface for C in the plane gives the answers of the library, bit for bit.

#include "both_precisions.hpp"
#include "support/random.hpp"

#include <sat3d/planar/convex_pieces.hpp>
#include <sat3d/response/freed.hpp>
#include <sat3d/world/world_queries.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sat3d.h>
#include <variant>
#include <vector>

namespace sat3d::test {
namespace {

s3_vec2 vector(const glm::vec2& v) {
    return asC<s3_vec2>(v);
}
glm::vec2 randomVector(Random& random, double size) {
    const float x = static_cast<float>(random.uniform(-size, size));
    return {x, static_cast<float>(random.uniform(-size, size))};
}
PlanarPose randomPose(Random& random, double size) {
    const glm::vec2 position = randomVector(random, size);
    return {position, glm::vec2(planarRotation(random.uniform(-3.0, 3.0)))};
}

/// A shape of each kind, in turn.
PlanarShape randomShape(Random& random, std::size_t kind) {
    const glm::vec2 first = randomVector(random, 1.0), second = randomVector(random, 1.0);
    const float radius = static_cast<float>(random.uniform(0.1, 1.0));
    const std::array corners{first, second, randomVector(random, 1.0), randomVector(random, 1.0)};
    switch (kind % 6) {
        case 0:
            return Circle{first, radius};
        case 1:
            return PlanarCapsule{first, second, radius};
        case 2:
            return PlanarSegment{first, second};
        case 3:
            return PlanarBox{first, {radius, 0.5f}, glm::vec2(planarRotation(radius))};
        case 4:
            return *ConvexPolygon::fromPoints(std::span<const glm::vec2>(corners));
        default:
            return HalfPlane{glm::vec2(planarRotation(radius)), -1.0f};
    }
}

struct Creating {
    s3_shape* result = nullptr;

    void operator()(const Circle& s) { EXPECT_OK(s3_circle_create(vector(s.center), s.radius, &result)); }
    void operator()(const PlanarCapsule& s) {
        EXPECT_OK(s3_capsule_create(vector(s.start), vector(s.end), s.radius, &result));
    }
    void operator()(const PlanarSegment& s) {
        EXPECT_OK(s3_segment_create(vector(s.start), vector(s.end), &result));
    }
    void operator()(const PlanarBox& s) {
        EXPECT_OK(s3_box_create(vector(s.center), vector(s.halfExtents), vector(s.rotation), &result));
    }
    void operator()(const ConvexPolygon& s) {
        std::vector<s3_vec2> points;
        for (const glm::dvec2& vertex : s.vertices()) {
            points.push_back(vector(glm::vec2(vertex)));
        }
        EXPECT_OK(s3_polygon_create(points.data(), points.size(), &result));
    }
    void operator()(const HalfPlane& s) {
        EXPECT_OK(s3_half_space_create(vector(s.normal), s.offset, &result));
    }
    void operator()(const PlanarCompound&) { ADD_FAILURE(); }
};

/// Shapes of all kinds at random poses, in C and in C++.
struct Objects {
    explicit Objects(std::uint32_t seed, std::size_t count = 60) {
        Random random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            shapes.push_back(randomShape(random, i));
            poses.push_back(placed(randomPose(random, 2.0)));
            Creating creating;
            std::visit(creating, shapes.back());
            handles.push_back(creating.result);
            cPoses.push_back(asC<s3_pose>(poses.back()));
        }
    }
    ~Objects() {
        for (const s3_shape* const handle : handles) {
            s3_shape_release(handle);
        }
    }
    Objects(const Objects&) = delete;
    Objects& operator=(const Objects&) = delete;

    std::vector<PlanarShape> shapes;
    std::vector<c::Pose> poses;
    std::vector<s3_shape*> handles;
    std::vector<s3_pose> cPoses;
};

bool sameFeatures(const s3_features& a, const PlanarFeatures& b) {
    return a.kind == static_cast<std::uint8_t>(b.kind) && a.a == b.a && a.b == b.b;
}

TEST(CPlaneAnswers, PairsAreThoseOfTheLibrary) {
    const Objects objects(1);
    const std::size_t count = objects.shapes.size();
    std::vector<s3_shape_ref> refs;
    for (const s3_shape* const handle : objects.handles) {
        refs.push_back(s3_shape_get_ref(handle));
    }
    std::vector<s3_pair> pairs;
    std::vector<s3_penetration> pushes(count * count);
    std::vector<std::uint8_t> overlapping(count * count);
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t j = 0; j < count; ++j) {
            pairs.push_back({i, j});
        }
    }
    EXPECT_OK(s3_penetrate_pairs(refs.data(), objects.cPoses.data(), count, pairs.data(), pairs.size(), 0.1f,
                                 pushes.data()));
    EXPECT_OK(s3_overlap_pairs(refs.data(), objects.cPoses.data(), count, pairs.data(), pairs.size(), 0.1f,
                               reinterpret_cast<bool*>(overlapping.data())));
    std::vector<s3_manifold> manifolds(2 * count * count);
    std::vector<std::uint32_t> ends(count * count);
    EXPECT_OK(s3_collide_pairs(refs.data(), objects.cPoses.data(), count, pairs.data(), pairs.size(), 0.1f,
                               manifolds.data(), manifolds.size(), ends.data()));
    std::size_t hits = 0, begin = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto [i, j] = pairs[k];
        const PlanarShape &a = objects.shapes[i], &b = objects.shapes[j];
        const c::Pose &poseA = objects.poses[i], &poseB = objects.poses[j];
        const s3_shape *const inC = objects.handles[i], *const other = objects.handles[j];
        const s3_pose *const cPoseA = &objects.cPoses[i], *const cPoseB = &objects.cPoses[j];

        const auto expected = penetration(a, poseA, b, poseB, {.margin = 0.1f});
        s3_penetration push;
        EXPECT_OK(s3_penetrate(inC, cPoseA, other, cPoseB, 0.1f, &push));
        bool isOverlapping = !expected.has_value();
        EXPECT_OK(s3_overlaps(inC, cPoseA, other, cPoseB, 0.1f, &isOverlapping));
        EXPECT_EQ(isOverlapping, expected.has_value());
        EXPECT_EQ(overlapping[k] != 0, expected.has_value());
        for (const s3_penetration& given : {push, pushes[k]}) {
            const PlanarPenetration right = expected.value_or(PlanarPenetration{});
            EXPECT_TRUE(equal(given.normal, right.normal) && given.depth == right.depth &&
                        sameFeatures(given.features, right.features))
                << i << ' ' << j;
        }

        const c::Distance right = distance(a, poseA, b, poseB);
        s3_distance gap;
        EXPECT_OK(s3_measure_distance(inC, cPoseA, other, cPoseB, &gap));
        EXPECT_TRUE(equal(gap.separation, right.separation) && equal(gap.point_a, right.pointA) &&
                    equal(gap.point_b, right.pointB) && equal(gap.normal, right.normal));

        const auto contact = collide(a, poseA, b, poseB, {.margin = 0.1f});
        s3_manifold manifold;
        std::size_t found = 7;
        EXPECT_OK(s3_collide(inC, cPoseA, other, cPoseB, 0.1f, &manifold, 1, &found));
        ASSERT_EQ(found, contact ? 1u : 0u);
        ASSERT_EQ(ends[k] - begin, found);
        if (contact) {
            ++hits;
            EXPECT_TRUE(equal(manifolds[begin].normal, manifold.normal) &&
                        equal(manifolds[begin].points[0].position, manifold.points[0].position));
            ASSERT_EQ(manifold.point_count, contact->pointCount);
            for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
                EXPECT_TRUE(equal(manifold.points[p].position, contact->pointArray[p].position));
                EXPECT_EQ(manifold.points[p].id, contact->pointArray[p].id);
            }
        }
        begin = ends[k];

        const c::Sweep moved =
            sweep(a, poseA, b, poseB, PlanarMotion{{1.0f, 0.5f}}, PlanarMotion{{0.0f, -0.5f}});
        s3_sweep meeting;
        EXPECT_OK(s3_sweep_shapes(inC, cPoseA, {1.0f, 0.5f}, other, cPoseB, {0.0f, -0.5f}, &meeting));
        EXPECT_TRUE(meeting.status == static_cast<std::uint8_t>(moved.status) &&
                    meeting.fraction == moved.fraction && equal(meeting.point, moved.point));
    }
    EXPECT_GT(hits, 500u);
    EXPECT_LT(hits, pairs.size() - 500u);
}

TEST(CPlaneAnswers, RaysPointsAndBoundsAreThoseOfTheLibrary) {
    const Objects objects(2);
    Random random(3);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < objects.shapes.size(); ++i) {
        std::vector<c::Ray> rays(20);
        for (c::Ray& ray : rays) {
            const glm::vec2 origin = randomVector(random, 4.0);
            ray.origin = place(origin.x, origin.y);
            ray.direction = randomVector(random, 1.0);
        }
        std::vector<s3_ray_hit> many(rays.size());
        EXPECT_OK(s3_raycast_many(objects.handles[i], &objects.cPoses[i],
                                  reinterpret_cast<const s3_ray*>(rays.data()), rays.size(), many.data()));
        for (std::size_t r = 0; r < rays.size(); ++r) {
            const auto expected = raycast(objects.shapes[i], objects.poses[i], rays[r]);
            const s3_ray ray = asC<s3_ray>(rays[r]);
            bool didHit = !expected.has_value();
            s3_ray_hit hit;
            EXPECT_OK(s3_raycast(objects.handles[i], &objects.cPoses[i], &ray, &didHit, &hit));
            EXPECT_EQ(didHit, expected.has_value());
            EXPECT_EQ(std::isinf(many[r].entry.distance), !expected.has_value());
            if (expected) {
                ++hits;
                EXPECT_TRUE(equal(hit.entry, expected->entry) && equal(hit.exit, expected->exit));
                EXPECT_TRUE(equal(many[r].entry, expected->entry));
            }
            bool isInside = false;
            const s3_position point = asC<s3_position>(rays[r].origin);
            EXPECT_OK(s3_contains(objects.handles[i], &objects.cPoses[i], point, &isInside));
            EXPECT_EQ(isInside, contains(objects.shapes[i], objects.poses[i], rays[r].origin));
        }
        s3_box box;
        EXPECT_OK(s3_shape_bounds(objects.handles[i], &objects.cPoses[i], &box));
        EXPECT_TRUE(equal(box, bounds(objects.shapes[i], objects.poses[i])));
        s3_shape_kind kind{};
        EXPECT_OK(s3_shape_get_kind(objects.handles[i], &kind));
        EXPECT_EQ(kind, i % 6);  // the order of the enumeration
        s3_mass mass;
        const auto expected = massFromDensity(objects.shapes[i], 3.0f);
        EXPECT_EQ(s3_shape_mass(objects.handles[i], 3.0f, &mass) == S3_OK, expected.has_value());
        if (expected) {
            EXPECT_TRUE(equal(mass, *expected));
        }
    }
    EXPECT_GT(hits, 100u);
}

TEST(CPlaneAnswers, PolygonsKeepTheirVerticesAndHoles) {
    const std::array<s3_vec2, 5> points{{{0, 0}, {2, 0}, {1, 0.5f}, {2, 2}, {0, 2}}};
    s3_shape* polygon = nullptr;
    EXPECT_OK(s3_polygon_create(points.data(), points.size(), &polygon));
    std::array<s3_vec2, 3> some{};
    std::size_t count = 0;
    EXPECT_OK(s3_polygon_vertices(polygon, some.data(), some.size(), &count));
    EXPECT_EQ(count, 4u);  // without the one inside
    EXPECT_TRUE(some[1].x == 2.0f && some[1].y == 0.0f && some[2].x == 2.0f && some[2].y == 2.0f);
    s3_shape_release(polygon);

    const std::array<s3_vec2, 8> loops{{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {3, 3}, {1, 3}}};
    const std::array<std::size_t, 2> sizes{4, 4};
    s3_shape* frame = nullptr;
    EXPECT_OK(s3_compound_of_polygon(loops.data(), sizes.data(), 2, &frame));
    s3_mass mass;
    EXPECT_OK(s3_shape_mass(frame, 1.0f, &mass));
    EXPECT_NEAR(mass.mass, 12.0f, 1e-5f);  // 16 without the hole of 4
    s3_shape_release(frame);
}

/// The same world in C and in C++.
class CPlaneWorld : public testing::Test {
protected:
    CPlaneWorld() {
        EXPECT_OK(s3_world_create(nullptr, &inC_));
        add(HalfPlane{{0.0f, 1.0f}, 0.0f}, {}, S3_STATIC);
        Random random(4);
        for (std::size_t i = 0; i < 24; ++i) {
            const PlanarShape shape = randomShape(random, i % 2 == 0 ? 3 : 4);
            const float column = static_cast<float>(i % 6), row = static_cast<float>(i / 6);
            const s3_id id = add(shape, {{2.5f * column, 2.0f + 2.5f * row}, {1, 0}}, S3_MOVING);
            c::Body body;
            body.mass = *massFromDensity(shape, 500.0f);
            EXPECT_FALSE(dynamics_.setBody(world_, object(id), body));
            s3_body given = s3_default_body();
            given.mass = asC<s3_mass>(body.mass);
            EXPECT_OK(s3_world_set_body(inC_, id, &given));
        }
    }
    ~CPlaneWorld() override { s3_world_destroy(inC_); }

    static ObjectId object(s3_id id) {
        return {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32)};
    }
    s3_id add(const PlanarShape& shape, const PlanarPose& local, std::uint32_t kind) {
        const c::Pose pose = placed(local);
        Creating creating;
        std::visit(creating, shape);
        s3_object given = s3_default_object();
        given.shape = creating.result;
        given.pose = asC<s3_pose>(pose);
        given.kind = kind;
        s3_id id = 0;
        EXPECT_OK(s3_world_add(inC_, &given, &id));
        s3_shape_release(creating.result);
        const auto same = world_.add({.shape = shape, .pose = pose, .kind = static_cast<ObjectKind>(kind)});
        EXPECT_EQ(*same, object(id));
        ids_.push_back(id);
        return id;
    }
    void step(int count) {
        for (int i = 0; i < count; ++i) {
            EXPECT_OK(s3_world_step(inC_, 1.0f / 60.0f));
            dynamics_.step(world_, 1.0f / 60.0f);
        }
    }
    void expectSamePoses() {
        for (const s3_id id : ids_) {
            s3_pose pose;
            EXPECT_OK(s3_world_get_pose(inC_, id, &pose));
            EXPECT_TRUE(equal(pose, world_.find(object(id))->pose));
        }
    }

    s3_world* inC_ = nullptr;
    c::World world_;
    c::Dynamics dynamics_;
    std::vector<s3_id> ids_;
};

TEST_F(CPlaneWorld, StepsEventsAndSnapshotsAreThoseOfTheLibrary) {
    step(60);
    expectSamePoses();
    const std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    EXPECT_OK(s3_world_snapshot(inC_, &bytes, &size));
    const std::vector<std::uint8_t> kept(bytes, bytes + size);
    std::uint64_t before = 0, after = 0;
    step(20);
    EXPECT_OK(s3_world_hash(inC_, &before));
    expectSamePoses();
    s3_step_events events;
    EXPECT_OK(s3_world_step_events(inC_, &events));
    const auto expected = dynamics_.events();
    ASSERT_EQ(events.stayed_count, expected.stayed.size());
    ASSERT_GT(events.stayed_count, 6u);
    for (std::size_t i = 0; i < events.stayed_count; ++i) {
        EXPECT_TRUE(equal(events.stayed[i].position, expected.stayed[i].position));
        EXPECT_EQ(events.stayed[i].impulse, expected.stayed[i].impulse);
    }
    EXPECT_OK(s3_world_restore(inC_, kept.data(), kept.size()));
    for (int i = 0; i < 20; ++i) {
        EXPECT_OK(s3_world_step(inC_, 1.0f / 60.0f));
    }
    EXPECT_OK(s3_world_hash(inC_, &after));
    EXPECT_EQ(before, after);
}

TEST_F(CPlaneWorld, BodiesKeepWhatTheyAreGiven) {
    s3_body body;
    EXPECT_OK(s3_world_get_body(inC_, ids_[1], &body));
    body.velocity = {1.0f, -2.0f};
    body.angular_velocity = 3.0f;
    body.locked = S3_LOCK_MOVE_X | S3_LOCK_TURN;
    EXPECT_OK(s3_world_set_body(inC_, ids_[1], &body));
    EXPECT_OK(s3_world_get_body(inC_, ids_[1], &body));
    EXPECT_EQ(body.locked, std::uint32_t{S3_LOCK_MOVE_X | S3_LOCK_TURN});
    EXPECT_EQ(body.angular_velocity, 0.0f);  // a locked axis
    body.locked = 8;
    EXPECT_EQ(s3_world_set_body(inC_, ids_[1], &body), S3_BAD_ENUM);
    EXPECT_OK(s3_world_set_velocity(inC_, ids_[2], {1.0f, 2.0f}, 4.0f));
    EXPECT_TRUE(dynamics_.setVelocity(object(ids_[2]), {1.0f, 2.0f}, 4.0f));
    EXPECT_OK(s3_world_apply_force(inC_, ids_[3], {100.0f, 0.0f}, 50.0f));
    EXPECT_TRUE(dynamics_.applyForce(object(ids_[3]), glm::vec2{100.0f, 0.0f}, 50.0f));
    dynamics_.setBody(world_, object(ids_[1]), c::Body{});
    const s3_body kinematic = s3_default_body();
    EXPECT_OK(s3_world_set_body(inC_, ids_[1], &kinematic));
    step(30);
    expectSamePoses();
}

TEST_F(CPlaneWorld, JointsAreThoseOfTheLibrary) {
    const std::array<s3_id, 4> bodies{ids_[3], ids_[4], ids_[9], ids_[10]};
    s3_joint joint;
    s3_joint_id id = 0;
    const auto expectSame = [&](const c::Joint& same) {
        EXPECT_TRUE(equal(joint.frame_in_a, same.frameInA) && equal(joint.frame_in_b, same.frameInB));
        EXPECT_OK(s3_world_add_joint(inC_, &joint, &id));
        EXPECT_TRUE(dynamics_.addJoint(world_, same));
    };
    const c::Position point = place(7.0, 6.0), other = place(9.0, 3.0);
    const s3_position pointInC = asC<s3_position>(point), otherInC = asC<s3_position>(other);
    EXPECT_OK(s3_joint_hinge(inC_, S3_NO_OBJECT, bodies[0], pointInC, &joint));
    expectSame(c::Joint::hinge(world_, kWorldFrame, object(bodies[0]), point));
    EXPECT_OK(s3_joint_rod(inC_, bodies[0], bodies[1], pointInC, otherInC, &joint));
    expectSame(c::Joint::rod(world_, object(bodies[0]), object(bodies[1]), point, other));
    EXPECT_OK(s3_joint_slider(inC_, S3_NO_OBJECT, bodies[2], pointInC, {1.0f, 1.0f}, &joint));
    expectSame(c::Joint::slider(world_, kWorldFrame, object(bodies[2]), point, {1.0f, 1.0f}));
    EXPECT_OK(s3_joint_fixed(inC_, bodies[2], bodies[3], pointInC, &joint));
    expectSame(c::Joint::fixed(world_, object(bodies[2]), object(bodies[3]), point));
    step(60);
    expectSamePoses();
    s3_joint_state state;
    EXPECT_OK(s3_world_joint_state(inC_, id, &state));
    EXPECT_TRUE(equal(state, *dynamics_.jointState(world_, dynamics_.joints().back())));
}

TEST_F(CPlaneWorld, QueriesAndMoversAreThoseOfTheLibrary) {
    step(120);
    const Objects askers(5, 24);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < askers.shapes.size(); ++i) {
        const s3_shape* const shape = askers.handles[i];
        c::Pose pose = askers.poses[i];
        pose.position += c::Position(6, 2);
        const s3_pose cPose = asC<s3_pose>(pose);

        std::array<s3_id, 40> ids{};
        std::array<ObjectId, 40> expected{};
        std::size_t count = 0;
        EXPECT_OK(s3_world_overlapping(inC_, shape, &cPose, nullptr, ids.data(), ids.size(), &count));
        const auto found = overlapping(world_, askers.shapes[i], pose, expected);
        ASSERT_EQ(count, found.size());
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_EQ(object(ids[k]), found[k]);
        }
        seen += count;

        s3_id hit = S3_NO_OBJECT;
        s3_sweep meeting;
        EXPECT_OK(s3_world_sweep(inC_, shape, &cPose, {3.0f, -1.0f}, nullptr, &hit, &meeting));
        const auto met = sweep(world_, askers.shapes[i], pose, glm::vec2(3.0f, -1.0f));
        EXPECT_EQ(object(hit), met ? met->object : ObjectId{});
        EXPECT_TRUE(!met || meeting.fraction == met->sweep.fraction);

        s3_distance gap;
        EXPECT_OK(s3_world_closest(inC_, shape, &cPose, 5.0f, nullptr, &hit, &gap));
        const auto nearest = closest(world_, askers.shapes[i], pose, 5.0f);
        EXPECT_EQ(object(hit), nearest ? nearest->object : ObjectId{});
        EXPECT_TRUE(!nearest || equal(gap.separation, nearest->distance.separation));

        bool sees = false;
        EXPECT_OK(s3_world_is_visible(inC_, cPose.position, {6, 1}, nullptr, &sees));
        EXPECT_EQ(sees, isVisible(world_, pose.position, c::Position(6, 1)));

        const s3_ray ray{cPose.position, {0.5f, -1.0f}, 20.0f};
        s3_world_ray_hit cast;
        EXPECT_OK(s3_world_raycast(inC_, &ray, nullptr, &cast));
        const auto first = raycast(world_, {pose.position, {0.5f, -1.0f}, 20.0f});
        ASSERT_TRUE(first);
        EXPECT_TRUE(object(cast.object) == first->object && equal(cast.hit.entry, first->hit.entry));

        s3_moved moved;
        EXPECT_OK(
            s3_world_move_and_slide(inC_, shape, &cPose, {2.0f, -0.5f}, 0.3f, nullptr, nullptr, &moved));
        const c::Moved same = moveAndSlide(world_, askers.shapes[i], pose, {{2.0f, -0.5f}, 0.3f});
        EXPECT_TRUE(equal(moved.pose, same.pose) && equal(moved.left, same.left));
        EXPECT_EQ(moved.stop_count, same.stopCount);

        bool isFreed = false;
        s3_pose place;
        EXPECT_OK(s3_world_freed(inC_, shape, &cPose, 3.0f, nullptr, &isFreed, &place));
        const auto right = freed(world_, askers.shapes[i], pose, {.farthest = 3.0f});
        ASSERT_EQ(isFreed, right.has_value());
        EXPECT_TRUE(!isFreed || equal(place, *right));
    }
    EXPECT_GT(seen, 20u);
}

TEST_F(CPlaneWorld, UpdatesAreThoseOfTheLibrary) {
    step(120);
    s3_events events;
    EXPECT_OK(s3_world_update(inC_, &events));
    const auto expected = world_.update();
    ASSERT_EQ(events.begun_count, expected.begun.size());
    std::size_t k = 0;
    for (const c::Contact& contact : expected.begun) {
        EXPECT_EQ(object(events.begun[k].a), contact.objects.a);
        EXPECT_EQ(events.begun[k].penetration.depth, contact.penetration.depth);
        ++k;
    }
}

}  // namespace
}  // namespace sat3d::test
