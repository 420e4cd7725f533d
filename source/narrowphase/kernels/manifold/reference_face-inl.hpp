// The choice of the reference face.
#if defined(SAT3D_KERNELS_REFERENCE_FACE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_REFERENCE_FACE_INL_HPP
#undef SAT3D_KERNELS_REFERENCE_FACE_INL_HPP
#else
#define SAT3D_KERNELS_REFERENCE_FACE_INL_HPP
#endif

#include "narrowphase/kernels/hull/support_scan-inl.hpp"
#include "narrowphase/kernels/manifold/contact_sides-inl.hpp"
#include "narrowphase/kernels/manifold/manifold_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// A face, and the support vertex of the other hull against its normal.
struct ReferenceFace {
    const ContactSide* side = nullptr;  ///< of the face's hull; null if there is no face
    const ContactSide* other = nullptr;
    std::uint32_t face = 0, support = 0;
    float depth = 0.0f;
};

/// The support vertex of a hull. Small hulls are scanned; in large hulls, hill climbing starts at a vertex
/// near the support.
HWY_INLINE std::uint32_t supportNear(const KernelHull& hull, const Float4& direction, std::uint32_t vertex,
                                     float& height) {
    constexpr std::uint32_t kMaxScanned = 64;
    if (hull.vertexCount > kMaxScanned) {
        return climbed(hull, direction, vertex, height);
    }
    const SupportScan<SizeClass::Any> scan(hull, direction);
    height = scan.value();
    return scan.vertex();
}

/// Chooses the reference face: the face of the push, or one that is nearly as good.
class ReferenceChoice {
public:
    HWY_INLINE ReferenceChoice(const ContactSide& a, const ContactSide& b, const PenetrationCandidate& push,
                               const ContactRules& rules, bool aIsFirst)
        : a_(a), b_(b), push_(push), rules_(rules), prefersA_(rules.prefersA(aIsFirst)) {}

    [[nodiscard]] HWY_INLINE bool isOfEdges() const {
        return push_.features.kind == FeaturePair::Kind::EdgeEdge;
    }

    /// The face of the push, or none if the push belongs to edges or vertices. The plane of a merged face is
    /// not exactly that of the push: there is no face if its depth is much larger.
    [[nodiscard]] HWY_INLINE ReferenceFace ofPush() const {
        const auto& [kind, a, b] = push_.features;
        switch (kind) {
            case FeaturePair::Kind::FaceA:
                return ofFace(a_, b_, a, b);
            case FeaturePair::Kind::FaceB:
                return ofFace(b_, a_, b, a);
            default:
                return {};
        }
    }

    /// The face to use instead of that of the push, or none.
    [[nodiscard]] HWY_INLINE ReferenceFace preferred(const ReferenceFace& ofPush) const {
        if (!(rules_.faceBias > 0.0f)) {
            return {};
        }
        const ContactSide &favored = prefersA_ ? a_ : b_, &rival = prefersA_ ? b_ : a_;
        if (push_.features.kind != FeaturePair::Kind::FaceA &&
            push_.features.kind != FeaturePair::Kind::FaceB) {
            return besideFeatures(favored, rival);
        }
        return ofPush.side == &rival ? ofFavored(ofPush, favored) : ReferenceFace{};
    }

    /// The normal of the push from B to A, in B's frame.
    [[nodiscard]] HWY_INLINE Float4 normalInB() const { return rotateNegated(a_.toOther, push_.normal); }

private:
    /// @param support  the other hull's support vertex against the normal of the push
    [[nodiscard]] HWY_INLINE ReferenceFace ofFace(const ContactSide& side, const ContactSide& other,
                                                  std::uint32_t face, std::uint32_t support) const {
        if (HWY_LIKELY(side.face(face).isMerged == 0)) {
            return {&side, &other, face, support, push_.depth};
        }
        const AxisInOther normal(side, normalOf(side.face(face)));
        return considered(side, other, face, normal, support, dot(normal.direction, other.vertex(support)),
                          push_.depth + rules_.mergedBias());
    }

