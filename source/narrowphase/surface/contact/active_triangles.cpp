#include "narrowphase/surface/contact/active_triangles.hpp"

#include "math/directed_rounding.hpp"

namespace sat3d::SAT3D_ABI {

ActiveTriangles::ActiveTriangles(const SurfacePair& pair)
    : pair_(pair),
      range_{roundedUp(pair.margin() + pair.rounding()), static_cast<float>(pair.bias()), pair.isOneSided()} {
    gather([&](const ActiveBatch& judged, std::uint32_t index) {
        if (batches_.empty() || (batches_.end() - 1)->isFull()) {
            isComplete_ = isComplete_ && !batches_.isFull();
            if (!isComplete_) {
                return;  // they are gathered again when they are needed
            }
            batches_.add();
        }
        (batches_.end() - 1)->add(judged, index);
    });
}

bool ActiveTriangles::contains(std::uint32_t triangle) const {
    TriangleBatch triangles;
    ActiveBatch judged;
    const BodyOverSurface& body = pair_.bodyOverSurface();
    body.add(triangles, triangle, triangleOf(pair_.surface(), triangle));
    body.judge(triangles, range_, judged);
    return judged.active != 0;
}

}  // namespace sat3d::SAT3D_ABI
