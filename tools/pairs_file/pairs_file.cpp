#include "pairs_file.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace sat3d::pairs_file {

namespace {

/// Quotes a word of the file for a message. Long words are cut, and words of binary files end at the first
/// NUL, which would end the message.
std::string inQuotes(std::string_view word) {
    constexpr std::size_t kMaxCharacters = 40;
    const std::string_view shown = word.substr(0, std::min(word.find('\0'), kMaxCharacters));
    return "\"" + std::string(shown) + (shown.size() < word.size() ? "\u2026\"" : "\"");
}

/// Reads the fields of one line from left to right. finish() returns the first error.
class Fields {
public:
    explicit Fields(const std::string& line) : stream_(line) {
        // The decimal separator is a point in every locale.
        stream_.imbue(std::locale::classic());
    }

    void word(std::string_view expected) {
        std::string found;
        stream_ >> found;
        if (found != expected) {
            fail("expected the word " + inQuotes(expected) + ", found " + inQuotes(found));
        }
    }

    std::uint32_t count(std::string_view name, std::uint32_t largest) {
        long long value = 0;
        if (!(stream_ >> value)) {
            fail(std::string(name) + " is missing or not an integer");
            return 0;
        }
        if (value < 0 || value > static_cast<long long>(largest)) {
            fail(std::string(name) + " is " + std::to_string(value) + ", allowed are 0 to " +
                 std::to_string(largest));
            return 0;
        }
        return static_cast<std::uint32_t>(value);
    }

    double number(std::string_view name) {
        double value = 0.0;
        // The stream rejects "nan", "inf" and numbers beyond the range of double.
        if (!(stream_ >> value) || !std::isfinite(value)) {
            fail(std::string(name) + " is missing or not a finite number");
            return 0.0;
        }
        return value;
    }

    glm::dvec3 vector(std::string_view name) {
        const double x = number(name);
        const double y = number(name);
        const double z = number(name);
        return {x, y, z};
    }

    /// Ends the line: further fields are an error. Returns the first error, if any.
    const std::optional<std::string>& finish() {
        std::string rest;
        if (!fault_ && stream_ >> rest) {
            fail("unexpected " + inQuotes(rest) + " at the end of the line");
        }
        return fault_;
    }

    void fail(std::string message) {
        if (!fault_) {
            fault_ = std::move(message);
        }
    }

private:
    std::istringstream stream_;
    std::optional<std::string> fault_;
};

/// Iterates over the lines with data, and counts lines for errors.
class Lines {
public:
    Lines(std::string_view text, std::string_view name) : text_(text), name_(name) {}

