#include "narrowphase/certificate.hpp"

#include "narrowphase/inner_polytope.hpp"
#include "narrowphase/kernels/hull_kernels.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

using Certificate = PairCache::Certificate;
static_assert(Certificate::kMaxPoints == InnerPolytope::kMaxPoints &&
              Certificate::kMaxTriangles == InnerPolytope::kMaxFaces);

glm::dvec3 vectorOf(const Float4& v) {
    return {v.v[0], v.v[1], v.v[2]};
}

glm::dvec3 vertexOf(const KernelHull& hull, std::uint32_t vertex) {
    return {hull.vertexX[vertex], hull.vertexY[vertex], hull.vertexZ[vertex]};
}

/// The Minkowski difference of two hulls in A's frame, as its farthest points.
class Difference {
public:
    struct Point {
        SupportingVertices vertices;
        glm::dvec3 position;
    };

    Difference(const KernelHull& a, const KernelHull& b, const RelativePose& pose)
        : a_(a),
          b_(b),
          pose_(pose),
          bToA_(vectorOf(pose.columns[0]), vectorOf(pose.columns[1]), vectorOf(pose.columns[2])) {}

    [[nodiscard]] Point farthest(const glm::dvec3& direction) const {
        const glm::vec3 n(direction);
        const SupportingVertices vertices = supportKernel(a_, b_, pose_, {{n.x, n.y, n.z, 0.0f}});
        const glm::dvec3 ofBInA = bToA_ * vertexOf(b_, vertices.ofB) + vectorOf(pose_.centerBInA);
        return {vertices, vertexOf(a_, vertices.ofA) - ofBInA};
    }

private:
    const KernelHull &a_, &b_;
    const RelativePose& pose_;
    glm::dmat3 bToA_;
};

/// Grows a polytope in the difference until it holds a ball of the depth, with room to spare where there is
/// any.
class Builder {
public:
    Builder(const Difference& difference, const Push& push, double size)
        : difference_(difference), push_(vectorOf(push.normal)), depth_(push.depth), size_(size) {}

    [[nodiscard]] bool build(Certificate& certificate) {
        if (!start() || !grow()) {
            return false;
        }
        certificate.pointCount = static_cast<std::uint8_t>(polytope_.pointCount());
        certificate.triangleCount = static_cast<std::uint8_t>(polytope_.faceCount());
        for (std::uint32_t i = 0; i < polytope_.pointCount(); ++i) {
            certificate.verticesOfA[i] = static_cast<std::uint16_t>(points_[i].vertices.ofA);
            certificate.verticesOfB[i] = static_cast<std::uint16_t>(points_[i].vertices.ofB);
        }
        for (std::uint32_t i = 0; i < polytope_.faceCount(); ++i) {
            certificate.triangles[i] = polytope_.face(i).corners;
        }
        certificate.held = 0;
        certificate.checkSum = checkSumOf(certificate);
        return true;
    }

private:
    /// Room: how much deeper than the depth a face is made where the difference allows. More lasts longer,
    /// but takes more points.
    static constexpr double kRoom = 0.01, kRounding = 1e-7;  // of size

    /// A tetrahedron of points that are farthest along the push, against it, and across.
    bool start() {
        points_[0] = difference_.farthest(push_);
        points_[1] = difference_.farthest(-push_);
        const glm::dvec3 axis = points_[1].position - points_[0].position;
        const glm::dvec3 steps(std::abs(axis.x), std::abs(axis.y), std::abs(axis.z));
        const glm::dvec3 across = steps.x <= std::min(steps.y, steps.z) ? glm::dvec3(0.0, axis.z, -axis.y)
                                  : steps.y <= steps.z                  ? glm::dvec3(-axis.z, 0.0, axis.x)
                                                                        : glm::dvec3(axis.y, -axis.x, 0.0);
        points_[2] = fartherOf(across);
        points_[3] = fartherOf(glm::cross(axis, points_[2].position - points_[0].position));
        return polytope_.start(
            {points_[0].position, points_[1].position, points_[2].position, points_[3].position});
    }

    /// Of both ways along a line, the one that leads farther from the first point.
    [[nodiscard]] Difference::Point fartherOf(const glm::dvec3& direction) const {
        const Difference::Point one = difference_.farthest(direction),
                                other = difference_.farthest(-direction);
        const double middle = glm::dot(direction, points_[0].position);
        return glm::dot(direction, one.position) - middle >= middle - glm::dot(direction, other.position)
                   ? one
                   : other;
    }

    bool grow() {
        while (InnerPolytope::Face* const face = polytope_.nearest()) {
            if (face->distance >= depth_ + kRoom * size_) {
                return true;
            }
            const Difference::Point point = difference_.farthest(face->normal);
            if (glm::dot(face->normal, point.position) - face->distance < kRounding * size_) {
                face->isOutermost = true;
                if (face->distance < depth_ - 2.0 * kRounding * size_) {
                    return false;  // a shorter push: only where rounding chose between two
                }
                continue;
            }
            if (polytope_.pointCount() == InnerPolytope::kMaxPoints) {
                return face->distance >= depth_;
            }
            points_[polytope_.pointCount()] = point;
            if (!polytope_.add(point.position)) {
                return false;
            }
        }
        return true;
    }

    const Difference& difference_;
    glm::dvec3 push_;
    double depth_, size_;
    std::array<Difference::Point, InnerPolytope::kMaxPoints> points_;
    InnerPolytope polytope_;
};

}  // namespace

void turnRound(Certificate& certificate) {
    if (certificate.checkSum != checkSumOf(certificate)) {
        certificate.triangleCount = 0;
        return;
    }
    std::swap(certificate.verticesOfA, certificate.verticesOfB);
    for (auto& [a, b, c] : certificate.triangles) {
        std::swap(b, c);  // every point is its opposite now
    }
    certificate.checkSum = checkSumOf(certificate);
}

void drop(Certificate& certificate) {
    constexpr std::uint8_t kPays = 16, kPause = 64;  // queries
    if (certificate.triangleCount != 0 && certificate.held < kPays) {
        certificate.pause = kPause;
    }
    certificate.triangleCount = 0;
}

void renewCertificate(Certificate& certificate, const KernelHull& a, const KernelHull& b,
                      const RelativePose& pose, const Push& push, Proof proof, bool hadFormer) {
    constexpr std::uint8_t kMost = std::numeric_limits<std::uint8_t>::max();
    if (proof == Proof::Certificate || proof == Proof::SearchBesideCertificate) {
        certificate.held = static_cast<std::uint8_t>(std::min<int>(certificate.held + 1, kMost));
        return;
    }
    drop(certificate);
    if (proof == Proof::Ball || !hadFormer) {
        return;
    }
    if (certificate.pause != 0) {
        --certificate.pause;
        return;
    }
    constexpr std::uint32_t kMostVertices = std::uint32_t{std::numeric_limits<std::uint16_t>::max()} + 1;
    const double size = 0.5 * (double{a.radius} + double{b.radius});
    const Difference difference(a, b, pose);
    if (std::max(a.vertexCount, b.vertexCount) > kMostVertices ||
        !Builder(difference, push, size).build(certificate)) {
        certificate.pause = kMost;
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail
