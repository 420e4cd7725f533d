#include "query_list.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

#include <random>
#include <utility>

namespace sat3d::pair_timing {

namespace {

using pairs_file::File;
using pairs_file::Pair;

Pose toFloat(const DPose& pose) {
    return {glm::vec3(pose.position), glm::quat(pose.rotation)};
}

/// Seeded random numbers that are equal on every platform, unlike the distributions of the standard library.
class Random {
public:
    double unit() { return static_cast<double>(bits_()) * 0x1p-32; }
    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(unit() * static_cast<double>(count));
    }
    glm::dvec3 inUnitBall() {
        for (;;) {
            const double x = 2.0 * unit() - 1.0;
            const double y = 2.0 * unit() - 1.0;
            const double z = 2.0 * unit() - 1.0;
            const glm::dvec3 point(x, y, z);
            if (glm::dot(point, point) <= 1.0) {
                return point;
            }
        }
    }
    template <class T>
    void shuffle(T* values, std::size_t count) {
        for (std::size_t i = count; i > 1; --i) {
            std::swap(values[i - 1], values[below(i)]);
        }
    }

private:
    std::mt19937 bits_{2024};
};

QueryList inFilePoses(const File& file, RegimeChoice regime) {
    QueryList list;
    for (std::size_t i = 0; i < file.pairs.size(); ++i) {
        const Pair& pair = file.pairs[i];
        if (!regime || pair.regime == *regime) {
            list.queries.push_back({i, pair.a, pair.b, toFloat(pair.poseA), toFloat(pair.poseB)});
        }
    }
    list.pairCount = list.queries.size();
    return list;
}

/// Returns the query with B moved slightly. If every tried move changes the verdict, returns the query
/// unchanged.
Query moved(const Query& query, const std::vector<ConvexHull>& hulls, Random& random) {
    constexpr double kMaxMove = 0.01;
    constexpr int kTries = 20;
    const ConvexHull &a = hulls[query.a], &b = hulls[query.b];
    const double size = 0.5 * (double{a.boundingSphere().radius} + double{b.boundingSphere().radius});
    const bool overlapping = overlaps(a, query.poseA, b, query.poseB);
    for (int i = 0; i < kTries; ++i) {
        Query result = query;
        result.poseB.position += glm::vec3(kMaxMove * size * random.inUnitBall());
        if (overlaps(a, result.poseA, b, result.poseB) == overlapping) {
            return result;
        }
    }
    return query;
}

}  // namespace

QueryList coldQueries(const File& file, const std::vector<ConvexHull>& hulls, RegimeChoice regime) {
    Random random;
    QueryList list = inFilePoses(file, regime);
    random.shuffle(list.queries.data(), list.pairCount);
    for (std::size_t round = 1; round < kColdRounds; ++round) {
        const std::size_t first = list.queries.size();
        for (std::size_t i = 0; i < list.pairCount; ++i) {
            list.queries.push_back(moved(list.queries[i], hulls, random));
        }
        random.shuffle(list.queries.data() + first, list.pairCount);
    }
    return list;
}

QueryList coherentQueries(const File& file, RegimeChoice regime) {
    QueryList list = inFilePoses(file, regime);
    Random().shuffle(list.queries.data(), list.pairCount);
    list.untimedRounds = 1;
    for (int frame = 1; frame <= pairs_file::kCoherentFrame; ++frame) {
        for (std::size_t i = 0; i < list.pairCount; ++i) {
            Query query = list.queries[i];
            query.poseB = toFloat(file.pairs[query.pair].poseBAtFrame(frame));
            list.queries.push_back(query);
        }
    }
    return list;
}

}  // namespace sat3d::pair_timing
