#include "import/gltf_container.hpp"

#include "import/format_vetting.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

[[noreturn]] void malformedGlb(const std::string& message) {
    throw VettingFault(ImportError::Code::Malformed, message);
}

std::uint32_t littleEndian(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t k = 4; k-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    }
    return value;
}

}  // namespace

GltfContainer splitGlb(std::string_view bytes) {
    if (bytes.size() < 20 || !bytes.starts_with("glTF")) {
        malformedGlb("is no GLB file: its first bytes are not \"glTF\"");
    }
    if (littleEndian(bytes, 4) != 2) {
        malformedGlb("is GLB version " + std::to_string(littleEndian(bytes, 4)) + "; export it as glTF 2.0");
    }
    const std::size_t length = littleEndian(bytes, 8);
    if (length > bytes.size()) {
        malformedGlb("is cut off: " + std::to_string(bytes.size()) + " of " + std::to_string(length) +
                     " bytes");
    }
    GltfContainer result;
    for (std::size_t at = 12; length - std::min(at, length) >= 8;) {
        const std::size_t size = littleEndian(bytes, at);
        const std::string_view kind = bytes.substr(at + 4, 4);
        at += 8;
        if (size > length - at) {
            malformedGlb("a GLB chunk is longer than the file");
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

}  // namespace sat3d::inline SAT3D_ABI::importing
