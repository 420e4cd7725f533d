#pragma once

/// Files that the import tests write and read again.

#include <sat3d/import/import.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::test {

/// A folder of its own for every test, gone afterwards. Two builds may be tested at once: the first number
/// that makes a new folder is taken.
class Folder {
public:
    Folder() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string(test->test_suite_name()) + "_" + test->name() + "_";
        std::ranges::replace(name, '/', '_');  // parameters stand behind one
        const std::string stem = ::testing::TempDir() + "sat3d_import_" + name;
        for (int number = 0; path_.empty() || !std::filesystem::create_directory(path_); ++number) {
            path_ = stem + std::to_string(number);
        }
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    std::filesystem::path write(const std::string& name, std::string_view content) const {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary)
            .write(content.data(), static_cast<std::streamsize>(content.size()));
        return file;
    }

private:
    std::filesystem::path path_;
};

inline std::string readFile(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline bool has(const NodeReport& node, NodeReport::Warning::Code code) {
    return std::ranges::any_of(node.warnings, [&](const auto& warning) { return warning.code == code; });
}

/// What the report says of the node of that name; throws where it says nothing.
inline const NodeReport& lineOf(const ImportReport& report, std::string_view name) {
    const auto found = std::ranges::find(report.nodes, name, &NodeReport::name);
    return found == report.nodes.end() ? throw std::runtime_error(std::string(name)) : *found;
}

inline std::string messages(const NodeReport& node) {
    std::string all;
    for (const NodeReport::Warning& warning : node.warnings) {
        all += std::string(toString(warning.code)) + ": " + warning.message + "\n";
    }
    return all;
}

inline std::string toText(const glm::vec3& v) {
    std::ostringstream text;
    text << v.x << ' ' << v.y << ' ' << v.z;
    return text.str();
}

inline ::testing::AssertionResult near(const glm::vec3& a, const glm::vec3& b, float tolerance = 1e-5f) {
    for (int axis = 0; axis < 3; ++axis) {
        if (!(std::abs(a[axis] - b[axis]) <= tolerance)) {
            return ::testing::AssertionFailure() << toText(a) << " is not " << toText(b);
        }
    }
    return ::testing::AssertionSuccess();
}

/// A box from the origin to (1, 2, 3): every turn and mirroring of the axes shows in its extents.
inline constexpr std::array<std::array<int, 3>, 8> kBox = {
    {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}, {0, 0, 3}, {1, 0, 3}, {0, 2, 3}, {1, 2, 3}}};
/// Its faces, counter-clockwise from outside.
inline constexpr std::array<std::array<int, 4>, 6> kBoxFaces = {
    {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
inline const glm::vec3 kBoxSize{1.0f, 2.0f, 3.0f};

/// "0 0 0 1 0 0 ...": the corners, turned by the columns of an integer matrix, with a separator.
inline std::string boxNumbers(const char* separator = " ", int scale = 1,
                              const std::array<std::array<int, 3>, 3>& axes = {
                                  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}) {
    std::string text;
    for (const auto& corner : kBox) {
        for (std::size_t row = 0; row < 3; ++row) {
            int value = 0;
            for (std::size_t column = 0; column < 3; ++column) {
                value += axes[column][row] * corner[column];
            }
            text += (text.empty() ? "" : separator) + std::to_string(scale * value);
        }
    }
    return text;
}

/// The corners, one a line after a word; with signOfX = -1 mirrored.
inline std::string boxCornerLines(const std::string& word = "", int signOfX = 1) {
    std::string text;
    for (const auto& c : kBox) {
        text += word + std::to_string(signOfX * c[0]) + " " + std::to_string(c[1]) + " " +
                std::to_string(c[2]) + "\n";
    }
    return text;
}

/// The faces, one a line after a word; corners counted from `first`.
inline std::string boxFaceLines(const std::string& word, int first = 0) {
    std::string text;
    for (const auto& f : kBoxFaces) {
        text += word;
        for (const int index : f) {
            text += " " + std::to_string(first + index);
        }
        text += "\n";
    }
    return text;
}

inline std::string boxObj(const std::string& head = "o box\n") {
    return head + boxCornerLines("v ") + boxFaceLines("f", 1);
}

/// A text PLY file; with signOfX = -1 mirrored without its winding, as some exporters write it.
inline std::string boxPly(int signOfX = 1) {
    return "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
           "element face 6\nproperty list uchar int vertex_indices\nend_header\n" +
           boxCornerLines("", signOfX) + boxFaceLines("4");
}

/// A number as a binary file holds it.
template <class T>
void append(std::string& bytes, T value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
}

std::string base64(const std::string& bytes);

/// Header and global settings of an ASCII FBX file; axes as {axis, sign}.
struct FbxSettings {
    std::array<int, 2> up{1, 1}, front{2, 1}, right{0, 1};
    double unitScaleFactor = 100.0;
};
std::string fbxFile(const FbxSettings& settings, const std::string& objects, const std::string& connections);
/// A geometry object with the box's corners.
std::string fbxBox(int id, const std::string& corners = boxNumbers(","), const std::string& extra = "");
/// A model object; properties as lines of `P: ...`.
std::string fbxModel(int id, const std::string& name, const std::string& properties = "");
/// `P` line of a local transform: kind is Translation, Rotation or Scaling.
std::string fbxLocal(const std::string& kind, const std::string& threeNumbers);

/// A Collada file: `asset` inside <asset>, `nodes` inside the visual scene; geometry "g" is the box, its
/// faces split over two materials.
std::string colladaFile(const std::string& asset, const std::string& nodes);

/// A glTF file whose buffer holds the box: accessor 0 the corners, 1 twelve triangles, 2 the first six of
/// them, 3 the last six. The rest (scenes, nodes, meshes) is the caller's.
std::string gltfBox(const std::string& rest, const std::string& bufferUri = "");
/// The buffer's bytes.
std::string gltfBoxBuffer();

/// The text with the first `what` in it replaced.
inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

/// A file of these bytes must give an error whose message holds `mention`.
inline void expectRefused(const std::string& name, const std::string& bytes, const std::string& mention) {
    SCOPED_TRACE(mention);
    const Folder folder;
    const auto model = loadModel(folder.write(name, bytes));
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().message.find(mention), std::string::npos) << model.error().message;
}

}  // namespace sat3d::test
