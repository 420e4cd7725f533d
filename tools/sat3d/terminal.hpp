#pragma once

// Output for people and for programs: colours where a person looks on, tables, JSON.

#include <glm/ext/vector_double3.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::tool {

enum class Stream { Output, Error };
enum class Colour { Red, Green, Yellow, Bold, Faint };

/// Whether the stream is a terminal.
bool isTerminal(Stream stream);

/// The text in a colour, or bare where nobody looks on (no terminal, NO_COLOR is set, TERM is dumb).
std::string painted(std::string_view text, Colour colour, Stream stream = Stream::Output);

/// Text from a file made harmless: control characters, which could move the terminal's cursor or begin a line
/// of their own, and those that turn the direction of writing become '?'.
std::string printable(std::string_view text);

/// "1 body", "5 bodies".
std::string counted(std::size_t number, std::string_view one, std::string_view many);

/// Columns as wide as their widest cell, two spaces apart. Cells count characters, not bytes.
class Table {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string heading;
        Align align = Align::Left;
    };
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
    /// One cell for every column.
    void add(std::vector<std::string> cells, bool emphasised = false);
    void print() const;

private:
    struct Row {
        std::vector<std::string> cells;
        bool emphasised;
    };
    std::vector<Column> columns_;
    std::vector<Row> rows_;
};

nlohmann::json toJson(const glm::dvec3& vector);

/// One document on the standard output; bytes that are no UTF-8 are replaced.
void printJson(const nlohmann::json& document);

/// A line on stderr that overwrites itself, for long work; silent where stderr is no terminal.
class Progress {
public:
    Progress(std::string_view what, std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void step();
    /// The share that is done, 0 .. 1; may start again.
    void reach(double share);

private:
    void show(std::size_t percent);

    std::string what_;
    std::size_t total_, done_ = 0, shown_ = 0;
    bool visible_;
};

}  // namespace sat3d::tool
