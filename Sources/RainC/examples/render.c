/* render PRESET SECONDS FILE.wav: writes the file that `rainsynth render -p PRESET -d SECONDS -o FILE.wav` writes. */
#include <stdio.h>
#include <stdlib.h>
#include "rain.h"

static rain_why why = {.size = sizeof why};

static void fail(void) {
  fprintf(stderr, "%s\n", why.text);
  exit(1);
}

/* Writes the bytes of the WAV before (0) or after (1) its samples. */
static void write_part(rain rain, uint32_t part, FILE *file) {
  int64_t count = rain_wave(rain, part, NULL, 0, &why);
  if (count < 0) fail();
  char *bytes = malloc((size_t)count + 1);
  rain_wave(rain, part, bytes, (uint32_t)count, &why);
  fwrite(bytes, 1, (size_t)count, file);
  free(bytes);
}

int main(int count, char **words) {
  if (count != 4) return 2;
  char frames[32];
  snprintf(frames, sizeof frames, "%ld", 44100 * atol(words[2]));
  rain rain = rain_new(words[1], &why);
  if (!rain || !rain_option(rain, "duration", frames, &why) || !rain_start(rain, 0, &why)) fail();
  FILE *file = fopen(words[3], "wb");
  if (!file) return 1;
  write_part(rain, 0, file);
  static char bytes[4096 * 4]; /* two channels of 16 bits */
  for (int64_t done; (done = rain_render(rain, bytes, 4096)) > 0;) fwrite(bytes, 4, (size_t)done, file);
  write_part(rain, 1, file);
  rain_free(rain);
  return fclose(file) ? 1 : 0;
}
