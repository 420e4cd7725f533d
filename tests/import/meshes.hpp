#pragma once

/// Meshes, and files that contain one mesh, in every format that stores its name.

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

/// A box centered at the origin. Each side is a grid of `cells` times `cells` squares.
TestMesh boxMesh(const glm::dvec3& halfExtents, int cells = 1);
/// A sphere of radius 1 at the origin, or a capsule if halfLength is not 0: the halves are moved apart along
/// the z axis. It has `segments` around the axis, and an even number of rings from pole to pole.
TestMesh roundMesh(int segments, int rings, double halfLength = 0.0);
TestMesh cylinderMesh(int segments, double halfLength);
TestMesh icosahedronMesh();

/// A text STL file with one solid. Several texts in a row are a valid file, too.
std::string stlText(const TestMesh& mesh, const std::string& name);

/// A file with one node of the name.
struct TestFile {
    std::string name, content;
};
/// glTF, OBJ, Collada, FBX, text STL, and PLY, in which the name of the file is the name of the node.
std::vector<TestFile> filesOf(const TestMesh& mesh, const std::string& nodeName);

}  // namespace sat3d::test
