#pragma once

/// @file
/// Drawings of explain(): every candidate plane with both projected hulls, and the two hulls in space.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

struct DrawingOptions {
    std::string title = {};  ///< heading; if empty, a heading is made from the answer
    std::string nameA = "A";
    std::string nameB = "B";
    glm::vec3 up{0.0f, 1.0f, 0.0f};  ///< up direction of the 3D drawing; not zero
    /// Largest number of cards per kind (planes, face normals) in the SVG. One line states the range of the
    /// other cards. The HTML page shows all cards.
    std::size_t maxPlanes = 60;
};

/// Draws an explanation as a self-contained SVG image: the 3D view with the push, the winning axis large,
/// every plane as a card. Every card is an element with the attributes data-plane (or data-axis),
/// data-separation and data-winner. Shapes without planes have the 3D view alone.
/// @code
/// file << drawExplanationSvg(explain(a, poseA, b, poseB), a, poseA, b, poseB, {.nameA = "tank"});
/// @endcode
/// @param a, poseA, b, poseB  the arguments of explain(). Of composite shapes, the children are drawn that
/// the explanation is about.
/// @param options  the title and the names may contain any characters: they are escaped
template <class T>
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationSvg(const Explanation& explanation, ShapeRef a,
                                                             const BasicPose<T>& poseA, ShapeRef b,
                                                             const std::type_identity_t<BasicPose<T>>& poseB,
                                                             const DrawingOptions& options = {});

/// Draws an explanation as a self-contained HTML page. The mouse rotates the 3D view. Needs no network.
template <class T>
[[nodiscard]] SAT3D_DEBUG_API std::string drawExplanationHtml(const Explanation& explanation, ShapeRef a,
                                                              const BasicPose<T>& poseA, ShapeRef b,
                                                              const std::type_identity_t<BasicPose<T>>& poseB,
                                                              const DrawingOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
