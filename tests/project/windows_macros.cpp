// The macros that <windows.h> defines, if a program includes it first: none of them may occur in the headers.
#include <glm/ext.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define small char
#define interface struct
#define hyper error
#define pascal error
#define cdecl error
#define IN
#define OUT
#define OPTIONAL
#define ABSOLUTE 1
#define RELATIVE 2
#define CONST const
#define DELETE 0x00010000L
#define ERROR 0
#define FALSE 0
#define TRUE 1
#define VOID void

#include <sat3d/debug/debug_scene.hpp>
#include <sat3d/debug/describe.hpp>
#include <sat3d/debug/explain_drawing.hpp>
#include <sat3d/debug/model_drawing.hpp>
#include <sat3d/import/import.hpp>
#include <sat3d/sat3d.hpp>
