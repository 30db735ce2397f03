package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proofs without bounds; and programs that fail only because arithmetic wraps or functions are misused have none. */
class ModularEngineTest {
    private static final Set<Property> ASSERTION = Set.of(Property.ASSERTION);

    private static final String PROLOGUE = """
        #include <assert.h>
        #include <limits.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <stdlib.h>
        extern int __VERIFIER_nondet_int(void);
        extern void __VERIFIER_atomic_begin(void);
        extern void __VERIFIER_atomic_end(void);
        int x, y, free_to_go;
        pthread_t t, u;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        sem_t s;
        """;

    private enum Case {
        LOCKED("""
            static void *both(void *a) { for (;;) { pthread_mutex_lock(&m); x = !x; y = !y; pthread_mutex_unlock(&m); } }
            int main(void) { pthread_create(&t, 0, both, 0); pthread_mutex_lock(&m); assert(x == y); return 0; }
            """, true),
        COUNTED_TOGETHER("""
            unsigned v, w;
            static void *both(void *a) {
                for (;;) { pthread_mutex_lock(&m); assert(v == w); v = v + 1; w = w + 1; pthread_mutex_unlock(&m); }
            }
            int main(void) { pthread_create(&t, 0, both, 0); pthread_create(&u, 0, both, 0); return 0; }
            """, true),
        COUNTED_TOGETHER_BUT_ONE_BEGINS_AGAIN_SOONER("""
            unsigned char v;
            unsigned short w;
            static void *both(void *a) {
                for (;;) { pthread_mutex_lock(&m); assert(v == w); v = v + 1; w = w + 1; pthread_mutex_unlock(&m); }
            }
            int main(void) { pthread_create(&t, 0, both, 0); pthread_create(&u, 0, both, 0); return 0; }
            """, false),
        COUNTED_TOGETHER_BUT_APART_BY_A_TURN("""
            unsigned char v, w;
            static void *both(void *a) {
                for (;;) { pthread_mutex_lock(&m); v = v + 1; assert(v > w); w = w + 1; pthread_mutex_unlock(&m); }
            }
            int main(void) { pthread_create(&t, 0, both, 0); pthread_create(&u, 0, both, 0); return 0; }
            """, false),
        TICKETS_OF_ANY_NUMBER_OF_THREADS("""
            extern void __VERIFIER_assume(int);
            unsigned next, serving;
            static void __VERIFIER_atomic_draw(unsigned *ticket) { __VERIFIER_assume(next != -1); *ticket = next; next = next + 1; }
            static void *enter(void *a) {
                for (;;) {
                    unsigned ticket;
                    __VERIFIER_atomic_draw(&ticket);
                    while (serving != ticket) {}
                    x = 1; assert(x == 1); x = 0;
                    serving++;
                }
            }
            int main(void) { while (__VERIFIER_nondet_int()) pthread_create(&t, 0, enter, 0); enter(0); return 0; }
            """, true),
        TICKETS_THAT_TWO_MAY_DRAW("""
            unsigned next, serving;
            static void *enter(void *a) {
                unsigned ticket = next;
                next = ticket + 1;
                while (serving != ticket) {}
                x = 1; assert(x == 1); x = 0;
                serving++;
                return 0;
            }
            int main(void) { while (__VERIFIER_nondet_int()) pthread_create(&t, 0, enter, 0); return 0; }
            """, false),
        TICKETS_THAT_BEGIN_AGAIN("""
            int next, serving;
            static void __VERIFIER_atomic_draw(int *ticket) { *ticket = next; next = 1 - next; }
            static void *enter(void *a) {
                int ticket;
                __VERIFIER_atomic_draw(&ticket);
                while (serving != ticket) {}
                x = 1; assert(x == 1); x = 0;
                serving = 1 - serving;
                return 0;
            }
            int main(void) { while (__VERIFIER_nondet_int()) pthread_create(&t, 0, enter, 0); return 0; }
            """, false),
        TICKETS_OF_A_RING_THAT_MAY_BE_FULL("""
            int next, serving;
            static void *enter(void *a) {
                int ticket = -1;
                __VERIFIER_atomic_begin();
                if ((next + 1) % 3 != serving) { ticket = next; next = (next + 1) % 3; }
                __VERIFIER_atomic_end();
                if (ticket == -1) return 0;
                while (serving != ticket) {}
                x = x + 1; assert(x == 1); x = x - 1;
                serving = (serving + 1) % 3;
                return 0;
            }
            int main(void) { while (__VERIFIER_nondet_int()) pthread_create(&t, 0, enter, 0); return 0; }
            """, true),
        TICKETS_OF_A_RING_THAT_IS_NEVER_FULL("""
            int next, serving;
            static void *enter(void *a) {
                int ticket = -1;
                __VERIFIER_atomic_begin();
                { ticket = next; next = (next + 1) % 3; }
                __VERIFIER_atomic_end();
                if (ticket == -1) return 0;
                while (serving != ticket) {}
                x = x + 1; assert(x == 1); x = x - 1;
                serving = (serving + 1) % 3;
                return 0;
            }
            int main(void) { while (__VERIFIER_nondet_int()) pthread_create(&t, 0, enter, 0); return 0; }
            """, false),
        OF_A_BLOCK_THAT_BEGINS_AGAIN("""
            static void one(int *p) { *p = 1; }
            static void *turns(void *a) {
                for (int i = 0; i < 2; i++) { int v; if (i == 0) one(&v); int now = v; v = now; assert(now == 1); }
                return 0;
            }
            int main(void) { pthread_create(&t, 0, turns, 0); return 0; }
            """, false),
        OF_A_BLOCK_LEFT_BY_A_JUMP("""
            static void put(int *p, int v) { *p = v; }
            static void *jumps(void *a) {
                int i = 0;
            again:
                {
                    int v;
                    if (i == 0) put(&v, 7);
                    if (i++ == 0) goto again;
                    int now = v; v = now; assert(now == 7);
                }
                return 0;
            }
            int main(void) { pthread_create(&t, 0, jumps, 0); return 0; }
            """, false),
        SET_IN_EVERY_TURN("""
            static void put(int *p, int v) { *p = v; }
            static void *turns(void *a) { for (;;) { int v; put(&v, 3); assert(v == 3); put(&v, 4); assert(v == 4); } }
            int main(void) { pthread_create(&t, 0, turns, 0); pthread_create(&u, 0, turns, 0); return 0; }
            """, true),
        ANY_NUMBER_OF_THREADS("""
            static void *raise(void *a) { while (1) { if (x < 10) x = 5; y = x; } }
            int main(void) {
                for (int i = __VERIFIER_nondet_int(); i; i--) pthread_create(&t, 0, raise, 0);
                assert(y <= 5);
                return 0;
            }
            """, true),
        JOINED("""
            static void *one(void *a) { x = 1; return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); pthread_join(t, 0); assert(x == 1); return 0; }
            """, true),
        SEMAPHORE("""
            static void *one(void *a) { x = 1; sem_post(&s); return 0; }
            int main(void) { sem_init(&s, 0, 0); pthread_create(&t, 0, one, 0); sem_wait(&s); assert(x); return 0; }
            """, true),
        COUNTER_OF_ANY_NUMBER_OF_THREADS("""
            static void *up(void *a) {
                pthread_mutex_lock(&m);
                x++; assert(x == 1); x--;
                pthread_mutex_unlock(&m);
                return 0;
            }
            int main(void) { while (1) pthread_create(&t, 0, up, 0); }
            """, true),
        VARIABLE_OF_ITS_OWN_IN_ANY_NUMBER_OF_THREADS("""
            static __thread _Bool own;
            static void *set(void *a) { assert(!own || y); y = 1; own = 1; return 0; }
            int main(void) { while (1) pthread_create(&t, 0, set, 0); }
            """, true),
        SPIN_LOCK_OF_ANY_NUMBER_OF_THREADS("""
            static void __VERIFIER_atomic_test_and_set(int *flag, int *before) { *before = *flag; *flag = 1; }
            static void *up(void *a) {
                int before;
                do __VERIFIER_atomic_test_and_set(&y, &before); while (before);
                x++; assert(x == 1); x--;
                y = 0;
                return 0;
            }
            int main(void) { while (1) pthread_create(&t, 0, up, 0); }
            """, true),
        FLAGS_OF_TWO("""
            int wants, other, turn;
            static void *second(void *a) {
                other = 1; turn = 0;
                while (wants && turn == 0) {}
                x = 2; assert(x == 2); other = 0;
                return 0;
            }
            int main(void) {
                pthread_create(&t, 0, second, 0);
                wants = 1; turn = 1;
                while (other && turn == 1) {}
                x = 1; assert(x == 1); wants = 0;
                return 0;
            }
            """, true),
        BEHIND_THE_ONLY_POINTER("""
            struct box { int lid, v; } *b;
            static void *three(void *a) { pthread_mutex_lock(&m); b->v = 3; assert(b->v == 3); pthread_mutex_unlock(&m); return 0; }
            int main(void) {
                b = malloc(sizeof *b);
                pthread_create(&t, 0, three, 0);
                pthread_mutex_lock(&m); b->v = 4; b->lid = 5; assert(b->v == 4); pthread_mutex_unlock(&m);
                return 0;
            }
            """, true),
        A_POINTER_THAT_IS_SET("""
            int *p;
            static void *set(void *a) { p = &x; assert(p == &x); assert(p); return 0; }
            int main(void) { pthread_create(&t, 0, set, 0); pthread_create(&u, 0, set, 0); return 0; }
            """, true),
        A_POINTER_THAT_IS_NOT_YET_SET("""
            int *p;
            static void *look(void *a) { assert(p); return 0; }
            int main(void) { pthread_create(&t, 0, look, 0); p = &x; return 0; }
            """, false),
        A_POINTER_THAT_IS_SET_BACK("""
            int *p;
            static void *set(void *a) { p = &x; assert(p == &x); return 0; }
            int main(void) { pthread_create(&t, 0, set, 0); p = 0; return 0; }
            """, false),
        A_POINTER_TO_ONE_OF_TWO("""
            int *p;
            static void *set(void *a) { *p = 1; return 0; }
            int main(void) {
                p = __VERIFIER_nondet_int() ? &x : &y;
                pthread_create(&t, 0, set, 0); pthread_join(t, 0);
                assert(!x);
                return 0;
            }
            """, false),
        A_POINTER_WRITTEN_THROUGH_ANOTHER("""
            int *p, **q = &p;
            static void *set(void *a) { *q = &y; return 0; }
            int main(void) { p = &x; pthread_create(&t, 0, set, 0); pthread_join(t, 0); *p = 1; assert(!y); return 0; }
            """, false),
        WHAT_HAS_NOTHING_TO_DO_WITH_IT("""
            static void *turn(void *a) { for (unsigned i = 7; ; i = i * 5 + 3) { y = i / 3; x = 2; assert(x == 2); } }
            int main(void) { pthread_create(&t, 0, turn, 0); return 0; }
            """, true),
        RELEASED_BY_ANYBODY("""
            static void *up(void *a) {
                if (__VERIFIER_nondet_int()) pthread_mutex_unlock(&m);
                pthread_mutex_lock(&m);
                x++; assert(x == 1); x--;
                pthread_mutex_unlock(&m);
                return 0;
            }
            int main(void) { for (int i = 0; i < 3; i++) pthread_create(&t, 0, up, 0); return 0; }
            """, false),
        LOOKED_AT_TOO_EARLY("""
            static void *up(void *a) {
                int before = y;
                if (before) return 0;
                y = 1;
                x++; assert(x == 1); x--;
                y = 0;
                return 0;
            }
            int main(void) { for (int i = 0; i < 3; i++) pthread_create(&t, 0, up, 0); return 0; }
            """, false),
        A_NEW_LOCAL_EACH_CALL("""
            static void one(int *p) { *p = 1; }
            static void call(int set) { int v; if (set) one(&v); int now = v; v = now; assert(now == 1); }
            static void *calls(void *a) { call(1); call(0); return 0; }
            int main(void) { pthread_create(&t, 0, calls, 0); return 0; }
            """, false),
        STOPPED_AFTER_A_WRITE("""
            extern void __VERIFIER_assume(int);
            static void *one(void *a) { int go = __VERIFIER_nondet_int(); x = 1; __VERIFIER_assume(go && !go); return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); assert(!x); return 0; }
            """, false),
        BYTES_OF_A_WORD("""
            static int words[2] = {0x00010002, 3};
            static void *look(void *a) { assert(((unsigned char *) words)[0] != 2); return 0; }
            int main(void) { pthread_create(&t, 0, look, 0); return 0; }
            """, false),
        A_BYTE_WITHIN_A_WORD("""
            static int words[2] = {0x00010002, 3};
            static void *look(void *a) { assert(((unsigned char *) words)[2] != 1); return 0; }
            int main(void) { pthread_create(&t, 0, look, 0); return 0; }
            """, false),
        ANOTHER_SIGN("""
            static int word = -1;
            static void *look(void *a) { assert(*(unsigned *) &word != 0xffffffffu); return 0; }
            int main(void) { pthread_create(&t, 0, look, 0); return 0; }
            """, false),
        UNPROTECTED("""
            static void *up(void *a) { int old = x; x = old + 1; return 0; }
            int main(void) {
                pthread_create(&t, 0, up, 0); pthread_create(&u, 0, up, 0);
                pthread_join(t, 0); pthread_join(u, 0);
                assert(x == 2);
                return 0;
            }
            """, false),
        SIGNED_SUM_WRAPS("""
            static void *far(void *a) { x = INT_MAX; return 0; }
            int main(void) { pthread_create(&t, 0, far, 0); int old = x; assert(old + 1 > old); return 0; }
            """, false),
        SIGNED_PRODUCT_WRAPS("""
            static void *far(void *a) { x = INT_MAX / 2 + 1; return 0; }
            int main(void) { pthread_create(&t, 0, far, 0); int old = x; assert(2 * old >= old); return 0; }
            """, false),
        OPPOSITE_OF_THE_LEAST("""
            static void *far(void *a) { x = INT_MIN; return 0; }
            int main(void) { pthread_create(&t, 0, far, 0); int old = x; assert(old >= 0 || -old > 0); return 0; }
            """, false),
        DESTROYED_MUTEX("""
            static void *up(void *a) { pthread_mutex_lock(&m); y = x; x = y + 1; pthread_mutex_unlock(&m); return 0; }
            int main(void) {
                pthread_mutex_destroy(&m);
                pthread_create(&t, 0, up, 0); up(0); pthread_join(t, 0);
                assert(x == 2);
                return 0;
            }
            """, false),
        DESTROYED_AND_MADE_ANEW("""
            static void *up(void *a) { pthread_mutex_lock(&m); y = x; x = y + 1; pthread_mutex_unlock(&m); return 0; }
            int main(void) {
                pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0);
                pthread_create(&t, 0, up, 0); up(0);
                pthread_mutex_lock(&m); assert(x <= 2); return 0;
            }
            """, true),
        WAIT_WITHOUT_THE_MUTEX("""
            static void *one(void *a) { x = 1; return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); pthread_cond_wait(&c, &m); assert(x); return 0; }
            """, false),
        JOIN_OF_A_DETACHED_THREAD("""
            static void *one(void *a) { x = 1; return 0; }
            int main(void) {
                pthread_create(&t, 0, one, 0); pthread_detach(t); pthread_join(t, 0);
                assert(x);
                return 0;
            }
            """, false),
        JOIN_OF_NOBODY("""
            static void *one(void *a) { x = 1; return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); pthread_join(u, 0); assert(x); return 0; }
            """, false),
        RESULT_OF_A_SECOND_JOIN("""
            static void *one(void *a) { return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); pthread_join(t, 0); assert(!pthread_join(t, 0)); return 0; }
            """, false),
        UNLOCKED_BY_ANOTHER("""
            static void *open(void *a) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 1; return 0; }
            int main(void) { pthread_mutex_lock(&m); pthread_create(&t, 0, open, 0); assert(!x); return 0; }
            """, false);

