/* Embedded Swift has no module of the C library. */
#include <stdio.h>
#include <stdlib.h>
