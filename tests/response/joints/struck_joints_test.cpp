// Blows on jointed bodies, beside a direct solution in double: what is joined stops at once, whatever it
// weighs.

#include "response/dynamics/dynamics_scene.hpp"

#include <sat3d/response/joint.hpp>
#include <sat3d/shapes/capsule.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace {

using namespace sat3d;
using test::DynamicsScene;

struct Velocity {
    glm::dvec3 linear{0.0}, angular{0.0};
};

/// Velocities after impulses that keep to constraints, by a direct solution of all constraints at once.
class DirectSolution {
public:
    explicit DirectSolution(const DynamicsScene& scene, std::vector<ObjectId> bodies)
        : scene_(scene), bodies_(std::move(bodies)) {
        for (const ObjectId id : bodies_) {
            const Body& body = *scene.dynamics.find(id);
            const glm::dmat3 rotation(glm::mat3_cast(scene.world.find(id)->pose.rotation));
            before_.push_back({glm::dvec3(body.velocity), glm::dvec3(body.angularVelocity)});
            inverseMasses_.push_back(1.0 / static_cast<double>(body.mass.mass));
            inverseInertias_.push_back(
                glm::inverse(rotation * glm::dmat3(body.mass.inertia) * glm::transpose(rotation)));
        }
    }

    /// Holds points of two bodies together.
    void joinAt(std::size_t a, std::size_t b, const glm::dvec3& point) {
        for (int i = 0; i < 3; ++i) {
            glm::dvec3 axis(0.0);
            axis[i] = 1.0;
            Row row(bodies_.size());
            row[a] = {-axis, -glm::cross(point - centerOf(a), axis)};
            row[b] = {axis, glm::cross(point - centerOf(b), axis)};
            rows_.push_back(row);
        }
    }
    /// Keeps two bodies from turning against each other about an axis.
    void holdAbout(std::size_t a, std::size_t b, const glm::dvec3& axis) {
        Row row(bodies_.size());
        row[a] = {glm::dvec3(0.0), -axis};
        row[b] = {glm::dvec3(0.0), axis};
        rows_.push_back(row);
    }
    /// Stops a point of a body along an axis.
    void stopAt(std::size_t body, const glm::dvec3& point, const glm::dvec3& axis) {
        Row row(bodies_.size());
        row[body] = {axis, glm::cross(point - centerOf(body), axis)};
        rows_.push_back(row);
    }

    [[nodiscard]] std::vector<Velocity> velocities() const {
        const std::vector<double> impulses = solved();
        std::vector<Velocity> result = before_;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            for (std::size_t body = 0; body < bodies_.size(); ++body) {
                const Velocity change = response(i, body);
                result[body].linear += impulses[i] * change.linear;
                result[body].angular += impulses[i] * change.angular;
            }
        }
        return result;
    }

private:
    /// By body: what the speed of a constraint is in its velocity.
    using Row = std::vector<Velocity>;

    [[nodiscard]] glm::dvec3 centerOf(std::size_t body) const {
        const Pose& pose = scene_.world.find(bodies_[body])->pose;
        return glm::dvec3(pose * scene_.dynamics.find(bodies_[body])->mass.center);
    }
    /// How an impulse of 1 changes the velocity of a body.
    [[nodiscard]] Velocity response(std::size_t row, std::size_t body) const {
        return {inverseMasses_[body] * rows_[row][body].linear,
                inverseInertias_[body] * rows_[row][body].angular};
    }
    [[nodiscard]] static double dotOf(const Velocity& a, const Velocity& b) {
        return glm::dot(a.linear, b.linear) + glm::dot(a.angular, b.angular);
    }
    /// The impulses that stop all constraints: elimination without pivots, because the matrix is positive.
    [[nodiscard]] std::vector<double> solved() const {
        const std::size_t count = rows_.size();
        std::vector<std::vector<double>> matrix(count, std::vector<double>(count, 0.0));
        std::vector<double> x(count, 0.0);
        for (std::size_t body = 0; body < bodies_.size(); ++body) {
            for (std::size_t i = 0; i < count; ++i) {
                x[i] -= dotOf(rows_[i][body], before_[body]);
                for (std::size_t k = 0; k < count; ++k) {
                    matrix[i][k] += dotOf(rows_[i][body], response(k, body));
                }
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t row = i + 1; row < count; ++row) {
                const double factor = matrix[row][i] / matrix[i][i];
                for (std::size_t k = i; k < count; ++k) {
                    matrix[row][k] -= factor * matrix[i][k];
                }
                x[row] -= factor * x[i];
            }
        }
        for (std::size_t i = count; i-- > 0;) {
            for (std::size_t k = i + 1; k < count; ++k) {
                x[i] -= matrix[i][k] * x[k];
            }
            x[i] /= matrix[i][i];
        }
        return x;
    }

    const DynamicsScene& scene_;
    std::vector<ObjectId> bodies_;
    std::vector<Velocity> before_;
    std::vector<double> inverseMasses_;
    std::vector<glm::dmat3> inverseInertias_;
    std::vector<Row> rows_;
};

