#include "import/scene/units_and_axes.hpp"

#include <glm/common.hpp>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// The frame that a file declares.
struct Declared {
    glm::dmat3 toYUp{1.0};  // maps the file's axes to right = +X, up = +Y, front = +Z
    double metersPerUnit = 1.0;
    std::string unitSource = "assumed";
    std::string upSource = "assumed";
    glm::dmat3 appliedByRoot{1.0};  // the part of the conversion that the root node contains
};

glm::dmat3 axes(SignedAxis right, SignedAxis up, SignedAxis front) {
    glm::dmat3 result(0.0);
    result[right.axis][0] = right.sign;
    result[up.axis][1] = up.sign;
    result[front.axis][2] = front.sign;
    return result;
}

/// Maps +Z to +Y (up) and -Y to +Z (front).
glm::dmat3 zUpToYUp() {
    return axes({0, 1}, {2, 1}, {1, -1});
}

bool nearlyEqual(const glm::dmat3& a, const glm::dmat3& b) {
    double difference = 0.0, size = 0.0;
    for (int k = 0; k < 9; ++k) {
        difference = std::max(difference, std::abs(a[k / 3][k % 3] - b[k / 3][k % 3]));
        size = std::max(size, std::abs(b[k / 3][k % 3]));
    }
    return difference <= 1e-5 * size;
}

/// A uniform scale and a signed permutation of axes.
struct ScaledAxes {
    double scale;
    glm::dmat3 permutation;
};
/// Decomposes the matrix of a root node. Returns nothing for other matrices.
std::optional<ScaledAxes> scaledAxes(const glm::dmat3& matrix) {
    const double scale = glm::length(matrix[0]);
    if (!(scale > 0.0) || !std::isfinite(scale)) {
        return std::nullopt;
    }
    glm::dmat3 permutation(0.0);
    for (int column = 0; column < 3; ++column) {
        permutation[column] = glm::round(matrix[column] / scale);
    }
    if (std::abs(glm::determinant(permutation)) != 1.0 || !nearlyEqual(matrix, scale * permutation)) {
        return std::nullopt;
    }
    return ScaledAxes{scale, permutation};
}

Declared declaredByFbx(const FbxFrame& fbx, const glm::dmat3& root) {
    Declared declared{axes(fbx.right, fbx.up, fbx.front), fbx.centimetersPerUnit / 100.0, "file", "file",
                      glm::dmat3(1.0)};
    // New versions of the reader rotate the root; some also scale it, to centimeters or to meters.
    for (const double scale : {1.0, fbx.centimetersPerUnit, declared.metersPerUnit}) {
        if (nearlyEqual(root, scale * declared.toYUp)) {
            declared.appliedByRoot = root;
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
            // The reader applies unit and axes to the root, so the world is Y-up and in meters.
            if (const std::optional<ScaledAxes> applied = scaledAxes(root)) {
                declared = {applied->permutation, applied->scale, "file", "file", root};
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

glm::dmat4 resolveUnitsAndAxes(const Scene& scene, const ImportOptions& options, ImportReport& report) {
    Declared declared = declaredBy(scene);
    if (options.metersPerUnit) {
        declared.metersPerUnit = *options.metersPerUnit;
        declared.unitSource = "option";
    }
    if (options.sourceUp) {
        declared.toYUp = *options.sourceUp == UpAxis::Y ? glm::dmat3(1.0) : zUpToYUp();
        declared.upSource = "option";
    }
    report.metersPerUnit = declared.metersPerUnit;
    report.unitSource = declared.unitSource;
    report.upSource = declared.upSource;
    const glm::dvec3 sourceUp = glm::transpose(declared.toYUp) * glm::dvec3(0.0, 1.0, 0.0);
    report.sourceUp = std::abs(sourceUp.z) == 1.0 ? UpAxis::Z : UpAxis::Y;
    if (sourceUp != glm::dvec3(0.0, 1.0, 0.0) && sourceUp != glm::dvec3(0.0, 0.0, 1.0)) {
        constexpr const char* kNames[] = {"X", "Y", "Z"};
        const int axis = sourceUp.x != 0.0 ? 0 : sourceUp.y != 0.0 ? 1 : 2;
        report.notes.push_back(std::string("the file's up-axis is ") + (sourceUp[axis] < 0.0 ? "-" : "+") +
                               kNames[axis] + "; rotated to the requested up-axis");
    }
    // The transpose of an orthogonal matrix is its inverse.
    const glm::dmat3 fromYUp = options.up == UpAxis::Y ? glm::dmat3(1.0) : glm::transpose(zUpToYUp());
    return glm::dmat4(declared.metersPerUnit * fromYUp * declared.toYUp *
                      glm::inverse(declared.appliedByRoot));
}

}  // namespace sat3d::SAT3D_ABI::importing
