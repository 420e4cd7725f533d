// The contact manifold of two hulls.
#if defined(SAT3D_KERNELS_HULL_MANIFOLD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_HULL_MANIFOLD_INL_HPP
#undef SAT3D_KERNELS_HULL_MANIFOLD_INL_HPP
#else
#define SAT3D_KERNELS_HULL_MANIFOLD_INL_HPP
#endif

#include "narrowphase/kernels/manifold/clip_large_faces-inl.hpp"
#include "narrowphase/kernels/manifold/edge_contact-inl.hpp"
#include "narrowphase/kernels/manifold/reduce_contacts-inl.hpp"
#include "narrowphase/kernels/manifold/reference_face-inl.hpp"
#include "narrowphase/kernels/manifold/store_manifold-inl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The contact of two hulls, before it is placed in the world.
struct HullContact {
    ContactCandidates candidates;
    ChosenContacts chosen;
    const AdjacentFace* reference;  ///< null: two edges cross at `middle`, in A's frame
    bool referenceIsOfA;
    bool isOfPush;  ///< whether the normal is that of the push
    Vector4 middle;
    std::uint64_t edgeFeatures;
    ManifoldFaces faces;

    HWY_INLINE HullContact() {}
};

/// One query. The class does not depend on the type of the poses.
class HullManifold {
public:
    HWY_INLINE HullManifold(const KernelHull& a, const KernelHull& b, const KernelResult& result,
                            const ContactRules& rules, bool aIsFirst, HullContact& contact)
        : a_{a, result.pose.rows, result.pose.centerBInA},
          b_{b, result.pose.columns, rotateNegated(result.pose.rows, result.pose.centerBInA)},
          push_(result.best),
          rules_(rules),
          aIsFirst_(aIsFirst),
          contact_(contact) {}

    HWY_INLINE bool run() const {
        const ReferenceChoice choice(a_, b_, push_, rules_, aIsFirst_);
        const ReferenceFace ofPush = choice.ofPush();
        const ReferenceFace preferred = choice.preferred(ofPush);
        // The loop keeps one copy of the inlined steps for both faces.
        for (const ReferenceFace* face : {&preferred, &ofPush}) {
            if (face->side != nullptr && onFace(*face)) {
                contact_.isOfPush = face == &ofPush && contact_.reference->isMerged == 0;
                return true;
            }
        }
        return choice.isOfEdges() && onEdges(choice);
    }

private:
    /// Computes the points over a reference face. Returns false if they are not deep enough.
    HWY_INLINE bool onFace(const ReferenceFace& reference) const {
        const AdjacentFace& face = reference.side->face(reference.face);
        const KernelHull& incidentHull = reference.other->hull;
        const std::uint32_t incidentNumber = alignedFaceOfFan(
            incidentHull, reference.support, rotateNegated(reference.side->toOther, normalOf(face)));
        const FacePair pair{*reference.side, face, incidentHull,
                            incidentHull.adjacency.faces[incidentNumber]};
        if (face.padded == 0 || pair.incident.padded == 0) {
            return false;
        }
        const std::uint32_t most = std::max(face.vertexCount, pair.incident.vertexCount);
        const bool isDeepEnough = most <= 4   ? clipped<4>(pair)
                                  : most <= 8 ? clipped<8>(pair)
                                              : clippedLarge(pair);
        contact_.reference = &face;
        contact_.referenceIsOfA = reference.side == &a_;
        contact_.faces = contact_.referenceIsOfA ? ManifoldFaces{face.id, pair.incident.id}
                                                 : ManifoldFaces{pair.incident.id, face.id};
        return isDeepEnough;
    }

    /// A reference face and an incident face.
    struct FacePair {
        const ContactSide& side;
        const AdjacentFace& face;
        const KernelHull& incidentHull;
        const AdjacentFace& incident;
    };

