#include "import/vetting.hpp"

#include "import/format_vetting.hpp"
#include "import/source_file.hpp"

#include <exception>
#include <new>

namespace sat3d::inline SAT3D_ABI::importing {

namespace {

/// The readers of text take it to be UTF-8 and find nothing, or nonsense, in anything else.
void demandUtf8(const std::string& extension, const std::string& bytes) {
    const bool isText = extension == ".dae" || extension == ".gltf" || extension == ".obj";
    if (isText && (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))) {
        malformed("is text in UTF-16; save it in UTF-8");
    }
}

}  // namespace

const std::vector<std::string>& vettedExtensions() {
    static const std::vector<std::string> kAll = {".dae", ".fbx", ".glb", ".gltf", ".obj", ".ply", ".stl"};
    return kAll;
}

std::optional<ImportError> vet(const std::filesystem::path& file, const std::string& bytes,
                               const ImportOptions& options) try {
    const std::string extension = lowerExtension(file);
    demandUtf8(extension, bytes);
    if (extension == ".ply") {
        vetPly(bytes);
    } else if (extension == ".dae") {
        vetCollada(bytes, options);
    } else if (extension == ".fbx") {
        vetFbx(bytes, options);
    }
    return std::nullopt;
} catch (...) {
    return caughtOver(file);
}

ImportError caughtOver(const std::filesystem::path& file) try { throw; } catch (const VettingFault& fault) {
    return failure(fault.code, file, fault.what()).error;
} catch (const std::bad_alloc&) {
    return failure(ImportError::Code::LimitExceeded, file, "asks for more memory than there is").error;
} catch (const std::exception& fault) {
    return failure(ImportError::Code::Malformed, file, fault.what()).error;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
