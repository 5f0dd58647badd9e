/* The floating-point state of a host, which may trap exceptions or round otherwise: the engine rounds to the nearest and
 * traps nothing. A function that a host calls first takes the state, and gives it back at its end. Not inlined, so that
 * no arithmetic is moved past it. WebAssembly has no such state. */
#ifndef RAIN_HOST_H
#define RAIN_HOST_H
#include <stdint.h>

static inline uint64_t __attribute__((noinline)) rain_take_floating_point(void) {
  uint64_t before = 0;
#if defined(__x86_64__)
  static const uint32_t own = 0x1F80;
  __asm__ volatile("stmxcsr %0\n\tldmxcsr %1" : "=m"(*(uint32_t *)&before) : "m"(own) : "memory");
#elif defined(__aarch64__)
  __asm__ volatile("mrs %0, fpcr\n\tmsr fpcr, xzr" : "=&r"(before) : : "memory");
#endif
  return before;
}

static inline void __attribute__((noinline)) rain_give_back_floating_point(uint64_t before) {
#if defined(__x86_64__)
  __asm__ volatile("ldmxcsr %0" : : "m"(*(uint32_t *)&before) : "memory");
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(before) : "memory");
#else
  (void)before;
#endif
}
#endif