    template <std::size_t kCount>
    HWY_NOINLINE bool clipped(const FacePair& pair) const {
        FlatLoop<kCount> reference, own;
        loadLoop(pair.side.hull, pair.face, reference);
        loadLoop(pair.incidentHull, pair.incident, own);
        IncidentLoop<kCount> incident;
        incident.project(own, frameOf(pair));
        FaceClipping<kCount>(reference, SideLines<kCount>(reference), incident, rules_)
            .run(contact_.candidates);
        if (!isDeepEnough(contact_.candidates)) {
            return false;
        }
        reduceContacts(contact_.candidates, rules_.depthSlack(), contact_.chosen);
        return true;
    }

    HWY_NOINLINE bool clippedLarge(const FacePair& pair) const {
        LargeLoop reference, incident;
        reference.load(pair.side.hull, pair.face);
        incident.load(pair.incidentHull, pair.incident);
        const IncidentFrame frame = frameOf(pair);
        incident.project(frame);
        LargeFaceClipping clipping(reference, incident, rules_, contact_.candidates);
        clipping.run(frame.plane());
        if (!isDeepEnough(contact_.candidates)) {
            return false;
        }
        reduceContacts(contact_.candidates, rules_.depthSlack(), contact_.chosen);
        clipping.nameChosen(contact_.chosen);
        return true;
    }

    [[nodiscard]] HWY_INLINE bool isDeepEnough(const ContactCandidates& candidates) const {
        return candidates.lowest <= rules_.depthSlack() - push_.depth;
    }

    template <std::size_t kCount>
    HWY_INLINE static void loadLoop(const KernelHull& hull, const AdjacentFace& face,
                                    FlatLoop<kCount>& loop) {
        using Row = HullAdjacency::Row;
        const float* const rows = hull.adjacency.rowsOf(face);
        const std::size_t others = face.padded == 4 ? 0 : 4;
        const auto load = [&](Row row) HWY_ATTR {
            const float* const numbers = rows + row * face.padded;
            return loadLanes<kCount>(numbers, numbers + others);
        };
        loop.x = load(Row::X);
        loop.y = load(Row::Y);
        loop.outwardX = load(Row::OutwardX);
        loop.outwardY = load(Row::OutwardY);
        loop.offset = load(Row::Offset);
        loop.alongX = allFloats<kCount>(0.0f) - loop.outwardY;
        loop.alongY = loop.outwardX;
        loop.start = loop.alongX * loop.x + loop.alongY * loop.y;
        loop.length = load(Row::Length);
        loop.vertex = asInts(load(Row::Vertex));
        loop.size = face.vertexCount;
        loop.code = faceCode(face.id);
    }

    /// The incident face's frame in that of the reference face.
    HWY_INLINE static IncidentFrame frameOf(const FacePair& pair) {
        const Tag4 d;
        const AdjacentFace& incident = pair.incident;
        Vector4 axes[4];  // the coordinates of u, v and the normal, in the incident hull's frame
        transposeFours(
            d,
            [&](std::size_t lane) HWY_ATTR {
                return lane == 0 ? incident.u : lane == 1 ? incident.v : incident.normalOffset;
            },
            axes);
        // Along each axis of the reference face: the coordinates of u, v and the normal. Transposed below.
        Vector4 rows[3], coordinates[4];
        Float4 offsets{};
        const auto project = [&](std::size_t coordinate, const Float4& axis, float offset) HWY_ATTR {
            const AxisInOther inOther(pair.side, axis);
            rows[coordinate] = dot(axes[0], axes[1], axes[2], broadcast(inOther.direction, d));
            offsets.v[coordinate] = inOther.offset - offset;
        };
        project(0, store(hn::Load(d, pair.face.u)), 0.0f);
        project(1, store(hn::Load(d, pair.face.v)), 0.0f);
        project(2, normalOf(pair.face), pair.face.normalOffset[3]);
        transposeBlocks(d, rows[0], rows[1], rows[2], hn::Zero(d), coordinates);
        const auto& [u, v, normal, unused] = coordinates;
        const Vector4 toFace = hn::Mul(normal, hn::Set(d, incident.normalOffset[3]));
        return {u, v, normal, hn::Add(assemble(offsets), toFace)};
    }

