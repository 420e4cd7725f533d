#pragma once

/// Meshes of any shape, and files that hold one of them in every format that can carry its name.

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>

#include <string>
#include <vector>

namespace sat3d::test {

/// Polygons, counter-clockwise from outside.
struct TestMesh {
    std::vector<glm::dvec3> points;
    std::vector<std::vector<int>> faces;

    [[nodiscard]] TestMesh mapped(const glm::dmat3& map, const glm::dvec3& shift = glm::dvec3(0.0)) const;
};

/// A box about the origin; each side is a grid of `cells` times `cells` squares.
TestMesh boxMesh(const glm::dvec3& halfExtents, int cells = 1);
/// A ball of radius 1 about the origin, poles on the z axis, its upper half moved up and its lower half down
/// by halfLength: a capsule where that is not 0. Segments go round, an even number of rings from pole to
/// pole.
TestMesh roundMesh(int segments, int rings, double halfLength = 0.0);
TestMesh cylinderMesh(int segments, double halfLength);
TestMesh icosahedronMesh();

/// A text STL file with one solid of that name; several in a row are a file, too.
std::string stlText(const TestMesh& mesh, const std::string& name);

/// A file with one node of that name.
struct TestFile {
    std::string name, content;
};
/// glTF, OBJ, Collada, FBX, text STL; and PLY, where the file's name is the node's.
std::vector<TestFile> filesOf(const TestMesh& mesh, const std::string& nodeName);

}  // namespace sat3d::test
