#include "world/state_stream.hpp"

#include "core/hash.hpp"

#include <algorithm>
#include <cassert>

namespace sat3d::SAT3D_ABI {

StateSize::StateSize() : StateStream(false) {
    makeRoom();
    before_ = 0;
}

void StateSize::makeRoom() {
    before_ += place_ == nullptr ? 0 : static_cast<std::size_t>(place_ - scratch_.data());
    place_ = scratch_.data();
    end_ = place_ + scratch_.size();
}

std::size_t StateSize::bytes() const {
    return before_ + static_cast<std::size_t>(place_ - scratch_.data());
}

StateWriter::StateWriter(std::span<std::byte> bytes) : StateStream(false) {
    place_ = bytes.data();
    end_ = place_ + bytes.size();
}

void StateWriter::makeRoom() {
    assert(false && "memory of the size that StateSize counted");
}

StateReader::StateReader(std::span<const std::byte> bytes) : StateStream(true) {
    place_ = const_cast<std::byte*>(bytes.data());  // a stream that reads does not write
    end_ = place_ + bytes.size();
}

void StateReader::makeRoom() {
    static std::array<std::byte, kRoom> zeros{};
    hasFailed_ = true;
    place_ = zeros.data();
    end_ = place_ + zeros.size();
}

StateHash::StateHash() : StateStream(false) {
    place_ = bytes_.data();
    end_ = place_ + bytes_.size();
}

void StateHash::makeRoom() {
    const std::byte* word = bytes_.data();
    for (; place_ - word >= std::ptrdiff_t{kWord}; word += kWord) {
        hash_ = mixHash(hash_, fromLittleEndian<std::uint64_t>(word));
    }
    place_ = std::copy<const std::byte*>(word, place_, bytes_.data());
}

std::uint64_t StateHash::value() && {
    makeRoom();
    const auto rest = static_cast<std::uint64_t>(place_ - bytes_.data());
    std::fill(place_, bytes_.data() + kWord, std::byte{0});
    place_ = bytes_.data() + kWord;
    (*this)(rest);  // so that zeros at the end count
    makeRoom();
    return hash_;
}

}  // namespace sat3d::SAT3D_ABI
