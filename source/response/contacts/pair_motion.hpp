#pragma once

/// @file
/// How two objects move relative to each other in a step, if nothing touches them.

#include "response/contacts/found_contact.hpp"
#include "response/contacts/pair_side.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/motion/step_motion.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

template <class T>
class PairMotion {
public:
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;
    using Position = typename Space<T>::Position;

    PairMotion(const PairSide<T>& a, const PairSide<T>& b, const SolverOptions& options, float dt)
        : a_(a),
          b_(b),
          near_(kNear * options.margin),
          partWays_(a.partWay() + b.partWay()),
          substeps_(options.substeps),
          dt_(dt) {}

    /// The gap up to which a contact needs no proof that the bodies will meet there.
    [[nodiscard]] float near() const { return near_; }

    /// The gap up to which the objects get a contact: as far as they can come closer in this step, also if
    /// one of them is stopped by something else.
    [[nodiscard]] float marginFor(float solverMargin) const {
        const float farthest = std::max({glm::length(way()), a_.body.way, b_.body.way});
        return std::max(solverMargin, farthest + swing());
    }
    /// The farthest that a point of one object moves relative to the other.
    [[nodiscard]] float farthest() const { return glm::length(way()) + swing(); }

    /// The way of A's center relative to B's.
    [[nodiscard]] Vector way() const { return a_.body.motion.translation - b_.body.motion.translation; }

    /// Whether the motion of this step may close the gap of a manifold. The bodies may pass each other
    /// instead, however little the motion goes sideways: a crate that slides half a meter over a floor passes
    /// the side of the next tile by less than a millimeter.
    [[nodiscard]] bool needsProof(const auto& manifold) const {
        return leastSeparation(manifold) < closing(manifold.normal);
    }
    /// Whether two bodies meet head-on at a contact, and do not only rest or slide there.
    [[nodiscard]] bool meetHeadOn(const BasicDynamicContact<T>& contact) const {
        constexpr float kHeadOn = 0.7f;
        const float speed = glm::length(a_.body.velocity - b_.body.velocity);
        return contact.approachSpeed > kHeadOn * speed && contact.approachSpeed * dt_ > kSlack * near_;
    }
    /// Whether balls inside of two bodies are in each other's way: then the bodies do not pass.
    /// @param between  from the center of A to that of B
    /// @param flush    overlap that counts as none
    [[nodiscard]] bool innerBallsMeet(const DVector& between, float flush) const {
        const auto radiusOf = [](const PairSide<T>& side) {
            return side.record != nullptr && partsOf(side.object.shape).empty() ? side.record->innerRadius
                                                                                : 0.0f;
        };
        const float radiusA = radiusOf(a_), radiusB = radiusOf(b_);
        const DVector moved(way());
        const double square = glm::dot(moved, moved), along = glm::dot(between, moved);
        const double radius = static_cast<double>(radiusA + radiusB - flush);
        return radiusA > 0.0f && radiusB > 0.0f && square > 0.0 &&
               glm::dot(between, between) - along * along / square < radius * radius;
    }
    /// The farthest that points of the bodies come closer along a normal in this step.
    [[nodiscard]] float closing(const Vector& normal) const { return glm::dot(way(), normal) + swing(); }
    [[nodiscard]] float swing() const { return a_.body.swing + b_.body.swing + partWays_; }
    /// Whether parts move in the bodies.
    [[nodiscard]] bool movesParts() const { return partWays_ > 0.0f; }
    /// How far parts move a point of A toward B in the step: see PartMotion::wayAt().
    [[nodiscard]] Vector wayOfParts(const ChildPair& children, const Position& point, double toMean) const {
        return a_.wayInBody(children.a, point, toMean) - b_.wayInBody(children.b, point, toMean);
    }

