#pragma once

/// @file
/// Hits of a surface, made of its crossings.

#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/ray/ray_mesh.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Makes hits of the crossings of a surface, which come in order. A front face begins a hit. The next back
/// face of a watertight mesh is the exit of all hits that have none yet. A back face that is no exit begins a
/// hit if the surface is two-sided.
template <class Hit>
class SurfacePassages {
public:
    SurfacePassages(ShapeRef surface, std::span<Hit> buffer)
        : buffer_(buffer), isSolid_(isSolid(surface)), isTwoSided_(sidesOf(surface) == Sides::Both) {}

    [[nodiscard]] std::span<Hit> hits() const { return buffer_.first(count_); }
    /// Whether a hit waits for its exit.
    [[nodiscard]] bool hasOpen() const { return closed_ < count_; }
    /// Whether no later crossing changes the hits.
    [[nodiscard]] bool isComplete() const { return count_ == buffer_.size() && !hasOpen(); }

    /// @param side       kFrontSide or kBackSide
    /// @param mayBegin   false beyond the ray's end, where hits only close
    /// @param makeHit    Hit(): a hit without an exit
    /// @param close      void(Hit&): writes the exit
    template <class MakeHit, class Close>
    void add(std::uint32_t side, bool mayBegin, const MakeHit& makeHit, const Close& close) {
        if (side == kBackSide && hasOpen()) {
            for (; closed_ < count_; ++closed_) {
                close(buffer_[closed_]);
            }
        } else if (mayBegin && count_ < buffer_.size() && (side == kFrontSide || isTwoSided_)) {
            buffer_[count_++] = makeHit();
            closed_ = isSolid_ && side == kFrontSide ? closed_ : count_;
        }
    }

private:
    std::span<Hit> buffer_;
    std::size_t count_ = 0, closed_ = 0;
    bool isSolid_, isTwoSided_;
};

}  // namespace sat3d::inline SAT3D_ABI
