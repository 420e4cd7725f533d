#include "import/gltf/document/document.hpp"

#include "core/little_endian.hpp"
#include "import/files/validation_error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// The parts of a GLB file: a JSON document and its first buffer.
struct GlbChunks {
    std::string_view json;
    std::string_view binary;
};

/// Reads a 32-bit number. @pre four bytes exist
std::uint32_t wordAt(std::string_view bytes, std::size_t at) {
    return fromLittleEndian<std::uint32_t>(std::as_bytes(std::span(bytes)).data() + at);
}

/// Returns both chunks as views into `bytes`. Throws ValidationError.
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

using Json = nlohmann::json;
using Code = ImportError::Code;

constexpr std::size_t kMaxJsonBytes = 64u << 20;
constexpr std::size_t kMaxJsonDepth = 64;         // nlohmann-json writes values recursively
constexpr std::size_t kMaxJsonValues = 4u << 20;  // a value uses up to a hundred bytes

[[noreturn]] void tooMuchJson(const std::string& what) {
    throw ValidationError(Code::LimitExceeded, "its JSON " + what);
}

/// Checks the limits before parsing. Values are counted by brackets and commas.
void checkSize(std::string_view text) {
    if (text.size() > kMaxJsonBytes) {
        tooMuchJson("has " + std::to_string(text.size()) + " bytes, more than 64 MiB");
    }
    std::size_t depth = 0, values = 0;
    bool isInString = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        if (isInString) {
            k += c == '\\';
            isInString = c != '"';
            continue;
        }
        isInString = c == '"';
        depth -= (c == ']' || c == '}') && depth > 0;
        depth += c == '[' || c == '{';
        values += c == '[' || c == '{' || c == ',';
        if (depth > kMaxJsonDepth) {
            tooMuchJson("nests deeper than " + std::to_string(kMaxJsonDepth));
        }
    }
    if (values > kMaxJsonValues) {
        tooMuchJson("contains more than " + std::to_string(kMaxJsonValues) + " values");
    }
}

Json parseJson(std::string_view text) {
    checkSize(text);
    try {
        Json document = Json::parse(text);
        if (document.is_object()) {
            return document;
        }
    } catch (const Json::parse_error& fault) {
        const auto line = 1 + std::ranges::count(text.substr(0, fault.byte), '\n');
        malformed("its JSON is broken at byte " + std::to_string(fault.byte) + ", line " +
                  std::to_string(line) +
                  (std::string_view(fault.what()).find("UTF-8") == std::string_view::npos
                       ? ". Copy or export it once more"
                       : ", by a text that is not UTF-8. Export it in UTF-8"));
    }
    malformed("its JSON is no object: is it a glTF file?");
}

void checkHeader(const Json& document) {
    const Json* const asset = member(document, "asset");
    const Json* const version = asset == nullptr ? nullptr : member(*asset, "version");
    if (version == nullptr || !version->is_string()) {
        malformed("states no glTF version: is it a glTF file?");
    }
    if (const auto& text = version->get_ref<const std::string&>(); !text.starts_with("2.")) {
        malformed("is glTF " + text + "; export it as glTF 2.0");
    }
    for (const Json& name : listIn(document, "extensionsRequired")) {
        if (name.is_string() && name.get_ref<const std::string&>().find("compression") != std::string::npos) {
            malformed("needs " + name.get<std::string>() +
                      ", which is not read; export it without compression");
        }
    }
}

}  // namespace

GltfDocument parseGltf(std::string_view bytes, bool isBinary) {
    if (!isBinary && bytes.starts_with("glTF")) {
        malformed("is a binary glTF file: let its name end in .glb");
    }
    if (isBinary && bytes.starts_with('{')) {
        malformed("is not a GLB file, but a text: let its name end in .gltf");
    }
    const GlbChunks container = isBinary ? splitGlb(bytes) : GlbChunks{bytes, {}};
    GltfDocument document;
    document.root = parseJson(container.json);
    document.binary = container.binary;
    document.accessors = objectsIn(document.root, "accessors");
    document.bufferViews = objectsIn(document.root, "bufferViews");
    document.buffers = objectsIn(document.root, "buffers");
    document.materials = objectsIn(document.root, "materials");
    document.meshes = objectsIn(document.root, "meshes");
    document.nodes = objectsIn(document.root, "nodes");
    document.scenes = objectsIn(document.root, "scenes");
    checkHeader(document.root);
    return document;
}

JsonValues listIn(const Json& object, const char* key) {
    const Json* const list = member(object, key);
    if (list != nullptr && !list->is_array()) {
        malformed(std::string("\"") + key + "\" is not a list");
    }
    return listMember(object, key);
}

JsonValues objectsIn(const Json& object, const char* key) {
    const JsonValues list = listIn(object, key);
    if (!std::ranges::all_of(list, [](const Json& element) { return element.is_object(); })) {
        malformed(std::string("\"") + key + "\" is not a list of objects");
    }
    return list;
}

std::uint64_t number(const Json& object, const char* key, std::optional<std::uint64_t> fallback) {
    const Json* const found = member(object, key);
    if (found == nullptr && fallback) {
        return *fallback;
    }
    if (found == nullptr || !found->is_number_unsigned() || found->get<std::uint64_t>() >= 1ull << 40) {
        malformed(std::string("\"") + key +
                  "\" is missing or not a valid number. Export the model once more");
    }
    return found->get<std::uint64_t>();
}

const Json& referred(JsonValues all, const char* what, const Json& object, const char* key) {
    const std::uint64_t index = number(object, key);
    if (index >= all.size()) {
        malformed(std::string("\"") + key + "\" is " + std::to_string(index) + ", but there are only " +
                  std::to_string(all.size()) + " " + what + ". Export the model once more");
    }
    return all[static_cast<std::size_t>(index)];
}

std::string textIn(const Json& object, const char* key) {
    const Json* const found = member(object, key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

std::string nameOf(const Json& element, const char* list, std::size_t index) {
    const std::string name = textIn(element, "name");
    return name.empty() ? std::string(list) + "[" + std::to_string(index) + "]" : name;
}

}  // namespace sat3d::SAT3D_ABI::importing
