#include "import/validation/validate_file.hpp"

namespace sat3d::SAT3D_ABI::importing {

const std::vector<std::string>& extensionsWithValidator() {
    static const std::vector<std::string> kAll = {".dae", ".fbx", ".glb", ".gltf", ".obj", ".ply", ".stl"};
    return kAll;
}

FileFindings validateFile(const std::string& extension, const std::string& bytes,
                          const ImportOptions& options) {
    if (extension == ".ply") {
        validatePly(bytes);
    }
    return extension == ".dae"   ? validateCollada(bytes, options)
           : extension == ".fbx" ? validateFbx(bytes, options)
                                 : FileFindings();
}

}  // namespace sat3d::SAT3D_ABI::importing
