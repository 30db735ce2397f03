#ifndef _MOIRAI_INTTYPES_H
#define _MOIRAI_INTTYPES_H
#include <stdint.h>
#ifdef __LP64__
#define __MOIRAI_64 "l"
#define __MOIRAI_POINTER "l"
#else
#define __MOIRAI_64 "ll"
#define __MOIRAI_POINTER ""
#endif
#define PRId8 "d"
#define PRIi8 "i"
#define PRIu8 "u"
#define PRIx8 "x"
#define PRId16 "d"
#define PRIi16 "i"
#define PRIu16 "u"
#define PRIx16 "x"
#define PRId32 "d"
#define PRIi32 "i"
#define PRIo32 "o"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRIX32 "X"
#define PRId64 __MOIRAI_64 "d"
#define PRIi64 __MOIRAI_64 "i"
#define PRIo64 __MOIRAI_64 "o"
#define PRIu64 __MOIRAI_64 "u"
#define PRIx64 __MOIRAI_64 "x"
#define PRIX64 __MOIRAI_64 "X"
#define PRIdMAX PRId64
#define PRIuMAX PRIu64
#define PRIxMAX PRIx64
#define PRIdPTR __MOIRAI_POINTER "d"
#define PRIuPTR __MOIRAI_POINTER "u"
#define PRIxPTR __MOIRAI_POINTER "x"
#define SCNd32 "d"
#define SCNu32 "u"
#define SCNd64 __MOIRAI_64 "d"
#define SCNu64 __MOIRAI_64 "u"
#endif
