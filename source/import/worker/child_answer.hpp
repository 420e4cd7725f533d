#pragma once

/// The answer of a child process while it arrives: progress bytes, which are 128 plus a percentage, then the
/// answer, whose first byte is below 128.

#include "import/worker/child_process.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

inline constexpr int kProgress = 128;

/// @param percent  other values than 0 .. 100 are clamped
inline std::byte progressByte(int percent) {
    return static_cast<std::byte>(kProgress + std::clamp(percent, 0, 100));
}

class ChildAnswer {
public:
    /// @param limits, progress  must outlive this object
    ChildAnswer(const ChildLimits& limits, const ChildProgress& progress)
        : limits_(limits), progress_(progress) {}

    /// Takes the next bytes. Returns the reason to end the child, if there is one.
    [[nodiscard]] std::optional<ChildResult::How> add(std::span<const std::byte> bytes) {
        if (bytes_.empty()) {
            const auto begin = std::ranges::find_if(
                bytes, [](std::byte byte) { return std::to_integer<int>(byte) < kProgress; });
            for (auto mark = bytes.begin(); mark != begin && progress_; ++mark) {
                if (!progress_(0.01 * (std::to_integer<int>(*mark) - kProgress))) {
                    return ChildResult::How::Canceled;
                }
            }
            bytes = {begin, bytes.end()};
        }
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return bytes_.size() > limits_.answerBytes ? std::optional(ChildResult::How::AnsweredTooMuch)
                                                   : std::nullopt;
    }

    [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

private:
    const ChildLimits& limits_;
    const ChildProgress& progress_;
    std::vector<std::byte> bytes_;
};

}  // namespace sat3d::SAT3D_ABI::importing