    /// The favored hull's face opposite to the other hull's face of the push, if it is as good.
    [[nodiscard]] HWY_INLINE ReferenceFace ofFavored(const ReferenceFace& ofPush,
                                                     const ContactSide& favored) const {
        const ContactSide& rival = *ofPush.side;
        const AdjacentFace& pushing = rival.face(ofPush.face);
        const std::uint32_t face =
            alignedFaceOfFan(favored.hull, ofPush.support, rotateNegated(rival.toOther, normalOf(pushing)));
        const AxisInOther normal(favored, normalOf(favored.face(face)));
        const Float4& inRival = normal.direction;
        std::uint32_t nearest = 0;
        float lowest = HullAdjacency::kFar;
        if (pushing.padded != 0) {
            const Vector4 heights = heightsOfFour(rival.hull, inRival, [&](std::size_t lane) HWY_ATTR {
                return vertexAt(rival.hull, pushing, lane);
            });
            const Vector4 least = hn::MinOfLanes(Tag4(), heights);
            nearest =
                vertexAt(rival.hull, pushing,
                         static_cast<std::size_t>(std::countr_zero(toBits(Tag4(), hn::Eq(heights, least)))));
            lowest = hn::GetLane(least);
        }
        return considered(favored, rival, face, normal, nearest, lowest, ofPush.depth + rules_.faceTie());
    }

    /// The better of the faces beside the features of the push.
    [[nodiscard]] HWY_INLINE ReferenceFace besideFeatures(const ContactSide& favored,
                                                          const ContactSide& rival) const {
        const ReferenceFace one = besideFeature(favored, rival, push_.depth + rules_.faceBias);
        const float limit =
            one.side != nullptr ? one.depth - rules_.faceTie() : push_.depth + rules_.faceBias;
        const ReferenceFace other = besideFeature(rival, favored, limit);
        return other.side != nullptr ? other : one;
    }

    /// The face beside a hull's feature that points most along the push.
    [[nodiscard]] HWY_INLINE ReferenceFace besideFeature(const ContactSide& side, const ContactSide& other,
                                                         float limit) const {
        const Float4 outward = &side == &a_ ? push_.normal : normalInB();
        const std::uint32_t face = alignedFaceOf(side, outward);
        const AxisInOther normal(side, normalOf(side.face(face)));
        const std::array<std::uint32_t, 2> ends = verticesOf(other);
        const float start = dot(normal.direction, other.vertex(ends[0]));
        const float end = dot(normal.direction, other.vertex(ends[1]));
        return considered(side, other, face, normal, ends[start <= end ? 0 : 1], std::min(start, end), limit);
    }

    [[nodiscard]] HWY_INLINE const HullAdjacency::EdgeEnds* edgeOf(const ContactSide& side) const {
        const auto& [kind, a, b] = push_.features;
        const bool isA = &side == &a_;
        const bool isEdge = kind == FeaturePair::Kind::EdgeEdge ||
                            kind == (isA ? FeaturePair::Kind::EdgeVertex : FeaturePair::Kind::VertexEdge);
        return isEdge ? &side.hull.edges[isA ? a : b].ends : nullptr;
    }
    [[nodiscard]] HWY_INLINE std::uint32_t vertexOfPush(const ContactSide& side) const {
        return &side == &a_ ? push_.features.a : push_.features.b;
    }
    /// The ends of a hull's edge, or its vertex twice.
    [[nodiscard]] HWY_INLINE std::array<std::uint32_t, 2> verticesOf(const ContactSide& side) const {
        const HullAdjacency::EdgeEnds* const edge = edgeOf(side);
        return edge != nullptr ? std::array<std::uint32_t, 2>{edge->vertices[0], edge->vertices[1]}
                               : std::array<std::uint32_t, 2>{vertexOfPush(side), vertexOfPush(side)};
    }
    [[nodiscard]] HWY_INLINE std::uint32_t alignedFaceOf(const ContactSide& side,
                                                         const Float4& direction) const {
        const HullAdjacency::EdgeEnds* const edge = edgeOf(side);
        return edge != nullptr ? alignedFaceOfEdge(side, *edge, direction)
                               : alignedFaceOfFan(side.hull, vertexOfPush(side), direction);
    }

    /// Returns a face if its depth is at most the limit, otherwise none.
    /// @param nearest, lowest  a vertex of the other hull and its height along the normal: a lower bound of
    /// the depth, which saves most searches of the support
    [[nodiscard]] HWY_INLINE ReferenceFace considered(const ContactSide& side, const ContactSide& other,
                                                      std::uint32_t face, const AxisInOther& normal,
                                                      std::uint32_t nearest, float lowest,
                                                      float limit) const {
        const float aboveOther = side.face(face).normalOffset[3] - normal.offset;
        if (aboveOther - lowest > limit) {
            return {};
        }
        float height = 0.0f;
        const Float4 inward = store(hn::Neg(load(normal.direction)));
        const std::uint32_t support = supportNear(other.hull, inward, nearest, height);
        const float depth = aboveOther + height;
        return {depth <= limit ? &side : nullptr, &other, face, support, depth};
    }

    const ContactSide &a_, &b_;
    const PenetrationCandidate& push_;
    const ContactRules& rules_;
    bool prefersA_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
