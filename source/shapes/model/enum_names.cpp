#include "core/enum_names.hpp"

#include <sat3d/shapes/baked_model.hpp>
#include <sat3d/shapes/collision_model.hpp>
#include <sat3d/shapes/convex_decomposition.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/physics_properties.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/triangle.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

namespace sat3d::SAT3D_ABI {

std::string_view toString(Sides sides) noexcept {
    return enumName<Sides::Both>(sides, {"Front", "Both"});
}

std::string_view toString(UpAxis axis) noexcept {
    return enumName<UpAxis::Z>(axis, {"Y", "Z"});
}

std::string_view toString(ShapeType type) noexcept {
    return enumName<ShapeType::TriangleMesh>(type,
                                             {"ConvexHull", "Box", "Sphere", "Capsule", "TriangleMesh"});
}

std::string_view toString(MotionType motion) noexcept {
    return enumName<MotionType::Kinematic>(motion, {"Unspecified", "Static", "Dynamic", "Kinematic"});
}

std::string_view toString(CombineMode combine) noexcept {
    return enumName<CombineMode::Multiply>(combine, {"Average", "Minimum", "Maximum", "Multiply"});
}

std::string_view toString(ShapeError::Code code) noexcept {
    return enumName<ShapeError::Code::NotWatertight>(
        code, {"NotFinite", "TooLarge", "Negative", "NotNormalized", "NonUniformScale", "NonAxisAlignedScale",
               "SingularMap", "HullFailed", "Empty", "NotWatertight"});
}

std::string_view toString(MeshError::Code code) noexcept {
    return enumName<MeshError::Code::BadTags>(code,
                                              {"Empty", "NotFinite", "TooLarge", "BadIndex", "BadTags"});
}

std::string_view toString(HeightFieldError::Code code) noexcept {
    return enumName<HeightFieldError::Code::Empty>(
        code, {"BadSize", "BadRange", "BadCell", "NotFinite", "BadHole", "BadTags", "Empty"});
}

std::string_view toString(DecompositionError::Code code) noexcept {
    return enumName<DecompositionError::Code::Canceled>(
        code, {"HullFailed", "BadIndices", "BadOptions", "Canceled"});
}

std::string_view toString(BakedError::Code code) noexcept {
    return enumName<BakedError::Code::Malformed>(
        code, {"NotFound", "Unreadable", "WrongMagic", "UnsupportedVersion", "SizeMismatch",
               "ChecksumMismatch", "Malformed"});
}

}  // namespace sat3d::SAT3D_ABI
