// Peterson 1981.
#include "mutual-exclusion.h"

atomic_int wants[2], turn;

static void enter(int me)
{
    wants[me] = 1;
    turn = 1 - me;
    while (wants[1 - me] && turn == 1 - me)
        ;
}

static void leave(int me)
{
    wants[me] = 0;
}
