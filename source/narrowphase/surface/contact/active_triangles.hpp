#pragma once

/// @file
/// The triangles of a surface that a body may touch.

#include "core/inline_list.hpp"
#include "narrowphase/composite/body_over_surface.hpp"
#include "narrowphase/kernels/triangles/triangle_kernels.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The triangles of a surface that a body may touch, in batches. Up to four batches are stored. If there are
/// more, each pass gathers them again: that costs as much as one pass.
class ActiveTriangles {
public:
    static constexpr std::size_t kStored = 4;

    explicit ActiveTriangles(const SurfacePair& pair);

    [[nodiscard]] bool empty() const { return batches_.empty(); }
    /// Whether the body may touch a triangle.
    [[nodiscard]] bool contains(std::uint32_t triangle) const;

    /// The batches, if they are stored; otherwise none.
    [[nodiscard]] std::span<const ActiveBatch> stored() const {
        return {batches_.begin(), isComplete_ ? batches_.end() : batches_.begin()};
    }
    /// Calls take(const ActiveBatch&) for each batch.
    template <class Take>
    void forEachBatch(const Take& take) const;

private:
    /// Calls take(const ActiveBatch&, std::uint32_t index) for all triangles of the surface that the
    /// body may touch.
    template <class Take>
    void gather(const Take& take) const;

    const SurfacePair& pair_;
    ActiveRange range_;
    InlineList<ActiveBatch, kStored> batches_;
    bool isComplete_ = true;
};

template <class Take>
void ActiveTriangles::gather(const Take& take) const {
    forEachBatchIn(pair_.bodyOverSurface(), pair_.box(), range_, [&](const ActiveBatch& judged) {
        forEachIn(judged.active, [&](std::uint32_t index) { take(judged, index); });
    });
}

template <class Take>
void ActiveTriangles::forEachBatch(const Take& take) const {
    if (isComplete_) {
        for (const ActiveBatch& batch : batches_) {
            take(batch);
        }
        return;
    }
    ActiveBatch batch;
    gather([&](const ActiveBatch& judged, std::uint32_t index) {
        if (batch.isFull()) {
            take(batch);
            batch.clear();
        }
        batch.add(judged, index);
    });
    if (batch.count > 0) {
        take(batch);
    }
}

}  // namespace sat3d::SAT3D_ABI
