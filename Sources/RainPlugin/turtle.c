/* turtle MANIFEST DESCRIPTION PRESETS: writes the files of the LV2 bundle. */
#include <stdio.h>

const char *rain_turtle(unsigned number);

int main(int count, char **names) {
  for (int k = 1; k < count; k++) {
    FILE *file = fopen(names[k], "w");
    if (!file || fputs(rain_turtle((unsigned)k - 1), file) < 0 || fclose(file)) return perror(names[k]), 1;
  }
  return 0;
}
