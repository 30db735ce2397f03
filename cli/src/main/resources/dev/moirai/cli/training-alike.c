/* Equal threads that nobody waits for, as many preprocessed tasks have them (Training.java). */
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
typedef unsigned long pthread_t;
typedef struct { int state; int more[9]; } pthread_mutex_t;
extern int pthread_create(pthread_t *t, const void *attributes, void *(*start)(void *), void *argument);
extern int pthread_mutex_lock(pthread_mutex_t *m);
extern int pthread_mutex_unlock(pthread_mutex_t *m);

#define assert(holds) ({ if (!(holds)) { ERROR: __VERIFIER_error(); } 0; })

pthread_mutex_t mutex;
volatile unsigned most, taken, busy, served;
int place[4], held[2] = {1, 2};

void __VERIFIER_atomic_take(int from, int to) {
    __VERIFIER_assume(busy == from);
    busy = to;
}

int swapped(volatile unsigned *at, int was, int becomes) {
    int result;
    __VERIFIER_atomic_begin();
    if (*at == was) {
        *at = becomes;
        result = 1;
    } else
        result = 0;
    __VERIFIER_atomic_end();
    return result;
}

void *largest(void *argument) {
    int mine = *(int *)argument, seen, done = 0;
#ifdef OPEN
    mine = __VERIFIER_nondet_int();
#endif
    __VERIFIER_atomic_take(0, 1);
    taken = taken + mine;
    __VERIFIER_atomic_take(1, 0);
    while (!done) {
        seen = most;
        if (seen >= mine) break;
        done = swapped(&most, seen, mine);
    }
    assert(most >= mine);
    return 0;
}

void *count(void *nothing) {
    pthread_mutex_lock(&mutex);
    place[busy & 3] = ++served;
    pthread_mutex_unlock(&mutex);
#ifdef FAILING
    assert(served < 2);
#else
    assert(served > 0);
#endif
    return 0;
}

int main() {
    pthread_t t;
#ifdef ENDLESS
    while (1)
#endif
    {
        pthread_create(&t, 0, largest, &held[0]);
        pthread_create(&t, 0, largest, &held[1]);
    }
    for (int i = 0; i < 2; i++) pthread_create(&t, 0, count, 0);
    return 0;
}
