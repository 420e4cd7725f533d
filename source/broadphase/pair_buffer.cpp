#include "broadphase/pair_buffer.hpp"

namespace sat3d::inline SAT3D_ABI {

void PairBuffer::flush() {
    for (std::size_t i = 0; i < count_; i += 2) {
        pairs_.push_back({numbers_[i], numbers_[i + 1]});
    }
    count_ = 0;
}

}  // namespace sat3d::inline SAT3D_ABI
