#pragma once

/// Files that the import tests write and read.

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

/// A temporary folder for one test. Its name contains the first free number, because tests of two builds may
/// run at the same time.
class Folder {
public:
    Folder() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string(test->test_suite_name()) + "_" + test->name() + "_";
        std::ranges::replace(name, '/', '_');  // comes before a parameter
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

/// Returns the report of the node with that name. Throws if there is none.
inline const NodeReport& reportFor(const ImportReport& report, std::string_view name) {
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

/// A box from the origin to (1, 2, 3). Every rotation or mirroring by axes changes its bounds.
inline constexpr std::array<std::array<int, 3>, 8> kBox = {
    {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}, {0, 0, 3}, {1, 0, 3}, {0, 2, 3}, {1, 2, 3}}};
/// Its faces, counter-clockwise from outside.
inline constexpr std::array<std::array<int, 4>, 6> kBoxFaces = {
    {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
inline const glm::vec3 kBoxSize{1.0f, 2.0f, 3.0f};

/// The vertices with a separator: "0 0 0 1 0 0 ...", multiplied by a matrix with these columns.
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

/// The vertices, one per line after a word. Mirrored if signOfX is -1.
inline std::string boxCornerLines(const std::string& word = "", int signOfX = 1) {
    std::string text;
    for (const auto& c : kBox) {
        text += word + std::to_string(signOfX * c[0]) + " " + std::to_string(c[1]) + " " +
                std::to_string(c[2]) + "\n";
    }
    return text;
}

/// The faces, one per line after a word. The index of the first vertex is `first`.
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

/// A text PLY file. If signOfX is -1, it is mirrored with unchanged winding, as some exporters do.
inline std::string boxPly(int signOfX = 1) {
    return "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
           "element face 6\nproperty list uchar int vertex_indices\nend_header\n" +
           boxCornerLines("", signOfX) + boxFaceLines("4");
}

/// Appends a number as in a binary file.
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
/// A geometry object with the vertices of the box.
std::string fbxBox(int id, const std::string& corners = boxNumbers(","), const std::string& extra = "");
/// A model object; properties as lines of `P: ...`.
std::string fbxModel(int id, const std::string& name, const std::string& properties = "");
/// A `P` line of a local transform. The kind is Translation, Rotation or Scaling.
std::string fbxLocal(const std::string& kind, const std::string& threeNumbers);

/// A Collada file with the contents of <asset> and of the visual scene. The geometry "g" is the box. Its
/// faces have two materials.
std::string colladaFile(const std::string& asset, const std::string& nodes);

/// A glTF file with a buffer of the box: accessor 0 has the vertices, 1 twelve triangles, 2 the first six of
/// them, 3 the last six. The caller adds scenes, nodes and meshes.
std::string gltfBox(const std::string& rest, const std::string& bufferUri = "");
/// The bytes of that buffer.
std::string gltfBoxBuffer();

/// Replaces the first occurrence of `what`, which must exist.
inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

/// Loads a model from a file with this name and content.
inline Result<ImportedModel, ImportError> load(const std::string& name, const std::string& content,
                                               const ImportOptions& options = {}) {
    const Folder folder;
    return loadModel(folder.write(name, content), options);
}

/// Loads an OBJ file with this content.
inline Result<ImportedModel, ImportError> loadObj(const std::string& content,
                                                  const ImportOptions& options = {}) {
    return load("model.obj", content, options);
}

/// Expects that a file of these bytes gives an error whose message contains `mention`.
inline void expectRefused(const std::string& name, const std::string& bytes, const std::string& mention) {
    SCOPED_TRACE(mention);
    const auto model = load(name, bytes);
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().message.find(mention), std::string::npos) << model.error().message;
}

}  // namespace sat3d::test
