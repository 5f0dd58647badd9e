/* host STATE: calls every function of rain.h with all presets in a host of that floating-point state, which has to have its
 * state again after each call, and prints a sum of all that the functions gave. Those marked [audio] are counted: they ask
 * for no memory, and give none back. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rain.h"

static int isAudio;
static long asked;
void *__libc_malloc(size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
void __libc_free(void *);
void *malloc(size_t size) { asked += isAudio; return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { void *m = malloc(n * size); return m ? memset(m, 0, n * size) : m; }
void *realloc(void *old, size_t size) { asked += isAudio; return __libc_realloc(old, size); }
void free(void *memory) { asked += isAudio && memory; __libc_free(memory); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  asked += isAudio;
  return (*memory = __libc_memalign(alignment, size)) ? 0 : ENOMEM;
}

#if defined(__x86_64__)
/* The usual one; rounding down, up and to zero; without subnormal numbers; trapping all exceptions. */
static const unsigned long states[] = {0x1F80, 0x3F80, 0x5F80, 0x7F80, 0x9FC0, 0};
static unsigned long get(void) { return __builtin_ia32_stmxcsr(); }
static void put(unsigned long state) { __builtin_ia32_ldmxcsr((unsigned)state); }
#elif defined(__aarch64__)
static const unsigned long states[] = {0, 0x800000, 0x400000, 0xC00000, 0x1000000, 0x9F00};
static unsigned long get(void) { unsigned long state; __asm__ volatile("mrs %0, fpcr" : "=r"(state)); return state; }
static void put(unsigned long state) { __asm__ volatile("msr fpcr, %0" : : "r"(state)); }
#else
static const unsigned long states[6];
static unsigned long get(void) { return 0; }
static void put(unsigned long state) { (void)state; }
#endif
/* Where a processor has no traps, their bits stay 0. */
static unsigned long usual, of_host;
static int failures;
#define CALL(call) ({                                                                      \
  put(of_host);                                                                            \
  __auto_type result = (call);                                                             \
  unsigned long after = get();                                                             \
  put(usual);                                                                              \
  if (after != of_host) failures++, printf("the host has another state after %s\n", #call); \
  result;                                                                                  \
})
#define AUDIO(call) ({                                                                  \
  asked = 0, isAudio = 1;                                                               \
  __auto_type found = CALL(call);                                                       \
  isAudio = 0;                                                                          \
  if (asked) failures++, printf("%s: %ld times memory in %s\n", preset.name, asked, #call); \
  found;                                                                                \
})
#define HOLDS(claim) ((claim) ? (void)0 : (void)(failures++, printf("does not hold: %s\n", #claim)))

static unsigned long long sum = 14695981039346656037u;
static void add(const void *bytes, size_t count) {
  for (size_t k = 0; k < count; k++) sum = (sum ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
}

enum { most = 20000 };
static float left[most], right[most];
static char text[1 << 18], wave[1 << 12];
static rain_drop drops[1000];

int main(int count, char **words) {
  usual = get();
  put(states[atoi(words[count - 1])]);
  of_host = get();
  put(usual);
  rain_why why = {.size = sizeof why};
  rain_setting s = {.size = sizeof s};
  rain_hand hand = {.size = sizeof hand};
  rain_word word = {.size = sizeof word};
  rain_preset preset = {.size = sizeof preset};
  drops[0].size = sizeof *drops;
  HOLDS(CALL(rain_software()));
  uint32_t settings = 0;
  for (; CALL(rain_setting_at(settings, &s)); settings++) {
    HOLDS(CALL(rain_setting_named(s.name)) == (int32_t)settings && CALL(rain_setting_owner((int32_t)settings)) >= 0);
    HOLDS(CALL(rain_hand_at(settings, &hand)) && CALL(rain_word_at((int32_t)settings, 0, &word)) == (s.words > 0));
    add(&s.low, 3 * sizeof s.low), add(&hand.low, 2 * sizeof hand.low);
  }
  HOLDS(settings > 70);
  for (uint32_t number = 0; CALL(rain_preset_at(number, &preset)); number++) {
    HOLDS(CALL(rain_preset_kind(number)) >= 0 && AUDIO(rain_abi()) && AUDIO(rain_sound_revision()));
    rain r = CALL(rain_new(preset.name, &why));
    uint32_t bytes = CALL(rain_json(r, text, sizeof text));
    add(text, bytes);
    HOLDS(CALL(rain_said(r, NULL, 0)) == 2);
    rain file = CALL(rain_read(text, bytes, NULL, &why));
    HOLDS(CALL(rain_say(file, "duration", "9h", &why)) && CALL(rain_option(file, "format", "f32", &why)));
    rain_form form = {.size = sizeof form};
    HOLDS(CALL(rain_form_of(file, &form)) && form.frames > 44100);
    HOLDS(CALL(rain_start(file, 0, &why)) && CALL(rain_seek(file, 44100, &why)));
    HOLDS(AUDIO(rain_render_planes(file, left, right, 5000)) == 5000 && AUDIO(rain_frames_left(file)) == form.frames - 44100 - 5000);
    add(left, 20000), add(right, 20000);
    add(wave, (size_t)CALL(rain_wave(file, 0, wave, sizeof wave, &why)));
    int64_t found = CALL(rain_drops(file, 0, 44100, drops, 1000, &why));
    add(drops, (size_t)(found < 1000 ? found : 1000) * sizeof *drops);
    int64_t rows = CALL(rain_drop_rows(file, 0, 44100, text, sizeof text, &why));
    if (rows > 0 && rows <= (int64_t)sizeof text) add(text, (size_t)rows);
    rows = CALL(rain_flash_rows(file, 0, 44100, text, sizeof text, &why));
    if (rows > 0 && rows <= (int64_t)sizeof text) add(text, (size_t)rows);
    int64_t typical = CALL(rain_typical_drop(file, left, most, NULL, NULL));
    if (typical > 0) add(left, (size_t)(typical < most ? typical : most) * 4);
    HOLDS(CALL(rain_start(r, 1, &why)) && AUDIO(rain_frame(r)) == 0);
    HOLDS(AUDIO(rain_render(r, left, 9000)) == 9000);
    add(left, 36000);
    /* To all that hands reach, first to what the rain has, then to both ends. */
    for (int way = 0; way < 3; way++) {
      for (uint32_t k = 0; k < settings; k++) {
        CALL(rain_hand_at(k, &hand));
        int32_t setting = (int32_t)hand.setting;
        double now = CALL(rain_get(r, setting, 1));
        if (way == 0) add(&now, sizeof now);
        CALL(rain_moves(r, setting)), CALL(rain_setting_at(hand.setting, &s));
        double number = way == 0 ? now : way == 1 ? s.low : s.high;
        HOLDS(AUDIO(rain_set(r, setting, number, 0.5, NULL)));
      }
      HOLDS(AUDIO(rain_render(r, left, 9000)) == 9000 && AUDIO(rain_render_planes(r, left, right, 9000)) == 9000);
      if (way < 2) add(left, 36000), add(right, 36000);
    }
    CALL(rain_unused(r, rain_setting_named("chirp"), &why)), CALL(rain_loud(r, &why));
    HOLDS(CALL(rain_set_place(r, "tent", 0.8, &why)) && CALL(rain_glide(r, file, 0.1, &why)));
    HOLDS(AUDIO(rain_render_planes(r, left, right, most)) == most);
    add(left, sizeof left);
    HOLDS(CALL(rain_free(r)) && CALL(rain_free(file)));
  }
  printf("%016llx\n", sum);
  return failures > 0;
}
