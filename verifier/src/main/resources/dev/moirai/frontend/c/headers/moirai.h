#ifndef _MOIRAI_MOIRAI_H
#define _MOIRAI_MOIRAI_H
/* What a program may say to Moirai. With another compiler, give these macros meanings of your own. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);
/* Nothing else runs between begin and end. They do not nest. */
#define MOIRAI_ATOMIC_BEGIN() __VERIFIER_atomic_begin()
#define MOIRAI_ATOMIC_END() __VERIFIER_atomic_end()
/* Runs in which the condition does not hold are of no interest. */
#define MOIRAI_ASSUME(condition) __VERIFIER_assume(!!(condition))
#endif
