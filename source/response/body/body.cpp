#include "narrowphase/pair/visit_shape.hpp"

#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/planar/measures.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/shapes/collision_model.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

Result<MassProperties, ShapeError> solidOf(ShapeRef shape) {
    return visitShape(shape, [](const auto& known) -> Result<MassProperties, ShapeError> {
        if constexpr (requires { massProperties(known); }) {
            return massProperties(known);
        } else {
            return Unexpected{
                ShapeError{ShapeError::Code::NotWatertight,
                           "half-spaces and height fields enclose no volume: leave their bodies kinematic"}};
        }
    });
}

BodyMass scaled(const MassProperties& solid, double density) {
    return {static_cast<float>(solid.volume * density), glm::vec3(solid.centroid),
            glm::mat3(solid.inertia * density)};
}

Result<PlanarMassProperties, ShapeError> solidOf(PlanarShapeRef shape) {
    const PlanarMassProperties solid = massProperties(shape);
    if (!(solid.area > 0.0)) {
        return Unexpected{
            ShapeError{ShapeError::Code::NotWatertight,
                       "half-planes and segments enclose no area: leave their bodies kinematic"}};
    }
    return solid;
}

PlanarBodyMass scaled(const PlanarMassProperties& solid, double density) {
    return {static_cast<float>(solid.area * density), glm::vec2(solid.centroid),
            static_cast<float>(solid.inertia * density)};
}

std::optional<CombineMode> commonRule(std::optional<CombineMode> a, std::optional<CombineMode> b) {
    return a && b ? std::min(*a, *b) : a ? a : b;
}

float combinedBy(CombineMode rule, float a, float b) {
    switch (rule) {
        case CombineMode::Average:
            return 0.5f * (a + b);
        case CombineMode::Minimum:
            return std::min(a, b);
        case CombineMode::Maximum:
            return std::max(a, b);
        case CombineMode::Multiply:
            return a * b;
    }
    return a;
}

}  // namespace

Result<BodyMass, ShapeError> massFromDensity(ShapeRef shape, float density) {
    auto solid = solidOf(shape);
    if (!solid) {
        return Unexpected{solid.error()};
    }
    return scaled(*solid, density);
}

Result<BodyMass, ShapeError> massOfShape(ShapeRef shape, float mass) {
    auto solid = solidOf(shape);
    if (!solid) {
        return Unexpected{solid.error()};
    }
    if (!(solid->volume > 0.0)) {
        return Unexpected{ShapeError{ShapeError::Code::NotWatertight,
                                     "the shape has no volume: set its center of mass and inertia by hand"}};
    }
    return scaled(*solid, mass / solid->volume);
}

Result<PlanarBodyMass, ShapeError> massFromDensity(PlanarShapeRef shape, float density) {
    auto solid = solidOf(shape);
    if (!solid) {
        return Unexpected{solid.error()};
    }
    return scaled(*solid, density);
}

Result<PlanarBodyMass, ShapeError> massOfShape(PlanarShapeRef shape, float mass) {
    auto solid = solidOf(shape);
    if (!solid) {
        return Unexpected{solid.error()};
    }
    return scaled(*solid, mass / solid->area);
}

Material materialOf(const PhysicsMaterial& imported) noexcept {
    return {.friction = imported.dynamicFriction,
            .restitution = imported.restitution,
            .frictionCombine = imported.frictionCombine,
            .restitutionCombine = imported.restitutionCombine};
}

std::vector<PartSurface> surfacesOf(const CollisionModel& model) {
    std::vector<PartSurface> surfaces;
    for (std::uint32_t i = 0; i < model.bodies.size(); ++i) {
        const auto& material = model.bodies[i].physicsMaterial;
        if (material && *material < model.physicsMaterials.size()) {
            surfaces.push_back({.tag = i, .material = materialOf(model.physicsMaterials[*material])});
        }
    }
    return surfaces;
}

float combinedFriction(const Material& a, const Material& b) noexcept {
    const auto rule = commonRule(a.frictionCombine, b.frictionCombine);
    return rule ? combinedBy(*rule, a.friction, b.friction) : std::sqrt(a.friction * b.friction);
}

float combinedRestitution(const Material& a, const Material& b) noexcept {
    const auto rule = commonRule(a.restitutionCombine, b.restitutionCombine);
    return combinedBy(rule.value_or(CombineMode::Maximum), a.restitution, b.restitution);
}

}  // namespace sat3d::SAT3D_ABI
