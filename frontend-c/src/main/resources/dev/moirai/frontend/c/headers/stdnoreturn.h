#ifndef _MOIRAI_STDNORETURN_H
#define _MOIRAI_STDNORETURN_H
#define noreturn _Noreturn
#endif
