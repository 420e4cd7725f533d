#pragma once

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// The arrays of a Collada document, the accessors that read them, and the inputs that refer to accessors.
/// Assimp does not check the counts.
class ColladaArrays {
public:
    /// Visits a start tag. Call it for every start tag, in the document's order.
    /// @param parent  the enclosing element
    void open(std::string_view element, std::string_view tag, std::string_view parent);

    /// Checks that accessors stay inside their arrays, that inputs of numbers refer to arrays of numbers, and
    /// that each element lists the stated number of faces. Throws ValidationError.
    void check() const;

private:
    struct Array {
        std::uint64_t count;
        bool isText;
    };
    struct Accessor {
        std::string_view array;
        std::uint64_t count, offset, stride;
        std::uint64_t parameters = 0;
    };
    struct Input {
        std::string_view semantic, source;
    };
    /// An element like <triangles>, and the number of its <p> elements.
    struct Faces {
        std::string_view element;
        std::uint64_t count, lists = 0;
    };
    void openFaces(std::string_view element, std::string_view tag, std::string_view parent);
    static void checkFaces(const Faces& faces);
    void openArray(std::string_view tag, bool isText);
    void checkAccessor(std::string_view source, const Accessor& accessor) const;

    std::map<std::string_view, Array> arrays_;
    std::multimap<std::string_view, Accessor> accessors_;  // by the id of the enclosing source
    Accessor* accessor_ = nullptr;                         // the last accessor
    std::string_view source_;                              // id of the last source
    std::vector<Input> inputs_;
    std::vector<Faces> faces_;
};

}  // namespace sat3d::SAT3D_ABI::importing
