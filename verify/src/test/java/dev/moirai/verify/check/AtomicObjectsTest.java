package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomic structs are read, written and exchanged as a whole, for every engine. */
class AtomicObjectsTest {
    private static final String HEAD = """
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        struct node { int value; struct node *next; };
        struct tagged { struct node *top; unsigned long tag; };
        struct pair { int a, b; };
        """;

    @TempDir
    Path folder;

    private Asking asking(Property property, String text) throws IOException {
        return new Asking(folder, HEAD + text, Set.of(property), SearchBounds.GROWING);
    }

    private static final String WRITER = """
        static _Atomic struct pair shared;
        static void *writer(void *given) { struct pair both = {1, 1}; %s; return given; }
        int main(void) {
            pthread_t t;
            struct pair seen;
            pthread_create(&t, 0, writer, 0);
            %s;
            assert(seen.a == seen.b);
            return pthread_join(t, 0);
        }
        """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "atomic_store(&shared, both)|seen = atomic_load(&shared)",
                "shared = both|seen = shared",
                "__atomic_store(&shared, &both, 0)|__atomic_load(&shared, &seen, 0)",
                "struct pair old = shared; atomic_compare_exchange_weak(&shared, &old, both)|seen = shared",
                "atomic_exchange(&shared, both)|struct pair copy = shared; seen = copy"
            })
    void nobodySeesOneHalf(String accesses) throws IOException {
        String[] both = accesses.split("\\|");
        String text = WRITER.formatted(both[0], both[1]);
        asking(Property.ASSERTION, text).allSay("holds");
        Asking races = asking(Property.DATA_RACE, text);
        assertThat(Asking.word(races.explicitly())).isEqualTo("holds");
        assertThat(Asking.word(races.by(CheckEngine.ORDER))).isEqualTo("holds");
    }

    @Test
    void memberByMemberOneHalfIsSeen() throws IOException {
        String text = WRITER.replace("_Atomic ", "").formatted("shared = both", "seen = shared");
        asking(Property.ASSERTION, text).allSay("assertion at line 14");
    }

    @Test
    void whatIsStoredIsReadBeforeAndMayRace() throws IOException {
        Asking asking = asking(Property.DATA_RACE, """
            static _Atomic struct pair shared;
            static struct pair plain;
            static void *writer(void *given) { plain.a = 1; return given; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, writer, 0);
                atomic_store(&shared, plain);
                return pthread_join(t, 0);
            }
            """);
        assertThat(Asking.word(asking.explicitly())).startsWith("data-race at line ");
        assertThat(Asking.word(asking.by(CheckEngine.ORDER))).startsWith("data-race at line ");
    }

    /** The stack that a tag saves: without it, a node comes back while a thread sleeps. */
    @Test
    void tagsTellOldTopsFromNewOnes() throws IOException {
        assertThat(Asking.word(stack("1").explicitly())).isEqualTo("holds");
        stack("0").allSay("assertion at line 33");
    }

    private Asking stack(String step) throws IOException {
        return asking(Property.ASSERTION, """
            static struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
            static _Atomic struct tagged stack;
            static struct node *pop(void) {
                struct tagged old = atomic_load(&stack), new;
                do {
                    if (!old.top) return 0;
                    new.top = old.top->next;
                    new.tag = old.tag + %s;
                } while (!atomic_compare_exchange_strong(&stack, &old, new));
                return old.top;
            }
            static void push(struct node *node) {
                struct tagged old = atomic_load(&stack), new;
                do {
                    node->next = old.top;
                    new.top = node;
                    new.tag = old.tag + %s;
                } while (!atomic_compare_exchange_strong(&stack, &old, new));
            }
            static void *other(void *given) { pop(); pop(); push(&a); return given; }
            int main(void) {
                pthread_t t;
                struct tagged full = {&a, 0};
                atomic_init(&stack, full);
                pthread_create(&t, 0, other, 0);
                pop();
                assert(atomic_load(&stack).top != &b || a.next != &c);
                return pthread_join(t, 0);
            }
            """.formatted(step, step));
    }
}
