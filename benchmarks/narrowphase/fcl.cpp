#include "contenders.hpp"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <vector>

namespace sat3d::benchmarks {

namespace {

struct FclEngine {
    using Shape = fcl::Convexd;
    using Pose = fcl::Transform3d;
    struct Answer {
        bool overlapping = false;
        double depth = 0.0;
        glm::dvec3 normalAToB{0.0};
    };
    static std::unique_ptr<Shape> shape(const ConvexHull& hull) {
        auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
        for (const glm::vec3& vertex : hull.vertices()) {
            vertices->emplace_back(vertex.x, vertex.y, vertex.z);
        }
        auto faces = std::make_shared<std::vector<int>>();
        const auto faceCount = static_cast<std::uint32_t>(hull.faces().size());
        for (std::uint32_t face = 0; face < faceCount; ++face) {
            const auto corners = hull.faceVertices(face);
            faces->push_back(static_cast<int>(corners.size()));
            for (const std::uint32_t corner : corners) {
                faces->push_back(static_cast<int>(corner));
            }
        }
        return std::make_unique<Shape>(vertices, static_cast<int>(faceCount), faces);
    }
    static fcl::Transform3d pose(const sat3d::Pose& pose) {
        fcl::Transform3d result = fcl::Transform3d::Identity();
        const auto& q = pose.rotation;
        result.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
        result.translation() = fcl::Vector3d(pose.position.x, pose.position.y, pose.position.z);
        return result;
    }
    static Answer ask(const Shape& a, const fcl::Transform3d& poseA, const Shape& b,
                      const fcl::Transform3d& poseB) {
        const fcl::CollisionRequestd request(1, true);
        fcl::CollisionResultd result;
        if (fcl::collide(&a, poseA, &b, poseB, request, result) == 0) {
            return {};
        }
        const fcl::Contactd& contact = result.getContact(0);
        return {true, contact.penetration_depth,
                glm::dvec3(contact.normal.x(), contact.normal.y(), contact.normal.z())};
    }
    static pair_timing::GivenAnswer given(const Answer& answer) {
        return {answer.overlapping, answer.depth, answer.normalAToB};
    }
};

}  // namespace

std::unique_ptr<Contender> makeFcl() {
    return std::make_unique<pair_timing::EngineContender<FclEngine>>("FCL");
}

}  // namespace sat3d::benchmarks
