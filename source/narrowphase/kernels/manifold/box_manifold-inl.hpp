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

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// One query. The test of the fifteen axes gives the depths along all faces. So the choice of the reference
/// face needs no search, and the faces need no tables of the hulls.
class BoxManifold {
public:
    HWY_INLINE BoxManifold(const KernelBox& a, const LoadedPose& poseA, const KernelBox& b,
                           const LoadedPose& poseB, const ContactRules& rules, KernelResult& result,
                           Penetration& penetration, ManifoldFaces& faces)
        : a_(a),
          b_(b),
          poseA_(poseA),
          poseB_(poseB),
          rules_(rules),
          result_(result),
          pose_(result.pose),
          penetration_(penetration),
          faces_(faces) {}

    /// Computes the push and the contacts of boxes that overlap, or are apart by less than the margin.
    HWY_NOINLINE Verdict run() {
        if (HWY_UNLIKELY(!findRelativePose(a_, poseA_, b_, poseB_, pose_))) {
            return Verdict::NotFinite;
        }
        BoxSeparations separations;
        if (!findBoxPush(a_, b_, pose_, separations, push_)) {
            if (!(rules_.margin > 0.0f)) {
                return Verdict::Separated;
            }
            Verdict verdict =
                findNearFeatures(a_, b_, pose_, separations, rules_.margin, push_, result_.best.features);
            if (verdict == Verdict::Separated) {
                verdict = findBoxGap(a_, poseA_, b_, poseB_, pose_, separations, rules_.margin, push_);
            }
            if (verdict != Verdict::Overlapping) {
                return verdict;
            }
        }
        storeBoxPush(a_, poseA_, b_, pose_, push_, rules_.isSwapped, penetration_);
        const bool isFound =
            findContacts(separations, kBoxAxes[push_.axis].kind) ||
            (kBoxAxes[push_.axis].kind == FeaturePair::Kind::EdgeEdge && onEdges(edgesOfPush()));
        return isFound ? Verdict::Overlapping : Verdict::Undecided;
    }
    /// Computes the contacts of boxes that are apart, from the result.
    HWY_NOINLINE Verdict runApart() {
        BoxSeparations separations;
        separateFaces(*a_.box, *b_.box, pose_, separations);
        const PenetrationCandidate& push = result_.best;
        push_.depth = push.depth;
        push_.setNormals(load(push.normal), combine(pose_.rows, push.normal));
        const bool isFound = findContacts(separations, push.features.kind) ||
                             (push.features.kind == FeaturePair::Kind::EdgeEdge && onEdges(edgesOfResult()));
        return isFound ? Verdict::Overlapping : Verdict::Undecided;
    }
    /// Writes the contacts that were found.
    template <class T>
    HWY_INLINE void write(BasicManifold<T>& manifold) const {
        if (reference_ == kNone) {
            storeEdgeContact(HullInWorld(a_.center, poseA_), load(middleOfEdges_), push_.depth, idOfEdges_,
                             manifold);
            return;
        }
        const Side& side = sides_[reference_];
        const BoxFace& face = kBoxFaces[side.face];
        const HullInWorld inWorld(side.box->center, *side.pose);
        Float4 axes[3];
        inWorld.storeAxes(axes);
        const Vector4 sign = hn::Set(Tag4(), face.sign);
        const PlaneInWorld plane(inWorld, load(axes[face.u]), hn::Mul(load(axes[face.v]), sign),
                                 hn::Mul(load(axes[face.normal]), sign),
                                 side.box->box->halfExtents[face.normal]);
        const bool isOfA = reference_ == A;
        plane.storeNormal(isOfPush_, rules_.isSwapped == isOfA, manifold);
        plane.storeContacts(candidates_, chosen_, isOfA == aIsFirst_, manifold);
    }

private:
    enum SideIndex : std::uint32_t { A, B, kNone };
    /// One box as the owner of the reference face.
    struct Side {
        const KernelBox* box;
        const LoadedPose* pose;
        const Float4 (*axesOfOther)[3];  ///< in this box's frame
        Float4 centerOfOther;
        std::uint32_t face;  ///< that points most along the push
    };