        private final String text;
        private final boolean holds;

        Case(String text, boolean holds) {
            this.text = text;
            this.holds = holds;
        }
    }

    /** Whether two threads can stand before conflicting accesses. */
    private enum Race {
        UNDER_ONE_LOCK("""
            static void *up(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
            int main(void) {
                for (int i = 0; i < 5; i++) pthread_create(&t, 0, up, 0);
                pthread_mutex_lock(&m); y = x; pthread_mutex_unlock(&m);
                return 0;
            }
            """, false),
        AFTER_THE_END("""
            static void *one(void *a) { x = 1; return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); pthread_join(t, 0); return x; }
            """, false),
        ANNOUNCED_BY_AN_ATOMIC_FLAG("""
            _Atomic int ready;
            static void *one(void *a) { x = 1; ready = 1; return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); while (!ready) {} return x; }
            """, false),
        BOTH_IN_ATOMIC_SECTIONS("""
            static void __VERIFIER_atomic_up(void) { x++; }
            static void *up(void *a) { __VERIFIER_atomic_up(); return 0; }
            int main(void) { pthread_create(&t, 0, up, 0); __VERIFIER_atomic_up(); return 0; }
            """, false),
        ONE_IN_AN_ATOMIC_SECTION("""
            static void __VERIFIER_atomic_up(void) { y = 1; x++; }
            static void *up(void *a) { __VERIFIER_atomic_up(); return 0; }
            int main(void) { pthread_create(&t, 0, up, 0); return x; }
            """, true),
        ANNOUNCED_BY_A_PLAIN_FLAG("""
            static void *one(void *a) { x = 1; y = 1; return 0; }
            int main(void) { pthread_create(&t, 0, one, 0); while (!y) {} return x; }
            """, true),
        WRITTEN_BUT_NEVER_ASKED("""
            static void *one(void *a) { x = 1; pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); return 0; }
            int main(void) {
                pthread_create(&t, 0, one, 0);
                pthread_mutex_lock(&m); y = 2; pthread_mutex_unlock(&m); x = 2;
                return 0;
            }
            """, true),
        THROUGH_A_POINTER("""
            static void *one(void *a) { *(int *)a = 1; return 0; }
            int main(void) { pthread_create(&t, 0, one, &x); pthread_create(&u, 0, one, &x); return 0; }
            """, true);

