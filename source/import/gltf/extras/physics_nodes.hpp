#pragma once

/// The parts that the Khronos and OMI physics extensions of glTF have in common: colliders of nodes, triggers
/// that consist of several nodes, lists of materials and filters, and faults.

#include "import/gltf/document/document.hpp"
#include "import/gltf/document/json_values.hpp"
#include "import/gltf/extras/node_extras.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Family of extensions. The families differ in their default values and in the meaning of a capsule's
/// height.
enum class GltfShapeDialect : std::uint8_t { Khronos, Omi };

class PhysicsNodes {
public:
    using Json = nlohmann::json;
    /// Returns the shape of a collider or trigger, or nothing if the part has none. Throws JsonValueError.
    using ShapeReader = std::function<std::optional<DeclaredShape>(const Json& part)>;
    static constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t kMaxFaults = 20;  ///< reported faults for one node or one list

    PhysicsNodes(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras);

    [[nodiscard]] const ImportOptions& options() const { return options_; }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(parents_.size()); }
    [[nodiscard]] const Json& json(std::uint32_t k) const { return document_.nodes[k]; }
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t k) const { return parents_[k]; }
    [[nodiscard]] NodePhysics& physics(std::uint32_t k) { return extras_.nodes[k].physics; }
    [[nodiscard]] const Json* extensionOfFile(const char* name) const;
    /// Returns a list of an extension in the document.
    [[nodiscard]] JsonValues listOf(const char* extension, const char* key) const;
    [[nodiscard]] DeclaredShape shapeIn(JsonValues shapes, std::uint32_t index,
                                        GltfShapeDialect dialect) const;

    /// Reads the lists of materials and filters of an extension.
    void readLists(const Json* extension);
    /// Reads motion, collider and trigger of a node. They have the same form in the extensions of both
    /// families.
    void readBody(std::uint32_t k, const Json& body, RigidBody (*readMotion)(const Json&),
                  const ShapeReader& readShape);
    /// Adds a collider to a node.
    /// @param part     names its material and its filter
    /// @param trigger  node of the trigger that it belongs to; none: solid
    void addCollider(std::uint32_t k, std::optional<DeclaredShape> shape, const Json& part,
                     std::optional<std::uint32_t> trigger);
    void noteCollider() { extras_.physics.hasColliders = true; }
    void noteJoint(bool exists) { joints_ += exists; }

    /// Calls a function that reads a part of a node. An invalid value adds a fault to the node. The fault
    /// states the consequence.
    template <class Read>
    void attempt(std::uint32_t k, const char* consequence, Read&& read) {
        try {
            read();
        } catch (const JsonValueError& fault) {
            addFault(k, consequence, fault);
        }
    }

    /// Resolves references between nodes. Call it after all nodes are read.
    void finish();

private:
    void addFault(std::uint32_t k, const char* consequence, const JsonValueError& fault);
    void readCompound(std::uint32_t whole, JsonValues parts);
    void joinTrigger(std::uint32_t part, std::uint32_t whole);

    const GltfDocument& document_;
    const ImportOptions& options_;
    GltfExtras& extras_;
    std::vector<std::uint32_t> parents_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> compounds_;  // part, whole
    std::uint32_t joints_ = 0;
};

/// Reads the physics of all nodes into `extras`, which has an entry for each node. Invalid values are skipped
/// and reported as faults and notes.
/// @param document  validated: transforms are numbers, children form trees
/// Throws ValidationError if a limit is exceeded.
void readGltfPhysics(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras);

/// Reads KHR_physics_rigid_bodies and its earlier names.
/// @param extension  the extension in the document, or nullptr
void readKhronosPhysics(const nlohmann::json* extension, PhysicsNodes& nodes);
/// Reads OMI_physics_body, also in its earlier form, and OMI_collider.
void readOmiPhysics(PhysicsNodes& nodes);

}  // namespace sat3d::SAT3D_ABI::importing
