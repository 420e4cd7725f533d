// The contact manifold of two boxes.
#if defined(SAT3D_KERNELS_BOX_MANIFOLD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_MANIFOLD_INL_HPP
#undef SAT3D_KERNELS_BOX_MANIFOLD_INL_HPP
#else
#define SAT3D_KERNELS_BOX_MANIFOLD_INL_HPP
#endif

#include "narrowphase/kernels/box/box_sat-inl.hpp"
#include "narrowphase/kernels/manifold/box_face.hpp"
#include "narrowphase/kernels/manifold/clip_faces-inl.hpp"
#include "narrowphase/kernels/manifold/edge_contact-inl.hpp"
#include "narrowphase/kernels/manifold/reduce_contacts-inl.hpp"
#include "narrowphase/kernels/manifold/store_manifold-inl.hpp"

#include <bit>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// One query. The test of the fifteen axes gives the depths along all faces. So the choice of the reference
/// face needs no search, and the faces need no tables of the hulls.
template <class T>
class BoxManifold {
public:
    HWY_INLINE BoxManifold(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                           const BasicPose<T>& poseB, const ContactRules& rules, BasicManifold<T>& manifold,
                           ManifoldFaces& faces)
        : a_(a), b_(b), poseA_(poseA), poseB_(poseB), rules_(rules), manifold_(manifold), faces_(faces) {}

    HWY_INLINE Verdict run() {
        return HWY_LIKELY(findRelativePose(a_, poseA_, b_, poseB_, pose_)) ? runWithPose(false)
                                                                           : Verdict::NotFinite;
    }
    /// Computes the manifold of boxes that overlap.
    HWY_INLINE Verdict run(const BoxBatchPose& known) {
        pose_ = known.pose;
        return runWithPose(known.isFaceBest);
    }
    /// Computes the manifold of boxes that are apart. Returns false if faces do not lie on each other.
    /// @param push  see apartBoxManifoldKernel
    HWY_INLINE bool run(const PenetrationCandidate& push) {
        if (!findRelativePose(a_, poseA_, b_, poseB_, pose_)) {
            return false;
        }
        BoxSeparations separations;
        separateFaces(*a_.box, *b_.box, pose_, separations);
        push_.depth = push.depth;
        push_.setNormals(load(push.normal), combine(pose_.rows, push.normal));
        return findContacts(separations, push.features.kind);
    }

private:
    enum SideIndex : std::uint32_t { A, B, kNone };
    /// One box as the owner of the reference face.
    struct Side {
        const KernelBox* box;
        const BasicPose<T>* pose;
        const Float4 (*axesOfOther)[3];  ///< in this box's frame
        Float4 centerOfOther;
        std::uint32_t face;  ///< that points most along the push
    };

    HWY_INLINE Verdict runWithPose(bool isFaceBest) {
        BoxSeparations separations;
        if (!findBoxPush(a_, b_, pose_, separations, push_, isFaceBest)) {
            constexpr float kRounding = 16.0f * kSlack;
            const float gap = -push_.depth, rounding = kRounding * (a_.radius + b_.radius + gap);
            return gap > rules_.margin + rounding ? Verdict::BeyondMargin : Verdict::Separated;
        }
        storeBoxPush(a_, poseA_, b_, pose_, push_, rules_.isSwapped, manifold_.penetration);
        return findContacts(separations, kBoxAxes[push_.axis].kind) ? Verdict::Overlapping
                                                                    : Verdict::Undecided;
    }

    /// Computes the contacts of the push. Returns false if the readable routine must do so.
    /// @param separations  along the faces
    /// @param kind  of the push
    HWY_INLINE bool findContacts(const BoxSeparations& separations, FeaturePair::Kind kind) {
        sides_[A] = {&a_, &poseA_, &pose_.columns, pose_.centerBInA, 0};
        sides_[B] = {&b_, &poseB_, &pose_.rows, rotateNegated(pose_.rows, pose_.centerBInA), 0};
        aIsFirst_ = rules_.isAFirst(manifold_.penetration.normal);
        const Float4 inA = store(push_.normalInA), inB = store(push_.normalInB);
        const std::uint32_t axisA = largestAxis(push_.normalInA), axisB = largestAxis(push_.normalInB);
        sides_[A].face = 2 * axisA + (push_.positiveInA >> axisA & 1);
        sides_[B].face = 2 * axisB + (push_.negativeInB >> axisB & 1);
        const auto nameOf = [](const KernelBox& box, std::uint32_t face)
                                HWY_ATTR { return box.box->names[KernelBox::Box::kFaces + face]; };
        faces_ = {nameOf(a_, sides_[A].face), nameOf(b_, sides_[B].face)};
        const float depthA = depthAlong(separations, 0, axisA, inA),
                    depthB = depthAlong(separations, 1, axisB, inB);
        // Prefers the first box's face, unless the second's is better. If the preferred face is not good
        // enough, takes the face of the push.
        const float first = aIsFirst_ ? depthA : depthB, second = aIsFirst_ ? depthB : depthA;
        const bool prefersA = (first <= second + rules_.faceTie()) == aIsFirst_;
        const bool isPreferred =
            rules_.faceBias > 0.0f && (prefersA ? depthA : depthB) <= push_.depth + rules_.faceBias;
        const std::uint32_t preferred = prefersA ? A : B;
        const std::uint32_t ofPush = kind == FeaturePair::Kind::FaceA   ? A
                                     : kind == FeaturePair::Kind::FaceB ? B
                                                                        : kNone;
        if (isPreferred || ofPush != kNone) {
            if (onFace(isPreferred ? preferred : ofPush, ofPush)) {
                return true;
            }
            if (ofPush != kNone) {
                return isPreferred && onFace(ofPush, ofPush);
            }
        }
        return onEdges();
    }

