// Bad input to the interface for C in the plane: every function answers with an error, and nothing changes.

#include "random_caller.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <sat3d.h>
#include <vector>

namespace sat3d::test {
namespace {

using ::testing::HasSubstr;

/// A world with a crate that has a body, and shapes.
class CPlaneHostile : public testing::Test {
protected:
    CPlaneHostile() {
        EXPECT_OK(s3_box_create({0, 0}, {0.5f, 0.5f}, S3_NO_ROTATION, &box_));
        EXPECT_OK(s3_world_create(nullptr, &world_));
        s3_object object = s3_default_object();
        object.shape = box_;
        EXPECT_OK(s3_world_add(world_, &object, &crate_));
        EXPECT_OK(s3_world_add(world_, &object, &removed_));
        EXPECT_OK(s3_world_remove(world_, removed_));
        s3_body body = s3_default_body();
        EXPECT_OK(s3_shape_mass(box_, 100.0f, &body.mass));
        EXPECT_OK(s3_world_set_body(world_, crate_, &body));
    }
    ~CPlaneHostile() override {
        s3_world_destroy(world_);
        s3_shape_release(box_);
    }
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t value = 0;
        EXPECT_OK(s3_world_hash(world_, &value));
        return value;
    }

    s3_shape* box_ = nullptr;
    s3_world* world_ = nullptr;
    s3_id crate_ = 0, removed_ = 0;
    s3_pose pose_ = S3_NO_POSE;
};

TEST_F(CPlaneHostile, NullIsRefused) {
    s3_shape* made = nullptr;
    std::size_t count = 7;
    const std::size_t one = 1;
    const s3_vec2 zero{0, 0};
    const s3_position origin{0, 0};
    s3_joint joint;
    s3_moved moved;
    s3_penetration push;
    const s3_ray ray{{0, 0}, {1, 0}, 1.0f};
    const std::array statuses{
        s3_circle_create(zero, 1, nullptr),
        s3_segment_create(zero, zero, nullptr),
        s3_capsule_create(zero, zero, 1, nullptr),
        s3_polygon_create(nullptr, 3, &made),
        s3_polygon_create(&zero, 1, nullptr),
        s3_compound_of_polygon(nullptr, &one, 1, &made),
        s3_compound_of_polygon(&zero, nullptr, 1, &made),
        s3_compound_of_polygon(&zero, &one, 1, nullptr),
        s3_polygon_vertices(nullptr, nullptr, 0, &count),
        s3_penetrate(box_, &pose_, nullptr, &pose_, 0, &push),
        s3_penetrate_pairs(nullptr, nullptr, 1, nullptr, 0, 0, nullptr),
        s3_raycast_many(box_, &pose_, &ray, 1, nullptr),
        s3_joint_hinge(nullptr, 0, crate_, origin, &joint),
        s3_joint_hinge(world_, 0, crate_, origin, nullptr),
        s3_world_move_and_slide(world_, nullptr, &pose_, zero, 0, nullptr, nullptr, &moved),
        s3_world_set_pose(world_, crate_, nullptr),
    };
    for (std::size_t i = 0; i < statuses.size(); ++i) {
        EXPECT_EQ(statuses[i], S3_NULL_ARGUMENT) << "call " << i;
    }
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(count, 7u);
}

TEST_F(CPlaneHostile, OtherHandlesAndShapesAreRefused) {
    s3_shape_kind kind{};
    std::size_t count = 7;
    s3_shape* made = nullptr;
    EXPECT_EQ(s3_shape_get_kind(reinterpret_cast<s3_shape*>(world_), &kind), S3_BAD_HANDLE);
    EXPECT_EQ(s3_world_size(reinterpret_cast<s3_world*>(box_), &count), S3_BAD_HANDLE);
    EXPECT_EQ(s3_polygon_vertices(box_, nullptr, 0, &count), S3_WRONG_SHAPE);
    EXPECT_THAT(s3_last_error(), HasSubstr("is no polygon"));
    EXPECT_EQ(count, 7u);
    s3_shape* ground = nullptr;
    EXPECT_OK(s3_half_space_create({0, 1}, 0, &ground));
    const s3_compound_child child{ground, S3_NO_LOCAL_POSE, 0, 0};
    EXPECT_EQ(s3_compound_create(&child, 1, &made), S3_WRONG_SHAPE);
    EXPECT_THAT(s3_last_error(), HasSubstr("no circle, capsule, segment, box or polygon"));
    s3_mass mass;
    EXPECT_EQ(s3_shape_mass(ground, 1, &mass), S3_SHAPE_NOT_WATERTIGHT);
    s3_shape_release(ground);
    // References that were made up.
    const s3_pair self{0, 0};
    s3_penetration push;
    for (const std::uintptr_t bad : {std::uintptr_t{7}, ~std::uintptr_t{0}}) {
        const s3_shape_ref ref{bad, s3_shape_get_ref(box_).shape};
        EXPECT_EQ(s3_penetrate_pairs(&ref, &pose_, 1, &self, 1, 0, &push), S3_BAD_HANDLE);
    }
    EXPECT_EQ(made, nullptr);
}

TEST_F(CPlaneHostile, PolygonsThatAreNoneAreRefused) {
    s3_shape* made = nullptr;
    const std::array<s3_vec2, 3> line{{{0, 0}, {1, 1}, {2, 2}}};
    EXPECT_EQ(s3_polygon_create(line.data(), 3, &made), S3_POLYGON_FAILED);
    EXPECT_EQ(s3_polygon_create(nullptr, 0, &made), S3_POLYGON_FAILED);
    const std::array<s3_vec2, 4> crossing{{{0, 0}, {2, 2}, {2, 0}, {0, 2}}};
    const std::size_t four = 4, none = 0;
    EXPECT_EQ(s3_compound_of_polygon(crossing.data(), &four, 1, &made), S3_POLYGON_FAILED);
    EXPECT_EQ(s3_compound_of_polygon(crossing.data(), &none, 1, &made), S3_POLYGON_FAILED);
    EXPECT_EQ(s3_compound_of_polygon(crossing.data(), &four, 0, &made), S3_BAD_INDEX);
    EXPECT_EQ(made, nullptr);
    EXPECT_STREQ(s3_status_name(S3_POLYGON_FAILED), "S3_POLYGON_FAILED");
}

TEST_F(CPlaneHostile, BadNumbersAreRefusedAndChangeNothing) {
    const std::uint64_t before = hash();
    bool yes = false;
    s3_ray_hit hit;
    s3_sweep sweep;
    s3_moved moved;
    s3_shape* made = nullptr;
    for (const float bad : {kNaN, kInfinity, -kInfinity}) {
        std::array<s3_pose, 4> poses;
        poses.fill(S3_NO_POSE);
        poses[0].position.x = poses[1].position.y = poses[2].rotation.x = poses[3].rotation.y = bad;
        for (const s3_pose& pose : poses) {
            EXPECT_EQ(s3_overlaps(box_, &pose, box_, &pose_, 0, &yes), S3_BAD_NUMBER);
            EXPECT_EQ(s3_world_set_pose(world_, crate_, &pose), S3_BAD_NUMBER);
        }
        EXPECT_EQ(s3_circle_create({bad, 0}, 1, &made), S3_SHAPE_BAD_NUMBER);
        EXPECT_EQ(s3_circle_create({0, 0}, bad, &made), S3_SHAPE_BAD_NUMBER);
        EXPECT_EQ(s3_segment_create({0, 0}, {0, bad}, &made), S3_SHAPE_BAD_NUMBER);
        EXPECT_EQ(s3_box_create({0, 0}, {1, bad}, S3_NO_ROTATION, &made), S3_SHAPE_BAD_NUMBER);
        const std::array<s3_vec2, 3> corners{{{0, 0}, {1, 0}, {0, bad}}};
        const std::size_t three = 3;
        EXPECT_EQ(s3_polygon_create(corners.data(), 3, &made), S3_POLYGON_FAILED);
        EXPECT_EQ(s3_compound_of_polygon(corners.data(), &three, 1, &made), S3_POLYGON_FAILED);
        const s3_ray ray{{0, 0}, {0, bad}, 1};
        EXPECT_EQ(s3_raycast(box_, &pose_, &ray, &yes, &hit), S3_BAD_NUMBER);
        EXPECT_EQ(s3_sweep_shapes(box_, &pose_, {0, bad}, box_, &pose_, {0, 0}, &sweep), S3_BAD_NUMBER);
        EXPECT_EQ(s3_contains(box_, &pose_, {0, bad}, &yes), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_set_velocity(world_, crate_, {0, bad}, 0), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_set_velocity(world_, crate_, {0, 0}, bad), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_apply_force(world_, crate_, {0, 0}, bad), S3_BAD_NUMBER);
        EXPECT_EQ(s3_world_move_and_slide(world_, box_, &pose_, {0, 0}, bad, nullptr, nullptr, &moved),
                  S3_BAD_NUMBER);
    }
    const s3_ray noDirection{{0, 0}, {0, 0}, 1};
    EXPECT_EQ(s3_raycast(box_, &pose_, &noDirection, &yes, &hit), S3_BAD_NUMBER);
    s3_pose doubled = S3_NO_POSE;
    doubled.rotation.x = 2;
    EXPECT_EQ(s3_overlaps(box_, &doubled, box_, &pose_, 0, &yes), S3_BAD_NUMBER);
    EXPECT_THAT(s3_last_error(), HasSubstr("cosine, sine"));
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(hash(), before);
}

TEST_F(CPlaneHostile, IdsOfNothingAndStructsOfOtherVersionsAreRefused) {
    s3_joint joint;
    s3_moved moved;
    for (const s3_id bad : {S3_NO_OBJECT, removed_, ~std::uint64_t{0}}) {
        EXPECT_EQ(s3_world_remove(world_, bad), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_set_velocity(world_, bad, {0, 0}, 0), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_joint_hinge(world_, 0, bad, {0, 0}, &joint), S3_WORLD_STALE_ID);
        EXPECT_EQ(s3_world_get_joint(world_, bad, &joint), S3_WORLD_STALE_ID);
    }
    for (const std::uint32_t size : {0u, 1u, 4096u, ~0u}) {
        s3_body body = s3_default_body();
        body.struct_size = size;
        EXPECT_EQ(s3_world_set_body(world_, crate_, &body), S3_BAD_STRUCT);
        s3_move_options options = s3_default_move_options();
        options.struct_size = size;
        EXPECT_EQ(s3_world_move_and_slide(world_, box_, &pose_, {0, 0}, 0, &options, nullptr, &moved),
                  S3_BAD_STRUCT);
    }
}

TEST_F(CPlaneHostile, DamagedSnapshotsAreRefused) {
    const std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    EXPECT_OK(s3_world_snapshot(world_, &bytes, &size));
    const std::vector<std::uint8_t> good(bytes, bytes + size);
    const std::uint64_t before = hash();
    Random random(3);
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::vector<std::uint8_t> damaged = good;
        damaged[i] = static_cast<std::uint8_t>(damaged[i] ^ (1u << random.below(8)));
        EXPECT_NE(s3_world_restore(world_, damaged.data(), damaged.size()), S3_OK) << i;
        EXPECT_NE(s3_world_restore(world_, good.data(), i), S3_OK) << i;
    }
    EXPECT_EQ(hash(), before);
}

