#pragma once

// Writes XML (SVG, and HTML in its XML spelling) so that whatever a name or a title holds stays text.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::debug {

/// A number with so many significant digits, locale-independent.
std::string significant(double value, int digits);
/// A number with so many decimals, never "-0.00".
std::string decimals(double value, int digits);
/// The shortest digits that read back as the same double.
std::string exact(double value);

/// Text made safe inside elements and attributes: markup characters become entities; bytes that are no valid
/// UTF-8 and control characters become U+FFFD.
std::string escaped(std::string_view text);

struct Attribute {
    Attribute(std::string_view attribute, std::string_view text) : name(attribute), value(text) {}
    Attribute(std::string_view attribute, const char* text) : name(attribute), value(text) {}
    Attribute(std::string_view attribute, double pixels) : name(attribute), value(significant(pixels, 6)) {}
    std::string_view name;
    std::string value;
};
using Attributes = std::initializer_list<Attribute>;

/// Points as an SVG attribute: "x,y x,y".
std::string pointList(std::span<const glm::dvec2> points);

class MarkupWriter {
public:
    void open(std::string_view tag, Attributes attributes = {});
    void close();
    /// An element without content.
    void leaf(std::string_view tag, Attributes attributes);
    /// An element that holds text.
    void text(std::string_view tag, Attributes attributes, std::string_view content);
    /// Text inside the open element.
    void text(std::string_view content) { result_ += escaped(content); }
    /// Markup of our own making: style sheets and scripts.
    void raw(std::string_view markup) { result_ += markup; }

    void line(const glm::dvec2& from, const glm::dvec2& to, std::string_view style);
    void polygon(std::span<const glm::dvec2> corners, std::string_view style);
    /// A line with a filled head at its end, `head` pixels long.
    void arrow(const glm::dvec2& from, const glm::dvec2& to, double head, std::string_view style);

    /// The document; everything opened has been closed.
    std::string take();

private:
    void begin(std::string_view tag, Attributes attributes);
    std::string result_;
    std::vector<std::string> open_;
};

}  // namespace sat3d::inline SAT3D_ABI::debug
