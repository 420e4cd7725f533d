#include "import/gltf/extras/physics_extensions.hpp"

#include "import/gltf/document/extension_lookup.hpp"

#include <algorithm>

namespace sat3d::SAT3D_ABI::importing {

void readGltfPhysics(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras) {
    const bool isKhronos = options.khrPhysics && std::ranges::any_of(document.nodes, khronosOf);
    const bool isOmi = options.omiPhysics && std::ranges::any_of(document.nodes, hasOmi);
    if (!isKhronos && !isOmi) {
        return;
    }
    PhysicsNodes nodes(document, options, extras);
    if (isKhronos) {
        readKhronosPhysics(khronosOf(document.root), nodes);
    } else {
        readOmiPhysics(nodes);
    }
    nodes.finish();
    if (isKhronos && isOmi) {
        extras.notes.push_back(
            "the file has physics of KHR_physics_rigid_bodies and of OMI; only the first is read");
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
