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
/// @tparam Out  where the manifold is written: has the functions of std::optional<BasicManifold<T>> that are
/// used here
template <class T, class Out>
class BoxManifold {
public:
    HWY_INLINE BoxManifold(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                           const BasicPose<T>& poseB, const ContactRules& rules, Out& manifold,
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

private:
    HWY_INLINE Verdict runWithPose(bool isFaceBest) {
        BoxSeparations separations;
        if (!findBoxPush(a_, b_, pose_, separations, push_, isFaceBest)) {
            constexpr float kRounding = 16.0f * kSlack;
            const float gap = -push_.depth, rounding = kRounding * (a_.radius + b_.radius + gap);
            return gap > rules_.margin + rounding ? Verdict::BeyondMargin : Verdict::Separated;
        }
        manifold_.emplace();
        storeBoxPush(a_, poseA_, b_, pose_, push_, rules_.isSwapped, manifold_->penetration);
        aIsFirst_ = rules_.isAFirst(manifold_->penetration.normal);
        const Float4 inA = store(push_.normalInA), inB = store(push_.normalInB);
        const std::uint32_t axisA = largestAxis(push_.normalInA), axisB = largestAxis(push_.normalInB);
        const std::uint32_t faceOfA = 2 * axisA + (inA.v[axisA] > 0.0f ? 1 : 0),
                            faceOfB = 2 * axisB + (inB.v[axisB] < 0.0f ? 1 : 0);
        const FeaturePair::Kind kind = kBoxAxes[push_.axis].kind;
        faces_ = {a_.box->names[KernelBox::Box::kFaces + faceOfA],
                  b_.box->names[KernelBox::Box::kFaces + faceOfB]};
        const float depthA = depthAlong(separations, 0, axisA, inA),
                    depthB = depthAlong(separations, 1, axisB, inB);
        // Prefers the first box's face, unless the second's is better. If the preferred face is not good
        // enough, takes the face of the push.
        const float first = aIsFirst_ ? depthA : depthB, second = aIsFirst_ ? depthB : depthA;
        const bool preferA = (first <= second + rules_.faceTie()) == aIsFirst_;
        const bool isPreferred =
            rules_.faceBias > 0.0f && (preferA ? depthA : depthB) <= push_.depth + rules_.faceBias;
        const bool isEdges = kind == FeaturePair::Kind::EdgeEdge;
        for (bool ofPush = !isPreferred; !(ofPush && isEdges); ofPush = true) {
            if (onFace(ofPush ? kind == FeaturePair::Kind::FaceA : preferA, faceOfA, faceOfB, kind)) {
                return Verdict::Overlapping;
            }
            if (ofPush) {
                return Verdict::Undecided;
            }
        }
        return onEdges() ? Verdict::Overlapping : Verdict::Undecided;
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
    HWY_INLINE bool onFace(bool isOfA, std::uint32_t faceOfA, std::uint32_t faceOfB, FeaturePair::Kind kind) {
        const KernelBox &hull = isOfA ? a_ : b_, &other = isOfA ? b_ : a_;
        const BoxFace &face = kBoxFaces[isOfA ? faceOfA : faceOfB],
                      &incidentFace = kBoxFaces[isOfA ? faceOfB : faceOfA];
        const Float4(&axesOfOther)[3] = isOfA ? pose_.columns : pose_.rows;
        const Float4 centerOfOther = isOfA ? pose_.centerBInA : rotateNegated(pose_.rows, pose_.centerBInA);
        FlatLoop<4> reference, own;
        layOut(hull, face, reference);
        reference.code = faceCode(isOfA ? faces_.ofA : faces_.ofB);
        layOut(other, incidentFace, own);
        own.code = faceCode(isOfA ? faces_.ofB : faces_.ofA);
        IncidentLoop<4> incident;
        incident.project(own, frameOf(hull, face, other, incidentFace, axesOfOther, centerOfOther));
        ContactCandidates candidates;
        FaceClipping<4>(reference, incident, rules_).run(candidates);
        if (!(candidates.lowest <= rules_.depthSlack() - push_.depth)) {
            return false;
        }
        const PlaneInWorld plane(HullInWorld(hull.center, isOfA ? poseA_ : poseB_), axis(face.u, 1.0f),
                                 axis(face.v, face.sign), axis(face.normal, face.sign),
                                 hull.box->halfExtents[face.normal]);
        plane.storeNormal(kind == (isOfA ? FeaturePair::Kind::FaceA : FeaturePair::Kind::FaceB),
                          rules_.isSwapped == isOfA, *manifold_);
        ChosenContacts chosen;
        reduceContacts(candidates, rules_.depthSlack(), chosen);
        plane.storeContacts(candidates, chosen, isOfA == aIsFirst_, *manifold_);
        return true;
    }

    /// An axis of a box, in its own frame.
    static HWY_INLINE Vector4 axis(std::uint32_t number, float sign) {
        const Tag4 d;
        const hn::RebindToSigned<Tag4> di;
        const auto isIt = hn::Eq(hn::Load(di, kLaneNumbers), hn::Set(di, static_cast<std::int32_t>(number)));
        return hn::IfThenElseZero(hn::RebindMask(d, isIt), hn::Set(d, sign));
    }

    HWY_INLINE static Ints<4> verticesOf(const KernelBox& hull, const BoxFace& face) {
        alignas(16) std::int32_t vertices[4];
        for (std::size_t i = 0; i < 4; ++i) {
            vertices[i] = hull.box->names[face.vertices[i]];
        }
        return loadInts<4>(vertices);
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
        loop.outwardX = four(0.0f, -1.0f, 0.0f, 1.0f);
        loop.outwardY = four(1.0f, 0.0f, -1.0f, 0.0f);
        loop.alongX = four(-1.0f, 0.0f, 1.0f, 0.0f);
        loop.alongY = four(0.0f, -1.0f, 0.0f, 1.0f);
        loop.offset = select(isOfX, x, y);
        const Floats<4> half = select(isOfX, y, x);
        loop.start = zero - half;
        loop.length = half + half;
        loop.vertex = verticesOf(hull, face);
        loop.size = 4;
    }

    /// The incident face's frame in that of the reference face.
    HWY_INLINE static IncidentFrame frameOf(const KernelBox& hull, const BoxFace& face,
                                            const KernelBox& other, const BoxFace& incident,
                                            const Float4 (&axes)[3], const Float4& center) {
        const std::uint32_t coordinates[3] = {face.u, face.v, face.normal};
        const float signs[3] = {1.0f, face.sign, face.sign};
        IncidentFrame frame;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t k = coordinates[i];
            frame.u[i] = signs[i] * axes[incident.u].v[k];
            frame.v[i] = signs[i] * incident.sign * axes[incident.v].v[k];
            frame.normal[i] = signs[i] * incident.sign * axes[incident.normal].v[k];
            frame.foot[i] =
                signs[i] * center.v[k] + other.box->halfExtents[incident.normal] * frame.normal[i];
        }
        frame.foot[2] -= hull.box->halfExtents[face.normal];
        return frame;
    }

    /// Computes the single contact point, at which the edges of the push cross.
    HWY_INLINE bool onEdges() {
        const std::uint32_t edgeAxisA = push_.axis / 4 - 2, edgeAxisB = push_.axis % 4;
        const EdgeSegment edgeA = edgeOf(a_, edgeAxisA, push_.positiveInA),
                          edgeB = edgeOf(b_, edgeAxisB, push_.negativeInB);
        const EdgeSegment edgeBInA{transform(pose_.columns, pose_.centerBInA, edgeB.start),
                                   store(combine(pose_.columns, edgeB.along))};
        Vector4 middle;
        if (!(push_.depth > rules_.crossing()) || !edgeCrossing(edgeA, edgeBInA, middle)) {
            return false;
        }
        const auto codeOf = [](const KernelBox& hull, std::uint32_t edgeAxis, std::uint32_t signs) {
            const std::uint32_t bit = 1u << edgeAxis;
            return edgeCode(hull.box->names[signs & ~bit], hull.box->names[signs | bit]);
        };
        const FeatureCode onA = codeOf(a_, edgeAxisA, push_.positiveInA),
                          onB = codeOf(b_, edgeAxisB, push_.negativeInB);
        storeEdgeContact(HullInWorld(a_.center, poseA_), middle, push_.depth,
                         aIsFirst_ ? contactId(onA, onB) : contactId(onB, onA), *manifold_);
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
    Out& manifold_;
    ManifoldFaces& faces_;
    RelativePose pose_;
    BoxPush push_;
    bool aIsFirst_ = true;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
