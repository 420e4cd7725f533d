#pragma once

/// @file
/// Contacts of a capsule that lies on a face of a box or of a hull.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/manifold/support_feature.hpp"
#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// The part of a capsule's segment over a face of a polytope. Gives the points and ids of convexManifold()
/// where that takes this face, with one pass over the sides of the face.
class CapsuleOnFace {
public:
    /// @param pair  a capsule and a Box or a hull
    /// @param hit   of the pair, with the margin of the options
    template <class T>
    CapsuleOnFace(const PosedPair<T>& pair, const Penetration& hit, const CollideOptions& options);

    /// Whether the face is the reference face. Otherwise the shapes touch along the normal of the push.
    [[nodiscard]] bool isReference() const;
    /// Whether the capsule is nearly parallel to an edge that it touches, so that it may lie on the edge.
    [[nodiscard]] bool isAlongEdge() const;

    /// Writes the contacts at both ends of the part that are closer than the margin. The face must be the
    /// reference face.
    /// @return false if these are not the manifold: no end lies over the face within the margin, the ends
    ///         have one id, or another point is deeper
    template <class T>
    [[nodiscard]] bool writeContacts(BasicManifold<T>& manifold);

    /// The normal of the manifold: that of the push, or of the face if the push does not go through it.
    [[nodiscard]] glm::vec3 normalAToB(const Penetration& hit) const {
        return isFaceOfPush_ ? hit.normal : glm::vec3(-face_.normal());
    }
    /// The number of the face.
    [[nodiscard]] std::uint32_t face() const { return face_.faceIndex(); }

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// An end of the part over the face: an end of the segment, or where a side cuts it.
    struct End {
        double share;
        std::uint32_t cut = kNone;  ///< the side
        // The closest side of an end of the segment.
        std::uint32_t nearestSide = 0;
        double heightOverNearest = -std::numeric_limits<double>::infinity();

        void look(std::uint32_t side, double height) {
            if (height > heightOverNearest) {
                heightOverNearest = height;
                nearestSide = side;
            }
        }
    };
    struct Contact {
        glm::dvec3 position;  ///< midway between the surfaces, in the world
        double separation;
        std::uint64_t id;
    };

    [[nodiscard]] std::uint32_t faceOf(const Penetration& hit) const;
    [[nodiscard]] double heightOverFace(const glm::dvec3& point) const;
    void clip();
    [[nodiscard]] Contact contactAt(const End& end) const;
    [[nodiscard]] FeatureCode codeOnFace(const End& end, const glm::dvec3& point) const;

    // Positions are relative to the position of A, in the axes of the world.
    glm::dvec3 positionA_, start_, along_;  ///< of the segment
    double length_;                         ///< of the segment
    ConvexProxy polytope_;
    double radius_, margin_;
    double separation_;  ///< of the shapes
    FeaturePair features_;
    SupportFeature face_;
    glm::dvec3 onFace_;           ///< a corner of the face
    bool isFaceOfPush_;           ///< whether the push goes along the normal of the face
    double size_, bias_;          ///< the mean of the bounding radii; how much worse the face may be
    End first_{0.0}, last_{1.0};  ///< of the part
};

}  // namespace sat3d::SAT3D_ABI
