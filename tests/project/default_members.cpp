// Members that a game's own classes construct from options, as their default: all of them must compile. GCC
// 12 ends with an internal error (build_call_a) if a default of a class template's options is a call of a
// function.
#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/debug/model_drawing.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>

namespace {

struct Space {
    sat3d::World world{{.detail = sat3d::ContactDetail::Push, .maxManifolds = 16}};
    sat3d::DWorld doubleWorld{{.margin = 0.01f}};
    sat3d::Dynamics dynamics{{.sleepSpeed = 0.0f}};
    sat3d::DDynamics doubleDynamics{{.solver = {.substeps = 4}, .sleepSpeed = 0.0f}};
    sat3d::ContactSolver solver{{.substeps = 4}};
    sat3d::FixedStep step{1.0f / 120.0f};
    sat3d::DebugScene scene{{.segments = 8}};
    sat3d::SolverBody body{.inverseMass = 1.0f};
    sat3d::SolverContact contact{.friction = 0.5f};
    sat3d::Body fromOptions{.angularVelocity = {0.0f, 1.0f, 0.0f}};
};

struct Plane {
    sat3d::PlanarWorld world{{.maxManifolds = 16}};
    sat3d::DPlanarWorld doubleWorld{{.margin = 0.01f}};
    sat3d::PlanarDynamics dynamics{{.sleepSpeed = 0.0f}};
    sat3d::DPlanarDynamics doubleDynamics{{.solver = {.substeps = 4}, .sleepSpeed = 0.0f}};
    sat3d::PlanarContactSolver solver{{.substeps = 4}};
    sat3d::PlanarSolverBody body{.inverseMass = 1.0f};
    sat3d::PlanarSolverContact contact{.friction = 0.5f};
    sat3d::PlanarBody fromOptions{.angularVelocity = 1.0f};
};

struct Options {
    sat3d::DynamicsOptions dynamics{.sleepSpeed = 0.0f};
    sat3d::PlanarDynamicsOptions planarDynamics{.sleepSpeed = 0.0f};
    sat3d::SolverOptions solver{.substeps = 4};
    sat3d::MoveOptions mover{.skin = 0.02f};
    sat3d::PlanarMoveOptions planarMover{.skin = 0.02f};
    sat3d::FreedOptions freed{.gap = 0.01f};
    sat3d::PushApartOptions pushApart{.gap = 0.01f};
    sat3d::StandOptions stand{.reach = 1.0f};
    sat3d::WorldOptions world{.margin = 0.01f};
    sat3d::PlanarWorldOptions planarWorld{.margin = 0.01f};
    sat3d::OverlapOptions overlaps{.margin = 0.01f};
    sat3d::PenetrationOptions penetration{.margin = 0.01f};
    sat3d::CollideOptions collide{.margin = 0.01f};
    sat3d::SweepOptions sweep{.skin = 0.01f};
    sat3d::ExplainOptions explain{.earlyOut = true};
    sat3d::PlanarOptions planar{.margin = 0.01f};
    sat3d::HullOptions hull{.coplanarTolerance = 1e-4f};
    sat3d::MeshOptions mesh{.sides = sat3d::Sides::Front};
    sat3d::HeightFieldOptions field{.sides = sat3d::Sides::Both};
    sat3d::DecompositionOptions decomposition{.maxPieces = 8};
    sat3d::DebugOptions debug{.segments = 8};
    sat3d::DrawingOptions drawing{.nameA = "tank"};
    sat3d::ModelDrawingOptions modelDrawing{.title = "tank"};
    sat3d::ImportOptions import{.up = sat3d::UpAxis::Z};
    sat3d::Isolation isolation{.maxMemoryBytes = 1u << 30};
};

/// Constructs each of them, in a function that the compiler cannot leave out.
[[maybe_unused]] void construct(void (*use)(const Space&, const Plane&, const Options&)) {
    use({}, {}, {});
}

}  // namespace
