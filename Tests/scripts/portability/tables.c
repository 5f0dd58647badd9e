/* What the embedded standard library would need to compare texts, and a harness never does. */
unsigned short _swift_stdlib_getNormData(unsigned scalar) { (void)scalar; __builtin_trap(); }
unsigned _swift_stdlib_getComposition(unsigned x, unsigned y) { (void)x; (void)y; __builtin_trap(); }
unsigned _swift_stdlib_getDecompositionEntry(unsigned scalar) { (void)scalar; __builtin_trap(); }
const void *const _swift_stdlib_nfd_decompositions = 0;
