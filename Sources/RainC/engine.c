/* Two engines behind one name each: a plain one, and one for the processors of x86-64-v3, which have AVX2. The first
 * constructor chooses, before anybody calls them. With RAINSYNTH_ENGINE=plain it takes the plain one everywhere; a
 * library says nothing of another word, and the command refuses it.
 * The file that ENGINE names has a line for each name: FUNCTION(name), or VARIABLE(name, bytes). */
#include <stdlib.h>
#include <string.h>

static int isWide(void) {
  const char *engine = getenv("RAINSYNTH_ENGINE");
  __builtin_cpu_init();
  return !(engine && !strcmp(engine, "plain")) && __builtin_cpu_supports("x86-64-v3");
}

#ifdef ENGINE

/* A jump leaves all arguments where they are. */
#define FUNCTION(name) \
  extern void plain_##name(void), v3_##name(void); \
  static void (*chosen_##name)(void) __attribute__((used)) = plain_##name; \
  __asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name ": jmp *chosen_" #name "(%rip)\n.size " #name ", .-" #name);
#define VARIABLE(name, bytes) extern char plain_##name[bytes], v3_##name[bytes]; char name[bytes] __attribute__((aligned(8)));
#include ENGINE
#undef FUNCTION
#undef VARIABLE

__attribute__((constructor(101))) static void choose(void) {
  int wide = isWide();
#define FUNCTION(name) if (wide) chosen_##name = v3_##name;
#define VARIABLE(name, bytes) memcpy(name, wide ? v3_##name : plain_##name, bytes);
#include ENGINE
}

#else

/* The command: each engine is a whole program. That for x86-64-v3 has what it does before `main` in a section of its own. */
typedef void before(int, char **, char **);
extern before *__start_v3_init[], *__stop_v3_init[];
int __real_rainsynth_main(int, char **), v3_main(int, char **);

int __wrap_rainsynth_main(int count, char **words, char **variables) {
  if (!isWide()) return __real_rainsynth_main(count, words);
  for (before **next = __start_v3_init; next < __stop_v3_init; next++) (*next)(count, words, variables);
  return v3_main(count, words);
}

#endif
