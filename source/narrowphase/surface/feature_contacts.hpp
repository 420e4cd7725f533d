#pragma once

/// @file
/// Contacts over edges and vertices of a surface, and the choice between them and those along faces.

#include "core/inline_list.hpp"
#include "narrowphase/surface/contact/active_triangles.hpp"
#include "narrowphase/surface/contact/surface_contact.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"
#include "narrowphase/surface/patch_contacts.hpp"
#include "narrowphase/surface/push/feature_push.hpp"

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// A FeaturePushSearch that is prepared when it is first used: most bodies at rest need none.
class LazyFeatureSearch {
public:
    explicit LazyFeatureSearch(const SurfacePair& pair) : pair_(pair) {}

    [[nodiscard]] const FeaturePushSearch& operator*() const {
        return search_ ? *search_ : search_.emplace(pair_);
    }
    [[nodiscard]] const FeaturePushSearch* operator->() const { return &**this; }

private:
    const SurfacePair& pair_;
    mutable std::optional<FeaturePushSearch> search_;
};

/// A push over an edge or a vertex of a triangle.
struct TriangleFeature {
    FeaturePush push;
    std::uint32_t triangle;
};

/// Pushes over edges and vertices; if there are too many, the deepest.
class TriangleFeatures {
public:
    void add(const FeaturePush& push, std::uint32_t triangle);

    [[nodiscard]] const TriangleFeature* begin() const { return features_.begin(); }
    [[nodiscard]] const TriangleFeature* end() const { return features_.end(); }

private:
    static constexpr std::size_t kCapacity = 32;

    InlineList<TriangleFeature, kCapacity> features_;
};

/// Decides for triangles that contacts do not free the body of whether the body touches them along their own
/// normal, over one of their edges or vertices, or only where contacts of their neighbors push. Only for
/// those for which the kernels have not decided.
/// @param patches   receives the first kind
/// @param features  receives the second kind
void sortTriangles(const SurfacePair& pair, const ActiveTriangles& active, const LazyFeatureSearch& search,
                   const SurfaceContacts& contacts, Patches& patches, TriangleFeatures& features);

/// Adds the contacts of pushes over edges and vertices.
void addFeatureContacts(const TriangleFeatures& features, SurfaceContacts& contacts);

/// Adds the contacts of a capsule over edges and vertices, with those triangles that the contacts of patches
/// do not free it of, the closest first.
void addCapsuleContacts(const SurfacePair& pair, const ActiveTriangles& active,
                        const LazyFeatureSearch& search, SurfaceContacts& contacts);

}  // namespace sat3d::SAT3D_ABI
