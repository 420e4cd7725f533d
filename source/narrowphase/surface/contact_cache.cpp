#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "shapes/basic/content_hash.hpp"
#include "shapes/mesh/height_field_data.hpp"
#include "shapes/mesh/triangle_mesh_data.hpp"

#include <sat3d/narrowphase/contact_cache.hpp>

#include <bit>

namespace sat3d::SAT3D_ABI {

namespace {

std::uint64_t hashOfShape(ShapeRef shape) {
    const std::uint64_t content = visitShape(
        shape, [](const TriangleMesh& mesh) { return mesh.data().contentHash; },
        [](const HeightField& field) { return field.data().contentHash; },
        [](const detail::SurfaceTriangle& triangle) { return hashOfBits(triangle.triangle); },
        [](const auto& simple) { return contentHash(simple); });
    return mixHash(static_cast<std::uint64_t>(shape.kind()), content);
}

/// The bits in which two numbers differ: a zero differs from a negative zero, and a NaN not from itself.
std::uint64_t differing(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) ^ std::bit_cast<std::uint32_t>(b);
}
std::uint64_t differing(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) ^ std::bit_cast<std::uint64_t>(b);
}
template <class T>
std::uint64_t differing(const BasicPose<T>& a, const BasicPose<T>& b) {
    const auto& [p, q] = a;
    const auto& [r, s] = b;
    return differing(p.x, r.x) | differing(p.y, r.y) | differing(p.z, r.z) | differing(q.x, s.x) |
           differing(q.y, s.y) | differing(q.z, s.z) | differing(q.w, s.w);
}
std::uint64_t differing(const CollideOptions& a, const CollideOptions& b) {
    return differing(a.margin, b.margin) | differing(a.faceBias, b.faceBias);
}

}  // namespace

template <class T>
std::span<const BasicManifold<T>> collide(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                          const std::type_identity_t<BasicPose<T>>& poseB,
                                          BasicContactCache<T>& cache, const CollideOptions& options) {
    const std::uint64_t hashA = hashOfShape(a), hashB = hashOfShape(b);
    const auto& former = cache.question_;
    const bool isFormer =
        former && ((former->hashA ^ hashA) | (former->hashB ^ hashB) | differing(former->poseA, poseA) |
                   differing(former->poseB, poseB) | differing(former->options, options)) == 0;
    if (!isFormer) {
        cache.count_ = collide(a, poseA, b, poseB, std::span(cache.manifolds_), options).size();
        cache.question_ = {hashA, hashB, poseA, poseB, options};
    }
    return cache.manifolds();
}
template SAT3D_API std::span<const Manifold> collide(ShapeRef, const Pose&, ShapeRef, const Pose&,
                                                     ContactCache&, const CollideOptions&);
template SAT3D_API std::span<const DManifold> collide(ShapeRef, const DPose&, ShapeRef, const DPose&,
                                                      DContactCache&, const CollideOptions&);

}  // namespace sat3d::SAT3D_ABI
