#include "planar/contact/canonical_planar_order.hpp"

#include "planar/shapes/visit_planar_shape.hpp"

#include <array>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

namespace {

std::array<float, 3> numbersOf(const Circle& s) {
    return {s.radius, s.center.x, s.center.y};
}
std::array<float, 5> numbersOf(const PlanarCapsule& s) {
    return {s.radius, s.start.x, s.start.y, s.end.x, s.end.y};
}
std::array<float, 4> numbersOf(const PlanarSegment& s) {
    return {s.start.x, s.start.y, s.end.x, s.end.y};
}
std::array<float, 6> numbersOf(const PlanarBox& s) {
    return {s.halfExtents.x, s.halfExtents.y, s.center.x, s.center.y, s.rotation.x, s.rotation.y};
}
std::array<float, 3> numbersOf(const HalfPlane& s) {
    return {s.offset, s.normal.x, s.normal.y};
}

template <class S>
int compareContents(const S& a, const S& b) {
    return compareValues(numbersOf(a), numbersOf(b));
}
int compareContents(const ConvexPolygon& a, const ConvexPolygon& b) {
    const auto verticesA = a.vertices(), verticesB = b.vertices();
    if (verticesA.data() == verticesB.data()) {
        return 0;
    }
    int order = compareValues(verticesA.size(), verticesB.size());
    for (std::size_t i = 0; order == 0 && i < verticesA.size(); ++i) {
        order = compareValues(std::array{verticesA[i].x, verticesA[i].y},
                              std::array{verticesB[i].x, verticesB[i].y});
    }
    return order;
}
int compareContents(const PlanarCompound& a, const PlanarCompound& b) {
    return compareChildren(a, b);
}

}  // namespace

int compareShapes(const PlanarShapeRef& a, const PlanarShapeRef& b) noexcept {
    if (a.kind() != b.kind()) {
        return compareValues(a.kind(), b.kind());
    }
    return visitShape(a, [&]<class S>(const S& shape) { return compareContents(shape, b.as<S>()); });
}

}  // namespace sat3d::SAT3D_ABI
