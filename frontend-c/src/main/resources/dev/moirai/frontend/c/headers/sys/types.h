#ifndef _MOIRAI_SYS_TYPES_H
#define _MOIRAI_SYS_TYPES_H
#include <moirai/types.h>
#include <sys/select.h>
#endif
