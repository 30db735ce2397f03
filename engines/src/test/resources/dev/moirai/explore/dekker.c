// Dekker, after Dijkstra 1965.
#include "mutual-exclusion.h"

atomic_int wants[2], turn;

static void enter(int me)
{
    wants[me] = 1;
    while (wants[1 - me]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
}

static void leave(int me)
{
    turn = 1 - me;
    wants[me] = 0;
}
