#pragma once

/// @file
/// The surface of a part of a body: its material and velocity.

#include "world/objects/space_math.hpp"

#include <sat3d/response/body.hpp>
#include <sat3d/world/object.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The place of a surface in those of a body, which are sorted: or of the first one with a higher tag.
template <class Dimension>
[[nodiscard]] auto placeOfSurface(const BasicBody<Dimension>& body, std::uint32_t tag) {
    return std::ranges::lower_bound(body.surfaces, tag, {}, &BasicPartSurface<Dimension>::tag);
}

/// The surface with a tag, or nullptr if the body has none of its own for it.
template <class Dimension>
[[nodiscard]] const BasicPartSurface<Dimension>* partSurfaceOf(const BasicBody<Dimension>& body,
                                                               std::uint32_t tag) {
    const auto at = placeOfSurface(body, tag);
    return at != body.surfaces.end() && at->tag == tag ? &*at : nullptr;
}

/// The tag of what touches of an object.
/// @param child    of a compound
/// @param faceTag  of the face, triangle or cell
template <class T>
[[nodiscard]] std::uint32_t touchingTag(const BasicObject<T>& object, std::uint32_t child,
                                        std::uint32_t faceTag) {
    const auto parts = partsOf(object.shape);
    return parts.empty() ? faceTag : parts[child].tag;
}

}  // namespace sat3d::SAT3D_ABI
