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

/**
 * Programs that fail in ways which a transition system can easily lack: other views of the same bytes, other meanings of
 * numbers, handles, objects of the thread library in states nobody thinks of. The search finds the failure, so a proof
 * would be wrong.
 */
class OverlookedByProofsTest {
    private static final Set<Property> ASSERTION = Set.of(Property.ASSERTION);

    private static final String PROLOGUE = """
        #include <assert.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <stdlib.h>
        #include <string.h>
        extern int __VERIFIER_nondet_int(void);
        extern long __VERIFIER_nondet_long(void);
        extern unsigned __VERIFIER_nondet_uint(void);
        extern _Bool __VERIFIER_nondet_bool(void);
        int x, y, cells[3];
        int *p;
        pthread_t t, u;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
        pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER, k = PTHREAD_RWLOCK_INITIALIZER;
        sem_t s, r;
        static void *idle(void *a) { return 0; }
        """;

    private enum Case {
        A_POINTER_READ_AS_A_NUMBER("""
            static void *set(void *a) { p = &x; return 0; }
            int main(void) { pthread_create(&t, 0, set, 0); assert(*(long *)&p == 0); return 0; }
            """),
        A_UNION_WITH_A_POINTER("""
            struct { int a; union { int *p; long v; } u; } o;
            static void *set(void *a) { o.u.p = &x; return 0; }
            int main(void) { pthread_create(&t, 0, set, 0); assert(o.u.v == 0); return 0; }
            """),
        A_NEGATIVE_NUMBER_AS_A_POINTER("""
            static unsigned long g;
            static void *set(void *a) { g = (unsigned long)a; return 0; }
            int main(void) { pthread_create(&t, 0, set, (void *)-1L); pthread_join(t, 0); assert(g <= 5); return 0; }
            """),
        A_LONG_AS_A_POINTER("""
            int main(void) {
                int i = __VERIFIER_nondet_int();
                if (i != -1) return 0;
                void *q = (void *)(long)i;
                assert((unsigned long)q <= 5);
                return 0;
            }
            """),
        A_PARAMETER_THAT_IS_SET("""
            static void *set(void *a) { *(int *)a = 1; a = &y; *(int *)a = 2; return 0; }
            int main(void) { pthread_create(&t, 0, set, &x); pthread_join(t, 0); assert(x == 0); return 0; }
            """),
        A_READ_WRITE_LOCK_MADE_ANEW("""
            int main(void) {
                pthread_rwlock_rdlock(&l); pthread_rwlock_init(&l, 0); pthread_rwlock_wrlock(&l);
                assert(0);
                return 0;
            }
            """),
        HELD_FOR_WRITING_BEHIND_ANOTHER_LOCK("""
            int main(void) {
                pthread_rwlock_wrlock(&l); pthread_rwlock_rdlock(&k); pthread_rwlock_unlock(&k);
                assert(pthread_rwlock_rdlock(&l) == 0);
                return 0;
            }
            """),
        A_MUTEX_OVERWRITTEN("""
            int main(void) { pthread_mutex_lock(&m); memset(&m, 0, sizeof m); pthread_mutex_lock(&m); assert(0); return 0; }
            """),
        A_MUTEX_ASSIGNED("""
            int main(void) { pthread_mutex_lock(&m); m = n; pthread_mutex_lock(&m); assert(0); return 0; }
            """),
        A_SEMAPHORE_INSIDE_A_STRUCT_ASSIGNED("""
            struct { sem_t s; int k; } a, b;
            int main(void) {
                sem_init(&a.s, 0, 0); sem_init(&b.s, 0, 1);
                a = b; sem_wait(&a.s);
                assert(0);
                return 0;
            }
            """),
        BACK_FROM_BEHIND_THE_END("""
            int main(void) {
                int i = __VERIFIER_nondet_int();
                if (i != 3) return 0;
                int *e = cells + i;
                e[-1] = 7;
                assert(cells[2] == 0);
                return 0;
            }
            """),
        A_SHIFT_BY_THE_WIDTH("""
            int main(void) { int i = __VERIFIER_nondet_int(), n = 32; assert(i << n == 0); return 0; }
            """),
        A_SHIFT_BY_MORE_THAN_THE_WIDTH("""
            int main(void) { unsigned i = __VERIFIER_nondet_uint(), n = 33; assert(i >> n == 0); return 0; }
            """),
        A_HANDLE_THAT_VARIES("""
            int main(void) {
                if (__VERIFIER_nondet_bool()) pthread_create(&t, 0, idle, 0);
                pthread_create(&u, 0, idle, 0);
                assert(u == 2);
                return 0;
            }
            """),
        A_HANDLE_FROM_ANOTHER_THREAD("""
            static void *start(void *a) { pthread_create(&u, 0, idle, 0); return 0; }
            int main(void) {
                pthread_t v;
                pthread_create(&t, 0, start, 0); pthread_create(&v, 0, idle, 0); pthread_join(t, 0);
                assert(u == 3);
                return 0;
            }
            """),
        A_JOIN_OF_WHOM_NOBODY_STARTED("""
            static void *stay(void *a) { while (1) {} }
            int main(void) {
                pthread_t v = 1;
                if (__VERIFIER_nondet_bool()) pthread_create(&v, 0, stay, 0);
                pthread_join(v, 0);
                assert(0);
                return 0;
            }
            """),
        A_JOIN_OF_MAIN("""
            static void *wait(void *a) { pthread_join(u, 0); assert(0); return 0; }
            int main(void) { u = pthread_self(); pthread_create(&t, 0, wait, 0); pthread_exit(0); }
            """),
        A_THREADS_OWN_POINTER_SET_BY_ANOTHER("""
            static _Thread_local int *own;
            static int **far;
            static void *set(void *a) { *far = &y; return 0; }
            int main(void) {
                own = &x; far = &own;
                pthread_create(&t, 0, set, 0); pthread_join(t, 0);
                *own = 1;
                assert(!y);
                return 0;
            }
            """),
        A_STRUCT_WITH_A_POINTER_COPIED("""
            static struct { int *p; int v; } a, b;
            static void *set(void *c) { a = b; return 0; }
            int main(void) {
                a.p = &x; b.p = &y;
                pthread_create(&t, 0, set, 0); pthread_join(t, 0);
                *a.p = 1;
                assert(!y);
                return 0;
            }
            """),
        A_POINTER_COPIED_BY_BYTES("""
            static int *q;
            static void *set(void *a) { memcpy(&p, &q, sizeof p); return 0; }
            int main(void) {
                p = &x; q = &y;
                pthread_create(&t, 0, set, 0); pthread_join(t, 0);
                *p = 1;
                assert(!y);
                return 0;
            }
            """),
        THE_SECOND_OF_TWO_ON_THE_HEAP("""
            int main(void) { p = malloc(2 * sizeof(int)); p[0] = 0; p[1] = 5; assert(p[0] == 5); return 0; }
            """),
        MORE_THAN_THERE_IS("""
            int main(void) { char *c = malloc(3000000000UL); assert(c); return 0; }
            """),
        TRUTH_AS_A_FLOATING_POINT_NUMBER("""
            int main(void) {
                int i = __VERIFIER_nondet_int();
                if (i <= 0) return 0;
                double half = (double)(i > 0) / ((double)(i > 0) + (double)(i > 0));
                assert(half == (double)(i < 0));
                return 0;
            }
            """),
        A_ROW_OF_NUMBERS_IN_EACH_CALL("""
            static int second(int set) {
                int *two = __builtin_alloca(2 * sizeof(int));
                if (set) { two[0] = 3; two[1] = 7; }
                return two[1];
            }
            int main(void) { int v = 0; for (int i = 0; i < 2; i++) v = second(i == 0); assert(v == 7); return 0; }
            """),
        AN_ARGUMENT_THAT_IS_CUT("""
            static void *set(unsigned char a) { x = a; return 0; }
            int main(void) {
                pthread_create(&t, 0, (void *(*)(void *))set, (void *)300); pthread_join(t, 0);
                assert(x == 300);
                return 0;
            }
            """),
        SEEN_BEFORE_A_DIVISION_BY_ZERO("""
            static void *set(void *a) { int v = __VERIFIER_nondet_int(); x = 1; y = 5 / (v - v); return 0; }
            int main(void) { pthread_create(&t, 0, set, 0); assert(!x); return 0; }
            """),
        SEEN_BEFORE_A_REMAINDER_BY_ZERO("""
            static void *set(void *a) { int v = 0; x = 1; y = 5 % v; return 0; }
            int main(void) { pthread_create(&t, 0, set, 0); assert(!x); return 0; }
            """),
        STARTED_BEFORE_A_DIVISION_BY_ZERO("""
            static void *fail(void *a) { assert(0); return 0; }
            int main(void) { int zero = 0; pthread_create(&t, 0, fail, 0); y = 5 / zero; return 0; }
            """),
        A_LOCK_THAT_EACH_THREAD_HAS("""
            static __thread pthread_mutex_t own;
            static void *alone(void *a) { pthread_mutex_lock(&own); x++; assert(x < 2); x--; pthread_mutex_unlock(&own); return 0; }
            int main(void) { for (int i = 0; i < 2; i++) pthread_create(&t, 0, alone, 0); pthread_exit(0); }
            """),
        POSTED_BEFORE_A_DIVISION_BY_ZERO("""
            static void *post(void *a) { int zero = 0; sem_post(&s); y = 5 / zero; return 0; }
            int main(void) { pthread_create(&t, 0, post, 0); sem_wait(&s); assert(0); return 0; }
            """),
        SEEN_BEFORE_A_NULL_POINTER_IS_USED("""
            static void *set(void *a) {
                struct { int *p; int v; } own;
                own.p = 0;
                if (__VERIFIER_nondet_bool()) own.p = &y;
                else { x = 1; own.v = *own.p; }
                return 0;
            }
            int main(void) { pthread_create(&t, 0, set, 0); assert(!x); return 0; }
            """),
        SEEN_BEFORE_AN_ARRAY_OF_NEGATIVE_LENGTH("""
            static void *set(void *a) { int v = -1; x = 1; int own[v]; y = sizeof own; return 0; }
            int main(void) { pthread_create(&t, 0, set, 0); assert(!x); return 0; }
            """);

        private final String text;

        Case(String text) {
            this.text = text;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whatFailsIsNotProved(Case given) throws IOException {
        var asking = new Asking(
                Asking.program(folder, PROLOGUE + given.text), ASSERTION, SearchBounds.GROWING, Duration.ofSeconds(3));
        assertThat(asking.explicitly()).isInstanceOf(Verdict.Violated.class);
        assertThat(asking.by(CheckEngine.MODULAR)).isNotInstanceOf(Verdict.Holds.class);
    }
}
