#pragma once

/// @file
/// Contacts of a capsule that lies on a face of a box.

#include "narrowphase/convex/sphere_capsule_core.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"
#include "narrowphase/pair/feature_id.hpp"
#include "shapes/basic/box_frame.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/common.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The part of a capsule's segment over a face of a box. Gives the points and ids of convexManifold() where
/// that takes this face: in the box's own frame, they take a few comparisons.
class CapsuleOnFace {
public:
    /// @param pair  a capsule and a Box
    /// @param hit   of the pair, with the margin of the options
    template <class T>
    CapsuleOnFace(const PosedPair<T>& pair, const Penetration& hit, const CollideOptions& options)
        : positionA_(pair.poseA.position),
          box_(pair.b.box(), seenFromA(pair)),
          radius_(pair.a.capsule().radius),
          margin_(options.margin),
          separation_(margin_ - static_cast<double>(hit.depth)),
          isFaceOfPush_(hit.features.kind == FeaturePair::Kind::FaceB),
          face_(isFaceOfPush_ ? hit.features.b : faceToward(-glm::dvec3(hit.normal) * box_.axes)),
          axis_(static_cast<int>(face_ / 2)),
          sign_(face_ % 2 == 1 ? 1.0 : -1.0) {
        const SegmentCore core = coreOf(pair.a.capsule(), pair.poseA);
        start_ = (core.start - box_.center) * box_.axes;  // row vectors: multiplied by the transpose
        along_ = core.along * box_.axes;
        length_ = glm::length(along_);
        size_ = 0.5 * (0.5 * length_ + radius_ + glm::length(box_.halfExtents));
        bias_ = static_cast<double>(options.faceBias) * size_;
    }

    /// Writes the contacts at both ends of the part that are closer than the margin.
    /// @return false if these are not the manifold: the face is not the reference face, no end lies over it
    ///         within the margin, the ends have one id, or another point is deeper
    template <class T>
    [[nodiscard]] bool writeContacts(BasicManifold<T>& manifold) {
        if (!isReference()) {
            return false;
        }
        clip();
        if (!(first_.share < last_.share)) {
            return false;
        }
        const std::array contacts{contactAt(first_), contactAt(last_)};
        double deepest = margin_;
        for (const Contact& contact : contacts) {
            if (contact.separation < margin_) {
                manifold.pointArray[manifold.pointCount++] = {
                    glm::vec<3, T>(contact.position), static_cast<float>(contact.separation), contact.id};
                deepest = std::min(deepest, contact.separation);
            }
        }
        return manifold.pointCount > 0 && contacts[0].id != contacts[1].id &&
               deepest <= separation_ + kDepthSlack * size_;
    }

    /// The normal of the manifold: that of the push, or of the face if the push does not go through it.
    [[nodiscard]] glm::vec3 normalAToB(const Penetration& hit) const {
        return isFaceOfPush_ ? hit.normal : glm::vec3(-sign_ * box_.axes[axis_]);
    }

private:
    /// A side of the face, at the end of an axis of the box.
    struct Side {
        int axis;
        double sign;
    };
    /// An end of the part over the face: an end of the segment, or where a side cuts it.
    struct End {
        double share;
        bool isCut = false;
        Side side{};
    };
    struct Contact {
        glm::dvec3 position;  ///< midway between the surfaces, in the world
        double separation;
        std::uint64_t id;
    };

    /// A point on a side counts as inside, up to this fraction of the side's length.
    static constexpr double kOnSide = 1e-6;

    /// The pose of B relative to the position of A, with the axes of the world.
    template <class T>
    static RigidTransform seenFromA(const PosedPair<T>& pair) {
        RigidTransform transform = localToWorld(pair.poseB);
        transform.translation = glm::dvec3(pair.poseB.position) - glm::dvec3(pair.poseA.position);
        return transform;
    }
    /// The face whose normal is closest to a direction.
    static std::uint32_t faceToward(const glm::dvec3& direction) {
        const glm::dvec3 size = glm::abs(direction);
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        return 2 * static_cast<std::uint32_t>(axis) + (direction[axis] > 0.0 ? 1u : 0u);
    }