/// A light leg of two parts lands below a trunk with an arm, at 5 m/s: the trunk is stopped through the leg.
class Leg {
public:
    static constexpr float kSpeed = 5.0f, kStep = 1e-3f;

    Leg(float trunkMass, bool areHinges)
        : areHinges_(areHinges),
          // As stiff as in steps of this length.
          scene_({.gravity = glm::vec3(0.0f), .solver = {.contactHertz = 1.0f / kStep}, .sleepSpeed = 0.0f}) {
        const glm::vec3 up = glm::normalize(glm::vec3(0.06f, 1.0f, 0.03f));
        const glm::vec3 foot(0.0f, kRadius + 1e-4f, 0.0f), knee = foot + 0.45f * up, hip = foot + 0.9f * up,
                                                           shoulder = hip + 0.5f * up;
        addBone(foot, knee, 1.0f);
        addBone(knee, hip, 2.0f);
        addBone(hip, shoulder, trunkMass);
        addBone(shoulder, shoulder + glm::vec3(0.1f, 0.0f, 0.5f), 1.0f);
        places_ = {foot, knee, hip, shoulder};
        for (std::size_t i = 1; i < places_.size(); ++i) {
            const ObjectId a = bodies_[i - 1], b = bodies_[i];
            const Joint joint = areHinges ? Joint::hinge(scene_.world, a, b, places_[i], {0.0f, 0.0f, 1.0f})
                                          : Joint::ball(scene_.world, a, b, places_[i], {0.0f, 0.0f, 1.0f});
            joints_.push_back(scene_.dynamics.addJoint(scene_.world, joint).value());
        }
    }

    [[nodiscard]] std::vector<Velocity> directSolution() const {
        DirectSolution direct(scene_, bodies_);
        for (std::size_t i = 1; i < places_.size(); ++i) {
            direct.joinAt(i - 1, i, glm::dvec3(places_[i]));
            if (areHinges_) {
                direct.holdAbout(i - 1, i, {1.0, 0.0, 0.0});
                direct.holdAbout(i - 1, i, {0.0, 1.0, 0.0});
            }
        }
        direct.stopAt(0, glm::dvec3(places_[0]), {0.0, 1.0, 0.0});
        return direct.velocities();
    }
    void step() { scene_.dynamics.step(scene_.world, kStep); }
    [[nodiscard]] glm::dvec3 velocityOf(std::size_t body) const {
        return glm::dvec3(scene_.velocity(bodies_[body]));
    }
    [[nodiscard]] float opening() const {
        float opening = 0.0f;
        for (const JointId id : joints_) {
            opening = std::max(opening, scene_.dynamics.jointState(scene_.world, id)->distance);
        }
        return opening;
    }

private:
    static constexpr float kRadius = 0.05f;

    void addBone(const glm::vec3& from, const glm::vec3& to, float mass) {
        const glm::vec3 middle = 0.5f * (from + to);
        bodies_.push_back(scene_.add(Capsule{from - middle, to - middle, kRadius}, {middle},
                                     {.velocity = {0.0f, -kSpeed, 0.0f}, .material = {.friction = 0.0f}},
                                     mass));
    }

    bool areHinges_;
    DynamicsScene scene_;
    std::vector<ObjectId> bodies_;
    std::vector<JointId> joints_;
    std::vector<glm::vec3> places_;  ///< of the foot and the joints
};

TEST(StruckJoints, ABlowGivesTheVelocitiesOfADirectSolution) {
    for (const bool areHinges : {false, true}) {
        Leg leg(5.0f, areHinges);
        const std::vector<Velocity> expected = leg.directSolution();
        leg.step();
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_LT(glm::distance(leg.velocityOf(i), expected[i].linear),
                      0.02 * static_cast<double>(Leg::kSpeed))
                << areHinges << " " << i;
        }
    }
}

/// Sweeps close joints although a light leg hands on only a small part of the blow in each.
TEST(StruckJoints, HeavyBodiesOnLightOnesKeepTheirJointsClosed) {
    struct Case {
        float trunkMass, mostOpening;
    };
    for (const Case& of : {Case{5.0f, 3e-6f}, Case{20.0f, 1e-5f}, Case{60.0f, 5e-5f}}) {
        for (const bool areHinges : {false, true}) {
            Leg leg(of.trunkMass, areHinges);
            leg.step();  // 5 mm at 5 m/s
            EXPECT_LT(leg.opening(), of.mostOpening) << of.trunkMass << " " << areHinges;
        }
    }
}

}  // namespace
