// Restores the settings that portable_target_begin-inl.hpp changes.
#pragma pop_macro("HWY_INLINE")
#if HWY_TARGET == HWY_EMU128 && HWY_COMPILER_GCC_ACTUAL && defined(__OPTIMIZE__)
#pragma GCC pop_options
#endif