    static HWY_INLINE std::uint32_t largestAxis(Vector4 direction) {
        const Tag4 d;
        const Vector4 size = withoutFourth(hn::Abs(direction));
        return static_cast<std::uint32_t>(std::countr_zero(toBits(d, hn::Ge(size, hn::MaxOfLanes(d, size)))));
    }

    /// The depth along a face normal; infinite if the vector from A's center to B's points against the
    /// normal.
    static HWY_INLINE float depthAlong(const BoxSeparations& separations, int group, std::uint32_t axis,
                                       const Float4& normal) {
        alignas(16) float depths[4];
        hn::Store(hn::Neg(separations.groups[group]), Tag4(), depths);
        return separations.along[group].v[axis] * normal.v[axis] >= 0.0f ? depths[axis] : HullAdjacency::kFar;
    }

    /// Computes the points over a face of A or of B. Returns false if they are not deep enough.
    /// @param ofPush  the box with the face of the push, or kNone
    HWY_NOINLINE bool onFace(std::uint32_t referenceSide, std::uint32_t ofPush) {
        // No branch depends on the side: it would often be mispredicted.
        const Side &side = sides_[referenceSide], &otherSide = sides_[1 - referenceSide];
        const KernelBox &hull = *side.box, &other = *otherSide.box;
        const BoxFace &face = kBoxFaces[side.face], &incidentFace = kBoxFaces[otherSide.face];
        FlatLoop<4> reference, own;
        layOut(hull, face, reference);
        reference.code = faceCode(hull.box->names[KernelBox::Box::kFaces + side.face]);
        layOut(other, incidentFace, own);
        own.code = faceCode(other.box->names[KernelBox::Box::kFaces + otherSide.face]);
        IncidentLoop<4> incident;
        incident.project(own,
                         frameOf(hull, face, other, incidentFace, *side.axesOfOther, side.centerOfOther));
        ContactCandidates candidates;
        const RectangleLines lines{hull.box->halfExtents[face.u], hull.box->halfExtents[face.v]};
        FaceClipping<4, RectangleLines>(reference, lines, incident, rules_).run(candidates);
        if (!(candidates.lowest <= rules_.depthSlack() - push_.depth)) {
            return false;
        }
        const HullInWorld inWorld(hull.center, *side.pose);
        Float4 axes[3];
        inWorld.storeAxes(axes);
        const Vector4 sign = hn::Set(Tag4(), face.sign);
        const PlaneInWorld plane(inWorld, load(axes[face.u]), hn::Mul(load(axes[face.v]), sign),
                                 hn::Mul(load(axes[face.normal]), sign), hull.box->halfExtents[face.normal]);
        const bool isOfA = referenceSide == A;
        plane.storeNormal(referenceSide == ofPush, rules_.isSwapped == isOfA, manifold_);
        ChosenContacts chosen;
        reduceContacts(candidates, rules_.depthSlack(), chosen);
        plane.storeContacts(candidates, chosen, isOfA == aIsFirst_, manifold_);
        return true;
    }

    /// The indices of a face's vertices.
    HWY_INLINE static Ints<4> verticesOf(const KernelBox& hull, const BoxFace& face) {
        const hn::FixedTag<std::uint8_t, 16> d8;
        const typename LaneTypes<4>::IntTag d;
        return eachPart<Ints<4>>([&](std::size_t) HWY_ATTR {
            return hn::BitCast(d, hn::TableLookupBytesOr0(hn::LoadU(d8, hull.box->names.data()),
                                                          hn::Load(d8, face.vertices)));
        });
    }

    HWY_INLINE static Floats<4> four(float a, float b, float c, float d) {
        alignas(16) const float numbers[4] = {a, b, c, d};
        return loadFloats<4>(numbers);
    }

