// Public headers in an order that no formatter chooses: after <sat3d/sat3d.hpp>, the others give no warnings
// either, such as of names that hide each other.
// clang-format off
#include <sat3d/sat3d.hpp>
#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/draw.hpp>
#include <sat3d/debug/draw_dynamics.hpp>
#include <sat3d/debug/draw_world.hpp>
#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/debug/model_drawing.hpp>
#include <sat3d/debug/tessellate.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/import/worker.hpp>