class PlanarCaller : public RandomCaller {
public:
    explicit PlanarCaller(std::uint32_t seed) : RandomCaller(seed) { calls_ = calls(); }

private:
    s3_vec2 vector() { return s3_vec2{number(), number()}; }
    s3_position position() {
        static constexpr std::array kExtreme{Real(1e9), Real(1e18), Real(1e30),
                                             std::numeric_limits<Real>::max()};
        const auto [x, y] = vector();
        return {random_.chance(0.03) ? kExtreme[random_.below(kExtreme.size())] : Real(x), Real(y)};
    }
    glm::dvec2 rotation() {
        return random_.chance(0.02) ? glm::dvec2(number(), 0.0) : planarRotation(random_.uniform(-3.0, 3.0));
    }
    s3_local_rotation localRotation() { return asC<s3_local_rotation>(glm::vec2(rotation())); }
    s3_pose pose() { return s3_pose{position(), asC<s3_rotation>(c::Position(rotation()))}; }
    std::vector<s3_vec2> points() {
        std::vector<s3_vec2> points(random_.below(9));
        for (s3_vec2& point : points) {
            point = vector();
        }
        return points;
    }
    s3_status makeSimple() {
        s3_shape* made = nullptr;
        const s3_vec2 first = vector(), second = vector();
        switch (random_.below(5)) {
            case 0:
                return keep(s3_circle_create(first, number(), &made), made);
            case 1:
                return keep(s3_capsule_create(first, second, number(), &made), made);
            case 2:
                return keep(s3_segment_create(first, second, &made), made);
            case 3: {
                const s3_vec2 normal = localRotation();
                return keep(s3_half_space_create(normal, number(), &made), made);
            }
            default:
                return keep(s3_box_create(first, second, localRotation(), &made), made);
        }
    }
    s3_status makePolygon() {
        s3_shape* made = nullptr;
        const std::vector<s3_vec2> corners = points();
        const std::size_t count = corners.size(), first = count < 3 ? count : random_.below(9) % (count + 1);
        const std::array<std::size_t, 2> sizes{first, count - first};
        return random_.chance(0.5)
                   ? keep(s3_polygon_create(corners.data(), count, &made), made)
                   : keep(s3_compound_of_polygon(corners.data(), sizes.data(), 1 + random_.below(2), &made),
                          made);
    }
    s3_status addObjectSomewhere() {
        const s3_shape* const of = shape();
        return addObject(of, pose());
    }
    s3_status setBody() {
        s3_body body = s3_default_body();
        const s3_shape* const solid = shape();
        const s3_status status = s3_shape_mass(solid, std::abs(number()), &body.mass);
        if (status != S3_OK) {
            return status;
        }
        body.velocity = vector();
        body.angular_velocity = number();
        body.locked = random_.chance(0.8) ? 0 : random_.below(9);
        return s3_world_set_body(world_, id(), &body);
    }
    s3_status addJoint() {
        s3_joint joint;
        const s3_id a = random_.chance(0.3) ? S3_NO_OBJECT : id(), b = id();
        const s3_position point = position();
        const s3_vec2 axis = vector();
        const s3_status status = random_.chance(0.5) ? s3_joint_hinge(world_, a, b, point, &joint)
                                                     : s3_joint_slider(world_, a, b, point, axis, &joint);
        if (status != S3_OK) {
            return status;
        }
        joint.twist.upper = random_.chance(0.7) ? joint.twist.upper : number();
        return RandomCaller::addJoint(joint);
    }

