#ifndef _MOIRAI_STDALIGN_H
#define _MOIRAI_STDALIGN_H
#define alignas _Alignas
#define alignof _Alignof
#endif
