// <sat3d/sat3d.hpp> must compile fast (docs/building.md states the time), so it includes none of these
// standard headers. The macros are include guards of libstdc++; other libraries compile this file without a
// check.
#include <sat3d/sat3d.hpp>

#if defined(_GLIBCXX_ALGORITHM) || defined(_GLIBCXX_FILESYSTEM) || defined(_GLIBCXX_FUNCTIONAL) || \
    defined(_GLIBCXX_IOSTREAM) || defined(_GLIBCXX_MAP) || defined(_GLIBCXX_MEMORY) ||             \
    defined(_GLIBCXX_OSTREAM) || defined(_GLIBCXX_REGEX) || defined(_GLIBCXX_UNORDERED_MAP)
#error "<sat3d/sat3d.hpp> includes a slow standard header: g++ -H shows which header includes it"
#endif