    [[nodiscard]] double heightOverFace(const glm::dvec3& point) const {
        return sign_ * point[axis_] - box_.halfExtents[axis_];
    }
    /// Whether the push may be replaced by one through the face.
    [[nodiscard]] bool isReference() const {
        const double least = std::min(heightOverFace(start_), heightOverFace(start_ + along_));
        return isFaceOfPush_ || least - radius_ >= separation_ - bias_;
    }

    [[nodiscard]] std::array<Side, 4> sides() const {
        const int next = (axis_ + 1) % 3, last = (axis_ + 2) % 3;
        return {{{next, -1.0}, {next, 1.0}, {last, -1.0}, {last, 1.0}}};
    }
    /// The axis along a side.
    [[nodiscard]] int along(const Side& side) const { return 3 - axis_ - side.axis; }
    [[nodiscard]] double heightOver(const Side& side, const glm::dvec3& point) const {
        return side.sign * point[side.axis] - box_.halfExtents[side.axis];
    }

    void clip() {
        for (const Side& side : sides()) {
            const double before = heightOver(side, start_), after = before + side.sign * along_[side.axis],
                         tolerance = 2.0 * kOnSide * box_.halfExtents[along(side)];
            const bool outBefore = before > tolerance, outAfter = after > tolerance;
            const double share = std::clamp(before / (before - after), 0.0, 1.0);
            if (outBefore && outAfter) {
                last_.share = -1.0;
            } else if (outBefore && share >= first_.share) {
                first_ = {share, true, side};
            } else if (outAfter && share <= last_.share) {
                last_ = {share, true, side};
            }
        }
    }

    [[nodiscard]] Contact contactAt(const End& end) const {
        glm::dvec3 point = start_ + end.share * along_;
        const double height = heightOverFace(point);
        const std::uint64_t id = contactId(codeOnSegment(end), codeOnFace(end, point));
        point[axis_] -= 0.5 * sign_ * (height + radius_);
        return {positionA_ + (box_.center + box_.axes * point), height - radius_, id};
    }

    [[nodiscard]] static FeatureCode codeOnSegment(const End& end) {
        return end.share < kNearFeature         ? vertexCode(0)
               : end.share > 1.0 - kNearFeature ? vertexCode(1)
                                                : edgeCode(0, 1);
    }
    [[nodiscard]] FeatureCode codeOnFace(const End& end, const glm::dvec3& point) const {
        if (end.isCut) {
            return codeOnSide(end.side, point);
        }
        const std::array all = sides();
        const Side& nearest =
            *std::max_element(all.begin(), all.end(), [&](const Side& left, const Side& right) {
                return heightOver(left, point) < heightOver(right, point);
            });
        return heightOver(nearest, point) > -kNearFeature * length_ ? codeOnSide(nearest, point)
                                                                    : faceCode(face_);
    }
    [[nodiscard]] FeatureCode codeOnSide(const Side& side, const glm::dvec3& point) const {
        const auto bit = [](int axis, double sign) { return sign > 0.0 ? 1u << axis : 0u; };
        const std::uint32_t low = bit(axis_, sign_) | bit(side.axis, side.sign),
                            high = low | bit(along(side), 1.0);
        const double place = point[along(side)], half = box_.halfExtents[along(side)],
                     nearVertex = (1.0 - 2.0 * kNearFeature) * half;
        return place < -nearVertex  ? vertexCode(low)
               : place > nearVertex ? vertexCode(high)
                                    : edgeCode(low, high);
    }

    glm::dvec3 positionA_;
    BoxFrame box_;  ///< relative to the position of A
    double radius_, margin_;
    double separation_;  ///< of the shapes
    bool isFaceOfPush_;
    std::uint32_t face_;
    int axis_;                    ///< of the face's normal
    double sign_;                 ///< of the face's normal along the axis
    glm::dvec3 start_, along_;    ///< the segment, in the box's frame
    double length_;               ///< of the segment
    double size_, bias_;          ///< the mean of the bounding radii; how much worse the face may be
    End first_{0.0}, last_{1.0};  ///< of the part
};

}  // namespace sat3d::inline SAT3D_ABI
