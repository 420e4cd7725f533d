#pragma once

// JSON for the scripts of HTML pages. Numbers only: no name from a file enters a script.

#include "debug/html/markup_writer.hpp"

#include <glm/ext/vector_double3.hpp>

#include <string>

namespace sat3d::SAT3D_ABI::debug {

/// Returns "[one,two,...]" with the result of `write` for every item.
template <class Items, class Write>
std::string jsonList(const Items& items, const Write& write) {
    std::string text;
    for (const auto& item : items) {
        text.append(text.empty() ? "[" : ",").append(write(item));
    }
    return text.empty() ? "[]" : text + "]";
}

/// Formats a vector with eight significant digits. @param vector  finite
inline std::string jsonVector(const glm::dvec3& vector) {
    return "[" + significant(vector.x, 8) + "," + significant(vector.y, 8) + "," + significant(vector.z, 8) +
           "]";
}

}  // namespace sat3d::SAT3D_ABI::debug
