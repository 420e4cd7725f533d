#pragma once

// Output for people and for programs: colors on a terminal, tables, JSON.

#include "core/text_table.hpp"

#include <glm/ext/vector_double3.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::tool {

using sat3d::printable;

enum class Stream { Output, Error };
/// Terminal codes of colors and weights.
enum class Color { Bold = 1, Faint = 2, Red = 31, Green = 32, Yellow = 33 };

/// Returns whether the stream is a terminal.
bool isTerminal(Stream stream);

/// Returns the text in a color, or unchanged if there is no terminal, NO_COLOR is set or TERM is dumb.
std::string painted(std::string_view text, Color color, Stream stream = Stream::Output);

/// Returns a number with its noun: "1 body", "5 bodies".
std::string counted(std::size_t number, std::string_view one, std::string_view many);

/// A table that is printed with faint headings and bold rows.
class Table : public TextTable {
public:
    using TextTable::TextTable;
    /// Adds a row with one cell per column.
    void add(std::vector<std::string> cells, bool emphasized = false);
    void print() const;

private:
    std::vector<bool> emphasized_;
};

nlohmann::json toJson(const glm::dvec3& vector);

/// Returns JSON's null for an empty text or optional.
nlohmann::json orNull(const std::string& text);
template <class T>
nlohmann::json orNull(const std::optional<T>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
}

/// Prints one document on the standard output; invalid UTF-8 is replaced.
void printJson(const nlohmann::json& document);

/// A progress bar on stderr that overwrites itself. It prints nothing if stderr is not a terminal.
class Progress {
public:
    Progress(std::string_view what, std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void step();
    /// Shows the finished share, 0 .. 1; it may restart from 0.
    void reach(double share);

private:
    void show(std::size_t percent);

    static constexpr std::size_t kNothing = ~std::size_t{0};

    std::string what_;
    std::size_t total_, done_ = 0, shown_ = kNothing;
    bool visible_;
};

}  // namespace sat3d::tool
