#pragma once

/// @file
/// The system's interface, on Windows only: without the macros min and max, and without seldom used parts.

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
