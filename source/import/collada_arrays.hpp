#pragma once

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// The arrays of numbers and names in a Collada document, what accessors take from them, and what inputs take
/// from accessors. Assimp believes the counts.
class ColladaArrays {
public:
    /// Every start tag, in the document's order.
    /// @param parent  the element around it
    void open(std::string_view element, std::string_view tag, std::string_view parent);

    /// Demands that accessors stay inside their arrays, that numbers are taken from numbers, and that as many
    /// faces are listed as there are said to be. Throws VettingFault.
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
    /// An element like <triangles>, and how many <p> it holds.
    struct Faces {
        std::string_view element;
        std::uint64_t count, lists = 0;
    };
    void openFaces(std::string_view element, std::string_view tag, std::string_view parent);
    static void checkFaces(const Faces& faces);
    void openArray(std::string_view tag, bool isText);
    void checkAccessor(std::string_view source, const Accessor& accessor) const;

    std::map<std::string_view, Array> arrays_;
    std::multimap<std::string_view, Accessor> accessors_;  // by the id of the source around them
    Accessor* accessor_ = nullptr;                         // the latest one
    std::string_view source_;                              // the latest one's id
    std::vector<Input> inputs_;
    std::vector<Faces> faces_;
};

}  // namespace sat3d::inline SAT3D_ABI::importing
