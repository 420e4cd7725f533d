#pragma once

/// @file
/// Hits of a surface, made of its crossings.

#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/ray/hit_list.hpp"
#include "narrowphase/ray/ray_mesh.hpp"

#include <sat3d/shapes/shape_ref.hpp>

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Makes hits of the crossings of a surface, which come in order. A front face begins a hit. The next back
/// face of a watertight mesh is the exit of all hits that have none yet. A back face that is no exit begins a
/// hit if the surface is two-sided.
template <class Hit>
class SurfacePassages {
public:
    SurfacePassages(ShapeRef surface, HitList<Hit>& hits)
        : hits_(hits), isSolid_(isSolid(surface)), isTwoSided_(sidesOf(surface) == Sides::Both) {}

    /// Whether a hit waits for its exit.
    [[nodiscard]] bool hasOpen() const { return openCount_ > 0; }
    /// Whether no later crossing changes the hits.
    [[nodiscard]] bool isComplete() const { return isFull_ && !hasOpen(); }

    /// @param side       kFrontSide or kBackSide
    /// @param mayBegin   false beyond the ray's end, where hits only close
    /// @param makeHit    Hit(): a hit without an exit
    /// @param close      void(Hit&): writes the exit
    template <class MakeHit, class Close>
    void add(std::uint32_t side, bool mayBegin, const MakeHit& makeHit, const Close& close) {
        if (side == kBackSide && hasOpen()) {
            hits_.forEachFromLast([&](Hit& hit) {
                close(hit);
                return --openCount_ > 0;
            });
        } else if (mayBegin && !isFull_ && (side == kFrontSide || isTwoSided_)) {
            isFull_ = !hits_.add(makeHit(), [](const Hit&) { return false; });
            openCount_ += isSolid_ && side == kFrontSide && !isFull_ ? 1 : 0;
        }
    }

private:
    HitList<Hit>& hits_;
    std::size_t openCount_ = 0;  ///< the last ones of the hits
    bool isFull_ = false;
    bool isSolid_, isTwoSided_;
};

}  // namespace sat3d::SAT3D_ABI
