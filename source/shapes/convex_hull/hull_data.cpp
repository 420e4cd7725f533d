#include "shapes/convex_hull/hull_data.hpp"

#include "core/shared_count.hpp"

namespace sat3d::SAT3D_ABI {
namespace {

/// Hands out consecutive parts of a block. Without a block, measures the required size.
class Dealer {
public:
    explicit Dealer(std::byte* block) : block_(block) {}

    template <class T>
    void deal(std::span<T>& array, std::size_t count) {
        used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
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

/// What most queries read comes first. The rest is in order of alignment, so that there is one gap at most.
void dealAll(const HullCounts& counts, HullArrays& arrays, Dealer& dealer) {
    KernelArrays& kernel = arrays.kernel;
    const KernelHull::Padding padded(counts.vertices, counts.faces, counts.edges);
    const AdjacencySizes sizes(counts.vertices, counts.faces, counts.edges, counts.loopEntries);
    AdjacencyArrays& adjacency = kernel.adjacency;
    dealer.deal(kernel.vertices, padded.vertexBlocks);
    dealer.deal(kernel.faces, padded.faceBlocks);
    dealer.deal(adjacency.fans, sizes.fans);
    dealer.deal(adjacency.fanFaces, sizes.fanEntries);
    dealer.deal(kernel.edgeFaces, padded.edgeFaces);
    dealer.deal(adjacency.faces, sizes.faces);
    dealer.deal(kernel.edges, counts.edges);
    dealer.deal(kernel.edgeBlocks, padded.edgeBlocks);
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
    dealer.deal(adjacency.fanVertices, sizes.fanEntries);
}

}  // namespace

HullArrays::HullArrays(const HullCounts& counts, std::byte* block) {
    Dealer dealer(block);
    dealAll(counts, *this, dealer);
}

std::size_t HullArrays::sizeFor(const HullCounts& counts) {
    HullArrays none;
    Dealer measure(nullptr);
    dealAll(counts, none, measure);
    return measure.used();
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

NewHull newHull(const HullCounts& counts) {
    auto [data, begin] = makeSharedWithBytes<HullData>(HullArrays::sizeFor(counts));
    // Constructed in place, because moving so many spans costs time.
    NewHull made{std::move(data), HullArrays(counts, begin)};
    made.data->mesh = made.arrays.view();
    made.data->faceTags = made.arrays.faceTags;
    made.data->distinctNormals = made.arrays.distinctNormals;
    made.data->distinctEdgeDirections = made.arrays.distinctEdgeDirections;
    return made;
}

}  // namespace sat3d::SAT3D_ABI
