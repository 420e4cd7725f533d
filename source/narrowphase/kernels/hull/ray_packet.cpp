#include "narrowphase/kernels/hull/ray_packet.hpp"

#include <cstddef>
#include <limits>
#include <span>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/hull/ray_packet.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, RayPacket::kSize>;
using Vector = hn::Vec<Tag>;

void clip(std::span<const HullMesh::Face> faces, RayPacket& packet) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Tag d;
    const Vector zero = hn::Zero(d);
    for (std::size_t first = 0; first < packet.count; first += hn::MaxLanes(d)) {
        const auto load = [&](const double* row) HWY_ATTR { return hn::Load(d, row + first); };
        const Vector ox = load(packet.origin[0]), oy = load(packet.origin[1]), oz = load(packet.origin[2]);
        const Vector dx = load(packet.direction[0]), dy = load(packet.direction[1]),
                     dz = load(packet.direction[2]);
        Vector entry = hn::Set(d, -kInfinity), exit = hn::Set(d, kInfinity);
        Vector leastRise = hn::Set(d, 1.0);
        Vector entryFace = hn::Set(d, RayPacket::kNoFace), exitFace = entryFace;
        auto inside = hn::Eq(zero, zero);  // false if a ray lies outside a face parallel to it, or has a NaN
        for (std::size_t face = 0; face < faces.size(); ++face) {
            const Plane& plane = faces[face].plane;
            const Vector nx = hn::Set(d, plane.normal.x), ny = hn::Set(d, plane.normal.y),
                         nz = hn::Set(d, plane.normal.z);
            const Vector rise = nx * dx + ny * dy + nz * dz;
            const Vector height = nx * ox + ny * oy + nz * oz - hn::Set(d, plane.offset);
            const Vector t = hn::Neg(height) / rise;
            const auto falls = hn::Lt(rise, zero), rises = hn::Gt(rise, zero);
            const auto enters = hn::And(falls, hn::Gt(t, entry)), leaves = hn::And(rises, hn::Lt(t, exit));
            leastRise = hn::Min(leastRise, hn::Abs(rise));
            const Vector number = hn::Set(d, static_cast<double>(face));
            entry = hn::IfThenElse(enters, t, entry);
            entryFace = hn::IfThenElse(enters, number, entryFace);
            exit = hn::IfThenElse(leaves, t, exit);
            exitFace = hn::IfThenElse(leaves, number, exitFace);
            const auto below = hn::And(hn::Eq(rise, zero), hn::Lt(height, zero));
            inside = hn::And(inside, hn::Or(hn::Or(falls, rises), below));
        }
        hn::Store(entry, d, packet.entry + first);
        hn::Store(hn::IfThenElse(inside, exit, hn::Set(d, -kInfinity)), d, packet.exit + first);
        hn::Store(leastRise, d, packet.leastRise + first);
        hn::Store(entryFace, d, packet.entryFace + first);
        hn::Store(exitFace, d, packet.exitFace + first);
    }
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(clip);

void clipAtFaces(std::span<const HullMesh::Face> faces, RayPacket& packet) {
    SAT3D_DISPATCH(clip)(faces, packet);
}

}  // namespace sat3d::SAT3D_ABI
#endif
