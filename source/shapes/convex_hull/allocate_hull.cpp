#include "core/shared_count.hpp"
#include "shapes/convex_hull/hull_data.hpp"

namespace sat3d::SAT3D_ABI {

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
