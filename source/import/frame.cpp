#include "import/frame.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

/// A frame as a file declares it: source axes to right, up, front (+X, +Y, +Z), and metres per unit.
struct Declared {
    glm::dmat3 toYUp{1.0};
    double metresPerUnit = 1.0;
    std::string unitSource = "assumed";
    std::string upSource = "assumed";
    glm::dmat3 rootAlready{1.0};  // what of it the root node has applied
};

glm::dmat3 axes(SignedAxis right, SignedAxis up, SignedAxis front) {
    glm::dmat3 result(0.0);
    result[right.axis][0] = right.sign;
    result[up.axis][1] = up.sign;
    result[front.axis][2] = front.sign;
    return result;
}

/// Z-up to Y-up: up becomes +Y, the front (-Y) becomes +Z, right stays.
glm::dmat3 zUpToYUp() {
    return axes({0, 1}, {2, 1}, {1, -1});
}

bool nearlyEqual(const glm::dmat3& a, const glm::dmat3& b) {
    double difference = 0.0;
    double size = 0.0;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            difference = std::max(difference, std::abs(a[column][row] - b[column][row]));
            size = std::max(size, std::abs(b[column][row]));
        }
    }
    return difference <= 1e-5 * size;
}

/// The root's turn if it is a uniform scale times a permutation of axes with signs, as readers write it.
struct ScaledAxes {
    double scale;
    glm::dmat3 turn;
};
std::optional<ScaledAxes> scaledAxes(const glm::dmat3& matrix) {
    const double scale = glm::length(matrix[0]);
    if (!(scale > 0.0) || !std::isfinite(scale)) {
        return std::nullopt;
    }
    glm::dmat3 turn(0.0);
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            turn[column][row] = std::round(matrix[column][row] / scale);
        }
    }
    if (std::abs(glm::determinant(turn)) != 1.0 || !nearlyEqual(matrix, scale * turn)) {
        return std::nullopt;
    }
    return ScaledAxes{scale, turn};
}

Declared declaredByFbx(const FbxFrame& fbx, const glm::dmat3& root) {
    Declared declared{axes(fbx.right, fbx.up, fbx.front), fbx.centimetresPerUnit / 100.0, "file", "file",
                      glm::dmat3(1.0)};
    // Newer readers turn the root, some scale it as well: to centimetres or to metres.
    for (const double scale : {1.0, fbx.centimetresPerUnit, declared.metresPerUnit}) {
        if (nearlyEqual(root, scale * declared.toYUp)) {
            declared.rootAlready = root;
        }
    }
    return declared;
}

Declared declaredBy(const Scene& scene) {
    const glm::dmat3 root(scene.nodes.front().toParent);
    Declared declared;
    switch (scene.format) {
        case Format::Gltf:
            declared.unitSource = declared.upSource = "format";
            break;
        case Format::Fbx:
            if (scene.fbx) {
                declared = declaredByFbx(*scene.fbx, root);
            }
            break;
        case Format::Collada:
            // The reader has put unit and axes into the root: the file's world is Y-up and in metres.
            if (const std::optional<ScaledAxes> applied = scaledAxes(root)) {
                declared = {applied->turn, applied->scale, "file", "file", root};
            }
            break;
        case Format::Stl:
        case Format::Ply:
            declared.toYUp = zUpToYUp();
            break;
        case Format::Obj:
        case Format::Other:
            break;
    }
    return declared;
}

}  // namespace

Frame resolveFrame(const Scene& scene, const ImportOptions& options) {
    Declared declared = declaredBy(scene);
    if (options.metresPerUnit) {
        declared.metresPerUnit = *options.metresPerUnit;
        declared.unitSource = "option";
    }
    if (options.sourceUp) {
        declared.toYUp = *options.sourceUp == UpAxis::Y ? glm::dmat3(1.0) : zUpToYUp();
        declared.upSource = "option";
    }
    Frame frame;
    frame.metresPerUnit = declared.metresPerUnit;
    frame.unitSource = declared.unitSource;
    frame.upSource = declared.upSource;
    const glm::dvec3 sourceUp = glm::transpose(declared.toYUp) * glm::dvec3(0.0, 1.0, 0.0);
    frame.sourceUp = std::abs(sourceUp.z) == 1.0 ? UpAxis::Z : UpAxis::Y;
    if (sourceUp != glm::dvec3(0.0, 1.0, 0.0) && sourceUp != glm::dvec3(0.0, 0.0, 1.0)) {
        constexpr const char* kNames[] = {"X", "Y", "Z"};
        const int axis = sourceUp.x != 0.0 ? 0 : sourceUp.y != 0.0 ? 1 : 2;
        frame.notes.push_back(std::string("the file's up-axis is ") + (sourceUp[axis] < 0.0 ? "-" : "+") +
                              kNames[axis] + "; turned as asked");
    }
    const glm::dmat3 fromYUp =
        options.up == UpAxis::Y ? glm::dmat3(1.0) : glm::transpose(zUpToYUp());  // orthogonal: its inverse
    frame.worldToModel =
        glm::dmat4(declared.metresPerUnit * fromYUp * declared.toYUp * glm::inverse(declared.rootAlready));
    return frame;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
