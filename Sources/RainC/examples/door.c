/* door: two places, one weather. A listener gets out of heavy rain into a car and out again, while the rain grows. Writes ten
 * seconds of stereo, floats at 48 kHz, to standard output. */
#include <math.h>
#include <stdio.h>
#include "rain.h"

enum { RATE = 48000, BLOCK = 480 };
static rain_why why = {.size = sizeof why};

/* A live rain in a place. Rains of one weather and one seed go in step. */
static rain rain_in(const char *place) {
  rain rain = rain_new("downpour", &why);
  int ready = rain && rain_set_place(rain, place, 0, &why) && rain_option(rain, "seed", "7", &why) &&
              rain_option(rain, "rate", "48000", &why) && rain_start(rain, 1, &why);
  return ready ? rain : 0;
}

/* How far the listener is in the car at a moment in s, from 0 to 1: in at 3 s, out at 7 s, 0.8 s each. */
static double inside(double second) {
  double in = fmin(fmax((second - 3) / 0.8, 0), 1), out = fmin(fmax((second - 7) / 0.8, 0), 1);
  return in - out;
}

int main(void) {
  rain open = rain_in("open"), car = rain_in("car");
  if (!open || !car) {
    fprintf(stderr, "%s\n", why.text);
    return 1;
  }
  int32_t rainfall = rain_setting_named("rainfall");
  static float left[2][BLOCK], right[2][BLOCK], mix[2 * BLOCK];
  float peak = 0;
  for (long frame = 0; frame < 10 * RATE; frame += BLOCK) {
    if (frame == 5 * RATE) { /* the weather changes in both places */
      rain_set(open, rainfall, 60, 4, &why);
      rain_set(car, rainfall, 60, 4, &why);
    }
    rain_render_planes(open, left[0], right[0], BLOCK);
    rain_render_planes(car, left[1], right[1], BLOCK);
    for (int k = 0; k < BLOCK; k++) {
      double angle = 1.5707963 * inside((double)(frame + k) / RATE); /* equal power */
      float out = (float)cos(angle), in = (float)sin(angle);
      mix[2 * k] = out * left[0][k] + in * left[1][k];
      mix[2 * k + 1] = out * right[0][k] + in * right[1][k];
      peak = fmaxf(peak, fabsf(mix[2 * k]));
    }
    fwrite(mix, sizeof mix, 1, stdout);
  }
  rain_free(open);
  rain_free(car);
  return peak > 0 && peak < 1 ? 0 : 1;
}
