#include "import/validation/collada_arrays.hpp"

#include "import/files/validation_error.hpp"
#include "import/validation/xml_attributes.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Returns an integer attribute of plausible size, or `fallback` if it is missing.
std::uint64_t wholeNumber(std::string_view tag, std::string_view name, std::uint64_t fallback) {
    const std::string_view text = xmlAttribute(tag, name);
    if (text.empty()) {
        return fallback;
    }
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > 1u << 30) {
        malformed("\"" + std::string(name) + "\" is " + std::string(text.substr(0, 40)) +
                  ", which is not a valid number");
    }
    return value;
}

/// Returns an attribute that other attributes are compared with. Escapes are refused, because Assimp would
/// decode them and compare another value.
std::string_view plain(std::string_view tag, std::string_view name) {
    const std::string_view value = xmlAttribute(tag, name);
    if (!isPlainXml(value)) {
        malformed("the id " + std::string(value.substr(0, 40)) + " contains escapes, which are not read");
    }
    return value;
}

/// Returns the id that a "source" attribute refers to.
std::string_view sourceOf(std::string_view tag) {
    std::string_view id = plain(tag, "source");
    id.remove_prefix(id.starts_with('#'));
    return id;
}

bool takesText(std::string_view semantic) {
    return semantic == "JOINT" || semantic == "INTERPOLATION";
}

}  // namespace

void ColladaArrays::open(std::string_view element, std::string_view tag, std::string_view parent) {
    openFaces(element, tag, parent);
    if (element == "source") {
        source_ = plain(tag, "id");
    } else if (element == "float_array") {
        openArray(tag, false);
    } else if (element == "Name_array" || element == "IDREF_array") {
        openArray(tag, true);
    } else if (element == "accessor") {
        accessor_ =
            &accessors_
                 .emplace(source_, Accessor{sourceOf(tag), wholeNumber(tag, "count", 0),
                                            wholeNumber(tag, "offset", 0), wholeNumber(tag, "stride", 1)})
                 ->second;
    } else if (element == "param" && accessor_ != nullptr) {
        ++accessor_->parameters;
    } else if (element == "input") {
        inputs_.push_back({plain(tag, "semantic"), sourceOf(tag)});
    } else if (element != "technique_common") {
        accessor_ = nullptr;  // other elements also have params
    }
}

void ColladaArrays::openFaces(std::string_view element, std::string_view tag, std::string_view parent) {
    if (element == "triangles" || element == "polylist" || element == "polygons") {
        faces_.push_back({element, wholeNumber(tag, "count", 0)});
    } else if (element == "p" && !faces_.empty() && parent == faces_.back().element) {
        ++faces_.back().lists;
    }
}

/// Checks the number of faces. If it differs from the stated number, Assimp aborts the program.
void ColladaArrays::checkFaces(const Faces& faces) {
    const std::uint64_t listed = faces.element == "polygons" ? faces.lists : faces.lists * faces.count;
    if (listed != faces.count) {
        malformed("<" + std::string(faces.element) + "> says that it has " + std::to_string(faces.count) +
                  " faces, and lists " + std::to_string(listed) + " of them");
    }
}

void ColladaArrays::openArray(std::string_view tag, bool isText) {
    const std::uint64_t count = wholeNumber(tag, "count", 0);
    const auto [entry, isNew] = arrays_.try_emplace(plain(tag, "id"), Array{count, isText});
    if (!isNew && (entry->second.isText != isText || entry->second.count != count)) {
        malformed("two arrays have the id " + std::string(entry->first));
    }
}

void ColladaArrays::checkAccessor(std::string_view source, const Accessor& accessor) const {
    const auto array = arrays_.find(accessor.array);
    if (array == arrays_.end() || accessor.count == 0) {
        return;  // Assimp reports this itself, or reads nothing
    }
    if (accessor.parameters > accessor.stride ||
        accessor.offset + accessor.count * accessor.stride > array->second.count) {
        malformed("the accessor of \"" + std::string(source) + "\" takes " + std::to_string(accessor.count) +
                  " items of " + std::to_string(std::max(accessor.stride, accessor.parameters)) +
                  " from an array of " + std::to_string(array->second.count) + " values");
    }
}

void ColladaArrays::check() const {
    for (const auto& [source, accessor] : accessors_) {
        checkAccessor(source, accessor);
    }
    std::ranges::for_each(faces_, checkFaces);
    for (const Input& input : inputs_) {
        const auto [begin, end] = accessors_.equal_range(input.source);
        for (auto it = begin; it != end; ++it) {
            const auto array = arrays_.find(it->second.array);
            if (array != arrays_.end() && array->second.isText != takesText(input.semantic)) {
                malformed("the input " + std::string(input.semantic) +
                          " takes numbers for names, or names for "
                          "numbers, from \"" +
                          std::string(input.source) + "\"");
            }
        }
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
