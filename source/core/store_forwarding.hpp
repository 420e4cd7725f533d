#pragma once

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Copies the given members of a struct one by one.
///
/// This avoids a *store forwarding stall*. A processor hands a number that was just stored on to a load of
/// the same width. A wider load, as compilers use to copy a struct, must wait until all the stores that it
/// covers have left the store buffer: 10 to 15 cycles, as long as a test of two spheres takes. So structs
/// that were just written member by member are
///
/// - constructed in the caller's memory (copy elision), never returned by a conditional operator,
/// - copied by this function, or
/// - read as they were written: member by member, with members of equal width.
///
/// Code that does so names this file. Source: Fog, "Microarchitecture of Intel, AMD and VIA CPUs", store
/// forwarding stalls.
template <class Struct, class... Members>
void copyMembers(const Struct& from, Struct& to, Members Struct::*... members) {
    ((to.*members = from.*members), ...);
}

}  // namespace sat3d::SAT3D_ABI
