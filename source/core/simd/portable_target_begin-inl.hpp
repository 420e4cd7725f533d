// Settings for the portable target. Sources of kernels include this file before their code and
// portable_target_end-inl.hpp after it. Both have no include guards, because Highway compiles the code once
// for every instruction set.
//
// The portable target, which Highway compiles last, is for processors that no other target supports. GCC
// compiles it ten times as fast if it may choose what to inline and optimizes less. But GCC 12 then loses
// stores to the rows of the contact solver: its pass ipa-modref believes that a function does not write them.
#pragma push_macro("HWY_INLINE")
#if HWY_TARGET == HWY_EMU128
#undef HWY_INLINE
#define HWY_INLINE inline
#if HWY_COMPILER_GCC_ACTUAL && defined(__OPTIMIZE__)
#pragma GCC push_options
#pragma GCC optimize("O1", "no-ipa-modref")
#endif
#endif
