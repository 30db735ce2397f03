/* For programs that put other streams in the place of these. */

#include <stdio.h>

FILE *stdin = __MOIRAI_STDIN;
FILE *stdout = __MOIRAI_STDOUT;
FILE *stderr = __MOIRAI_STDERR;
