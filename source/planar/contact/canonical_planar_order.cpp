#include "planar/contact/canonical_planar_order.hpp"

#include "planar/shapes/visit_planar_shape.hpp"

#include <array>
#include <cstddef>

namespace sat3d::SAT3D_ABI {

namespace {

template <std::size_t Count>
int compareNumbers(const std::array<float, Count>& a, const std::array<float, Count>& b) {
    for (std::size_t i = 0; i < Count; ++i) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

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
std::array<float, 4> numbersOf(const PlanarPose& p) {
    return {p.position.x, p.position.y, p.rotation.x, p.rotation.y};
}

template <class S>
int compareContents(const S& a, const S& b) {
    return compareNumbers(numbersOf(a), numbersOf(b));
}

int compareContents(const ConvexPolygon& a, const ConvexPolygon& b) {
    const auto verticesA = a.vertices(), verticesB = b.vertices();
    if (verticesA.data() == verticesB.data()) {
        return 0;
    }
    if (verticesA.size() != verticesB.size()) {
        return verticesA.size() < verticesB.size() ? -1 : 1;
    }
    for (std::size_t i = 0; i < verticesA.size(); ++i) {
        for (int axis = 0; axis < 2; ++axis) {
            if (verticesA[i][axis] != verticesB[i][axis]) {
                return verticesA[i][axis] < verticesB[i][axis] ? -1 : 1;
            }
        }
    }
    return 0;
}

int compareContents(const PlanarCompound& a, const PlanarCompound& b) {
    const auto childrenA = a.children(), childrenB = b.children();
    if (childrenA.size() != childrenB.size()) {
        return childrenA.size() < childrenB.size() ? -1 : 1;
    }
    int order = 0;
    for (std::size_t i = 0; order == 0 && i < childrenA.size(); ++i) {
        order = compareNumbers(numbersOf(childrenA[i].pose), numbersOf(childrenB[i].pose));
        order = order != 0 ? order : compareShapes(childrenA[i].shape, childrenB[i].shape);
    }
    return order;
}

}  // namespace

int compareShapes(const PlanarShapeRef& a, const PlanarShapeRef& b) noexcept {
    if (a.kind() != b.kind()) {
        return a.kind() < b.kind() ? -1 : 1;
    }
    return visitShape(a, [&]<class S>(const S& shape) { return compareContents(shape, b.as<S>()); });
}

}  // namespace sat3d::SAT3D_ABI