    /// Returns the next line that is neither blank nor a comment, without the line break.
    std::optional<std::string> next() {
        while (position_ < text_.size()) {
            const std::size_t end = std::min(text_.find('\n', position_), text_.size());
            const std::string_view line = text_.substr(position_, end - position_);
            position_ = end + 1;
            ++number_;
            const std::size_t first = line.find_first_not_of(" \t\r");
            if (first != std::string_view::npos && line[first] != '#') {
                return std::string(line);
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] Unexpected<Error> error(std::string message) const {
        return Unexpected{Error{name_, number_, std::move(message)}};
    }

    [[nodiscard]] Unexpected<Error> endsEarly(std::string_view missing) const {
        return error("the file ends here, but " + std::string(missing) + " should follow");
    }

private:
    std::string_view text_;
    std::string name_;
    std::size_t position_ = 0;
    std::size_t number_ = 0;
};

constexpr std::uint32_t kMaxCount = std::numeric_limits<std::uint32_t>::max();

/// Parses the next line with parse(fields).
/// @param what  names the line if the file ends before it
template <class Parse>
auto parseLine(Lines& lines, std::string_view what, const Parse& parse)
    -> Result<decltype(parse(std::declval<Fields&>())), Error> {
    const auto line = lines.next();
    if (!line) {
        return lines.endsEarly(what);
    }
    Fields fields(*line);
    auto value = parse(fields);
    if (const auto& fault = fields.finish()) {
        return lines.error(*fault);
    }
    return value;
}

/// Appends `count` results of parse().
template <class Value, class Parse>
std::optional<Error> parseList(std::uint32_t count, std::vector<Value>& list, const Parse& parse) {
    for (std::uint32_t i = 0; i < count; ++i) {
        auto value = parse();
        if (!value) {
            return value.error();
        }
        list.push_back(std::move(*value));
    }
    return std::nullopt;
}

/// Parses "<word> <count>", the line above a list.
Result<std::uint32_t, Error> parseCount(Lines& lines, std::string_view word) {
    return parseLine(lines, "the line \"" + std::string(word) + " <count>\"", [&](Fields& fields) {
        fields.word(word);
        return fields.count("the count", kMaxCount);
    });
}

glm::vec3 parsePoint(Fields& fields) {
    const glm::dvec3 point = fields.vector("a coordinate");
    constexpr double kLargest = std::numeric_limits<float>::max();
    if (std::max({std::abs(point.x), std::abs(point.y), std::abs(point.z)}) > kLargest) {
        fields.fail("a coordinate is beyond the range of float");
    }
    return glm::vec3(point);
}

Result<Shape, Error> parseShape(Lines& lines) {
    Shape shape;
    const auto pointCount = parseLine(lines, "a shape", [&](Fields& fields) {
        fields.word("shape");
        shape.id = fields.count("the shape's id", kMaxCount);
        return fields.count("the number of points", kMaxCount);
    });
    if (!pointCount) {
        return Unexpected{pointCount.error()};
    }
    const auto next = [&] { return parseLine(lines, "a point of the shape", parsePoint); };
    if (const auto error = parseList(*pointCount, shape.points, next)) {
        return Unexpected{*error};
    }
    return shape;
}

using ShapeIndices = std::unordered_map<std::uint32_t, std::size_t>;

std::size_t parseShapeReference(Fields& fields, const ShapeIndices& indexOfId) {
    const std::uint32_t id = fields.count("a shape's id", kMaxCount);
    const auto found = indexOfId.find(id);
    if (found == indexOfId.end()) {
        fields.fail("there is no shape " + std::to_string(id));
        return 0;
    }
    return found->second;
}

DPose parsePose(Fields& fields) {
    DPose pose;
    pose.position = fields.vector("a position");
    const glm::dvec3 imaginary = fields.vector("a quaternion (x y z w)");
    const double real = fields.number("a quaternion (x y z w)");
    const double length = std::sqrt(glm::dot(imaginary, imaginary) + real * real);
    if (!(length > 1e-6 && length < 1e6)) {
        fields.fail("a quaternion (x y z w) has length " + std::to_string(length) +
                    ", too far from 1 to be a rotation");
        return pose;
    }
    pose.rotation = glm::dquat(real / length, imaginary / length);
    return pose;
}

Pair parsePair(Fields& fields, const ShapeIndices& indexOfId) {
    Pair pair;
    pair.regime = static_cast<Regime>(fields.count("the regime", 3));
    pair.a = parseShapeReference(fields, indexOfId);
    pair.b = parseShapeReference(fields, indexOfId);
    pair.poseA = parsePose(fields);
    pair.poseB = parsePose(fields);
    pair.velocityB = fields.vector("B's velocity");
    pair.rotationRateB = fields.vector("B's rotation per frame");
    return pair;
}

}  // namespace

std::string Error::text() const {
    return line == 0 ? file + ": " + message : file + ":" + std::to_string(line) + ": " + message;
}

DPose Pair::poseBAtFrame(int frame) const {
    DPose pose = poseB;
    pose.position += static_cast<double>(frame) * velocityB;
    const glm::dvec3 rotationVector = static_cast<double>(frame) * rotationRateB;
    const double angle = glm::length(rotationVector);
    if (angle > 0.0) {
        const double half = 0.5 * angle;
        pose.rotation = glm::dquat(std::cos(half), rotationVector * (std::sin(half) / angle)) * pose.rotation;
    }
    return pose;
}

Result<File, Error> parse(std::string_view text, std::string_view name) {
    Lines lines(text, name);
    File file;
    ShapeIndices indexOfId;
    const auto shapeCount = parseCount(lines, "shapes");
    if (!shapeCount) {
        return Unexpected{shapeCount.error()};
    }
    const auto nextShape = [&]() -> Result<Shape, Error> {
        auto shape = parseShape(lines);
        if (shape && !indexOfId.emplace(shape->id, file.shapes.size()).second) {
            return lines.error("two shapes have the id " + std::to_string(shape->id));
        }
        return shape;
    };
    if (const auto error = parseList(*shapeCount, file.shapes, nextShape)) {
        return Unexpected{*error};
    }
    const auto pairCount = parseCount(lines, "pairs");
    if (!pairCount) {
        return Unexpected{pairCount.error()};
    }
    const auto nextPair = [&] {
        return parseLine(lines, "a pair", [&](Fields& fields) { return parsePair(fields, indexOfId); });
    };
    if (const auto error = parseList(*pairCount, file.pairs, nextPair)) {
        return Unexpected{*error};
    }
    if (lines.next()) {
        return lines.error("more lines follow than the " + std::to_string(*pairCount) + " pairs announced");
    }
    return file;
}

Result<std::vector<Answer>, Error> parseAnswers(std::string_view text, std::string_view name) {
    Lines lines(text, name);
    std::vector<Answer> answers;
    while (const auto line = lines.next()) {
        Fields fields(*line);
        Answer answer;
        answer.depth = fields.number("the depth");
        answer.normalAToB = fields.vector("the normal");
        answer.kind = static_cast<FeaturePair::Kind>(fields.count("the type", 2));
        answer.size = fields.number("the size");
        if (!(std::abs(glm::dot(answer.normalAToB, answer.normalAToB) - 1.0) < 1e-3)) {
            fields.fail("the normal does not have length 1");
        }
        if (answer.size <= 0.0) {
            fields.fail("the size is not positive");
        }
        if (const auto& fault = fields.finish()) {
            return lines.error(*fault);
        }
        answers.push_back(answer);
    }
    return answers;
}

Result<std::vector<ConvexHull>, Error> buildHulls(const File& file, std::string_view name) {
    std::vector<ConvexHull> hulls;
    for (const Shape& shape : file.shapes) {
        auto hull = ConvexHull::fromPoints(shape.points);
        if (!hull) {
            return Unexpected{Error{std::string(name), 0,
                                    "shape " + std::to_string(shape.id) + ": " + hull.error().message}};
        }
        hulls.push_back(std::move(*hull));
    }
    return hulls;
}

}  // namespace sat3d::pairs_file
