#include "import/gltf/extras/shape_list.hpp"

#include "import/gltf/document/json_values.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Json = nlohmann::json;

/// Default values of the extensions, meters.
struct Defaults {
    double radius, capsuleHeight, cylinderHeight;
};

Defaults defaultsOf(GltfShapeDialect dialect) {
    return dialect == GltfShapeDialect::Khronos ? Defaults{0.25, 0.5, 0.5} : Defaults{0.5, 1.0, 2.0};
}

void readBox(const Json& figures, DeclaredShape& shape) {
    shape.size = vectorOf(figures, "size").value_or(glm::dvec3(1.0));
    if (!(shape.size.x > 0.0 && shape.size.y > 0.0 && shape.size.z > 0.0)) {
        invalid("size", "is " + formatPoint(glm::vec3(shape.size)) + ", and all three must be above 0");
    }
}

void readRadii(const Json& figures, double fallback, DeclaredShape& shape) {
    const double both = notNegative(figures, "radius", fallback);
    shape.radiusBottom = notNegative(figures, "radiusBottom", both);
    shape.radiusTop = notNegative(figures, "radiusTop", both);
    if (shape.radiusBottom == 0.0 && shape.radiusTop == 0.0) {
        throw JsonValueError("both radii are 0. Write at least one above 0");
    }
}

/// Reads a capsule. In old files with one radius, the height of a capsule includes its caps.
void readCapsule(const Json& figures, GltfShapeDialect dialect, bool isFlat, DeclaredShape& shape) {
    const Defaults defaults = defaultsOf(dialect);
    readRadii(figures, defaults.radius, shape);
    const bool isOld = dialect == GltfShapeDialect::Omi && (isFlat || figures.contains("radius"));
    if (!isOld) {
        shape.height = positive(figures, "height", defaults.capsuleHeight);
        return;
    }
    const double whole = positive(figures, "height", 2.0);
    shape.height = whole - shape.radiusBottom - shape.radiusTop;
    if (shape.height < 0.0) {
        invalid("height",
                "is " + formatNumber(whole) + ", less than the two round ends. Make it longer or thinner");
    }
}

void readMesh(const Json& figures, std::size_t meshCount, DeclaredShape& shape) {
    const auto mesh = indexOf(figures, "mesh", meshCount, "meshes");
    if (!mesh) {
        throw JsonValueError("it has no mesh. Add one, or use another type");
    }
    shape.meshes.push_back({*mesh});
}

DeclaredShape::Kind shapeTypeOf(const std::string& type) {
    constexpr std::pair<std::string_view, DeclaredShape::Kind> kKinds[] = {
        {"box", DeclaredShape::Kind::Box},         {"sphere", DeclaredShape::Kind::Sphere},
        {"capsule", DeclaredShape::Kind::Capsule}, {"cylinder", DeclaredShape::Kind::Cylinder},
        {"mesh", DeclaredShape::Kind::Mesh},       {"trimesh", DeclaredShape::Kind::Mesh},
        {"convex", DeclaredShape::Kind::Mesh},     {"hull", DeclaredShape::Kind::Mesh}};
    const auto* found = std::ranges::find(kKinds, std::string_view(type),
                                          &std::pair<std::string_view, DeclaredShape::Kind>::first);
    if (found != std::end(kKinds)) {
        return found->second;
    }
    throw JsonValueError(type.empty() ? "it has no type. Export the model again"
                         : type == "plane"
                             ? "planes are not supported. Replace it with a thick box"
                             : "its type \"" + type +
                                   "\" is unknown. Use box, sphere, capsule, cylinder or a mesh");
}

DeclaredShape readShape(const Json& json, GltfShapeDialect dialect, std::size_t meshCount) {
    DeclaredShape shape;
    const std::string type = textOr(json, "type", "");
    shape.kind = shapeTypeOf(type);
    shape.isHull = type == "convex" || type == "hull";
    const Json* const nested = objectMember(json, type.c_str());
    static const Json kNothing = Json::object();
    const bool isFlat = nested == nullptr && dialect == GltfShapeDialect::Omi && json.size() > 1;
    const Json& figures = nested != nullptr ? *nested : isFlat ? json : kNothing;
    switch (shape.kind) {
        case DeclaredShape::Kind::Box:
            readBox(figures, shape);
            break;
        case DeclaredShape::Kind::Sphere:
            shape.radiusBottom = shape.radiusTop = positive(figures, "radius", 0.5);
            break;
        case DeclaredShape::Kind::Capsule:
            readCapsule(figures, dialect, isFlat, shape);
            break;
        case DeclaredShape::Kind::Cylinder:
            readRadii(figures, defaultsOf(dialect).radius, shape);
            shape.height = positive(figures, "height", defaultsOf(dialect).cylinderHeight);
            break;
        case DeclaredShape::Kind::Mesh:
            // In old KHR files, the shape itself states whether it is a hull.
            if (const Json* extensions = objectMember(json, "extensions")) {
                for (const char* name : {"KHR_physics_rigid_bodies", "KHR_rigid_bodies"}) {
                    const Json* const more = objectMember(*extensions, name);
                    shape.isHull = shape.isHull || (more != nullptr && flagOf(*more, "convexHull"));
                }
            }
            readMesh(figures, meshCount, shape);
            break;
    }
    return shape;
}

}  // namespace

DeclaredShape gltfShape(const Json& shape, std::uint32_t index, GltfShapeDialect dialect,
                        std::size_t meshCount) try {
    return readShape(shape, dialect, meshCount);
} catch (const JsonValueError& fault) {
    throw JsonValueError("shape " + std::to_string(index) + " is invalid: " + fault.what());
}

}  // namespace sat3d::SAT3D_ABI::importing
