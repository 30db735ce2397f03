#ifndef _MOIRAI_MOIRAI_H
#define _MOIRAI_MOIRAI_H
/* What a program may say to Moirai. With another compiler, give these macros meanings of your own. */
void __VERIFIER_assume(int condition);
void __moirai_transaction_begin(void);
void __moirai_transaction_end(void);
/* What lies between is meant to be done in one go. Nothing is done to make it so: predict says whether it is. */
#define MOIRAI_ATOMIC_BEGIN() __moirai_transaction_begin()
#define MOIRAI_ATOMIC_END() __moirai_transaction_end()
/* Runs in which the condition does not hold are of no interest. */
#define MOIRAI_ASSUME(condition) __VERIFIER_assume(!!(condition))
/* Whether a timer has run out: yes or no at each call, but a call that is made for ever says yes now and then. */
int __moirai_timeout(void);
#define MOIRAI_TIMEOUT() __moirai_timeout()
#endif
