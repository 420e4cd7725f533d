#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/manifold/capsule_on_face.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/pair_manifold.hpp"
#include "narrowphase/manifold/simple_manifold.hpp"
#include "narrowphase/manifold/touching_point.hpp"

#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

/// Writes the manifold with the touching point as its only contact.
template <class T>
void writePoint(const RoundGap& gap, const PosedPair<T>& pair, float margin, BasicManifold<T>& manifold) {
    const auto coordinate = [&](int i) {
        const double onA = static_cast<double>(pair.poseA.position[i]) + gap.points[0][i],
                     onB = static_cast<double>(pair.poseB.position[i]) + gap.points[1][i];
        return static_cast<T>(0.5 * (onA + onB));
    };
    writeTouchingPoint(pair, margin,
                       {glm::vec<3, T>(coordinate(0), coordinate(1), coordinate(2)), gap.normalAToB(),
                        gap.separation, gap.features()},
                       manifold);
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
