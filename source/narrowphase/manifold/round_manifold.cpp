#include "narrowphase/manifold/round_manifold.hpp"

#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/manifold/capsule_on_face.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/manifold/support_feature.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether A comes first in the ids of points.
bool isFirstInIds(ShapeRef a, ShapeRef b, const glm::vec3& normal) {
    if (a.kind() != b.kind()) {
        return a.kind() < b.kind();
    }
    const int order = compareShapes(a, b);
    return order == 0 ? isNamedFirst(normal) : order < 0;
}

std::uint64_t idOf(ShapeRef a, ShapeRef b, const glm::vec3& normal, const FeaturePair& features) {
    const auto edgesOf = [](ShapeRef shape) {
        return [shape](std::uint32_t edge) {
            if (shape.kind() == ShapeRef::Kind::ConvexHull) {
                const auto& [from, to] = shape.hull().data().mesh.edges[edge].vertices;
                return ConvexProxy::Edge{from, to};
            }
            const auto [from, to] = shape.kind() == ShapeRef::Kind::Box ? endsOfBoxEdge(edge)
                                                                        : std::array<std::uint32_t, 2>{0, 1};
            return ConvexProxy::Edge{from, to};
        };
    };
    const std::uint64_t id = contactIdOf(features, edgesOf(a), edgesOf(b)), mirrored = id << 32 | id >> 32;
    return id == mirrored || isFirstInIds(a, b, normal) ? id : mirrored;
}

std::uint32_t tagOfFace(ShapeRef shape, std::uint32_t face) {
    return shape.kind() == ShapeRef::Kind::ConvexHull ? shape.hull().data().faceTags[face] : 0;
}

/// The tag of the face of a shape at the touching point. 0 unless the shape is a hull with tags.
/// @param isFace, index  whether the point lies on a face, and on which
template <class T>
std::uint32_t tagAt(ShapeRef shape, const BasicPose<T>& pose, bool isFace, std::uint32_t index,
                    const glm::vec3& outward) {
    if (shape.kind() != ShapeRef::Kind::ConvexHull || !shape.hull().data().hasTags) {
        return 0;
    }
    return isFace ? tagOfFace(shape, index)
                  : tagToward(ConvexProxy(shape, localToWorld(pose)), glm::dvec3(outward));
}

/// Writes the manifold with the touching point as its only contact.
template <class T>
void writePoint(const RoundGap& gap, const PosedPair<T>& pair, float margin, BasicManifold<T>& manifold) {
    const auto coordinate = [&](int i) {
        const double onA = static_cast<double>(pair.poseA.position[i]) + gap.points[0][i],
                     onB = static_cast<double>(pair.poseB.position[i]) + gap.points[1][i];
        return static_cast<T>(0.5 * (onA + onB));
    };
    const glm::vec3 normal = gap.normalAToB();
    const FeaturePair features = gap.features();
    manifold.normal = normal;
    manifold.pointCount = 1;
    BasicContactPoint<T>& point = manifold.pointArray[0];
    point.position = {coordinate(0), coordinate(1), coordinate(2)};
    point.separation = gap.separation;
    point.id = idOf(pair.a, pair.b, normal, features);
    manifold.penetration.normal = normal;
    manifold.penetration.depth = margin - gap.separation;
    manifold.penetration.features = features;
    manifold.faceTagA =
        tagAt(pair.a, pair.poseA, features.kind == FeaturePair::Kind::FaceA, features.a, normal);
    manifold.faceTagB =
        tagAt(pair.b, pair.poseB, features.kind == FeaturePair::Kind::FaceB, features.b, -normal);
}

/// Finds the contacts of two capsules side by side, or of a capsule and a polytope, in the canonical order.
/// @return false if the touching point is the only contact
template <class T>
bool findLine(const PosedPair<T>& pair, const Penetration& hit, const CollideOptions& options,
              std::optional<BasicManifold<T>>& manifold) {
    if (pair.b.kind() != ShapeRef::Kind::Capsule) {
        CapsuleOnFace contacts(pair, hit, options);
        const bool isOnFace = contacts.isReference();
        if (isOnFace && contacts.writeContacts(manifold.emplace())) {
            manifold->normal = contacts.normalAToB(hit);
            manifold->penetration = hit;
            manifold->faceTagB = tagOfFace(pair.b, contacts.face());
            return true;
        }
        if (!isOnFace && !contacts.isAlongEdge()) {
            return false;
        }
    }
    manifold = PairManifold<T>(pair, options).fromPenetration(hit);
    return true;
}

}  // namespace

template <class T>
bool findRoundManifold(const PosedPair<T>& pair, const CollideOptions& options,
                       std::optional<BasicManifold<T>>& manifold) {
    RoundGap gap;
    const RoundGapStatus status = roundGapKernel(pair, {options.margin, true}, gap);
    if (status == RoundGapStatus::Undefined) {
        return false;
    }
    if (status == RoundGapStatus::BeyondLimit || !(gap.separation < options.margin)) {
        return true;
    }
    bool isDone = false;
    if (gap.isLine) {
        const Penetration hit{gap.normalAToB(), options.margin - gap.separation, gap.features(), {}};
        if (needsSwap(pair)) {
            isDone = findLine(pair.flipped(), flipped(hit), options, manifold);
            flip(manifold);
        } else {
            isDone = findLine(pair, hit, options, manifold);
        }
    }
    if (!isDone) {
        writePoint(gap, pair, options.margin, manifold.emplace());
    }
    return true;
}
template bool findRoundManifold(const PosedPair<float>&, const CollideOptions&, std::optional<Manifold>&);
template bool findRoundManifold(const PosedPair<double>&, const CollideOptions&, std::optional<DManifold>&);

}  // namespace sat3d::SAT3D_ABI
