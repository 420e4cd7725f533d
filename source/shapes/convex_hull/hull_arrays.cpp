#include "shapes/convex_hull/hull_arrays.hpp"

#include <sat3d/core/assert.hpp>

#include <memory>

namespace sat3d::inline SAT3D_ABI::detail {
namespace {

/// Hands out consecutive parts of a block. Without a block, measures the required size.
class Dealer {
public:
    explicit Dealer(std::byte* block) : block_(block) {}

    /// Parts with larger alignment come first, and sizes are multiples of the alignment, so there are no
    /// gaps.
    template <class T>
    void deal(std::span<T>& array, std::size_t count) {
        SAT3D_ASSERT(used_ % alignof(T) == 0, "parts are in order of alignment");
        if (block_ != nullptr) {
            array = {reinterpret_cast<T*>(block_ + used_), count};
        }
        used_ += count * sizeof(T);
    }
    [[nodiscard]] std::size_t used() const { return used_; }

private:
    std::byte* block_;
    std::size_t used_ = 0;
};

void dealAll(const HullCounts& counts, HullArrays& arrays, Dealer& dealer) {
    KernelArrays& kernel = arrays.kernel;
    const KernelHull::Padding padded(counts.vertices, counts.faces, counts.edges);
    const AdjacencySizes sizes(counts.vertices, counts.faces, counts.edges);
    AdjacencyArrays& adjacency = kernel.adjacency;
    for (std::span<float>* coordinate : {&kernel.vertexX, &kernel.vertexY, &kernel.vertexZ}) {
        dealer.deal(*coordinate, padded.vertices);
    }
    for (std::span<float>* number : {&kernel.normalX, &kernel.normalY, &kernel.normalZ, &kernel.faceOffset}) {
        dealer.deal(*number, padded.faces);
    }
    dealer.deal(kernel.edgeFaces, padded.edgeFaces);
    dealer.deal(adjacency.faces, sizes.faces);
    dealer.deal(kernel.edges, counts.edges);
    dealer.deal(kernel.edgeBlocks, padded.edgeBlocks);
    dealer.deal(adjacency.vertices, sizes.vertices);
    dealer.deal(adjacency.loops, sizes.loops);
    dealer.deal(arrays.faces, counts.faces);
    dealer.deal(arrays.distinctNormals, counts.normals);
    dealer.deal(arrays.distinctEdgeDirections, counts.edgeDirections);
    dealer.deal(arrays.edges, counts.edges);
    dealer.deal(arrays.vertices, counts.vertices);
    dealer.deal(arrays.inputIndices, counts.vertices);
    dealer.deal(arrays.faceIndices, counts.corners());
    dealer.deal(arrays.faceTags, counts.faces);
    dealer.deal(kernel.faceIds, counts.faces);
    dealer.deal(kernel.edgeIds, counts.edges);
    dealer.deal(adjacency.edges, sizes.edges);
    dealer.deal(adjacency.fans, sizes.vertices);
    dealer.deal(adjacency.fanFaces, sizes.fanEntries);
    dealer.deal(adjacency.fanVertices, sizes.fanEntries);
}

}  // namespace

HullArrays::HullArrays(const HullCounts& counts, std::byte* block, std::size_t size) {
    void* aligned = block;
    std::align(KernelHull::kAlignment, size - KernelHull::kAlignment, aligned, size);
    Dealer dealer(static_cast<std::byte*>(aligned));
    dealAll(counts, *this, dealer);
}

std::size_t HullArrays::sizeFor(const HullCounts& counts) {
    HullArrays none;
    Dealer measure(nullptr);
    dealAll(counts, none, measure);
    return measure.used() + KernelHull::kAlignment;  // the block itself may begin anywhere
}

HullView HullArrays::view() const {
    HullView view;
    view.vertices = vertices;
    view.inputIndices = inputIndices;
    view.faces = faces;
    view.faceIndices = faceIndices;
    view.edges = edges;
    return view;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
