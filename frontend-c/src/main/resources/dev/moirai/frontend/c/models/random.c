/* Pseudo-random numbers as glibc makes them: the same numbers for the same seed. */

#include <stdlib.h>

int __moirai_seed(void);

/* ---- rand and random: each number is the sum of those 3 and 31 before it ------------------------------------------ */

#define __MOIRAI_DEGREE 31
#define __MOIRAI_SEPARATION 3

static int __moirai_state[__MOIRAI_DEGREE];
static int __moirai_front;
static int __moirai_seeded;

static int __moirai_next(void) {
    int rear = (__moirai_front + __MOIRAI_DEGREE - __MOIRAI_SEPARATION) % __MOIRAI_DEGREE;
    unsigned int sum = (unsigned int) __moirai_state[__moirai_front] + (unsigned int) __moirai_state[rear];
    __moirai_state[__moirai_front] = (int) sum;
    __moirai_front = (__moirai_front + 1) % __MOIRAI_DEGREE;
    return (int) (sum >> 1);
}

static void __moirai_sow(unsigned int seed) {
    int word = seed == 0 ? 1 : (int) seed;
    __moirai_seeded = 1;
    __moirai_state[0] = word;
    for (int i = 1; i < __MOIRAI_DEGREE; i++) {
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0) word += 2147483647;
        __moirai_state[i] = word;
    }
    __moirai_front = __MOIRAI_SEPARATION;
    for (int i = 0; i < 10 * __MOIRAI_DEGREE; i++) __moirai_next();
}

static void __VERIFIER_atomic_moirai_sow(unsigned int seed) {
    __moirai_sow(seed);
}

static int __VERIFIER_atomic_moirai_next(void) {
    if (!__moirai_seeded) __moirai_sow((unsigned int) __moirai_seed());
    return __moirai_next();
}

int rand(void) {
    return __VERIFIER_atomic_moirai_next();
}

long random(void) {
    return __VERIFIER_atomic_moirai_next();
}

void srand(unsigned int seed) {
    __VERIFIER_atomic_moirai_sow(seed);
}

void srandom(unsigned int seed) {
    __VERIFIER_atomic_moirai_sow(seed);
}

int rand_r(unsigned int *seed) {
    unsigned int next = *seed * 1103515245 + 12345;
    int result = (int) (next / 65536 % 2048);
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (int) (next / 65536 % 1024);
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (int) (next / 65536 % 1024);
    *seed = next;
    return result;
}

/* ---- those of 48 bits, which no lock protects ------------------------------------------------------------------------ */

static unsigned long long __moirai_48;

static unsigned long long __moirai_step(unsigned long long state) {
    return (state * 0x5deece66dULL + 0xb) & 0xffffffffffffULL;
}

static unsigned long long __moirai_step_given(unsigned short state[3]) {
    unsigned long long next =
        __moirai_step((unsigned long long) state[2] << 32 | (unsigned long long) state[1] << 16 | state[0]);
    state[0] = (unsigned short) next;
    state[1] = (unsigned short) (next >> 16);
    state[2] = (unsigned short) (next >> 32);
    return next;
}

void srand48(long seed) {
    __moirai_48 = (unsigned long long) (unsigned int) seed << 16 | 0x330e;
}

long lrand48(void) {
    __moirai_48 = __moirai_step(__moirai_48);
    return (long) (__moirai_48 >> 17);
}

long mrand48(void) {
    __moirai_48 = __moirai_step(__moirai_48);
    return (int) (__moirai_48 >> 16);
}

double drand48(void) {
    __moirai_48 = __moirai_step(__moirai_48);
    return (double) __moirai_48 / 281474976710656.0;
}

long nrand48(unsigned short state[3]) {
    return (long) (__moirai_step_given(state) >> 17);
}

double erand48(unsigned short state[3]) {
    return (double) __moirai_step_given(state) / 281474976710656.0;
}
