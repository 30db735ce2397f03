package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs with a failure that the question is not about before one that it is about. Some of the former end the run, so
 * that nothing after them counts; others let it go on (misusing a lock returns a code, arithmetic wraps). Every engine
 * agrees with the interpreter, whether the first failure is in the same thread, on one of two paths, or in another
 * thread.
 */
class UnwatchedFailureTest {
    /** Statements that fail, one for each property and for each way an engine may treat it. */
    enum Failure {
        ASSERTION(Property.ASSERTION, "assert(zero);"),
        NULL_WRITE(Property.MEMORY, "*nowhere = 1;"),
        UNREAD_LOAD(Property.MEMORY, "int unread = *nowhere;"),
        OUT_OF_BOUNDS(Property.MEMORY, "three[3 + zero] = 1;"),
        WRITTEN_CONSTANT(Property.MEMORY, "*(int *)&fixed = 2;"),
        WRITTEN_LITERAL(Property.MEMORY, "char *text = \"abc\"; text[0] = 'x';"),
        TOO_WIDE(Property.MEMORY, "*(long long *)&mine = 2;"),
        FREED(Property.MEMORY, "char *gone = malloc(2); free(gone); gone[1] = 1;"),
        FREED_TWICE(Property.MEMORY, "char *gone = malloc(2); free(gone); free(gone);"),
        NO_FUNCTION(Property.MEMORY, "no_function();"),
        UNLOCKED(Property.LOCK_MISUSE, "pthread_mutex_unlock(&mutex);"),
        DIVISION(Property.DIVISION, "zero = 7 / zero;"),
        UNREAD_DIVISION(Property.DIVISION, "int unread = 7 % zero;"),
        UNREAD_RESULT(Property.DIVISION, "quotient(zero);"),
        LEAST_BY_MINUS_ONE(Property.DIVISION, "int unread = least / (zero - 1);"),
        UNREAD_OVERFLOW(Property.OVERFLOW, "int unread = least - 1;"),
        LOCKED_TWICE(Property.DEADLOCK, "pthread_mutex_lock(&mutex); pthread_mutex_lock(&mutex);");

        private final Property property;
        private final String statements;

        Failure(Property property, String statements) {
            this.property = property;
            this.statements = statements;
        }
    }

    private enum Shape {
        ONE_AFTER_THE_OTHER("first(); second();"),
        PERHAPS("if (__VERIFIER_nondet_bool()) first(); second();"),
        IN_ANOTHER_THREAD("pthread_t t; pthread_create(&t, 0, other, 0); second(); pthread_join(t, 0);"),
        /** The other thread fails where nobody sees it, after something that main can see. */
        AFTER_A_SIGN("pthread_t t; pthread_create(&t, 0, shown, 0); if (sign) second(); pthread_join(t, 0);"),
        /** Main fails at once, so that the other thread hardly gets to its failure. */
        AFTER_CREATING("pthread_t t; pthread_create(&t, 0, asked, 0); first(); pthread_join(t, 0);");

        private final String main;

        Shape(String main) {
            this.main = main;
        }

        String program(Failure first, Failure second) {
            return """
                #include <assert.h>
                #include <limits.h>
                #include <pthread.h>
                #include <stdbool.h>
                #include <stdlib.h>
                extern bool __VERIFIER_nondet_bool(void);
                static int zero, least = INT_MIN, three[3], *nowhere, sign;
                static const int fixed = 1;
                static _Thread_local int mine;
                static void (*no_function)(void);
                static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                static int quotient(int by) { return 7 / by; }
                static void first(void) { %s }
                static void second(void) { %s }
                static void *other(void *unused) { first(); return unused; }
                static void *asked(void *unused) { second(); return unused; }
                static void *shown(void *unused) { sign = 1; first(); return unused; }
                int main(void) { (void) other; (void) asked; (void) shown; %s return 0; }
                """.formatted(first.statements, second.statements, main);
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void endsTheRunForAllOrForNone(Failure first) throws IOException {
        var wrong = new ArrayList<String>();
        for (Failure second : Failure.values()) {
            if (second.property == first.property) continue;
            for (Shape shape : Shape.values()) {
                var program = Asking.program(folder, shape.program(first, second));
                var engines = new Asking(program, Set.of(second.property), SearchBounds.of(new Bounds(2, 4)));
                String explicit = Asking.word(engines.explicitly());
                String name = first + ", then " + second + ", " + shape + ": explicit " + explicit;
                compare(name, "lazy", explicit, () -> Asking.word(engines.by(CheckEngine.LAZY)), wrong);
                compare(name, "order", explicit, () -> Asking.word(engines.by(CheckEngine.ORDER)), wrong);
                if (shape == Shape.PERHAPS && explicit.equals("holds")) wrong.add(name);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private interface Answer {
        String get();
    }

    private static void compare(String name, String engine, String expected, Answer answer, ArrayList<String> wrong) {
        String said;
        try {
            said = answer.get();
        } catch (RuntimeException e) {
            said = e.toString();
        }
        if (!said.equals(expected)) wrong.add(name + ", " + engine + " " + said);
    }
}
