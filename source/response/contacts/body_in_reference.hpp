#pragma once

/// @file
/// A pair of objects as one of them sees the other.

#include "response/contacts/found_contact.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/planar/pose.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The farthest that a rotation between two poses moves a point at a distance of 1: twice the sine of half
/// its angle.
template <class T>
[[nodiscard]] T turnBetween(const BasicPose<T>& a, const BasicPose<T>& b) {
    const glm::qua<T> turn = glm::conjugate(a.rotation) * b.rotation;
    return T(2) * glm::length(glm::vec<3, T>(turn.x, turn.y, turn.z));
}
template <class T>
[[nodiscard]] T turnBetween(const BasicPlanarPose<T>& a, const BasicPlanarPose<T>& b) {
    return glm::length(b.rotation - a.rotation);
}

/// A pair of objects as its contacts see it: a body, which is the smaller one of those that contacts can
/// move, and the other object, the reference. Contacts are fixed to both. Their normals belong to the
/// reference.
template <class T>
class BodyInReference {
public:
    using Pose = typename Space<T>::Pose;
    using Vector = typename Space<T>::Dimension::Vector;
    using Position = typename Space<T>::Position;
    using D = Precise<T>;
    using DPose = typename Space<D>::Pose;
    using DVector = typename Space<T>::Dimension::DVector;

    /// Points of the cores of both objects, in the world.
    struct Ends {
        DVector a, b;

        [[nodiscard]] DVector gap() const { return b - a; }
    };

    /// @param isA     whether the body is A
    /// @param center  of mass of the body, in its frame
    BodyInReference(bool isA, const Pose& body, const Vector& center, const Pose& reference)
        : isA_(isA), body_(partInWorld(body)), reference_(partInWorld(reference)) {
        body_.position = body_ * DVector(center);
        relative_ = reference_.inverse() * body_;
    }

    /// The pose of the body in the frame of the reference, at its center of mass.
    [[nodiscard]] Pose pose() const {
        return {Position(relative_.position), decltype(Pose::rotation)(relative_.rotation)};
    }
    /// The farthest that a point of the body's core has moved relative to the reference, at most.
    /// @param before  pose() then
    /// @param reach   of the core, from the center of mass
    [[nodiscard]] static float movedBetween(const Pose& before, const Pose& now, float reach) {
        return static_cast<float>(glm::length(now.position - before.position)) +
               static_cast<float>(turnBetween(before, now)) * reach;
    }

    [[nodiscard]] DVector normalOf(const FoundContact<T>& found) const {
        return reference_.transformDirection(DVector(found.normalInReference));
    }
    [[nodiscard]] Ends endsOf(const ContactAnchor<T>& anchor) const {
        const DVector onBody = body_ * DVector(anchor.onBody),
                      onReference = reference_ * DVector(anchor.onReference);
        return isA_ ? Ends{onBody, onReference} : Ends{onReference, onBody};
    }

    /// Sets the anchors of a contact to where its normal and its points are.
    /// @param endsAt  (number of a point): the ends of the points, on the surfaces
    template <class EndsAt>
    void fix(FoundContact<T>& found, const EndsAt& endsAt) const {
        const DVector normal(found.contact.normal);
        const DPose toReference = reference_.inverse(), toBody = body_.inverse();
        found.normalInReference = Vector(toReference.transformDirection(normal));
        for (std::uint32_t i = 0; i < found.contact.pointCount; ++i) {
            Ends ends = endsAt(i);
            ends.a -= static_cast<double>(found.radiusA) * normal;
            ends.b += static_cast<double>(found.radiusB) * normal;
            ContactAnchor<T>& anchor = found.anchors[i];
            anchor.onBody = Vector(toBody * (isA_ ? ends.a : ends.b));
            anchor.onReference = Position(toReference * (isA_ ? ends.b : ends.a));
            anchor.offset = 0.0f;
            const double rounded = separationOf(found, i, endsOf(anchor).gap(), normalOf(found));
            anchor.offset =
                static_cast<float>(static_cast<double>(found.contact.pointArray[i].separation) - rounded);
        }
    }

    /// Moves the normal and the points of a contact to where its anchors are. In floats relative to the
    /// body's center: the error is that of the body's size, not of the world's.
    void place(FoundContact<T>& found) const {
        auto& contact = found.contact;
        const auto turnBody = rotationMatrix(body_), turnReference = rotationMatrix(reference_);
        const Vector normal = turnReference * found.normalInReference;
        contact.normal = normal;
        const float radii = found.radiusA + found.radiusB, fromAToB = isA_ ? 1.0f : -1.0f;
        const Vector outOfRound = 0.5f * (found.radiusA - found.radiusB) * normal;
        float slip = 0.0f;
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            const ContactAnchor<T>& anchor = found.anchors[i];
            const Vector onBody = turnBody * anchor.onBody,
                         onReference =
                             turnReference * Vector(DVector(anchor.onReference) - relative_.position),
                         gap = fromAToB * (onReference - onBody);
            const float along = glm::dot(gap, normal);
            const Vector slide = gap - along * normal;
            auto& point = contact.pointArray[i];
            point.position = Position(body_.position + DVector(0.5f * (onBody + onReference) + outOfRound));
            point.separation = along - radii + anchor.offset;
            slip = std::max(slip, glm::dot(slide, slide));
        }
        contact.slip = std::sqrt(slip);
    }

    /// @param gap  from A to B, between the ends of the anchor of point i
    [[nodiscard]] static double separationOf(const FoundContact<T>& found, std::uint32_t i,
                                             const DVector& gap, const DVector& normal) {
        return glm::dot(gap, normal) - static_cast<double>(found.radiusA) -
               static_cast<double>(found.radiusB) + static_cast<double>(found.anchors[i].offset);
    }
    /// How far two points that were opposite have slid.
    [[nodiscard]] static float slipBetween(const Ends& ends, const DVector& normal) {
        return static_cast<float>(glm::length(slideIn(ends.gap(), normal)));
    }

private:
    [[nodiscard]] static DVector slideIn(const DVector& gap, const DVector& normal) {
        return gap - glm::dot(gap, normal) * normal;
    }

    bool isA_;
    DPose body_, reference_;  ///< in the world; the body's at its center of mass
    DPose relative_;          ///< of the body, in the reference
};

}  // namespace sat3d::SAT3D_ABI
