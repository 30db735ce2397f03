package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Places and values in interleavings and messages are written as in the C program. */
class NamesTest {
    @TempDir
    Path folder;

    private Machine machine(String source) throws IOException {
        Path file = Files.writeString(folder.resolve("case.c"), source);
        return new Machine(CPrograms.of(file), MachineOptions.DEFAULT);
    }

    private Run.Result run(String source) throws IOException {
        return Run.drive(machine(source), new RandomScheduler(0), Observer.NONE, 1000);
    }

    private String short_(String text) {
        return text.replace(folder + "/", "");
    }

    private List<String> writes(String source) throws IOException {
        return run(source).schedule().steps().stream()
                .flatMap(step -> step.writes().stream())
                .map(seen -> short_(seen.place() + " = " + seen.value()))
                .toList();
    }

    private Violation violation(String source) throws IOException {
        return ((Outcome.Violated) run(source).outcome()).violation();
    }

    @Test
    void variablesElementsFieldsAndPointers() throws IOException {
        assertThat(writes("""
            #include <stdlib.h>
            struct node { int value; struct node *next; char tag[4]; } first, *head;
            int a[10], *p, m[2][3];
            char c;
            unsigned char byte;
            double d;
            void (*handler)(void);
            void handle(void) {}
            union { int i; float f; } u;
            const char *text;
            int main(void) {
                a[3] = -7;
                p = &a[2];
                p = NULL;
                m[1][2] = 5;
                first.value = 1;
                head = &first;
                head->next = head;
                head->tag[2] = 'x';
                c = 'A';
                byte = 200;
                d = 0.5;
                handler = handle;
                u.i = 3;
                text = "hello";
                head = malloc(sizeof *head);
                head->value = 4;
                head->next = &first;
            }
            """))
                .containsExactly(
                        "a[3] = -7",
                        "p = &a[2]",
                        "p = NULL",
                        "m[1][2] = 5",
                        "first.value = 1",
                        "head = &first",
                        "first.next = &first",
                        "first.tag[2] = 120 'x'",
                        "c = 65 'A'",
                        "byte = 200",
                        "d = 0.5",
                        "handler = handle",
                        "u.i = 3",
                        "text = \"hello\"",
                        "head = &node@case.c:26",
                        "node@case.c:26.value = 4",
                        "node@case.c:26.next = &first");
    }

    @Test
    void heapObjectsOfOnePlaceAreNumbered() throws IOException {
        assertThat(writes("""
            #include <stdlib.h>
            struct node { struct node *next; } *head;
            typedef struct { int x; } pair;
            pair *unnamed;
            int *numbers;
            int main(void) {
                for (int i = 0; i < 3; i++) {
                    struct node *n = malloc(sizeof *n);
                    n->next = head;
                    head = n;
                }
                unnamed = malloc(sizeof *unnamed);
                unnamed->x = 1;
                numbers = calloc(4, sizeof *numbers);
                numbers[2] = 5;
            }
            """))
                .containsExactly(
                        "node@case.c:8.next = NULL",
                        "head = &node@case.c:8",
                        "node@case.c:8#2.next = &node@case.c:8",
                        "head = &node@case.c:8#2",
                        "node@case.c:8#3.next = &node@case.c:8#2",
                        "head = &node@case.c:8#3",
                        "unnamed = &pair@case.c:12",
                        "pair@case.c:12.x = 1",
                        "numbers = &calloc@case.c:14[0]",
                        "calloc@case.c:14[2] = 5");
    }

    @Test
    void locksTellWhoHoldsThem() throws IOException {
        assertThat(writes("""
            #include <pthread.h>
            #include <semaphore.h>
            struct { int x; pthread_mutex_t lock; } s = { 0, PTHREAD_MUTEX_INITIALIZER };
            sem_t sem;
            int main(void) {
                pthread_mutex_lock(&s.lock);
                pthread_mutex_unlock(&s.lock);
                sem_init(&sem, 0, 2);
                sem_wait(&sem);
                pthread_mutex_destroy(&s.lock);
            }
            """))
                .containsExactly("s.lock = held by main", "s.lock = free", "sem = 2", "sem = 1", "s.lock = destroyed");
    }

    @Test
    void aLockThatIsTheFirstMemberIsCalledByItsName() throws IOException {
        assertThat(writes("""
            #include <pthread.h>
            #include <stdlib.h>
            struct queue { struct { pthread_mutex_t lock; int n; } inner[2]; } *q;
            int main(void) {
                q = malloc(sizeof *q);
                pthread_mutex_init(&q->inner[1].lock, 0);
                pthread_mutex_init(&q->inner[0].lock, 0);
                free(q);
            }
            """))
                .containsExactly(
                        "q = &queue@case.c:5",
                        "queue@case.c:5.inner[1].lock = initialised",
                        "queue@case.c:5.inner[0].lock = initialised",
                        "queue@case.c:5 = freed");
    }

    @Test
    void memoryErrorsNameTheObject() throws IOException {
        assertThat(short_(violation("""
            #include <stdlib.h>
            struct node { int value; struct node *next; };
            int main(void) {
                struct node *n = malloc(sizeof *n);
                free(n);
                n->next = NULL;
            }
            """).message()))
                .isEqualTo("write to node@case.c:4.next after it was freed at case.c:5");
        assertThat(short_(violation("""
            int *leak(void) { int local = 1, *p = &local; return p; }
            int main(void) { return *leak(); }
            """).message())).startsWith("read of local after its lifetime ended at case.c:1");
        assertThat(violation("""
            int main(void) { int buf[12], i = 12; buf[i] = 0; return buf[0]; }
            """).message())
                .isEqualTo("write to buf[12] out of bounds: buf has 12 elements (48 bytes)");
        assertThat(violation("""
            struct point { int x, y; };
            int main(void) { struct point *p = 0; return p->y; }
            """).message()).isEqualTo("read through a null pointer plus 4");
    }

    @Test
    void locksInArraysAreNamedByElement() throws IOException {
        assertThat(violation("""
            #include <pthread.h>
            pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
            int main(void) {
                pthread_mutex_lock(&locks[0]);
                pthread_mutex_lock(&locks[0]);
            }
            """).message()).contains("waits for mutex locks[0],");
    }

    @Test
    void stepsShowTheirLineAndRunAgain() throws IOException {
        Machine machine = machine("""
            #include <pthread.h>
            #include <assert.h>
            int x;
            void *worker(void *arg) {
                x++;
                return arg;
            }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, worker, 0);
                x++;
                pthread_join(t, 0);
                assert(x == 2);
            }
            """);
        for (int seed = 0; seed < 100; seed++) {
            Run.Result result = Run.drive(machine, new RandomScheduler(seed), Observer.NONE, 1000);
            Schedule schedule = result.schedule();
            assertThat(Run.drive(machine, new ScriptedScheduler(schedule), Observer.NONE, 1000)
                            .outcome())
                    .isEqualTo(result.outcome());
            if (!(result.outcome() instanceof Outcome.Violated(var violation))) continue;
            assertThat(violation.property()).isEqualTo(Property.ASSERTION);
            assertThat(violation.span().line()).isEqualTo(13);
            assertThat(schedule.steps().stream().filter(step -> step.thread().equals("worker")))
                    .extracting(Step::text)
                    .contains("x++;");
            return;
        }
        throw new AssertionError("no schedule lost an update");
    }
}
