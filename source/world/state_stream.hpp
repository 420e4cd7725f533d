#pragma once

/// @file
/// Streams of the numbers of a state: written as bytes, read from bytes, or hashed.

#include "core/little_endian.hpp"

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A function that passes the numbers of a state through a stream serves snapshots, restoring and hashes:
/// what is written in an order is read in the same one. It takes numbers of 1, 4 or 8 bytes, enumerators,
/// booleans (a byte), vectors, quaternions, matrices, poses and ids.
class StateStream {
public:
    /// Writes numbers, or reads into them. Those that are constant or computed can only be written.
    template <class... Numbers>
    void operator()(Numbers&&... numbers) {
        constexpr std::size_t size = (sizeof(numbers) + ...);  // none of the types has padding
        static_assert(size <= kRoom);
        if (end_ - place_ < std::ptrdiff_t{size}) {
            makeRoom();
        }
        Cursor at{place_, reads_};
        (visit(at, numbers), ...);
        place_ = at.place;
    }
    /// Whether the bytes have ended too early, after which numbers are 0, or had a NaN, which no state has.
    [[nodiscard]] bool hasFailed() const { return hasFailed_; }

protected:
    static constexpr std::size_t kRoom = 128;  ///< bytes that one call can pass

    explicit StateStream(bool reads) : reads_(reads) {}
    StateStream(const StateStream&) = default;
    StateStream& operator=(const StateStream&) = default;
    ~StateStream() = default;

    std::byte *place_ = nullptr, *end_ = nullptr;  ///< where numbers are written or read now
    bool hasFailed_ = false;

private:
    /// In a variable, so that stores of bytes do not change what the compiler knows of it.
    struct Cursor {
        std::byte* place;
        bool reads;
    };

    template <class Number>
    void visit(Cursor& at, Number& number) {
        if constexpr (std::is_const_v<Number>) {
            auto copy = number;
            pass(at, copy);
        } else {
            pass(at, number);
        }
    }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void pass(Cursor& at, Number& number) {
        if (at.reads) {
            number = fromLittleEndian<Number>(at.place);
            if constexpr (std::is_floating_point_v<Number>) {
                hasFailed_ = hasFailed_ || std::isnan(number);
            }
        } else {
            const auto bytes = toLittleEndian(number);
            std::memcpy(at.place, bytes.data(), sizeof(Number));
        }
        at.place += sizeof(Number);
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void pass(Cursor& at, Enum& value) {
        auto number = static_cast<std::underlying_type_t<Enum>>(value);
        pass(at, number);
        value = static_cast<Enum>(number);
    }
    void pass(Cursor& at, bool& flag) {
        std::uint8_t number = flag ? 1 : 0;
        pass(at, number);
        flag = number != 0;
    }
    template <int N, class T>
    void pass(Cursor& at, glm::vec<N, T>& vector) {
        for (int i = 0; i < N; ++i) {
            pass(at, vector[i]);
        }
    }
    template <class T>
    void pass(Cursor& at, glm::qua<T>& rotation) {
        for (int i = 0; i < 4; ++i) {
            pass(at, rotation[i]);
        }
    }
    void pass(Cursor& at, glm::mat3& matrix) {
        for (int i = 0; i < 3; ++i) {
            pass(at, matrix[i]);
        }
    }
    template <class Pose>
    requires requires(Pose& pose) { pose.rotation; }
    void pass(Cursor& at, Pose& pose) {
        pass(at, pose.position);
        pass(at, pose.rotation);
    }
    template <class Id>
    requires requires(Id& id) { id.generation; }
    void pass(Cursor& at, Id& id) {
        pass(at, id.index);
        pass(at, id.generation);
    }
    /// Lets `place_` have room for one call.
    virtual void makeRoom() = 0;

    bool reads_;
};

/// Passes the size of a list, and calls visit(element) for each. A list that is read begins empty, and ends
/// where the bytes end.
template <class Element, class Visit>
void visitList(StateStream& stream, std::vector<Element>& list, Visit&& visit) {
    auto size = static_cast<std::uint32_t>(list.size());
    stream(size);
    for (std::uint32_t i = 0; i < size && !stream.hasFailed(); ++i) {
        if (i == list.size()) {
            list.emplace_back();
        }
        visit(list[i]);
    }
}

/// Writes the size of a list, and calls visit(element) for a copy of each: what visitList() reads.
template <class List, class Visit>
void writeList(StateStream& stream, const List& list, const Visit& visit) {
    stream(static_cast<std::uint32_t>(list.size()));
    for (auto element : list) {
        visit(element);
    }
}

/// Counts the bytes that StateWriter writes.
class StateSize final : public StateStream {
public:
    StateSize();
    StateSize(const StateSize&) = delete;
    StateSize& operator=(const StateSize&) = delete;

    [[nodiscard]] std::size_t bytes() const;

private:
    void makeRoom() override;

    std::size_t before_ = 0;
    std::array<std::byte, 1024> scratch_;
};

/// Writes numbers as bytes into memory that is large enough.
class StateWriter final : public StateStream {
public:
    explicit StateWriter(std::span<std::byte> bytes);

private:
    void makeRoom() override;
};

/// Reads numbers from bytes that may be damaged.
class StateReader final : public StateStream {
public:
    explicit StateReader(std::span<const std::byte> bytes);

    template <class Number>
    [[nodiscard]] Number read() {
        Number number{};
        (*this)(number);
        return number;
    }
    [[nodiscard]] std::size_t restSize() const {
        return hasFailed_ ? 0 : static_cast<std::size_t>(end_ - place_);
    }

private:
    void makeRoom() override;
};

/// Hashes numbers.
class StateHash final : public StateStream {
public:
    StateHash();
    StateHash(const StateHash&) = delete;
    StateHash& operator=(const StateHash&) = delete;

    /// Returns the hash. It ends here.
    [[nodiscard]] std::uint64_t value() &&;

private:
    void makeRoom() override;

    static constexpr std::size_t kWord = sizeof(std::uint64_t);

    std::uint64_t hash_ = 0;
    std::array<std::byte, 1024> bytes_;
};

}  // namespace sat3d::SAT3D_ABI
