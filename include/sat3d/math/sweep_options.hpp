#pragma once

/// @file
/// Options of sweeps, in space and in the plane.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

struct SweepOptions {
    /// If a shape rotates: the gap that counts as touching, and the depth of overlaps that may be missed. A
    /// fraction (1e-6 .. 1) of the bounding radius of the smaller shape. Triangles of surfaces, half-spaces
    /// and half-planes do not count: at them it is at most that of the other shape. If the smaller shape is a
    /// point, it is the mean of both radii. In space, at least 1.6e-7 of that mean, because of rounding.
    float tolerance = 1e-4f;
    /// The gap to keep, meters, not negative: for a game that moves a shape by `fraction` in each step.
    /// Without one, the rounding of the new pose lets about every second next sweep start with an overlap.
    ///
    /// `fraction` then ends where the shapes are this far apart along the normal, or farther by the tolerance
    /// if one rotates, and `point` is midway between them there. Shapes that start closer do not approach any
    /// further, but may slide along each other and part. A motion that ends within the skin is a Hit. In
    /// space, the poses at `fraction`, rounded to the coordinates' type, are proven to be at least half of
    /// the skin apart, or as far as at the start up to rounding. So choose a skin of more than 4 times the
    /// rounding of coordinates: 2 mm are enough up to 8 km from the origin in float. Costs one or two
    /// distance queries, rarely a sweep, too.
    float skin = 0.0f;
};

}  // namespace sat3d::SAT3D_ABI