    /// Computes the single contact point: between the edges of the push, where they cross or are closest.
    HWY_INLINE bool onEdges(const ReferenceChoice& choice) const {
        const HullAdjacency::EdgeEnds& edgeA = a_.hull.edges[push_.features.a].ends;
        const HullAdjacency::EdgeEnds& edgeB = b_.hull.edges[push_.features.b].ends;
        const auto segment = [](Vector4 from, Vector4 to) HWY_ATTR {
            return EdgeSegment{store(from), store(hn::Sub(to, from))};
        };
        const auto inA = [&](std::uint16_t vertex) HWY_ATTR {
            return hn::Add(combine(b_.toOther, b_.vertex(vertex)), load(a_.otherCenter));
        };
        if (!edgeCrossing(
                segment(assemble(a_.vertex(edgeA.vertices[0])), assemble(a_.vertex(edgeA.vertices[1]))),
                segment(inA(edgeB.vertices[0]), inA(edgeB.vertices[1])), !(push_.depth > rules_.crossing()),
                contact_.middle)) {
            return false;
        }
        const FeatureCode onA = edgeCode(edgeA.vertices[0], edgeA.vertices[1]),
                          onB = edgeCode(edgeB.vertices[0], edgeB.vertices[1]);
        contact_.reference = nullptr;
        contact_.isOfPush = true;
        contact_.edgeFeatures = aIsFirst_ ? contactId(onA, onB) : contactId(onB, onA);
        contact_.faces = {a_.face(alignedFaceOfEdge(a_, edgeA, push_.normal)).id,
                          b_.face(alignedFaceOfEdge(b_, edgeB, choice.normalInB())).id};
        return true;
    }

    ContactSide a_, b_;
    const PenetrationCandidate& push_;
    const ContactRules& rules_;
    bool aIsFirst_;
    HullContact& contact_;
};

/// Finds the contact. Returns false if the readable routine must compute it.
HWY_NOINLINE bool findHullContact(const KernelHull& a, const KernelHull& b, const KernelResult& result,
                                  const ContactRules& rules, bool aIsFirst, HullContact& contact) {
    return HullManifold(a, b, result, rules, aIsFirst, contact).run();
}

/// Finds the contact and writes it in world frame.
template <class T>
bool hullManifold(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                  const BasicPose<T>& poseB, const KernelResult& result, const ContactRules& rules,
                  BasicManifold<T>& manifold, ManifoldFaces& faces) {
    const Tag4 d;
    HullContact contact;
    const bool aIsFirst = rules.isAFirst(manifold.penetration.normal);
    if (!findHullContact(a, b, result, rules, aIsFirst, contact)) {
        return false;
    }
    faces = contact.faces;
    if (contact.reference == nullptr) {
        storeEdgeContact(HullInWorld(a.center, LoadedPose(poseA)), contact.middle, result.best.depth,
                         contact.edgeFeatures, manifold);
        return true;
    }
    const bool isOfA = contact.referenceIsOfA;
    const AdjacentFace& face = *contact.reference;
    const HullInWorld hull(isOfA ? a.center : b.center, LoadedPose(isOfA ? poseA : poseB));
    const PlaneInWorld plane(hull, hull.direction(hn::Load(d, face.u)), hull.direction(hn::Load(d, face.v)),
                             hull.direction(load(normalOf(face))), face.normalOffset[3]);
    plane.storeNormal(contact.isOfPush, rules.isSwapped == isOfA, manifold);
    plane.storeContacts(contact.candidates, contact.chosen, isOfA == aIsFirst, manifold);
    return true;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
