#include "narrowphase/outline.hpp"

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Nearer to a corner than this share of the side, a place counts as the corner.
constexpr double kAtCorner = 0.01;

}  // namespace

Outline Outline::ofFace(const CoreShape& core, std::uint32_t face) noexcept {
    Outline outline(core);
    outline.face_ = core.faceVertices(face).data();
    outline.size_ = static_cast<std::uint32_t>(core.faceVertices(face).size());
    outline.index_ = face;
    return outline;
}

Outline Outline::ofEdge(const CoreShape& core, const CoreShape::Edge& edge) noexcept {
    Outline outline(core);
    outline.ends_ = {edge.from, edge.to};
    outline.size_ = 2;
    return outline;
}

Outline Outline::ofVertex(const CoreShape& core, std::uint32_t vertex) noexcept {
    Outline outline(core);
    outline.ends_[0] = vertex;
    outline.size_ = 1;
    return outline;
}

FeatureCode Outline::code() const noexcept {
    return isFace() ? faceCode(index_) : codeAlong(0, 0.5);
}

FeatureCode Outline::codeAlong(std::uint32_t side, double share) const noexcept {
    if (share < kAtCorner || size_ == 1) {
        return vertexCode(vertexIndex(side));
    }
    return share > 1.0 - kAtCorner ? vertexCode(vertexIndex(side + 1))
                                   : edgeCode(vertexIndex(side), vertexIndex(side + 1));
}

}  // namespace sat3d::inline SAT3D_ABI
