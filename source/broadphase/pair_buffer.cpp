#include "broadphase/pair_buffer.hpp"

#include <cstring>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

void PairBuffer::flush() {
    static_assert(std::is_trivially_copyable_v<PairIndices> &&
                  sizeof(PairIndices) == 2 * sizeof(std::uint32_t));
    if (count_ == 0) {
        return;  // the vector may have no memory to copy to
    }
    const std::size_t first = pairs_.size();
    pairs_.resize(first + count_ / 2);
    std::memcpy(static_cast<void*>(pairs_.data() + first), numbers_.data(), count_ * sizeof(std::uint32_t));
    count_ = 0;
}

}  // namespace sat3d::SAT3D_ABI
