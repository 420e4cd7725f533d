#pragma once

// Writer for XML (SVG, and HTML in XML syntax). Names and titles may contain any characters: they are
// escaped.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::debug {

/// Returns a number that printf has written, with the decimal point of the C locale.
std::string withDecimalPoint(std::string number);
/// Formats a number with the given number of significant digits, independent of the locale.
std::string significant(double value, int digits);
/// Formats a number with the given number of decimals, never "-0.00".
std::string decimals(double value, int digits);
/// Formats a number with as few digits as possible so that reading them gives the same double.
std::string exact(double value);

/// Escapes text for elements and attributes: markup characters become entities; invalid UTF-8 and control
/// characters become U+FFFD.
std::string escaped(std::string_view text);

struct Attribute {
    Attribute(std::string_view attribute, std::string_view text) : name(attribute), value(text) {}
    Attribute(std::string_view attribute, const char* text) : name(attribute), value(text) {}
    Attribute(std::string_view attribute, double pixels) : name(attribute), value(significant(pixels, 6)) {}
    std::string_view name;
    std::string value;
};
using Attributes = std::initializer_list<Attribute>;

/// Formats points as an SVG attribute: "x,y x,y".
std::string pointList(std::span<const glm::dvec2> points);

class MarkupWriter {
public:
    void open(std::string_view tag, Attributes attributes = {});
    /// Opens a nested <svg> element of the given size, in pixels, at `at`.
    void openSvg(const glm::dvec2& at, double width, double height);
    void close();
    /// Writes an element without content.
    void leaf(std::string_view tag, Attributes attributes);
    /// Writes an element that contains text.
    void text(std::string_view tag, Attributes attributes, std::string_view content);
    /// Writes text into the open element.
    void text(std::string_view content) { result_ += escaped(content); }
    /// Writes trusted markup without escaping: style sheets and scripts.
    void raw(std::string_view markup) { result_ += markup; }

    void line(const glm::dvec2& from, const glm::dvec2& to, std::string_view style);
    void polygon(std::span<const glm::dvec2> corners, std::string_view style);
    /// Draws a line with a filled arrow head of `head` pixels at its end.
    void arrow(const glm::dvec2& from, const glm::dvec2& to, double head, std::string_view style);

    /// Returns the document. All elements must be closed.
    std::string take();

private:
    void begin(std::string_view tag, Attributes attributes);
    std::string result_;
    std::vector<std::string> open_;
};

}  // namespace sat3d::SAT3D_ABI::debug