    /// Computes the contacts on the faces of the push. Returns false if they are not deep enough.
    /// @param separations  along the faces
    /// @param kind  of the push
    HWY_INLINE bool findContacts(const BoxSeparations& separations, FeaturePair::Kind kind) {
        sides_[A] = {&a_, &poseA_, &pose_.columns, pose_.centerBInA, 0};
        sides_[B] = {&b_, &poseB_, &pose_.rows, rotateNegated(pose_.rows, pose_.centerBInA), 0};
        aIsFirst_ = rules_.isAFirst(penetration_.normal);
        const Float4 inA = store(push_.normalInA), inB = store(push_.normalInB);
        const std::uint32_t axisA = largestAxis(push_.normalInA), axisB = largestAxis(push_.normalInB);
        sides_[A].face = 2 * axisA + (push_.positiveInA >> axisA & 1);
        sides_[B].face = 2 * axisB + (push_.negativeInB >> axisB & 1);
        const auto nameOf = [](const KernelBox& box, std::uint32_t face)
                                HWY_ATTR { return box.box->names[KernelBox::Box::kFaces + face]; };
        faces_ = {nameOf(a_, sides_[A].face), nameOf(b_, sides_[B].face)};
        const float depthA = depthAlong(separations, 0, axisA, inA),
                    depthB = depthAlong(separations, 1, axisB, inB);
        // Prefers one box's face, unless the other's is better. If the preferred face is not good enough,
        // takes the face of the push.
        const bool isAFavored = rules_.prefersA(aIsFirst_);
        const float favored = isAFavored ? depthA : depthB, rival = isAFavored ? depthB : depthA;
        const bool prefersA = (favored <= rival + rules_.faceTie()) == isAFavored;
        const bool isPreferred =
            rules_.faceBias > 0.0f && (prefersA ? depthA : depthB) <= push_.depth + rules_.faceBias;
        const std::uint32_t preferred = prefersA ? A : B;
        const std::uint32_t ofPush = kind == FeaturePair::Kind::FaceA   ? A
                                     : kind == FeaturePair::Kind::FaceB ? B
                                                                        : kNone;
        if (isPreferred || ofPush != kNone) {
            return onFace(isPreferred ? preferred : ofPush, ofPush) ||
                   (ofPush != kNone && isPreferred && onFace(ofPush, ofPush));
        }
        return false;
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
        const RectangleLines lines{hull.box->halfExtents[face.u], hull.box->halfExtents[face.v]};
        FaceClipping<4, RectangleLines>(reference, lines, incident, rules_).run(candidates_);
        if (!(candidates_.lowest <= rules_.depthSlack() - push_.depth)) {
            return false;
        }
        reduceContacts(candidates_, rules_.depthSlack(), chosen_);
        reference_ = referenceSide;
        isOfPush_ = referenceSide == ofPush;
        return true;
    }

    /// The indices of a face's vertices.
    HWY_INLINE static Ints<4> verticesOf(const KernelBox& hull, const BoxFace& face) {
        const hn::FixedTag<std::uint8_t, 16> d8;
        const typename LaneTypes<float, 4>::IntTag d;
        return eachPart<Ints<4>>([&](std::size_t) HWY_ATTR {
            return hn::BitCast(d, hn::TableLookupBytesOr0(hn::LoadU(d8, hull.box->names.data()),
                                                          hn::Load(d8, face.vertices)));
        });
    }

    HWY_INLINE static Floats<4> four(float a, float b, float c, float d) {
        alignas(16) const float numbers[4] = {a, b, c, d};
        return loadLanes<4>(numbers);
    }

