#include "world/objects/shape_hash.hpp"

#include "core/hash.hpp"

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <bit>
#include <span>
#include <variant>

namespace sat3d::SAT3D_ABI {

namespace {

/// Hash of the numbers of shapes.
class ShapeHash {
public:
    [[nodiscard]] std::uint64_t value() const { return hash_; }

    void add(std::uint64_t word) { hash_ = mixHash(hash_, word); }
    void add(std::uint32_t word) { add(std::uint64_t{word}); }
    void add(float number) { add(std::uint64_t{std::bit_cast<std::uint32_t>(number)}); }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(const glm::dvec2& v) { addAll(v.x, v.y); }
    void add(const glm::vec2& v) { addAll(v.x, v.y); }
    void add(const glm::vec3& v) { addAll(v.x, v.y, v.z); }
    void add(const glm::quat& q) { addAll(q.x, q.y, q.z, q.w); }

    void add(const Sphere& sphere) { addAll(sphere.center, sphere.radius); }
    void add(const Capsule& capsule) { addAll(capsule.start, capsule.end, capsule.radius); }
    void add(const Box& box) { addAll(box.center, box.halfExtents, box.rotation); }
    void add(const ConvexHull& hull) {
        add(hull.contentHash());
        addRange(hull.faceTags());
    }
    void add(const HalfSpace& halfSpace) { addAll(halfSpace.normal, halfSpace.offset); }
    void add(const Compound& compound) { addChildren(compound.children()); }
    void add(const TriangleMesh& mesh) {
        add(static_cast<std::uint64_t>(mesh.sides()));
        addRange(mesh.vertices());
        addRange(mesh.indices());
        addRange(mesh.tags());
    }
    void add(const HeightField& field) {
        add(static_cast<std::uint64_t>(field.sides()));
        add(std::uint64_t{field.columns()} << 32 | field.rows());
        add(field.cellSize());
        addRange(field.heights());
        addRange(field.tags());
        const std::uint32_t cells = (field.columns() - 1) * (field.rows() - 1);
        for (std::uint32_t cell = 0; cell < cells; ++cell) {
            if (field.isHole(cell)) {
                add(std::uint64_t{cell});
            }
        }
    }

    void add(const Circle& circle) { addAll(circle.center, circle.radius); }
    void add(const PlanarCapsule& capsule) { addAll(capsule.start, capsule.end, capsule.radius); }
    void add(const PlanarSegment& segment) { addAll(segment.start, segment.end); }
    void add(const PlanarBox& box) { addAll(box.center, box.halfExtents, box.rotation); }
    void add(const ConvexPolygon& polygon) { addRange(polygon.vertices()); }
    void add(const HalfPlane& halfPlane) { addAll(halfPlane.normal, halfPlane.offset); }
    void add(const PlanarCompound& compound) { addChildren(compound.children()); }

    template <class... Shapes>
    void add(const std::variant<Shapes...>& shape) {
        add(std::uint64_t{shape.index()});
        std::visit([this](const auto& alternative) { this->add(alternative); }, shape);
    }

private:
    template <class... Parts>
    void addAll(const Parts&... parts) {
        (add(parts), ...);
    }
    /// All but the poses.
    template <class Child>
    void addChildren(std::span<const Child> children) {
        add(std::uint64_t{children.size()});
        for (const Child& child : children) {
            add(child.shape);
            addAll(child.tag, child.userData);
        }
    }
    template <class Number>
    void addRange(std::span<const Number> numbers) {
        add(std::uint64_t{numbers.size()});
        for (const Number& number : numbers) {
            add(number);
        }
    }

    std::uint64_t hash_ = 0;
};

}  // namespace

std::uint64_t hashOfShape(const Shape& shape) {
    ShapeHash hash;
    hash.add(shape);
    return hash.value();
}

std::uint64_t hashOfShape(const PlanarShape& shape) {
    ShapeHash hash;
    hash.add(shape);
    return hash.value();
}

}  // namespace sat3d::SAT3D_ABI
