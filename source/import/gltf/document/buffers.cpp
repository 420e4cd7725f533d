#include "import/gltf/document/buffers.hpp"

#include "import/files/validation_error.hpp"
#include "import/gltf/document/json_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace sat3d::SAT3D_ABI::importing {
namespace {

using Code = ImportError::Code;

constexpr std::uint8_t kNoDigit = 64;

/// The six bits of each base64 character (RFC 4648).
constexpr std::array<std::uint8_t, 256> kBase64 = [] {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoDigit);
    for (std::uint8_t value = 0; value < 64; ++value) {
        values[static_cast<unsigned char>(kDigits[value])] = value;
    }
    return values;
}();

/// Returns the decoded bytes, or nothing if a character is invalid.
std::optional<std::string> fromBase64(std::string_view text) {
    text = text.substr(0, text.find_last_not_of('=') + 1);
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const std::uint8_t digit = kBase64[static_cast<unsigned char>(text[k])];
        if (digit == kNoDigit) {
            return std::nullopt;
        }
        bits = bits << 6 | digit;
        if (k % 4 != 0) {  // the second, third and fourth of four digits complete a byte
            bytes += static_cast<char>(static_cast<unsigned char>(bits >> (6 - 2 * (k % 4))));
        }
    }
    return bytes;
}

/// Decodes percent escapes (RFC 3986): `a%20b` becomes `a b`. Invalid escapes stay.
std::string withoutPercents(std::string_view uri) {
    std::string path;
    while (!uri.empty()) {
        unsigned char byte = 0;
        const bool mayBe = uri.size() >= 3 && uri[0] == '%' && uri[1] != '-';
        const auto end = mayBe ? std::from_chars(uri.data() + 1, uri.data() + 3, byte, 16).ptr : uri.data();
        const bool isEscape = mayBe && end == uri.data() + 3 && byte != 0;
        path += isEscape ? static_cast<char>(byte) : uri[0];
        uri.remove_prefix(isEscape ? 3 : 1);
    }
    return path;
}

}  // namespace

std::string GltfBuffers::readUri(std::size_t buffer, const std::string& uri) {
    const std::string name = "buffer " + std::to_string(buffer);
    if (!uri.starts_with("data:")) {
        std::optional<std::string> bytes = folder_.read(withoutPercents(uri));
        if (!bytes) {
            const std::string fault = name + " is in a file of its own, " + folder_.refusals().back();
            if (folder_.ranOutOfBytes()) {
                throw ValidationError(Code::LimitExceeded, fault);
            }
            malformed(
                fault +
                ". Copy that file into the folder of the model, or export a .glb, which holds everything");
        }
        return *std::move(bytes);
    }
    constexpr std::string_view kMark = ";base64,";
    const std::size_t mark = uri.find(kMark);
    if (mark == std::string::npos || mark > uri.find(',')) {
        malformed(name + " is embedded in the document, but not in base64");
    }
    std::optional<std::string> bytes = fromBase64(std::string_view(uri).substr(mark + kMark.size()));
    if (!bytes) {
        malformed(name + " is embedded in the document in invalid base64");
    }
    return *std::move(bytes);
}

std::string_view GltfBuffers::bytesOf(std::size_t buffer) {
    const std::uint64_t promised = number(document_.buffers[buffer], "byteLength");
    const nlohmann::json* const uri = member(document_.buffers[buffer], "uri");
    std::string_view bytes;
    if (uri != nullptr) {
        if (!uri->is_string()) {
            malformed("a buffer's \"uri\" is not a text");
        }
        std::optional<std::string>& read = read_[buffer];
        bytes = read ? *read : read.emplace(readUri(buffer, uri->get_ref<const std::string&>()));
    } else if (buffer == 0) {
        bytes = document_.binary;
    }
    if (bytes.size() < promised) {
        malformed("buffer " + std::to_string(buffer) + " should have " + std::to_string(promised) +
                  " bytes, but there are only " + std::to_string(bytes.size()));
    }
    return bytes;
}

}  // namespace sat3d::SAT3D_ABI::importing
