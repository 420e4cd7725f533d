#include "broadphase/pair_buffer.hpp"

namespace sat3d::inline SAT3D_ABI {

void PairBuffer::flush() {
    pairs_.insert(pairs_.end(), buffer_.data(), buffer_.data() + count_);
    count_ = 0;
}

}  // namespace sat3d::inline SAT3D_ABI
