#include "shapes/hull_arrays.hpp"

namespace sat3d::inline SAT3D_ABI::detail {
namespace {

/// Deals out a block from its start on; without one, tells how large it must be.
class Dealer {
public:
    explicit Dealer(std::byte* block) : block_(block) {}

    /// The largest alignments come first, and sizes are multiples of them: no gaps are needed.
    template <class T>
    void deal(std::span<T>& array, std::size_t count) {
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
    dealer.deal(kernel.edges, counts.edges);
    dealer.deal(kernel.edgeBlocks, padded.edges / KernelHull::kBlock);
    for (std::span<float>* coordinate : {&kernel.vertexX, &kernel.vertexY, &kernel.vertexZ}) {
        dealer.deal(*coordinate, padded.vertices);
    }
    for (std::span<float>* number : {&kernel.normalX, &kernel.normalY, &kernel.normalZ, &kernel.faceOffset}) {
        dealer.deal(*number, padded.faces);
    }
    dealer.deal(arrays.faces, counts.faces);
    dealer.deal(arrays.distinctNormals, counts.normals);
    dealer.deal(arrays.distinctEdgeDirections, counts.edgeDirections);
    dealer.deal(arrays.edges, counts.edges);
    dealer.deal(arrays.vertices, counts.vertices);
    dealer.deal(arrays.sourceIndices, counts.vertices);
    dealer.deal(arrays.loops, counts.corners());
    dealer.deal(arrays.faceTags, counts.faces);
    dealer.deal(kernel.faceIds, counts.faces);
    dealer.deal(kernel.edgeIds, counts.edges);
}

}  // namespace

HullArrays::HullArrays(const HullCounts& counts) {
    Dealer measure(nullptr);
    dealAll(counts, *this, measure);
    std::size_t room = measure.used() + KernelHull::kAlignment;
    const auto bytes = std::make_shared_for_overwrite<std::byte[]>(room);
    void* aligned = bytes.get();
    std::align(KernelHull::kAlignment, measure.used(), aligned, room);
    Dealer dealer(static_cast<std::byte*>(aligned));
    dealAll(counts, *this, dealer);
    block = bytes;
}

HullView HullArrays::view() const {
    HullView view;
    view.vertices = vertices;
    view.sourceIndices = sourceIndices;
    view.faces = faces;
    view.loops = loops;
    view.edges = edges;
    return view;
}

}  // namespace sat3d::inline SAT3D_ABI::detail
