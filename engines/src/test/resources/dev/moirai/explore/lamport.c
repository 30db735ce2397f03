// Lamport's fast mutual exclusion, 1987.
#include "mutual-exclusion.h"

atomic_int x, y, busy[VISITORS];

static void enter(int me)
{
    for (;;) {
        busy[me] = 1;
        x = me + 1;
        if (y != 0) {
            busy[me] = 0;
            while (y != 0)
                ;
            continue;
        }
        y = me + 1;
        if (x == me + 1)
            return;
        busy[me] = 0;
        for (int other = 0; other < VISITORS; other++)
            while (busy[other])
                ;
        if (y == me + 1)
            return;
        while (y != 0)
            ;
    }
}

static void leave(int me)
{
    y = 0;
    busy[me] = 0;
}