    HWY_INLINE static void layOut(const KernelBox& hull, const BoxFace& face, FlatLoop<4>& loop) {
        const float halfX = hull.box->halfExtents[face.u], halfY = hull.box->halfExtents[face.v];
        const Floats<4> x = allFloats<4>(halfX), y = allFloats<4>(halfY);
        const Floats<4> zero = allFloats<4>(0.0f);
        const LaneMask<float, 4> isOfX = four(0.0f, 1.0f, 0.0f, 1.0f) > zero;  // sides across x
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

    /// Numbers of edges of A and of B: 4 * axis + the signs of the next two axes.
    struct EdgeNumbers {
        std::uint32_t ofA, ofB;
    };

    HWY_INLINE EdgeNumbers edgesOfPush() const {
        const BoxAxis& axis = kBoxAxes[push_.axis];
        return {std::uint32_t{axis.featureOfA[push_.positiveInA]} - KernelBox::Box::kEdges,
                std::uint32_t{axis.featureOfB[push_.negativeInB]} - KernelBox::Box::kEdges};
    }
    /// The edges of a pair that is apart.
    HWY_INLINE EdgeNumbers edgesOfResult() const {
        const auto numberOf = [](const KernelBox& box, std::uint32_t name) HWY_ATTR {
            const auto edges = std::span(box.box->names).subspan(KernelBox::Box::kEdges);
            return static_cast<std::uint32_t>(std::ranges::find(edges, name) - edges.begin());
        };
        return {numberOf(a_, result_.best.features.a), numberOf(b_, result_.best.features.b)};
    }

    /// Computes the single contact point: between two edges, where they cross or are closest.
    HWY_INLINE bool onEdges(const EdgeNumbers& edges) {
        const EdgeSegment edgeA = edgeOf(a_, edges.ofA), edgeB = edgeOf(b_, edges.ofB);
        const EdgeSegment edgeBInA{transform(pose_.columns, pose_.centerBInA, edgeB.start),
                                   store(combine(pose_.columns, edgeB.along))};
        Vector4 middle;
        if (!edgeCrossing(edgeA, edgeBInA, !(push_.depth > rules_.crossing()), middle)) {
            return false;
        }
        const auto codeOf = [](const KernelBox& hull, std::uint32_t edge) HWY_ATTR {
            const std::uint32_t signs = signsOf(edge), bit = 1u << edge / 4;
            return edgeCode(hull.box->names[signs], hull.box->names[signs | bit]);
        };
        const FeatureCode onA = codeOf(a_, edges.ofA), onB = codeOf(b_, edges.ofB);
        reference_ = kNone;
        middleOfEdges_ = store(middle);
        idOfEdges_ = aIsFirst_ ? contactId(onA, onB) : contactId(onB, onA);
        return true;
    }

    /// A bit for each of the other axes: whether the edge lies on the positive side.
    static HWY_INLINE std::uint32_t signsOf(std::uint32_t edge) {
        const std::uint32_t axis = edge / 4;
        return (edge & 1u) << (axis + 1) % 3 | (edge >> 1 & 1u) << (axis + 2) % 3;
    }

    static HWY_INLINE EdgeSegment edgeOf(const KernelBox& hull, std::uint32_t edge) {
        EdgeSegment segment{{}, {}};
        const std::uint32_t axis = edge / 4, signs = signsOf(edge);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const float half = hull.box->halfExtents[i];
            segment.start.v[i] = (signs >> i & 1) == 0 ? -half : half;
            segment.along.v[i] = i == axis ? 2.0f * half : 0.0f;
        }
        return segment;
    }

    const KernelBox &a_, &b_;
    const LoadedPose &poseA_, &poseB_;
    const ContactRules& rules_;
    KernelResult& result_;
    RelativePose& pose_;  ///< of the result
    Penetration& penetration_;
    ManifoldFaces& faces_;
    BoxPush push_;
    Side sides_[2];
    bool aIsFirst_ = true;
    // What was found.
    std::uint32_t reference_;  ///< the side with the reference face; kNone: a contact of two edges
    bool isOfPush_;            ///< whether the reference face is that of the push
    ContactCandidates candidates_;
    ChosenContacts chosen_;
    Float4 middleOfEdges_;
    std::uint64_t idOfEdges_;
};

template <class T>
Verdict boxManifold(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                    const BasicPose<T>& poseB, const ContactRules& rules, bool areApart, KernelResult& result,
                    BasicManifold<T>& manifold, ManifoldFaces& faces) {
    const LoadedPose loadedA(poseA), loadedB(poseB);
    BoxManifold boxes(a, loadedA, b, loadedB, rules, result, manifold.penetration, faces);
    const Verdict verdict = areApart ? boxes.runApart() : boxes.run();
    if (verdict == Verdict::Overlapping) {
        boxes.write(manifold);
    }
    return verdict;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
