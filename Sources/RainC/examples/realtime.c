/* realtime: an hour of steady rain in blocks of 64 frames as an audio engine asks for them, while a slider moves the gain;
 * prints the slowest block beside the time that it has. */
#include <stdio.h>
#include <time.h>
#include "rain.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(void) {
  rain_why why = {.size = sizeof why};
  rain rain = rain_new("steady", &why);
  if (!rain || !rain_option(rain, "rate", "48000", &why) || !rain_start(rain, 1, &why)) {
    fprintf(stderr, "%s\n", why.text);
    return 1;
  }
  int32_t gain = rain_setting_named("gain");
  const double block = 64 / 48000.0;
  float left[64], right[64], peak = 0;
  double slowest = 0, start = now();
  long late = 0;
  for (long number = 0; number < 3600 * 48000L / 64; number++) {
    double before = now();
    if (number % 1000 == 0) rain_set(rain, gain, -(double)(number % 7), 0.5, &why);
    rain_render_planes(rain, left, right, 64);
    double time = now() - before;
    if (time > slowest) slowest = time;
    late += time > block;
    for (int k = 0; k < 64; k++) peak = left[k] > peak ? left[k] : peak;
  }
  printf("slowest block %.3f of %.3f ms, %ld late, %.0f times real time, peak %.2f\n", slowest * 1e3, block * 1e3, late,
         3600 / (now() - start), (double)peak);
  rain_free(rain);
  return peak > 0 && peak < 1 ? 0 : 1;
}
