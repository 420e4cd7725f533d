#pragma once

// Calls of the interface for C at random, with good and bad arguments. What space and the plane share.

#include "c_test.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <sat3d.h>
#include <set>
#include <string>
#include <vector>

namespace sat3d::test {

/// A world, what was made for it, and arguments of calls.
class RandomCaller {
public:
    explicit RandomCaller(std::uint32_t seed) : random_(seed) {
        EXPECT_OK(s3_world_create(nullptr, &world_));
        shapes_.push_back(nullptr);
    }
    ~RandomCaller() {
        s3_world_destroy(world_);
        for (const s3_shape* const shape : shapes_) {
            s3_shape_release(shape);
        }
    }
    RandomCaller(const RandomCaller&) = delete;
    RandomCaller& operator=(const RandomCaller&) = delete;

    void call() {
        const s3_status status = calls_[random_.below(static_cast<std::uint32_t>(calls_.size()))]();
        ASSERT_STRNE(s3_status_name(status), "?") << status;
        ASSERT_NE(status, S3_INTERNAL) << s3_last_error();
        seen_.insert(status);
    }
    [[nodiscard]] const std::set<s3_status>& seen() const { return seen_; }

protected:
    float number() {
        static constexpr std::array kBad{0.0f, -1.0f, kNaN, kInfinity, -kInfinity, 1e-40f, 1e20f, 3e38f};
        return random_.chance(0.05) ? kBad[random_.below(kBad.size())]
                                    : static_cast<float>(random_.uniform(-3.0, 3.0));
    }
    const s3_shape* shape() { return shapes_[random_.below(static_cast<std::uint32_t>(shapes_.size()))]; }
    /// One of the ids that were given, or another number.
    s3_id oneOf(const std::vector<s3_id>& known) {
        return known.empty() || random_.chance(0.1)
                   ? random_.below(9)
                   : known[random_.below(static_cast<std::uint32_t>(known.size()))];
    }
    s3_id id() { return oneOf(ids_); }
    /// @param made  a reference, because compilers read arguments in different orders
    s3_status keep(s3_status status, s3_shape* const& made) {
        if (status == S3_OK) {
            shapes_.push_back(made);
        }
        return status;
    }
    s3_status addObject(const s3_shape* of, const s3_pose& pose) {
        s3_object object = s3_default_object();
        object.shape = of;
        object.pose = pose;
        object.kind = random_.below(4);
        s3_id added = 0;
        const s3_status status = ids_.size() < 40 ? s3_world_add(world_, &object, &added) : s3_status{S3_OK};
        if (added != 0) {
            ids_.push_back(added);
        }
        return status;
    }
    s3_status addJoint(const s3_joint& joint) {
        s3_joint_id made = 0;
        const s3_status status = s3_world_add_joint(world_, &joint, &made);
        if (status == S3_OK) {
            joints_.push_back(made);
        }
        return status;
    }

    Random random_;
    s3_world* world_ = nullptr;
    std::vector<const s3_shape*> shapes_;
    std::vector<s3_id> ids_, joints_;
    std::set<s3_status> seen_;
    std::vector<std::function<s3_status()>> calls_;  ///< all that may be called
};

/// Every call gives a status that has a name, and each of the expected ones occurs.
template <class Caller>
void expectStatusesOfRandomCalls(std::initializer_list<s3_status> expected) {
    std::set<s3_status> seen;
    for (std::uint32_t seed = 0; seed < fewTrialsCount(30u); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Caller caller(seed);
        for (int i = 0; i < 400; ++i) {
            caller.call();
        }
        seen.insert(caller.seen().begin(), caller.seen().end());
    }
    for (const s3_status status : expected) {
        EXPECT_TRUE(seen.contains(status)) << s3_status_name(status);
    }
}

}  // namespace sat3d::test
