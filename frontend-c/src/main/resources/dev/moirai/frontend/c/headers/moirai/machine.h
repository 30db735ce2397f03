/*
 * What the machine's headers expect of each other and do not find in the bundled ones. The front end puts it in front of
 * every header that it takes from the machine.
 */
#ifndef _MOIRAI_MACHINE_H
#define _MOIRAI_MACHINE_H
#include <features.h>
#include <bits/types.h>
#include <bits/endian.h>
#endif
