#include "import/validation/format_validators.hpp"

#include <algorithm>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

/// The faces of an object may belong to its groups. Assimp delivers these as separate nodes. Names end at the
/// first blank, as in Assimp.
NamesOfMeshNodes validateObj(std::string_view bytes) {
    constexpr std::string_view kBlanks = " \t\r\n";
    NamesOfMeshNodes names;
    std::string object;
    bool hasFaces = true;
    for (std::size_t at = 0; at < bytes.size(); at = std::min(bytes.find('\n', at), bytes.size() - 1) + 1) {
        if (bytes[at] == 'f') {
            hasFaces = true;
        } else if (bytes[at] == 'o') {
            names.add(object, !hasFaces);
            const std::size_t name = std::min(bytes.find_first_not_of(kBlanks, at + 1), bytes.size());
            object = bytes.substr(name, bytes.find_first_of(kBlanks, name) - name);
            hasFaces = false;
        }
    }
    names.add(object, !hasFaces);
    return names;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
