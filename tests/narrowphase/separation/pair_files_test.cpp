#include "support/hulls.hpp"

#include <sat3d/narrowphase/explain.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>
#include <pairs_file/pairs_file.hpp>
#include <string>
#include <vector>

namespace {

using namespace sat3d;

constexpr double kExact = 1e-6;  // of size

struct Workload {
    const char* name;
    std::size_t step;  ///< test every step-th pair: the projection SAT is slow for large hulls

    friend void PrintTo(const Workload& workload, std::ostream* out) { *out << workload.name; }
};

double separationAlong(const std::vector<glm::vec3>& a, const DPose& poseA, const std::vector<glm::vec3>& b,
                       const DPose& poseB, const glm::dvec3& normal) {
    double maxA = -std::numeric_limits<double>::infinity(), minB = -maxA;
    for (const glm::vec3& point : a) {
        maxA = std::max(maxA, glm::dot(normal, poseA.rotation * glm::dvec3(point)));
    }
    for (const glm::vec3& point : b) {
        minB = std::min(minB, glm::dot(normal, poseB.rotation * glm::dvec3(point)));
    }
    return minB - maxA + glm::dot(normal, poseB.position - poseA.position);
}

class PairFiles : public testing::TestWithParam<Workload> {
protected:
    void judge(const pairs_file::Pair& pair, const DPose& poseB, const pairs_file::Answer& truth) {
        const ConvexHull& a = hulls_[pair.a];
        const ConvexHull& b = hulls_[pair.b];
        const auto hit = penetration(a, pair.poseA, b, poseB);
        const double tolerance = kExact * truth.size;
        if (truth.depth > tolerance) {
            ASSERT_TRUE(hit) << "overlap of " << truth.depth << " missed";
        } else if (truth.depth < -tolerance) {
            ASSERT_FALSE(hit) << "gap of " << -truth.depth << " missed";
        }
        EXPECT_EQ(overlaps(a, pair.poseA, b, poseB), hit.has_value());
        if (!hit) {
            ++apart_;
            return;
        }
        ++winners_[static_cast<std::size_t>(hit->features.kind)];
        const double depthError = std::abs(double(hit->depth) - truth.depth);
        const glm::dvec3 normal = glm::normalize(glm::dvec3(hit->normal));
        const double along = -separationAlong(file_.shapes[pair.a].points, pair.poseA,
                                              file_.shapes[pair.b].points, poseB, normal);
        EXPECT_LE(depthError, tolerance) << "depth " << hit->depth << ", should be " << truth.depth;
        EXPECT_LE(along - truth.depth, tolerance) << "the normal is not that of the minimum translation";
        EXPECT_GE(along - truth.depth, -tolerance) << "the reference is not the minimum translation";
        worstDepth_ = std::max(worstDepth_, depthError / truth.size);
        worstNormal_ = std::max(worstNormal_, (along - truth.depth) / truth.size);
    }

    /// All pairs of the workload, or every step-th.
    void judgeAll(std::size_t step) {
        const std::string stem = std::string(SAT3D_TEST_DATA "/pairs/") + GetParam().name;
        auto file = pairs_file::read(stem + ".txt");
        const auto answers = pairs_file::readAnswers(stem + ".ref");
        const auto answersLater = pairs_file::readAnswers(stem + ".coh.ref");
        ASSERT_TRUE(file && answers && answersLater);
        ASSERT_EQ(file->pairs.size(), answers->size());
        ASSERT_EQ(file->pairs.size(), answersLater->size());
        file_ = std::move(*file);
        for (const pairs_file::Shape& shape : file_.shapes) {
            hulls_.push_back(test::hullOf(shape.points));
        }
        for (std::size_t i = 0; i < file_.pairs.size(); i += step) {
            SCOPED_TRACE("pair " + std::to_string(i) + ", counted from 0");
            const pairs_file::Pair& pair = file_.pairs[i];
            judge(pair, pair.poseB, (*answers)[i]);
            judge(pair, pair.poseBAtFrame(pairs_file::kCoherentFrame), (*answersLater)[i]);
        }
        const int overlapping = winners_[0] + winners_[1] + winners_[2];
        std::printf(
            "%s: %d overlapping (%d faces of A, %d faces of B, %d edge pairs), %d apart; worst depth error "
            "%.2g "
            "of size, worst excess along the normal %.2g\n",
            GetParam().name, overlapping, winners_[0], winners_[1], winners_[2], apart_, worstDepth_,
            worstNormal_);
        const int tried = static_cast<int>((file_.pairs.size() + step - 1) / step);
        EXPECT_GE(overlapping, tried / 2);
        EXPECT_GE(apart_, tried / 2);
    }

    pairs_file::File file_;
    std::vector<ConvexHull> hulls_;
    std::array<int, 3> winners_{};
    int apart_ = 0;
    double worstDepth_ = 0.0, worstNormal_ = 0.0;
};

TEST_P(PairFiles, Exact) {
    judgeAll(GetParam().step);
}

// All pairs, without the steps above.
TEST_P(PairFiles, ExactOnAllPairsSlow) {
    judgeAll(1);
}

INSTANTIATE_TEST_SUITE_P(Workloads, PairFiles,
                         testing::Values(Workload{"box_box", 1}, Workload{"tank_tank", 1},
                                         Workload{"rand16", 1}, Workload{"rand32", 4}, Workload{"cyl32", 4},
                                         Workload{"rand64", 40}, Workload{"rand128", 100},
                                         Workload{"rand256", 200}),
                         [](const auto& workload) { return std::string(workload.param.name); });

}  // namespace
