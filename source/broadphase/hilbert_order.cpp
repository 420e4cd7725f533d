#include "broadphase/hilbert_order.hpp"

#include "broadphase/hilbert_curve.hpp"
#include "broadphase/run_tasks.hpp"
#include "math/is_finite.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

constexpr HilbertTable<3> kCurve;
constexpr std::uint32_t kCells = 1u << kHilbertBits;  // on each axis
/// Longer runs of items in one cell are divided. Two leaves in a wrong order cost less than the division.
constexpr std::size_t kLongestRun = 16;
/// Fewer keys are sorted by comparison.
constexpr std::size_t kMinForRadix = 128;

using Keys = std::span<std::uint64_t>;

std::uint32_t itemOf(std::uint64_t key) {
    return static_cast<std::uint32_t>(key);
}
std::uint32_t positionOf(std::uint64_t key) {
    return static_cast<std::uint32_t>(key >> 32);
}

/// The bounds of the centers that are finite: that of an empty box is NaN.
Aabb boundsOfCenters(std::span<const Aabb> boxes, Keys keys) {
    Aabb centers;
    for (const std::uint64_t key : keys) {
        const glm::vec3 center = boxes[itemOf(key)].center();
        if (isFinite(center)) {
            centers = join(centers, center);
        }
    }
    return centers;
}

/// A cube around centers, divided into cells.
class Cells {
public:
    explicit Cells(const Aabb& centers) {
        double size = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            lower_[axis] = double(centers.lower[axis]);
            size = std::max(size, double(centers.upper[axis]) - lower_[axis]);
        }
        perMeter_ = size > 0.0 ? kCells / size : 0.0;
    }

    /// Whether all centers coincide.
    [[nodiscard]] bool isPoint() const { return perMeter_ == 0.0; }

    [[nodiscard]] std::uint32_t positionOf(const Aabb& box) const {
        const glm::vec3 center = box.center();
        if (!isFinite(center)) {
            return 0;
        }
        std::array<std::uint32_t, 3> cell;
        for (int axis = 0; axis < 3; ++axis) {
            const auto whole = static_cast<std::int32_t>((double(center[axis]) - lower_[axis]) * perMeter_);
            cell[static_cast<std::size_t>(axis)] = std::min(static_cast<std::uint32_t>(whole), kCells - 1);
        }
        return kCurve.position(cell);
    }

private:
    glm::dvec3 lower_{0.0};
    double perMeter_;
};

/// Sorts by the upper half of the keys. Stable. @param spare  of the same size
void radixSort(Keys keys, Keys spare) {
    constexpr std::uint32_t kBits = kHilbertBits, kBuckets = 1u << kBits, kPasses = 3;
    std::array<std::array<std::uint32_t, kBuckets>, kPasses> starts{};
    for (const std::uint64_t key : keys) {
        for (std::uint32_t pass = 0; pass < kPasses; ++pass) {
            ++starts[pass][positionOf(key) >> (kBits * pass) & (kBuckets - 1)];
        }
    }
    for (std::uint32_t pass = 0; pass < kPasses; ++pass) {
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts[pass]) {
            sum += std::exchange(start, sum);
        }
        for (const std::uint64_t key : keys) {
            spare[starts[pass][positionOf(key) >> (kBits * pass) & (kBuckets - 1)]++] = key;
        }
        std::swap(keys, spare);
    }
    // Three passes: the result is in the caller's spare.
    std::copy(keys.begin(), keys.end(), spare.begin());
}

void sortInCells(std::span<const Aabb> boxes, Keys keys, Keys spare);

/// Sorts keys whose positions are set, and what shares a cell.
void sortPositions(std::span<const Aabb> boxes, Keys keys, Keys spare) {
    if (keys.size() < kMinForRadix) {
        std::sort(keys.begin(), keys.end());
    } else {
        radixSort(keys, spare);
    }
    for (std::size_t first = 0, end = 0; first < keys.size(); first = end) {
        end = first + 1;
        while (end < keys.size() && positionOf(keys[end]) == positionOf(keys[first])) {
            ++end;
        }
        // The cell is a thousandth of the cube, so the depth is at most 28, the range of float.
        if (end - first > kLongestRun) {
            sortInCells(boxes, keys.subspan(first, end - first), spare.subspan(first, end - first));
        }
    }
}

void setPositions(std::span<const Aabb> boxes, const Cells& cells, Keys keys) {
    for (std::uint64_t& key : keys) {
        const std::uint32_t item = itemOf(key);
        key = std::uint64_t{cells.positionOf(boxes[item])} << 32 | item;
    }
}

void sortInCells(std::span<const Aabb> boxes, Keys keys, Keys spare) {
    const Cells cells(boundsOfCenters(boxes, keys));
    if (!cells.isPoint()) {
        setPositions(boxes, cells, keys);
        sortPositions(boxes, keys, spare);
    }
}

}  // namespace

void sortByHilbert(std::span<const Aabb> boxes, std::span<const std::uint32_t> items,
                   std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& spare,
                   ParallelFor parallelFor) {
    keys.resize(items.size());
    std::size_t count = 0;
    for (const std::uint32_t item : items) {
        keys[count] = item;
        count += item < boxes.size() ? 1 : 0;
    }
    keys.resize(count);
    spare.resize(count);
    constexpr std::size_t kMinPerTask = 2048, kMaxTasks = 32;
    const std::size_t perTask = std::max(kMinPerTask, (count + kMaxTasks - 1) / kMaxTasks),
                      taskCount = (count + perTask - 1) / perTask;
    const auto keysOf = [&](std::size_t task) {
        return Keys(keys).subspan(task * perTask, std::min(perTask, count - task * perTask));
    };
    std::array<Aabb, kMaxTasks> centersOfTasks;
    runTasks(parallelFor, taskCount,
             [&](std::size_t task) { centersOfTasks[task] = boundsOfCenters(boxes, keysOf(task)); });
    Aabb centers;
    for (const Aabb& ofTask : std::span(centersOfTasks).first(taskCount)) {
        centers = join(centers, ofTask);
    }
    const Cells cells(centers);
    if (!cells.isPoint()) {
        runTasks(parallelFor, taskCount, [&](std::size_t task) { setPositions(boxes, cells, keysOf(task)); });
        sortPositions(boxes, keys, spare);
    }
}

}  // namespace sat3d::SAT3D_ABI
