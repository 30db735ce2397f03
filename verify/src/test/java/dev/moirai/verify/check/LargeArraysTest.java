package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arrays so large that writes at unknown indices are kept in lists. */
class LargeArraysTest {
    private static final Set<Property> ASKED = Set.of(Property.ASSERTION, Property.MEMORY);

    /** Statements of {@code main} on line 8, where {@code i} and {@code j} are any numbers from 0 to 255. */
    private enum Case {
        LAST_WRITE_COUNTS("big[i] = 1; big[j] = 2; assert(big[j] == 2 && (i == j || big[i] == 1));", "holds"),
        OVERWRITTEN("big[i] = 1; big[j] = 2; assert(big[i] == 1);", "assertion at line 8"),
        THE_OTHERS_STAY("big[i] = 1; big[3] = 7; assert(i == 3 || big[i] == 1); assert(big[3] == 7);", "holds"),
        ON_TWO_WAYS("if (i & 1) big[i] = 1; else big[j] = 2; assert(big[5] != 2 || !(i & 1));", "holds"),
        ON_ONE_WAY("big[i] = 3; if (j > 9) big[j] = 2; assert(big[i] == 3 || (i == j && j > 9));", "holds"),
        LOST_ON_ONE_WAY("if (i > 9) big[i] = 2; assert(big[i] == 2);", "assertion at line 8"),
        BYTES_AFTER_WORDS(
                "big[i] = 0x01020304; assert(((char *)big)[4 * i] == 4 && !((char *)big)[j] == !big[j / 4]"
                        + " || ((char *)big)[4 * i] == 4);",
                "holds"),
        BYTES_BETWEEN_WORDS("big[i] = -1; ((char *)big)[4 * j] = 0; assert(big[i] == (i == j ? ~255 : -1));", "holds"),
        FIELDS("rs[i].one = 1; rs[j].two = 2; assert(rs[i].one == 1 && rs[j].two == 2);", "holds"),
        FIELDS_ACROSS("rs[i].one = 1; ((char *)&rs[j])[4] = 2; assert(rs[i].one == 1);", "holds"),
        EITHER_OF_TWO("int *p = i & 1 ? big : other; p[j] = 3; assert(big[7] != 3 || i & 1);", "holds"),
        INDEX_FROM_THE_ARRAY("big[i] = i; big[big[j]] = 5; assert(big[0] == 0 || big[0] == 5);", "holds"),
        OUTSIDE("big[i + 1] = 1;", "memory at line 8"),
        MOVED(
                "int *p = calloc(256, sizeof *p); p[i] = 1; p = realloc(p, 1000 * sizeof *p); p[999] = j;"
                        + " assert(p[i] == 1 && (i == j || p[j] == 0));",
                "holds");

        private final String statements;
        private final String right;

        Case(String statements, String right) {
            this.statements = statements;
            this.right = right;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void areFollowedByAll(Case one) throws IOException {
        var program = Asking.program(folder, """
            #include <assert.h>
            #include <stdlib.h>
            extern unsigned char __VERIFIER_nondet_uchar(void);
            int big[256], other[256];
            struct { int one, two; } rs[256];

            int main(void) { int i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
            %s
            return 0; }
            """.formatted(one.statements));
        var engines = new Asking(program, ASKED, SearchBounds.of(new Bounds(2, 2)));
        engines.allSay(one.right);
    }

    /** There are too many indices to try one by one, but the question must be answered. */
    @Test
    void ofTenThousandsOfElements() throws IOException {
        var program = Asking.program(folder, """
            #include <assert.h>
            #include <pthread.h>
            extern unsigned __VERIFIER_nondet_uint(void);
            int words[10000]; char bytes[100000]; unsigned x, y;
            void *worker(void *unused) { words[y] = 2; return unused; }
            int main(void) {
                x = __VERIFIER_nondet_uint(); y = __VERIFIER_nondet_uint();
                if (x >= 10000 || y >= 10000) return 0;
                words[x] = 1; bytes[10 * x] = 1;
                assert(words[x] == 1 && words[(x + 1) % 10000] == 0 && bytes[10 * x] == 1);
                pthread_t t;
                pthread_create(&t, 0, worker, 0);
                pthread_join(t, 0);
                assert(words[x] == 1);
                return 0;
            }
            """);
        var engines = new Asking(program, ASKED, SearchBounds.of(new Bounds(2, 2)));
        assertThat(Asking.word(engines.by(CheckEngine.LAZY))).isEqualTo("assertion at line 14");
    }
}
