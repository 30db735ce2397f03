/* The runtime as one translation unit: one start of the compiler instead of six. */
#include "control.c"
#include "memory.c"
#include "real.c"
#include "schedule.c"
#include "sync.c"
#include "threads.c"
