#pragma once

#include <sat3d/world/world_queries.hpp>

#include <cmath>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// The earliest sweep so far. Of those at one time, the deepest, then that of the lowest index and
/// part.
template <class T>
class EarliestSweep {
public:
    void add(ObjectId id, const typename Space<T>::Sweep& sweep) {
        if (sweep && (!best_ || isBefore({id, sweep}, *best_))) {
            best_ = {id, sweep};
        }
    }
    [[nodiscard]] const std::optional<BasicWorldSweep<T>>& best() const { return best_; }
    /// A fraction after which sweeps have no effect.
    [[nodiscard]] double limit() const {
        return best_ ? static_cast<double>(std::nextafter(best_->sweep.fraction, 2.0f)) : 1.0;
    }

private:
    static bool isBefore(const BasicWorldSweep<T>& a, const BasicWorldSweep<T>& b) {
        if (a.sweep.fraction != b.sweep.fraction) {
            return a.sweep.fraction < b.sweep.fraction;
        }
        if (a.sweep.depth != b.sweep.depth) {
            return a.sweep.depth > b.sweep.depth;
        }
        return a.object.index != b.object.index ? a.object.index < b.object.index
                                                : a.sweep.children.b < b.sweep.children.b;
    }

    std::optional<BasicWorldSweep<T>> best_;
};

}  // namespace sat3d::SAT3D_ABI
