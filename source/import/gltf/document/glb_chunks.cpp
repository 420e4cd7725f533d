#include "import/gltf/document/glb_chunks.hpp"

#include "core/little_endian.hpp"
#include "import/files/validation_error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Reads a 32-bit number. @pre four bytes exist
std::uint32_t wordAt(std::string_view bytes, std::size_t at) {
    return fromLittleEndian<std::uint32_t>(std::as_bytes(std::span(bytes)).data() + at);
}

}  // namespace

GlbChunks splitGlb(std::string_view bytes) {
    if (bytes.size() < 20 || !bytes.starts_with("glTF")) {
        malformed("is not a GLB file: its first bytes are not \"glTF\"");
    }
    if (wordAt(bytes, 4) != 2) {
        malformed("is GLB version " + std::to_string(wordAt(bytes, 4)) + "; export it as glTF 2.0");
    }
    const std::size_t length = wordAt(bytes, 8);
    if (length > bytes.size()) {
        malformed("is cut off: " + std::to_string(bytes.size()) + " of " + std::to_string(length) +
                  " bytes. Copy or export it once more");
    }
    GlbChunks result;
    for (std::size_t at = 12; length - std::min(at, length) >= 8;) {
        const std::size_t size = wordAt(bytes, at);
        const std::string_view kind = bytes.substr(at + 4, 4);
        at += 8;
        if (size > length - at) {
            malformed("a GLB chunk is longer than the file");
        }
        if (kind == "JSON" && result.json.empty()) {
            result.json = bytes.substr(at, size);
        } else if (kind == std::string_view("BIN\0", 4) && result.binary.empty()) {
            result.binary = bytes.substr(at, size);
        }
        at += size;
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI::importing
