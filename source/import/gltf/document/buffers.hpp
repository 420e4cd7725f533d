#pragma once

/// The bytes of a glTF file's buffers.

#include "import/files/sandboxed_folder.hpp"
#include "import/gltf/document/document.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Bytes of the buffers of a document. A buffer is in the GLB, in the document as base64, or in another file.
/// It is read at the first request.
class GltfBuffers {
public:
    /// @param document  must outlive this object
    /// @param maxBytes  limit of the total size of all files
    GltfBuffers(const GltfDocument& document, const std::filesystem::path& file, std::uint64_t maxBytes)
        : document_(document), folder_(file, maxBytes), read_(document.buffers.size()) {}

    /// Returns the bytes of a buffer, at least as many as the document states. Throws ValidationError.
    std::string_view bytesOf(std::size_t buffer);
    /// The files that were read.
    [[nodiscard]] const std::vector<SourceFile>& files() const { return folder_.files(); }

private:
    [[nodiscard]] std::string readUri(std::size_t buffer, const std::string& uri);

    const GltfDocument& document_;
    SandboxedFolder folder_;
    std::vector<std::optional<std::string>> read_;
};

}  // namespace sat3d::SAT3D_ABI::importing