    HWY_INLINE static void layOut(const KernelBox& hull, const BoxFace& face, FlatLoop<4>& loop) {
        const float halfX = hull.box->halfExtents[face.u], halfY = hull.box->halfExtents[face.v];
        const Floats<4> x = allFloats<4>(halfX), y = allFloats<4>(halfY);
        const Floats<4> zero = allFloats<4>(0.0f);
        const Lanes<4> isOfX = four(0.0f, 1.0f, 0.0f, 1.0f) > zero;  // sides across x
        loop.x = x * four(1.0f, -1.0f, -1.0f, 1.0f);
        loop.y = y * four(1.0f, 1.0f, -1.0f, -1.0f);
        loop.alongX = four(-1.0f, 0.0f, 1.0f, 0.0f);
        loop.alongY = four(0.0f, -1.0f, 0.0f, 1.0f);
        const Floats<4> half = select(isOfX, y, x);
        loop.start = zero - half;
        loop.length = half + half;
        loop.vertex = verticesOf(hull, face);
        loop.size = 4;
    }

    /// The lines of a rectangle's sides.
    struct RectangleLines {
        float halfX, halfY;

        [[nodiscard]] HWY_INLINE Floats<4> heights(std::size_t side, const Floats<4>& x,
                                                   const Floats<4>& y) const {
            const Floats<4>& across = side % 2 == 0 ? y : x;
            const bool isPositive = side == 0 || side == 3;
            return (isPositive ? across : allFloats<4>(0.0f) - across) -
                   allFloats<4>(side % 2 == 0 ? halfY : halfX);
        }
    };

    /// The incident face's frame in that of the reference face.
    HWY_INLINE static IncidentFrame frameOf(const KernelBox& hull, const BoxFace& face,
                                            const KernelBox& other, const BoxFace& incident,
                                            const Float4 (&axes)[3], const Float4& center) {
        const Tag4 d;
        const auto inFace = [&](const Float4& vector) HWY_ATTR {
            const Vector4 turned = hn::TableLookupLanes(load(vector), hn::SetTableIndices(d, face.lanes));
            return hn::Xor(turned, hn::Load(d, face.signs));
        };
        const Vector4 sign = hn::Set(d, incident.sign);
        const Vector4 normal = hn::Mul(inFace(axes[incident.normal]), sign);
        const Vector4 toFace = hn::Mul(normal, hn::Set(d, other.box->halfExtents[incident.normal]));
        const hn::RebindToSigned<Tag4> di;
        const auto isHeight = hn::RebindMask(d, hn::Eq(hn::Load(di, kLaneNumbers), hn::Set(di, 2)));
        const Vector4 ofPlane = hn::IfThenElseZero(isHeight, hn::Set(d, hull.box->halfExtents[face.normal]));
        return {inFace(axes[incident.u]), hn::Mul(inFace(axes[incident.v]), sign), normal,
                hn::Sub(hn::Add(inFace(center), toFace), ofPlane)};
    }

    /// Computes the single contact point, at which the edges of the push cross.
    HWY_INLINE bool onEdges() {
        if (!(push_.depth > rules_.crossing())) {
            return false;
        }
        const std::uint32_t edgeAxisA = push_.axis / 4 - 2, edgeAxisB = push_.axis % 4;
        const EdgeSegment edgeA = edgeOf(a_, edgeAxisA, push_.positiveInA),
                          edgeB = edgeOf(b_, edgeAxisB, push_.negativeInB);
        const EdgeSegment edgeBInA{transform(pose_.columns, pose_.centerBInA, edgeB.start),
                                   store(combine(pose_.columns, edgeB.along))};
        Vector4 middle;
        if (!edgeCrossing(edgeA, edgeBInA, middle)) {
            return false;
        }
        const auto codeOf = [](const KernelBox& hull, std::uint32_t edgeAxis, std::uint32_t signs) {
            const std::uint32_t bit = 1u << edgeAxis;
            return edgeCode(hull.box->names[signs & ~bit], hull.box->names[signs | bit]);
        };
        const FeatureCode onA = codeOf(a_, edgeAxisA, push_.positiveInA),
                          onB = codeOf(b_, edgeAxisB, push_.negativeInB);
        storeEdgeContact(HullInWorld(a_.center, poseA_), middle, push_.depth,
                         aIsFirst_ ? contactId(onA, onB) : contactId(onB, onA), manifold_);
        return true;
    }

    /// @param signs  a bit per axis: whether the edge lies on the positive side
    static HWY_INLINE EdgeSegment edgeOf(const KernelBox& hull, std::uint32_t edgeAxis, std::uint32_t signs) {
        EdgeSegment edge{{}, {}};
        for (std::uint32_t i = 0; i < 3; ++i) {
            const float half = hull.box->halfExtents[i];
            edge.start.v[i] = i == edgeAxis || (signs >> i & 1) == 0 ? -half : half;
            edge.along.v[i] = i == edgeAxis ? 2.0f * half : 0.0f;
        }
        return edge;
    }

    const KernelBox &a_, &b_;
    const BasicPose<T>&poseA_, &poseB_;
    const ContactRules& rules_;
    BasicManifold<T>& manifold_;
    ManifoldFaces& faces_;
    RelativePose pose_;
    BoxPush push_;
    Side sides_[2];
    bool aIsFirst_ = true;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
