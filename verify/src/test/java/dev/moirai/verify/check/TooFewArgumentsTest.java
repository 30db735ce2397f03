package dev.moirai.verify.check;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions called through a pointer of another type, by every engine: a parameter that gets nothing is no zero. */
class TooFewArgumentsTest {
    @TempDir
    Path folder;

    private Asking asking(String main) throws IOException {
        return new Asking(folder, """
            #include <pthread.h>
            int __VERIFIER_nondet_int(void);
            int one(int a) { return a; }
            int two(int a, int b) { return b; }
            void *pair(void *a, void *b) { return b; }
            void *none(void) { return 0; }
            int main(void) {
                pthread_t t;
                int (*f)(int) = one;
                %s
                return 0;
            }
            """.formatted(main), Property.defaults(), SearchBounds.of(new Bounds(2, 2)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f = (int (*)(int))two; f(1);",
                "if (__VERIFIER_nondet_int()) f = (int (*)(int))two; f(1);",
                "pthread_create(&t, 0, (void *(*)(void *))pair, 0);",
                "pthread_create(&t, 0, (void *(*)(void *))pthread_join, 0);",
                "void *(*s)(void *) = (void *(*)(void *))(__VERIFIER_nondet_int() ? (void *)pair : (void *)none);"
                        + " pthread_create(&t, 0, s, 0); pthread_join(t, 0);"
            })
    void missingArgumentsAreAViolation(String main) throws IOException {
        asking(main).allSay("memory at line 10");
    }

    @Test
    void surplusArgumentsAreNone() throws IOException {
        asking("pthread_create(&t, 0, (void *(*)(void *))none, 0); pthread_join(t, 0); int (*g)(int, int) ="
                        + " (int (*)(int, int))one; g(1, 2);")
                .allSay("holds");
    }
}
