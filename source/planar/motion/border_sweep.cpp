#include "planar/motion/border_sweep.hpp"

#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_solid.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <glm/geometric.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

std::optional<BorderHit> firstBorderHit(const TranslatingShape& compound,
                                        const TranslatingShape& other) noexcept {
    std::optional<BorderHit> first;
    const glm::dvec2 offset = other.translation - compound.translation;
    const double length = glm::length(offset);
    if (compound.shape.kind() != PlanarShapeRef::Kind::Compound || !(length > 0.0)) {
        return first;
    }
    const PlanarTransform& frame = compound.toWorld;
    forEachConvex(other.shape, other.toWorld, [&](const ConvexChild& child) {
        const PlanarProxy core(child.shape, child.toFrame);
        for (std::uint32_t i = 0; core.isThin() && i < core.vertexCount(); ++i) {
            const glm::dvec2 vertex = core.toWorld() * core.vertex(i);
            const PlanarLine line{inFrame(frame, vertex), rotatedBack(frame.rotation, offset / length)};
            const auto chord = firstChordThrough(compound.shape.as<PlanarCompound>(), line);
            if (!chord || chord->entry.t < 0.0 ||
                !(chord->entry.t < (first ? first->fraction : 1.0) * length)) {
                continue;
            }
            const double fraction = chord->entry.t / length;
            first = {fraction,
                     rotatedBy(frame.rotation, chord->entry.normal),
                     vertex + fraction * other.translation,
                     {PlanarFeatures::Kind::EdgeA, chord->entry.edge, i},
                     {chord->entry.child, child.number}};
        }
    });
    return first;
}

}  // namespace sat3d::SAT3D_ABI
