#include "core/inline_list.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/manifold/manifold_list.hpp"
#include "narrowphase/manifold/mesh_manifold.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/feature_id.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/collide.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// Names points by the parts that meet. @param swaps  whether B is named first, where A and B are equal
void nameParts(DManifold& manifold, std::uint32_t partA, std::uint32_t partB, bool swaps) {
    for (std::uint32_t i = 0; i < manifold.pointCount; ++i) {
        std::uint64_t& id = manifold.pointStorage[i].id;
        id = idWithin(swaps ? partB : partA, idWithin((swaps ? partA : partB) << 16, id));
    }
}

/// The manifolds of all pairs of pieces, in the library's order.
template <class T>
void addPieces(const PosedShape& a, const PosedShape& b, const CollideOptions& options,
               ManifoldList<T>& list) {
    const bool areSame = isSameShape(a.shape, b.shape);
    InlineList<SurfacePatches, 1> patches;  // of the piece of A that is being asked about
    const auto finishPatches = [&] {
        for (SurfacePatches& ofPiece : patches) {
            const std::uint32_t part = ofPiece.numberOfA();
            ofPiece.finish([&](DManifold manifold) {
                nameParts(manifold, part, 0, false);
                list.add(manifold);
            });
        }
    };
    const auto visit = [&](const Piece& pieceA, const Piece& pieceB, double limit) {
        if (pieceB.shape.kind() == ShapeRef::Kind::Triangle) {
            if (patches.empty() || patches.begin()->numberOfA() != pieceA.number) {
                finishPatches();
                patches.clear();
                patches.add(pieceA, b, options);
            }
            patches.begin()->add(pieceB);
        } else if (auto manifold = collide(pieceA.shape, pieceA.pose, pieceB.shape, pieceB.pose, options)) {
            manifold->penetration.pieces = {pieceA.number, pieceB.number};
            nameParts(*manifold, pieceA.number, pieceB.number,
                      areSame && !isNamedFirst(manifold->penetration.normal));
            list.add(*manifold);
        }
        return limit;
    };
    forEachPiecePair(a, b, double(options.margin), kGapBound, visit);
    finishPatches();
}

template <class T>
std::span<BasicManifold<T>> manifoldsOf(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                                        const BasicPose<T>& poseB, std::span<BasicManifold<T>> room,
                                        const CollideOptions& options) {
    SAT3D_ASSERT(options.margin >= 0.0f, "a margin must not be negative");
    if (room.empty()) {
        return room;
    }
    if (!a.hasPieces() && !b.hasPieces()) {
        const auto manifold = collide(a, poseA, b, poseB, options);
        room.front() = manifold.value_or(BasicManifold<T>{});
        return room.first(manifold ? 1 : 0);
    }
    ManifoldList<T> list(room);
    const PosedShape posedA{a, inDouble(poseA)}, posedB{b, inDouble(poseB)};
    if (!comesSecond(a, poseA, b, poseB)) {
        addPieces(posedA, posedB, options, list);
    } else {
        addPieces(posedB, posedA, options, list);
        for (BasicManifold<T>& manifold : list.taken()) {
            manifold = turnedRound(manifold);
        }
    }
    return list.taken();
}

}  // namespace

std::span<Manifold> collide(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                            std::span<Manifold> room, const CollideOptions& options) {
    return manifoldsOf(a, poseA, b, poseB, room, options);
}
std::span<DManifold> collide(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                             std::span<DManifold> room, const CollideOptions& options) {
    return manifoldsOf(a, poseA, b, poseB, room, options);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
