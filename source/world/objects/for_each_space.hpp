#pragma once

/// @file
/// Explicit instantiations for all spaces that worlds and dynamics exist in.

#include <sat3d/world/space.hpp>

/// Instantiates templates for each space.
/// @param instantiate  a macro that takes the type of a space's numbers, or Planar of that type
#define SAT3D_FOR_EACH_SPACE(instantiate) \
    instantiate(float);                   \
    instantiate(double);                  \
    instantiate(Planar<float>);           \
    instantiate(Planar<double>)
