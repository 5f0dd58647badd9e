/* Sizes of structures on 64-bit systems, which must not change while RAIN_ABI is the same. */
#include "rain.h"

#if UINTPTR_MAX == UINT64_MAX
#define SIZE(type, bytes) _Static_assert(sizeof(type) == bytes, #type)
SIZE(rain_why, 512); SIZE(rain_setting, 72); SIZE(rain_hand, 40); SIZE(rain_word, 24); SIZE(rain_preset, 24);
SIZE(rain_drop, 112); SIZE(rain_parts, 28); SIZE(rain_form, 32);
#endif
