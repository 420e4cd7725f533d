#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/planar/measures.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_shape.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>

namespace sat3d::inline SAT3D_ABI {

namespace {

Result<MassProperties, ShapeError> solidOf(ShapeRef shape) {
    using Kind = ShapeRef::Kind;
    switch (shape.kind()) {
        case Kind::Sphere:
            return massProperties(shape.sphere());
        case Kind::Capsule:
            return massProperties(shape.capsule());
        case Kind::Box:
            return massProperties(shape.box());
        case Kind::ConvexHull:
            return massProperties(shape.hull());
        case Kind::Compound:
            return massProperties(shape.compound());
        case Kind::TriangleMesh:
            return massProperties(shape.mesh());
        case Kind::Triangle:
        case Kind::HalfSpace:
        case Kind::HeightField:
            break;
    }
    return Unexpected{
        ShapeError{ShapeError::Code::NotWatertight,
                   "half-spaces and height fields enclose no volume: leave their mass infinite"}};
}

BodyMass scaled(const MassProperties& solid, double density) {
    return {static_cast<float>(solid.volume * density), glm::vec3(solid.centroid),
            glm::mat3(solid.inertia * density)};
}

Result<PlanarMassProperties, ShapeError> solidOf(PlanarShapeRef shape) {
    const PlanarMassProperties solid = massProperties(shape);
    if (!(solid.area > 0.0)) {
        return Unexpected{ShapeError{ShapeError::Code::NotWatertight,
                                     "half-planes and segments enclose no area: leave their mass infinite"}};
    }
    return solid;
}

PlanarBodyMass scaled(const PlanarMassProperties& solid, double density) {
    return {static_cast<float>(solid.area * density), glm::vec2(solid.centroid),
            static_cast<float>(solid.inertia * density)};
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

float combined(float a, CombineMode ruleA, float b, CombineMode ruleB) noexcept {
    switch (std::min(ruleA, ruleB)) {
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

}  // namespace sat3d::inline SAT3D_ABI
