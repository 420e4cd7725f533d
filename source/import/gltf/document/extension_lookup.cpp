#include "import/gltf/document/extension_lookup.hpp"

#include "import/gltf/document/json_values.hpp"

#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI::importing {

using Json = nlohmann::json;

const Json* extensionOf(const Json& object, std::string_view name) {
    const Json* const extensions = member(object, "extensions");
    const Json* const found =
        extensions == nullptr ? nullptr : member(*extensions, std::string(name).c_str());
    return found != nullptr && found->is_object() ? found : nullptr;
}

const Json* extensionOf(const Json& object, std::initializer_list<std::string_view> spellings) {
    for (const std::string_view name : spellings) {
        if (const Json* found = extensionOf(object, name)) {
            return found;
        }
    }
    return nullptr;
}

const Json* khronosOf(const Json& object) {
    return extensionOf(object, {"KHR_physics_rigid_bodies", "KHR_rigid_bodies"});
}

bool hasOmi(const Json& node) {
    return extensionOf(node, {"OMI_physics_body", "OMI_physics_shape", "OMI_collider"}) != nullptr;
}

glm::dmat4 toParentOf(const Json& node) {
    if (const auto m = numbersOf<16>(node, "matrix")) {
        glm::dmat4 matrix;
        for (int k = 0; k < 16; ++k) {
            matrix[k / 4][k % 4] = (*m)[static_cast<std::size_t>(k)];
        }
        return matrix;
    }
    const auto r = numbersOf<4>(node, "rotation");
    glm::dquat rotation =
        r ? glm::dquat((*r)[3], glm::dvec3((*r)[0], (*r)[1], (*r)[2])) : glm::dquat(1.0, glm::dvec3(0.0));
    if (const double squares = glm::dot(rotation, rotation);
        std::abs(squares - 1.0) >= 1e-3 && squares > 0.0) {
        rotation = glm::normalize(rotation);
    }
    const glm::dmat4 moved =
        glm::translate(glm::dmat4(1.0), vectorOf(node, "translation").value_or(glm::dvec3(0.0)));
    return glm::scale(moved * glm::dmat4(glm::mat4_cast(rotation)),
                      vectorOf(node, "scale").value_or(glm::dvec3(1.0)));
}

}  // namespace sat3d::SAT3D_ABI::importing
