#pragma once

/// @file
/// Contacts with patches: with triangles along their own normal.

#include "core/inline_list.hpp"
#include "narrowphase/surface/contact/active_triangles.hpp"
#include "narrowphase/surface/contact/surface_contact.hpp"
#include "narrowphase/surface/contact/surface_pair.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Normals of triangles that the body touches along them, to 0.8 degrees; if there are too many, those of the
/// deepest triangles.
class Patches {
public:
    struct Patch {
        glm::vec3 outward;
        float separation;  ///< of the deepest triangle, which gives the normal; of tied ones, the lowest
                           ///< numbered
        std::uint32_t triangle;
    };

    explicit Patches(const SurfacePair& pair) : pair_(pair) {}

    /// Adds the normals of some triangles of a batch.
    void add(const detail::ActiveBatch& batch, detail::TriangleSet triangles);
    void add(const Patch& patch);

    [[nodiscard]] const Patch* begin() const { return patches_.begin(); }
    [[nodiscard]] const Patch* end() const { return patches_.end(); }

private:
    [[nodiscard]] float tieOf(float separation) const {
        return static_cast<float>(pair_.tieOf(double(separation)));
    }
    /// Whether a triangle is deeper than another, or has a lower number if they are tied.
    [[nodiscard]] bool comesBefore(const Patch& patch, const Patch& other) const {
        const float difference = patch.separation - other.separation;
        return std::abs(difference) <= tieOf(std::min(patch.separation, other.separation))
                   ? patch.triangle < other.triangle
                   : difference < 0.0f;
    }

    const SurfacePair& pair_;

    InlineList<Patch, SurfaceContacts::kCapacity> patches_;
};

/// Adds a contact for each patch that the body's face touches. It replaces a former contact of nearly the
/// same normal, which is of shallower triangles.
void addPatchContacts(const SurfacePair& pair, const ActiveTriangles& active, const Patches& patches,
                      SurfaceContacts& contacts);

}  // namespace sat3d::SAT3D_ABI
