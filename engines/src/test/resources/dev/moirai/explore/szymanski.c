// Szymanski 1988: 0 outside, 1 intends to enter, 2 waits for others, 3 stands in the doorway, 4 has closed the door.
#include "mutual-exclusion.h"

atomic_int flag[VISITORS];

static void enter(int me)
{
    flag[me] = 1;
    for (int other = 0; other < VISITORS; other++)
        while (flag[other] >= 3)
            ;
    flag[me] = 3;
    for (int other = 0; other < VISITORS; other++) {
        if (flag[other] == 1) {
            flag[me] = 2;
            int closed = 0;
            while (!closed)
                for (int i = 0; i < VISITORS; i++)
                    if (flag[i] == 4)
                        closed = 1;
        }
    }
    flag[me] = 4;
    for (int other = 0; other < me; other++)
        while (flag[other] >= 2)
            ;
}

static void leave(int me)
{
    for (int other = me + 1; other < VISITORS; other++) {
        int seen;
        do
            seen = flag[other];
        while (seen == 2 || seen == 3);
    }
    flag[me] = 0;
}