    /// How much wider gaps have to be for the motion of this step not to close them.
    [[nodiscard]] float roomFor(const FoundContact<T>& found) const {
        const double share = 1.0 / static_cast<double>(substeps_);
        const DVector normal(found.contact.normal);
        std::array<PointPath, Dimension::kMaxPoints> memory;
        const auto paths = std::span(memory).first(found.contact.pointCount);
        std::ranges::transform(found.contact.points(), paths.begin(),
                               [&](const auto& point) { return pathOf(found, point); });
        const auto stepA = turnAfter(a_.body.motion.turn, share),
                   stepB = turnAfter(b_.body.motion.turn, share);
        auto turnA = turnAfter(a_.body.motion.turn, 0.0), turnB = turnAfter(b_.body.motion.turn, 0.0);
        double closest = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i <= substeps_; ++i) {
            const double time = share * static_cast<double>(i);
            const double moved = time * glm::dot(normal, DVector(way()));
            // Instead of the arms, the normal turns, the other way.
            const DVector perArmA = swingBy(turnBack(turnA), normal),
                          perArmB = swingBy(turnBack(turnB), normal);
            for (const PointPath& path : paths) {
                const double swung = glm::dot(perArmA, path.armA) - glm::dot(perArmB, path.armB);
                closest = std::min(closest, path.gap - moved - swung - time * path.ofParts);
            }
            turnA = turnedOn(turnA, stepA), turnB = turnedOn(turnB, stepB);
        }
        // Acceleration bends the way.
        const float bend = 0.25f * glm::length(a_.body.acceleration - b_.body.acceleration) * dt_ * dt_;
        // Substeps turn by the arc tangent of an angle, in the plane, or a little more.
        const auto lag = [&](const StepBody<T>& body) {
            const float turn = sizeOf(body.motion.turn) * static_cast<float>(share);
            return body.swing * turn * turn * (1.0f / 3.0f);
        };
        return std::max(kSlack * near_ + bend + lag(a_.body) + lag(b_.body) - static_cast<float>(closest),
                        0.0f);
    }

    /// A point of the surface of one side.
    struct SurfacePoint {
        DVector arm;    ///< when the bodies meet
        DVector start;  ///< where it is at the start of the step
    };
    /// @param toSurface  from the core. Cores turn, but not the surfaces of round parts
    [[nodiscard]] static SurfacePoint surfacePoint(const PairSide<T>& side, const DVector& point,
                                                   const DVector& toSurface, float fraction,
                                                   std::uint32_t child) {
        const double time = static_cast<double>(fraction);
        const DVector center(side.body.center),
            arm = point - (center + time * DVector(side.body.motion.translation));
        const DVector swung = swingOf(side.body.motion.turn, -time, arm - toSurface);
        DVector start = center + arm + swung;
        if (side.partWay() > 0.0f) {
            const Position inBody(point - time * DVector(side.body.motion.translation));
            start -= time * DVector(side.wayInBody(child, inBody, -0.5 * time));
        }
        return {arm, start};
    }

    /// Whether the bodies do not meet in the step because an axis separates their parts.
    /// @param axis  unit, from A to B
    template <class D>
    [[nodiscard]] bool isSeparatedBy(const DVector& axis, const MovingPart<D>& a,
                                     const MovingPart<D>& b) const {
        constexpr float kMaxTurn = 1.0f;  ///< radians
        const float turnA = sizeOf(a_.body.motion.turn), turnB = sizeOf(b_.body.motion.turn);
        if (turnA > kMaxTurn || turnB > kMaxTurn || movesParts()) {
            return false;
        }
        // A point on a circle leaves its chord by at most an eighth of the radius times the square of the
        // turn.
        const float bend = 0.125f * (turnA * a_.body.swing + turnB * b_.body.swing);
        return sat3d::isSeparatedBy<D>(axis, a, b, static_cast<double>(bend + kSlack * near_));
    }

    /// Sets the speed with which the surfaces of a contact approach: the fastest one of its points.
    void setApproach(BasicDynamicContact<T>& contact) const {
        const Vector& normal = contact.normal;
        const float ofCenters = glm::dot(a_.body.velocity - b_.body.velocity, normal);
        const Vector perArmA = crossSpin(normal, a_.body.angularVelocity),
                     perArmB = crossSpin(normal, b_.body.angularVelocity);
        contact.approachSpeed = -std::numeric_limits<float>::infinity();
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            const Position& point = contact.pointArray[i].position;
            float speed = ofCenters + (glm::dot(perArmA, Vector(point - a_.body.center)) -
                                       glm::dot(perArmB, Vector(point - b_.body.center)));
            if (movesParts()) {
                speed += glm::dot(wayOfParts(contact.children, point, kMeanOfStep), normal) / dt_;
            }
            contact.approachSpeed = std::max(contact.approachSpeed, speed);
        }
    }

private:
    /// Contacts of points that are closer than this fraction of the solver's margin need no proof that the
    /// bodies will meet there.
    static constexpr float kNear = 0.05f;
    static constexpr double kMeanOfStep = 0.5;  ///< see PartMotion::wayAt()
    static constexpr float kSlack = 0.1f;       ///< of that: for rounding, and for the tolerance of sweeps

    /// How the two ends of a contact point move.
    struct PointPath {
        DVector armA, armB;  ///< of the cores, which turn, unlike the surfaces of round parts
        double gap;          ///< less what the solver expects to close in the next substep
        double ofParts;      ///< how far moving parts close it in the step
    };
    [[nodiscard]] PointPath pathOf(const FoundContact<T>& found, const auto& point) const {
        const DVector normal(found.contact.normal);
        const DVector halfGap = 0.5 * static_cast<double>(point.separation) * normal;
        const DVector armA = DVector(point.position) - halfGap - DVector(a_.body.center),
                      armB = DVector(point.position) + halfGap - DVector(b_.body.center);
        // The solver sees in each substep how fast the gap closes, with the arms of the start.
        const Vector speed = way() + spinCross(a_.body.motion.turn, Vector(armA)) -
                             spinCross(b_.body.motion.turn, Vector(armB));
        const double ofParts =
            movesParts()
                ? glm::dot(normal, DVector(wayOfParts(found.contact.children, point.position, kMeanOfStep)))
                : 0.0;
        const double share = 1.0 / static_cast<double>(substeps_);
        const double next = share * std::max(glm::dot(normal, DVector(speed)) + ofParts, 0.0);
        return {armA - static_cast<double>(found.radiusA) * normal,
                armB + static_cast<double>(found.radiusB) * normal,
                static_cast<double>(point.separation) - next, ofParts};
    }

    const PairSide<T>&a_, &b_;
    float near_;
    float partWays_;  ///< of parts of both bodies
    std::uint32_t substeps_;
    float dt_;
};

}  // namespace sat3d::SAT3D_ABI
