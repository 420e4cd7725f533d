#pragma once

/// The bytes that a glTF document refers to.

#include "import/gltf_document.hpp"
#include "import/model_folder.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// In the file itself, written into the document, or in files of their own; these are read when first asked
/// for.
class GltfBuffers {
public:
    /// @param document  outlives this
    /// @param maxBytes  of files of their own, all together
    GltfBuffers(const Document& document, const std::filesystem::path& file, std::uint64_t maxBytes)
        : document_(document), folder_(file, maxBytes), read_(document.buffers.size()) {}

    /// At least as many as the document says. Throws VettingFault.
    std::string_view bytesOf(std::size_t buffer);

private:
    [[nodiscard]] std::string readUri(std::size_t buffer, const std::string& uri);

    const Document& document_;
    ModelFolder folder_;
    std::vector<std::optional<std::string>> read_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