        private final String text;
        private final boolean races;

        Race(String text, boolean races) {
            this.text = text;
            this.races = races;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void racesAreRuledOutIfThereAreNone(Race one) throws IOException {
        var asking = new Asking(
                Asking.program(folder, PROLOGUE + one.text),
                Set.of(Property.DATA_RACE),
                SearchBounds.GROWING,
                Duration.ofSeconds(one.races ? 2 : 60));
        Verdict modular = asking.by(CheckEngine.MODULAR);
        if (one.races) {
            assertThat(asking.explicitly()).isInstanceOf(Verdict.Violated.class);
            assertThat(modular).isInstanceOf(Verdict.Unknown.class);
        } else {
            assertThat(modular).isInstanceOf(Verdict.Holds.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isProvedIfItHolds(Case one) throws IOException {
        var asking = new Asking(
                Asking.program(folder, PROLOGUE + one.text),
                ASSERTION,
                SearchBounds.GROWING,
                Duration.ofSeconds(one.holds ? 60 : 2));
        Verdict modular = asking.by(CheckEngine.MODULAR);
        if (one.holds) {
            assertThat(modular).isInstanceOf(Verdict.Holds.class);
        } else {
            assertThat(asking.explicitly()).isInstanceOf(Verdict.Violated.class);
            assertThat(modular).isInstanceOf(Verdict.Unknown.class);
        }
    }
}
