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
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// The contact of two hulls, before it is placed in the world.
struct HullContact {
    ContactCandidates candidates;
    ChosenContacts chosen;
    const AdjacentFace* reference;  ///< null: two edges cross at `middle`, in A's frame
    bool referenceIsOfA;
    bool isOfPush;  ///< whether the normal is that of the push
    Vector4 middle;
    std::uint64_t edgeFeatures;
    ContactFaces faces;

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
                contact_.isOfPush = face == &ofPush;
                return true;
            }
        }
        return ofPush.side == nullptr && onEdges(choice);
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
        contact_.faces = contact_.referenceIsOfA ? ContactFaces{face.id, pair.incident.id}
                                                 : ContactFaces{pair.incident.id, face.id};
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
        FlatLoop<kCount> reference;
        loadLoop(pair.side.hull, pair.face, reference);
        IncidentLoop<kCount> incident;
        project(pair, incident);
        FaceClipping<kCount>(reference, incident, rules_).run(contact_.candidates);
        if (!isDeepEnough(contact_.candidates)) {
            return false;
        }
        reduceContacts(contact_.candidates, rules_.depthSlack(), contact_.chosen);
        return true;
    }

    HWY_NOINLINE bool clippedLarge(const FacePair& pair) const {
        LargeLoop reference, incident;
        loadLoop(pair.side.hull, pair.face, reference);
        const IncidentPlane plane = project(pair, incident);
        LargeFaceClipping clipping(reference, incident, rules_, contact_.candidates);
        clipping.run(plane);
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
        const Lanes<kCount> held = firstLanes<kCount>(face.padded);
        const auto load = [&](Row row, float padding) HWY_ATTR {
            const Floats<kCount> numbers = loadFloats<kCount>(rows + row * face.padded);
            return kCount == 4 ? numbers : select(held, numbers, allFloats<kCount>(padding));
        };
        loop.x = load(Row::X, rows[Row::X * face.padded]);
        loop.y = load(Row::Y, rows[Row::Y * face.padded]);
        loop.outwardX = load(Row::OutwardX, 0.0f);
        loop.outwardY = load(Row::OutwardY, 0.0f);
        loop.offset = load(Row::Offset, HullAdjacency::kFar);
        loop.alongX = allFloats<kCount>(0.0f) - loop.outwardY;
        loop.alongY = loop.outwardX;
        loop.start = load(Row::Start, 0.0f);
        loop.length = load(Row::Length, 0.0f);
        loop.vertex = asInts(load(Row::Vertex, rows[Row::Vertex * face.padded]));
        loop.size = face.vertexCount;
        loop.code = faceCode(face.id);
    }

    HWY_INLINE static void loadLoop(const KernelHull& hull, const AdjacentFace& face, LargeLoop& loop) {
        using Row = HullAdjacency::Row;
        const float* const rows = hull.adjacency.rowsOf(face);
        const auto load = [&](Row row, float* to, float padding) {
            std::fill_n(std::copy_n(rows + row * face.padded, face.padded, to), kLanes, padding);
        };
        load(Row::X, loop.x, 0.0f);
        load(Row::Y, loop.y, 0.0f);
        load(Row::OutwardX, loop.outwardX, 0.0f);
        load(Row::OutwardY, loop.outwardY, 0.0f);
        load(Row::Offset, loop.offset, HullAdjacency::kFar);
        load(Row::Start, loop.start, 0.0f);
        load(Row::Length, loop.length, 0.0f);
        describe(hull, face, loop);
    }
    HWY_INLINE static void describe(const KernelHull& hull, const AdjacentFace& face, LargeLoop& loop) {
        loop.hull = &hull;
        loop.face = &face;
        loop.size = face.vertexCount;
        loop.code = faceCode(face.id);
    }

    /// The axes of the reference face's plane in the incident hull's frame.
    struct PlaneAxes {
        AxisInOther u, v, normal;

        HWY_INLINE explicit PlaneAxes(const FacePair& pair)
            : u(pair.side, store(hn::Load(Tag4(), pair.face.u))),
              v(pair.side, store(hn::Load(Tag4(), pair.face.v))),
              normal(pair.side, normalOf(pair.face)) {
            normal.offset -= pair.face.normalOffset[3];
        }

        [[nodiscard]] HWY_INLINE IncidentPlane incidentPlane(const AdjacentFace& face) const {
            const Float4 n = normalOf(face);
            const float along = dot(n, normal.direction), x = dot(n, u.direction), y = dot(n, v.direction);
            return {normal.offset + (face.normalOffset[3] + x * u.offset + y * v.offset) / along, -x / along,
                    -y / along, isEdgeOn(along)};
        }
    };

    /// Loads vertices of the incident face, one per lane.
    template <class D>
    HWY_INLINE static void loadVertices(D d, const FacePair& pair, std::size_t first,
                                        hn::Vec<D> (&points)[4]) {
        transposeFours(
            d,
            [&](std::size_t lane) HWY_ATTR {
                const std::size_t place = first + lane < pair.incident.padded ? first + lane : 0;
                const std::uint32_t vertex = vertexAt(pair.incidentHull, pair.incident, place);
                return pair.incidentHull.adjacency.vertices[vertex].v;
            },
            points);
    }

    /// Projects the incident face into the plane of the reference face.
    template <std::size_t kCount>
    HWY_INLINE void project(const FacePair& pair, IncidentLoop<kCount>& incident) const {
        using Types = LaneTypes<kCount>;
        const typename Types::Tag d;
        const PlaneAxes axes(pair);
        for (std::size_t i = 0; i < Types::kParts; ++i) {
            hn::Vec<typename Types::Tag> points[4];
            loadVertices(d, pair, i * Types::kWidth, points);
            incident.x.part[i] = axes.u.along(d, points);
            incident.y.part[i] = axes.v.along(d, points);
            incident.z.part[i] = axes.normal.along(d, points);
        }
        FlatLoop<kCount> own;
        loadLoop(pair.incidentHull, pair.incident, own);
        incident.vertex = own.vertex;
        incident.size = pair.incident.vertexCount;
        incident.code = faceCode(pair.incident.id);
        incident.findSides(rules_.shortSide());
        incident.plane = axes.incidentPlane(pair.incident);
    }
    HWY_INLINE IncidentPlane project(const FacePair& pair, LargeLoop& incident) const {
        const FloatTag d;
        const PlaneAxes axes(pair);
        describe(pair.incidentHull, pair.incident, incident);
        std::uint32_t loaded = 0;
        do {
            FloatVector points[4];
            loadVertices(d, pair, loaded, points);
            hn::Store(axes.u.along(d, points), d, incident.x + loaded);
            hn::Store(axes.v.along(d, points), d, incident.y + loaded);
            hn::Store(axes.normal.along(d, points), d, incident.z + loaded);
            loaded += kLanes;
        } while (loaded < incident.size + 1);
        // A copy of the first vertex follows the last. Sides of the padding have no length.
        incident.x[incident.size] = incident.x[loaded] = incident.x[0];
        incident.y[incident.size] = incident.y[loaded] = incident.y[0];
        incident.findSides(rules_.shortSide());
        return axes.incidentPlane(pair.incident);
    }

    /// Computes the single contact point, at which the edges of the push cross.
    HWY_INLINE bool onEdges(const ReferenceChoice& choice) const {
        const HullAdjacency::EdgeEnds& edgeA = a_.hull.adjacency.edges[push_.features.a];
        const HullAdjacency::EdgeEnds& edgeB = b_.hull.adjacency.edges[push_.features.b];
        const auto segment = [](Vector4 from, Vector4 to) HWY_ATTR {
            return EdgeSegment{store(from), store(hn::Sub(to, from))};
        };
        const auto inA = [&](std::uint16_t vertex) HWY_ATTR {
            return hn::Add(combine(b_.toOther, store(load(b_.vertex(vertex)))), load(a_.otherCenter));
        };
        if (!(push_.depth > rules_.crossing()) ||
            !edgeCrossing(segment(load(a_.vertex(edgeA.vertices[0])), load(a_.vertex(edgeA.vertices[1]))),
                          segment(inA(edgeB.vertices[0]), inA(edgeB.vertices[1])), contact_.middle)) {
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
HWY_INLINE bool hullManifold(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                             const BasicPose<T>& poseB, const KernelResult& result, const ContactRules& rules,
                             BasicManifold<T>& manifold, ContactFaces& faces) {
    const Tag4 d;
    HullContact contact;
    const bool aIsFirst = rules.isAFirst(manifold.penetration.normal);
    if (!findHullContact(a, b, result, rules, aIsFirst, contact)) {
        return false;
    }
    faces = contact.faces;
    if (contact.reference == nullptr) {
        storeEdgeContact(HullInWorld(a.center, poseA), contact.middle, result.best.depth,
                         contact.edgeFeatures, manifold);
        return true;
    }
    const bool isOfA = contact.referenceIsOfA;
    const AdjacentFace& face = *contact.reference;
    const PlaneInWorld plane(HullInWorld(isOfA ? a.center : b.center, isOfA ? poseA : poseB),
                             hn::Load(d, face.u), hn::Load(d, face.v), load(normalOf(face)),
                             face.normalOffset[3]);
    plane.storeNormal(contact.isOfPush, rules.isSwapped == isOfA, manifold);
    plane.storeContacts(contact.candidates, contact.chosen, isOfA == aIsFirst, manifold);
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
