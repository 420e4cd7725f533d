#pragma once

/// What becomes of a node's mesh.

#include <sat3d/import/import.hpp>
#include <sat3d/shapes/shape.hpp>

namespace sat3d::inline SAT3D_ABI::importing {

struct NameDecision;

struct Treatment {
    bool isBody = true;          ///< else it is only measured
    bool isSurface = false;      ///< a static triangle mesh: but for the unit, nothing below counts
    bool splitsIslands = false;  ///< but not where it has holes: its faces may hang together nowhere
    NotConvexAs notConvexAs = NotConvexAs::Hull;
    ShapeKind fit = ShapeKind::ConvexHull;  ///< a box, sphere or capsule, where the mesh is one
    double metresPerUnit = 1.0;  ///< what the file's numbers were taken for, to say what to try instead
};

/// As its name, or the lack of one, asks.
/// @param isDynamic  moves by itself, as surfaces do not
Treatment treatmentByName(const NameDecision& decision, bool isDynamic, const ImportOptions& options);

/// Of a collider that the file declares as a mesh: one said to be convex gets its hull.
Treatment treatmentOfDeclared(bool isSaidConvex, bool isDynamic, const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
