/* Calls every function of rain.h with wrong handles, names, sizes and numbers; each has to refuse with a sentence, and the
 * sound stays as it was. Then makes and frees rains without end, and renders with odd sizes. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rain.h"

/* The library takes all its memory here. */
static long taken;
int posix_memalign(void **memory, size_t alignment, size_t size) {
  taken++;
  *memory = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  return *memory ? 0 : 12;
}

static rain_why why = {.size = sizeof why};
static int failures;

#define REFUSES(call, value)                                                         \
  do {                                                                               \
    why.text[0] = 0;                                                                 \
    if ((call) != (value) || !why.text[0]) failures++, printf("not refused: %s %s\n", #call, why.text); \
  } while (0)
#define HOLDS(claim) ((claim) ? (void)0 : (void)(failures++, printf("does not hold: %s\n", #claim)))

/* What the other thread of a live rain may do. */
static void *control(void *handle) {
  rain r = *(rain *)handle;
  int32_t gain = rain_setting_named("gain");
  for (int k = 0; k < CALLS / 10; k++) {
    if (!rain_set(r, gain, -(k % 60), 0.01, NULL) || rain_get(r, gain, 0) != -(k % 60)) return handle;
    if (k % 1000 == 0 && !rain_json(r, NULL, 0)) return handle;
  }
  return NULL;
}

int main(void) {
  HOLDS(rain_abi() == RAIN_ABI);
  HOLDS(strncmp(rain_software(), "rainsynth ", 10) == 0 && rain_sound_revision() > 0);
  static const rain none[] = {0, 1, 1023, 1024, 0xFFFFFFFF, 0x12345678};
  static float left[5000], right[5000];
  static rain_drop drops[100];
  drops[0].size = sizeof drops[0];
  rain_parts parts = {.size = sizeof parts};
  rain_form form = {.size = sizeof form};
  for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
    rain r = none[k];
    REFUSES(rain_option(r, "rate", "48000", &why), 0);
    REFUSES(rain_say(r, "gain", "-6", &why), 0);
    REFUSES(rain_drop_rows(r, 0, 1, NULL, 0, &why), -1);
    HOLDS(!rain_form_of(r, &form));
    REFUSES(rain_start(r, 0, &why), 0);
    REFUSES(rain_set(r, 1, 1, 0, &why), 0);
    REFUSES(rain_glide(r, r, 0, &why), 0);
    REFUSES(rain_seek(r, 0, &why), 0);
    REFUSES(rain_wave(r, 0, NULL, 0, &why), -1);
    REFUSES(rain_drops(r, 0, 1, drops, 1, &why), -1);
    REFUSES(rain_typical_drop(r, left, 5000, &parts, &why), -1);
    HOLDS(!rain_free(r) && isnan(rain_get(r, 1, 0)) && !rain_loud(r, NULL) && !rain_moves(r, 1) && !rain_json(r, NULL, 0) && !rain_said(r, NULL, 0));
    HOLDS(rain_frame(r) == -1 && rain_frames_left(r) == -1);
    HOLDS(rain_render(r, left, 1) == -1 && rain_render_planes(r, left, right, 1) == -1);
  }
  REFUSES(rain_new("strom", &why), 0);
  HOLDS(strstr(why.text, "storm"));
  REFUSES(rain_new("", &why), 0);
  static const char *const texts[] = {"", "[", "{", "{\"gain\": 99}", "{\"gian\": 1}", "{\"gain\": 1e999}", "\xff{}",
                                      "{\"curves\": {\"gain\": [[0, 1], [0]]}}", "{\"name\": \"a\" \"b\"}"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    REFUSES(rain_read(texts[k], (uint32_t)strlen(texts[k]), "p.json", &why), 0);
    HOLDS(strncmp(why.text, "p.json:", 7) == 0);
  }
  REFUSES(rain_read(NULL, 9, NULL, &why), 0);
  rain_why small = {.size = 9};
  memset(small.text, 'x', sizeof small.text);
  HOLDS(!rain_new("strom", &small) && strlen(small.text) == 4 && small.text[5] == 'x');
  for (uint32_t size = 0; size < 5; size++) {
    small.size = size;
    HOLDS(!rain_new("strom", &small));
  }
  HOLDS(!rain_new("strom", NULL));

  rain_setting setting = {.size = sizeof setting};
  rain_word word = {.size = sizeof word};
  rain_preset preset = {.size = sizeof preset};
  uint32_t settings = 0, presets = 0;
  while (rain_preset_at(presets, &preset)) HOLDS(preset.name[0] && preset.summary[0]), presets++;
  while (rain_setting_at(settings, &setting)) {
    HOLDS(rain_setting_named(setting.name) == (int32_t)settings && setting.low <= setting.standard);
    HOLDS(setting.standard <= setting.high && setting.summary[0] && setting.group[0]);
    for (uint32_t k = 0; k < setting.words; k++) HOLDS(rain_word_at((int32_t)settings, k, &word) && word.name[0]);
    HOLDS(!rain_word_at((int32_t)settings, setting.words, &word));
    settings++;
  }
  HOLDS(presets > 10 && settings > 40);
  rain_hand hand = {.size = sizeof hand};
  uint32_t hands = 0;
  for (; rain_hand_at(hands, &hand); hands++) {
    setting.size = sizeof setting;
    HOLDS(rain_setting_at(hand.setting, &setting) && hand.title[0] && hand.list[0]);
    HOLDS(setting.low <= hand.low && hand.low < hand.high && hand.high <= setting.high);
  }
  HOLDS(hands == settings);
  setting.size--, preset.size++, word.size = 0;
  HOLDS(!rain_setting_at(0, &setting) && !rain_preset_at(0, &preset) && !rain_word_at(0, 0, &word));
  HOLDS(!rain_setting_at(0, NULL) && !rain_word_at(-1, 0, &word) && !rain_word_at(1 << 30, 0, &word));
  HOLDS(rain_setting_owner(rain_setting_named("rainfall")) == 0 && rain_setting_owner(rain_setting_named("surface")) == 1);
  HOLDS(rain_setting_owner(rain_setting_named("chirp")) == 2 && rain_setting_owner(rain_setting_named("gain")) == 3);
  HOLDS(rain_setting_owner(-1) == -1 && rain_setting_owner((int32_t)settings) == -1);
  HOLDS(rain_setting_named(NULL) == -1 && rain_setting_named("nothing") == -1);

  rain r = rain_new(NULL, &why);
  HOLDS(rain_render(r, left, 1) == -1 && rain_frame(r) == -1);
  /* As the command takes it, with its sentences. */
  static const char *const said[][3] = {
      {"gain", "99", "--gain takes -60 .. 24 dB, not '99'"}, {"gian", "1", "there is no --gian; did you mean --gain?"},
      {"duration", "1x", "--duration takes a time"}, {"duration", "0", "above 0"}, {"place", "steady", "no place is called 'steady'"},
      {"curve", "gain=0=99", "key 1 of the curve of gain"}, {"curve", "gian=0=1", "did you mean gain?"}, {"dither", "no", "true or false"},
      {"channels", "3", "1, 2, binaural, quad"}, {"rate", "5", "8000 .. 192000 Hz"}, {"surface", "tin", "metal is nearest"}, {"seed", "x", "18446744073709551615"}};
  for (size_t k = 0; k < sizeof said / sizeof *said; k++) {
    REFUSES(rain_say(r, said[k][0], said[k][1], &why), 0);
    HOLDS(strstr(why.text, said[k][2]) || !puts(why.text));
  }
  REFUSES(rain_say(r, NULL, "1", &why), 0);
  REFUSES(rain_say(r, "gain", NULL, &why), 0);
  rain spoken = rain_new(NULL, &why);
  HOLDS(rain_say(spoken, "--bubble-frequency", "2.2 kHz", &why) && rain_say(spoken, "tone-63", "-3", &why) && rain_say(spoken, "tone125", "-3", &why));
  HOLDS(rain_say(spoken, "rainfall", "heavy", &why) && rain_say(spoken, "curve", "gain=0=-20; 1|=0", &why) && rain_say(spoken, "place", "tent", &why));
  HOLDS(rain_say(spoken, "duration", "1h30m", &why) && rain_say(spoken, "channels", "stereo", &why) && rain_say(spoken, "seed", "7", &why));
  HOLDS(rain_form_of(spoken, &form) && form.frames == 5400 * 44100 && form.channels == 2 && form.rate == 44100 && form.frame_bytes == 4);
  HOLDS(rain_get(spoken, rain_setting_named("bubbleFrequency"), 0) == 2200 && rain_moves(spoken, rain_setting_named("gain")));
  static char wave_text[100000];
  HOLDS(rain_wave(spoken, 0, wave_text, sizeof wave_text, &why) > 100);
  int names_preset = 0;
  for (size_t k = 0; k + 9 < sizeof wave_text; k++) names_preset += memcmp(wave_text + k, "\"preset\":", 9) == 0;
  HOLDS(names_preset == 0);
  HOLDS(rain_start(spoken, 0, &why) && rain_free(spoken));
  REFUSES(rain_option(r, "rate", "7999", &why), 0);
  REFUSES(rain_option(r, "rate", "a", &why), 0);
  REFUSES(rain_option(r, "channels", "3", &why), 0);
  REFUSES(rain_option(r, "format", "s8", &why), 0);
  REFUSES(rain_option(r, "volume", "1", &why), 0);
  REFUSES(rain_option(r, NULL, "1", &why), 0);
  REFUSES(rain_option(r, "rate", NULL, &why), 0);
  REFUSES(rain_option(r, "seed", "-1", &why), 0);
  REFUSES(rain_option(r, "duration", "1e30", &why), 0);
  REFUSES(rain_option(r, "duration", "0", &why), 0);
  REFUSES(rain_wave(r, 0, NULL, 0, &why), -1);
  REFUSES(rain_glide(r, r, 1, &why), 0);
  REFUSES(rain_seek(r, 1, &why), 0);
  HOLDS(rain_start(r, 1, &why));
  REFUSES(rain_start(r, 1, &why), 0);
  REFUSES(rain_option(r, "rate", "48000", &why), 0);
  int32_t gain = rain_setting_named("gain"), surface = rain_setting_named("surface");
  REFUSES(rain_set(r, -1, 1, 0, &why), 0);
  REFUSES(rain_set(r, (int32_t)settings, 1, 0, &why), 0);
  REFUSES(rain_set(r, gain, 1e9, 0, &why), 0);
  REFUSES(rain_set(r, gain, NAN, 0, &why), 0);
  REFUSES(rain_set(r, gain, 0, -1, &why), 0);
  REFUSES(rain_set(r, gain, 0, NAN, &why), 0);
  REFUSES(rain_set(r, gain, 0, 1e9, &why), 0);
  REFUSES(rain_set(r, surface, 0.5, 0, &why), 0);
  REFUSES(rain_set_place(r, "tennt", 0, &why), 0);
  REFUSES(rain_set_place(r, NULL, 0, &why), 0);
  REFUSES(rain_set_place(r, "tent", -1, &why), 0);
  HOLDS(rain_set_place(r, "tent", 0.8, &why) && rain_get(r, surface, 0) == 8);
  HOLDS(rain_set_place(r, "open", 0.8, &why) && rain_get(r, surface, 0) == 0);
  REFUSES(rain_seek(r, -1, &why), 0);
  REFUSES(rain_seek(r, INT64_MAX, &why), 0);
  REFUSES(rain_drops(r, 5, 4, drops, 100, &why), -1);
  REFUSES(rain_drops(r, -5, 4, drops, 100, &why), -1);
  drops[0].size = 1;
  REFUSES(rain_drops(r, 0, 44100, drops, 100, &why), -1);
  drops[0].size = sizeof drops[0];
  static struct { uint32_t size; char rest[76]; } before[100]; /* a rain_drop without its last four members */
  before[0].size = 80;
  HOLDS(rain_drops(r, 0, 441000, (rain_drop *)before, 100, &why) > 100 && before[99].size == 80);
  HOLDS(rain_drop_rows(r, 0, 441000, NULL, 0, &why) > 10000);
  HOLDS(rain_drops(r, 0, 441000, drops, 100, &why) > 100 && drops[0].impact > 0 && drops[99].frame >= drops[0].frame && drops[99].size);
  HOLDS(rain_typical_drop(r, left, 5000, &parts, &why) > 0 && parts.impact_end > 0);
  REFUSES(rain_unused(r, -1, &why), 0);
  rain dry = rain_new("classic-app", &why);
  HOLDS(rain_set(dry, surface, 3, 0, &why) && rain_set(dry, rain_setting_named("puddles"), 0, 0, &why));
  HOLDS(rain_unused(dry, rain_setting_named("chirp"), &why) && strstr(why.text, "no drop of this rain has a bubble, so Rise of pitch"));
  HOLDS(rain_unused(dry, rain_setting_named("chirp"), NULL) && !rain_unused(dry, gain, NULL) && rain_free(dry));
  HOLDS(rain_render(r, NULL, 1) == -1 && rain_render_planes(r, NULL, right, 1) == -1);
  HOLDS(rain_render_planes(r, left, NULL, 1) == -1);
  HOLDS(rain_get(r, gain, 0) == 0 && isnan(rain_get(r, gain + 1000, 0)));

  /* After all that the sound is that of an untouched rain. */
  rain other = rain_new(NULL, &why);
  HOLDS(rain_start(other, 0, &why));
  for (uint32_t size = 1; size < 5000; size = size * 3 + 1) {
    static float x[5000], y[5000];
    HOLDS(rain_render_planes(r, left, right, size) == size && rain_render_planes(other, x, y, size) == size);
    HOLDS(!memcmp(left, x, size * sizeof *x) && !memcmp(right, y, size * sizeof *y));
  }
  REFUSES(rain_set(other, gain, 0, 0, &why), 0);
  HOLDS(rain_free(other) && !rain_free(other) && rain_render(other, left, 1) == -1);

  /* A rain that was written and read again is the same. */
  uint32_t length = rain_json(r, NULL, 0);
  char *json = malloc(length + 1);
  HOLDS(rain_json(r, json, length + 1) == length && strlen(json) == length);
  HOLDS((other = rain_read(json, length, NULL, &why)) && rain_get(other, surface, 0) == rain_get(r, surface, 0));
  free(json);
  /* What was said of a rain, said of another one of its preset. */
  static char sayings[1024], again[4096], text[1 << 16];
  rain a = rain_new("shower", &why), b = rain_new("shower", &why);
  HOLDS(rain_say(a, "place", "tent", &why) && rain_say(a, "surface", "metal", &why));
  HOLDS(rain_set(a, rain_setting_named("drops"), 900, 0, &why) && rain_set(a, rain_setting_named("rainfall"), 20.5, 0, &why));
  HOLDS(rain_said(a, sayings, 10) == rain_said(a, sayings, sizeof sayings) && strstr(sayings, "{\"place\":\"tent\",\"rainfall\":20.5,") == sayings);
  for (char *at = sayings, name[64], value[64]; (at = strchr(at, '"')); at = strpbrk(at, ",}")) {
    HOLDS(sscanf(at, "\"%63[^\"]\":%63[^,}]", name, value) == 2);
    if (*value == '"') memmove(value, value + 1, strlen(value)), *strchr(value, '"') = 0;
    HOLDS(rain_say(b, name, value, &why));
  }
  HOLDS(rain_said(b, again, sizeof again) && !strcmp(sayings, again));
  HOLDS(rain_json(a, text, sizeof text) && rain_json(b, again, sizeof again) && !strcmp(text, again));
  rain_free(a), rain_free(b);
  /* Whatever is taken is written, and read again as it was: each preset with each setting at either end, such as night
   * with a far end below what the curve of its near end comes to. */
  setting.size = sizeof setting, preset.size = sizeof preset;
  int refused = 0;
  for (uint32_t k = 0; rain_preset_at(k, &preset); k++)
    for (int32_t s = 0; rain_setting_at((uint32_t)s, &setting); s++)
      for (int end = 0; end < 2; end++) {
        rain a = rain_new(preset.name, &why);
        if (k % 2) HOLDS(rain_start(a, 1, &why));
        refused += !rain_set(a, s, end ? setting.high : setting.low, 0, &why);
        rain b = rain_read(text, rain_json(a, text, sizeof text), "its own", &why);
        int same = b != 0;
        for (int32_t t = 0; same && t < (int32_t)settings; t++)
          for (int second = 0; second < 2000; second += 900) {
            double x = rain_get(a, t, second), y = rain_get(b, t, second);
            same &= x == y || (isnan(x) && isnan(y));
          }
        if (!same) failures++, printf("not the same once read: %s, %s, %d: %s\n", preset.name, setting.name, end, why.text);
        rain_free(a), rain_free(b);
      }
  HOLDS(refused == 0);

  /* No frame is too large. */
  static const int64_t far[] = {9000000000000000, 9300000000000000, 100000000000000000, 4600000000000000000, INT64_MAX - 65537, INT64_MAX};
  for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
    rain a = rain_new("storm", &why);
    HOLDS(rain_start(a, 1, &why));
    if (rain_seek(a, far[k], &why)) {
      HOLDS(rain_set(a, gain, -6, 1, &why));
      for (int block = 0; block < 4; block++) HOLDS(rain_render_planes(a, left, right, 4000) == 4000);
      HOLDS(rain_drops(a, far[k], far[k] + 441000, drops, 100, &why) >= 0);
    }
    HOLDS(rain_drops(a, far[k] - 44100, far[k], drops, 100, &why) >= 0);
    HOLDS(rain_free(a));
  }

  /* The volume alone is said to be loud. */
  rain tent = rain_new("tent", &why);
  HOLDS(!rain_loud(tent, &why) && rain_set(tent, rain_setting_named("gain"), 12, 0, &why));
  HOLDS(rain_loud(tent, &why) == 1 && !strcmp(why.text, "about -9 LUFS: more than -14 is loud in headphones"));
  HOLDS(rain_free(tent));

  /* A storm follows its curves until a setting is set. */
  rain storm = rain_new("storm", &why);
  int32_t rainfall = rain_setting_named("rainfall");
  HOLDS(rain_moves(storm, rainfall) && rain_get(storm, rainfall, 0) < rain_get(storm, rainfall, 700));
  HOLDS(rain_glide(r, storm, 2, &why) && rain_moves(r, rainfall));
  HOLDS(rain_seek(r, 700 * 44100, &why) && rain_frame(r) == 700 * 44100);
  for (int k = 0; k < 100; k++) HOLDS(rain_render_planes(r, left, right, 441) == 441);
  HOLDS(rain_set(r, rainfall, 3, 1, &why) && !rain_moves(r, rainfall) && rain_get(r, rainfall, 0) == 3);
  for (int k = 0; k < 100; k++) HOLDS(rain_render_planes(r, left, right, 441) == 441);
  HOLDS(rain_free(storm) && rain_free(other) && rain_free(r));

  rain many[1025];
  for (int k = 0; k < 1024; k++) HOLDS((many[k] = rain_new("tent", &why)) != 0);
  REFUSES(rain_new("tent", &why), 0);
  for (int k = 0; k < 1024; k++) HOLDS(rain_free(many[k]));
  for (int k = 0; k < 1000; k++) {
    r = rain_new("drizzle", &why);
    HOLDS(rain_free(r));
  }
  /* The audio thread takes no memory: not to render, to follow curves, or to move a setting. */
  static const char *const presets_live[] = {"steady", "storm", "tin-roof"};
  for (size_t k = 0; k < 3; k++) {
    r = rain_new(presets_live[k], &why);
    HOLDS(rain_start(r, 1, &why));
#ifndef WATCHED /* valgrind takes the memory itself */
    HOLDS(taken > 0);
#endif
    if (k == 1) HOLDS(rain_seek(r, 600 * 44100, &why));
    HOLDS(rain_render_planes(r, left, right, 64) == 64);
    HOLDS(rain_set(r, rain_setting_named("air"), 0.5, 1, &why));
    long before = taken;
    for (int block = 0; block < 10000; block++) {
      if (k != 1 && block % 10 == 0) HOLDS(rain_set(r, block % 20 ? gain : rainfall, -(block % 60) / 10.0 + 6.5, 0.1, &why));
      HOLDS(rain_render_planes(r, left, right, 64) == 64);
    }
    HOLDS(taken == before);
    HOLDS(rain_free(r));
  }
  /* One thread renders, another sets. */
  r = rain_new("storm", &why);
  HOLDS(rain_start(r, 1, &why));
  pthread_t thread;
  void *failed;
  HOLDS(!pthread_create(&thread, NULL, control, &r));
  for (int block = 0; block < CALLS / 100; block++) HOLDS(rain_render_planes(r, left, right, 441) == 441);
  HOLDS(!pthread_join(thread, &failed) && !failed && rain_free(r));
  /* A million calls. */
  r = rain_new(NULL, &why);
  HOLDS(rain_start(r, 1, &why));
  for (int k = 0; k < CALLS; k++) {
    HOLDS(rain_set(r, gain, -(k % 60), 0.01, &why));
    HOLDS(!rain_set(r + 1, gain, -1, 0, NULL));
    if (k % 100 == 0) HOLDS(rain_render_planes(r, left, right, 7) == 7);
  }
  HOLDS(rain_free(r));
  printf("%d failures\n", failures);
  return failures ? 1 : 0;
}
