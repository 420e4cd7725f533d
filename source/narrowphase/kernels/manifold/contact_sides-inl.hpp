// The two hulls of a contact, each with the transformation to the other's frame.
#if defined(SAT3D_KERNELS_CONTACT_SIDES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CONTACT_SIDES_INL_HPP
#undef SAT3D_KERNELS_CONTACT_SIDES_INL_HPP
#else
#define SAT3D_KERNELS_CONTACT_SIDES_INL_HPP
#endif

#include "narrowphase/kernels/hull/adjacency-inl.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The vertex at a place of a face's loop, or of its padding.
HWY_INLINE std::uint32_t vertexAt(const KernelHull& hull, const AdjacentFace& face, std::size_t place) {
    return std::bit_cast<std::uint32_t>(
        hull.adjacency.rowsOf(face)[HullAdjacency::Vertex * face.padded + place]);
}

/// One hull of the pair. Its frame has the origin at its center.
struct ContactSide {
    const KernelHull& hull;
    const Float4 (&toOther)[3];  ///< columns of the rotation to the other hull's frame
    Float4 otherCenter;          ///< in this hull's frame

    [[nodiscard]] HWY_INLINE const AdjacentFace& face(std::uint32_t number) const {
        return hull.adjacency.faces[number];
    }
    [[nodiscard]] HWY_INLINE Float4 vertex(std::uint32_t number) const { return vertexOf(hull, number); }
};

/// A direction of one hull's frame, converted to the other's frame, with the offset of the other frame's
/// origin along it.
struct AxisInOther {
    Float4 direction;
    float offset;

    HWY_INLINE AxisInOther(const ContactSide& side, const Float4& axis)
        : direction(store(combine(side.toOther, axis))), offset(dot(axis, side.otherCenter)) {}

    template <class D>
    [[nodiscard]] HWY_INLINE hn::Vec<D> along(D d, const hn::Vec<D> (&point)[4]) const {
        return hn::Add(dot<D>(point[0], point[1], point[2], broadcast(direction, d)), hn::Set(d, offset));
    }
};

/// The face of an edge whose normal is closer to a direction.
HWY_INLINE std::uint32_t alignedFaceOfEdge(const ContactSide& side, const HullAdjacency::EdgeEnds& edge,
                                           const Float4& direction) {
    const float left = dot(direction, normalOf(side.face(edge.faces[0])));
    const float right = dot(direction, normalOf(side.face(edge.faces[1])));
    return edge.faces[left >= right ? 0 : 1];
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
