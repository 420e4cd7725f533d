#pragma once

/// Checked values from untrusted JSON.

#include "core/format_numbers.hpp"

#include <glm/ext/vector_double3.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace sat3d::SAT3D_ABI::importing {

using JsonValues = std::span<const nlohmann::json>;

/// An invalid value; the message names a remedy.
struct JsonValueError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws JsonValueError.
/// @param fault  what is wrong with the member, after its name
[[noreturn]] inline void invalid(const std::string& key, const std::string& fault) {
    throw JsonValueError("\"" + key + "\" " + fault);
}

/// Returns the member of that name, or nullptr if there is none or `object` is not an object.
inline const nlohmann::json* member(const nlohmann::json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return !object.is_object() || found == object.end() ? nullptr : &*found;
}

/// Returns a member that must be an object, or nullptr.
inline const nlohmann::json* objectMember(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    if (found != nullptr && !found->is_object()) {
        invalid(key, "is not an object");
    }
    return found;
}

/// Returns a member's number. Its magnitude must not exceed the largest float.
inline double numberFrom(const nlohmann::json& value, const char* key) {
    constexpr double kMax = std::numeric_limits<float>::max();
    if (!value.is_number() || !(std::abs(value.get<double>()) <= kMax)) {
        invalid(key, value.is_number() ? "is too large. Write a smaller number" : "is not a number");
    }
    return value.get<double>();
}

inline double numberOr(const nlohmann::json& object, const char* key, double fallback) {
    const nlohmann::json* const found = member(object, key);
    return found == nullptr ? fallback : numberFrom(*found, key);
}

inline double notNegative(const nlohmann::json& object, const char* key, double fallback) {
    const double value = numberOr(object, key, fallback);
    if (value < 0.0) {
        invalid(key, "is " + formatNumber(value) + ", and must not be negative");
    }
    return value;
}

inline double positive(const nlohmann::json& object, const char* key, double fallback) {
    const double value = numberOr(object, key, fallback);
    if (value <= 0.0) {
        invalid(key, "is " + formatNumber(value) + ", and must be above 0");
    }
    return value;
}

/// Returns a list of exactly N numbers, or nothing if the member is missing.
template <std::size_t N>
std::optional<std::array<double, N>> numbersOf(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    if (found == nullptr) {
        return std::nullopt;
    }
    if (!found->is_array() || found->size() != N) {
        invalid(key, "is not " + std::to_string(N) + " numbers");
    }
    std::array<double, N> values;
    for (std::size_t k = 0; k < N; ++k) {
        values[k] = numberFrom((*found)[k], key);
    }
    return values;
}

inline std::optional<glm::dvec3> vectorOf(const nlohmann::json& object, const char* key) {
    const auto values = numbersOf<3>(object, key);
    return values ? std::optional(glm::dvec3((*values)[0], (*values)[1], (*values)[2])) : std::nullopt;
}

inline bool flagOf(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    if (found != nullptr && !found->is_boolean()) {
        invalid(key, "is neither true nor false");
    }
    return found != nullptr && found->get<bool>();
}

inline std::string textOr(const nlohmann::json& object, const char* key, const std::string& fallback) {
    const nlohmann::json* const found = member(object, key);
    if (found != nullptr && !found->is_string()) {
        invalid(key, "is not a text");
    }
    return found == nullptr ? fallback : found->get<std::string>();
}

/// Returns an index below `count`, or nothing if the member is missing or -1, which some exporters write.
inline std::optional<std::uint32_t> indexOf(const nlohmann::json& object, const char* key, std::size_t count,
                                            const char* what) {
    const nlohmann::json* const found = member(object, key);
    if (found == nullptr || (found->is_number_integer() && *found == -1)) {
        return std::nullopt;
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() >= count) {
        const std::string last =
            count == 0 ? std::string("the file has no ") + what
                       : std::string("the last of the file's ") + what + " is " + std::to_string(count - 1);
        invalid(key, "is " + (found->is_number() ? found->dump() : "not a number") + ", and " + last +
                         ". Choose one that exists");
    }
    return found->get<std::uint32_t>();
}

/// Returns the list of that name, or an empty list if the member is missing or not a list.
inline JsonValues listMember(const nlohmann::json& object, const char* key) {
    const nlohmann::json* const found = member(object, key);
    return found != nullptr && found->is_array()
               ? JsonValues(found->get_ref<const nlohmann::json::array_t&>())
               : JsonValues();
}

}  // namespace sat3d::SAT3D_ABI::importing
