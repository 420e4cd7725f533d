#pragma once

// Irrlicht 1.8.5 in C++20: its XML reader is not valid there. Nothing here needs it, so its header is left
// out.

#define __IRR_XML_H_INCLUDED__
namespace irr::io {
template <class Character, class Base>
class IIrrXMLReader;
}
#include <irrlicht/irrlicht.h>
