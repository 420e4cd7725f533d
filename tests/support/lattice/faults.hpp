#pragma once

/// @file
/// Faults by property. A test reports each property once, with a count and the first pair, instead of
/// thousands of lines.

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace sat3d::test {

class Faults {
public:
    /// Names the pair that the next checks are of.
    void startPair(std::string name) { pair_ = std::move(name); }

    /// @param amount  how far off, for the report
    void check(bool holds, const std::string& property, double amount = 0.0) {
        Entry& entry = entries_[property];
        ++entry.checks;
        if (!holds) {
            if (entry.faults == 0 || amount > entry.worst) {
                entry.worst = amount;
                entry.pair = pair_;
            }
            ++entry.faults;
        }
    }

    /// Fails for each property with a fault, and for one that was checked too rarely to mean anything.
    void expectNone(int leastChecks) const {
        for (const auto& [property, entry] : entries_) {
            if (entry.faults > 0) {
                ADD_FAILURE() << property << ": " << entry.faults << " of " << entry.checks << ", worst by "
                              << entry.worst << " at " << entry.pair;
            }
            EXPECT_GE(entry.checks, leastChecks) << property << " was hardly checked";
        }
    }

private:
    struct Entry {
        int checks = 0, faults = 0;
        double worst = 0.0;
        std::string pair;
    };
    std::map<std::string, Entry> entries_;
    std::string pair_;
};

}  // namespace sat3d::test