    std::vector<std::function<s3_status()>> calls() {
        return {
            [this] { return makeSimple(); },
            [this] { return makePolygon(); },
            [this] { return addObjectSomewhere(); },
            [this] { return addObjectSomewhere(); },
            [this] { return setBody(); },
            [this] { return setBody(); },
            [this] { return addJoint(); },
            [this] { return random_.chance(0.1) ? s3_world_remove(world_, id()) : s3_status{S3_OK}; },
            [this] {
                poseA_ = pose();
                return s3_world_set_pose(world_, id(), &poseA_);
            },
            [this] {
                const s3_vec2 velocity = vector();
                const float spin = number();
                return s3_world_set_velocity(world_, id(), velocity, spin);
            },
            [this] { return s3_world_step(world_, random_.chance(0.2) ? number() : 1.0f / 60.0f); },
            [this] {
                s3_events events;
                return s3_world_update(world_, &events);
            },
            [this] {
                poseA_ = pose(), poseB_ = pose();
                const s3_shape *const a = shape(), *const b = shape();
                s3_distance gap;
                return s3_measure_distance(a, &poseA_, b, &poseB_, &gap);
            },
            [this] {
                poseA_ = pose(), poseB_ = pose();
                const s3_shape *const a = shape(), *const b = shape();
                const s3_vec2 motionA = vector(), motionB = vector();
                s3_sweep meeting;
                return s3_sweep_shapes(a, &poseA_, motionA, b, &poseB_, motionB, &meeting);
            },
            [this] {
                const s3_position origin = position();
                const s3_vec2 direction = vector();
                const s3_ray ray{origin, direction, std::abs(number())};
                s3_world_ray_hit hit;
                return s3_world_raycast(world_, &ray, nullptr, &hit);
            },
            [this] {
                poseA_ = pose();
                const s3_shape* const mover = shape();
                const s3_vec2 translation = vector();
                s3_moved moved;
                return s3_world_move_and_slide(world_, mover, &poseA_, translation, number(), nullptr,
                                               nullptr, &moved);
            },
            [this] {
                poseA_ = pose();
                const s3_shape* const asked = shape();
                bool isFreed = false;
                s3_pose place;
                return s3_world_freed(world_, asked, &poseA_, std::abs(number()), nullptr, &isFreed, &place);
            },
            [this] {
                s3_joint_state state;
                return random_.chance(0.1) ? s3_world_remove_joint(world_, oneOf(joints_))
                                           : s3_world_joint_state(world_, oneOf(joints_), &state);
            },
        };
    }

    s3_pose poseA_{}, poseB_{};
};

TEST(CPlaneHostileCalls, RandomCallsGiveStatuses) {
    expectStatusesOfRandomCalls<PlanarCaller>({S3_OK, S3_NULL_ARGUMENT, S3_BAD_NUMBER, S3_BAD_ENUM,
                                               S3_SHAPE_BAD_NUMBER, S3_POLYGON_FAILED, S3_WORLD_STALE_ID,
                                               S3_WORLD_BAD_BODY, S3_WORLD_BAD_JOINT});
}

}  // namespace
}  // namespace sat3d::test
