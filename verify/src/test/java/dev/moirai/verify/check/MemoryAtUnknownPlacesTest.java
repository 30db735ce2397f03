package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.ir.DataModel;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Accesses whose index, size or object is only known at run time: all engines give the right answer. */
class MemoryAtUnknownPlacesTest {
    private static final Set<Property> ASKED = Set.of(Property.ASSERTION, Property.MEMORY);

    /** Statements of {@code main}, where {@code i} is any number from 0 to 3; line 20 and on. */
    private enum Case {
        FIELD("rs[i].wide = 7; assert(i < 3 || rs[3].wide == 7); assert(rs[i].tag == 0);", "holds"),
        FIELD_CAN_BE_THE_LAST("rs[i].wide = 7; assert(rs[3].wide != 7);", "assertion at line 20"),
        FIELD_BEYOND("rs[i + 1].number = 7;", "memory at line 20"),
        INNER_ARRAY("rs[i].few[i & 1] = 5; assert(rs[i].few[i & 1] == 5 && rs[i].few[~i & 1] == 0);", "holds"),
        BYTES_OF_WORDS("((char *)words)[i] = 1; assert(words[0] == 1 << 8 * i && words[1] == 0);", "holds"),
        BYTE_OF_A_WORD("words[0] = 0x01020304; assert(((char *)words)[i] != 2);", "assertion at line 20"),
        WORDS_OF_BYTES("*(int *)(bytes + i) = -1; assert(bytes[i] == -1 && bytes[i + 3] == -1);", "holds"),
        WORD_ACROSS(
                "words[0] = words[1] = -1; *(short *)((char *)words + i % 3) = 0; assert(words[1] == -1);", "holds"),
        WORD_ACROSS_BOTH(
                "*(short *)((char *)words + 3 * (i & 1)) = -1; assert(words[1] == 0);", "assertion at line 20"),
        MIXED_WIDTHS("*(short *)(bytes + 2 * i) = 0x0101; assert(*(long *)bytes == 0x0101L << 16 * i);", "holds"),
        SIZE("char *p = malloc(i + 1); p[i] = 1; assert(p[i] == 1);", "holds"),
        SIZE_TOO_SMALL("char *p = malloc(i + 1); p[2] = 1;", "memory at line 20"),
        NOTHING("char *p = malloc(i); assert(p); if (i) p[i - 1] = 0; free(p);", "holds"),
        ZEROED("short *p = calloc(i + 1, sizeof *p); assert(p[i] == 0); p[i + 1] = 0;", "memory at line 20"),
        GROWN("char *p = malloc(1); *p = 3; p = realloc(p, i + 1); p[i] += 0; assert(p[0] == 3 || i == 0);", "holds"),
        GROWN_AND_FREED("char *p = malloc(2); char *q = realloc(p, 4 + i); q[3] = 1; p[0] = 1;", "memory at line 20"),
        SHRUNK("char *p = calloc(4, 1); p = realloc(p, 1 + i); assert(p[i] == 0); p[3] = 0;", "memory at line 20"),
        REALLOC_OF_THE_MIDDLE("char *p = malloc(4); realloc(p + i, 8);", "memory at line 20"),
        STACK("int own[i + 1]; own[i] = 1; assert(own[i] == 1);", "holds"),
        STACK_TOO_SMALL("int own[i + 1]; own[3] = 1;", "memory at line 20"),
        NEW_LINK(
                "struct node *n = malloc(sizeof *n); top = n; if (top->next) top = top->next->next;",
                "memory at line 20"),
        NEW_LINK_UNUSED("struct node *n = malloc(sizeof *n); top = n->next; n->next = 0; assert(!n->next);", "holds"),
        NEXT_DOOR("words[i ? 0 : 1 << 30] = 1;", "memory at line 20"),
        NEXT_DOOR_FOR_SURE("words[1 << 30] = 1;", "memory at line 20"),
        AROUND_THE_WORLD("unsigned long far = i ? 0 : 1ul << 62; words[far] = 1;", "memory at line 20"),
        BEFORE("words[(int)i - 3] = 1;", "memory at line 20"),
        CONSTANT("*(int *)&fixed[i & 1] = 2;", "memory at line 20"),
        CONSTANT_FIELD("((char *)&whole)[i] = 0;", "memory at line 20"),
        CONSTANT_PERHAPS("look = i == 3 ? fixed : words; *(int *)look = 1;", "memory at line 20"),
        CONSTANT_ONLY_TO_LOOK_AT("look = words; *(int *)look = i; *there = 2; assert(words[0] == i || !i);", "holds"),
        CONSTANT_IN_A_FUNCTION("static const char text[] = \"text\"; *(char *)(text + i) = 'n';", "memory at line 20"),
        LITERAL("char *text = \"text\"; text[i] = 'n';", "memory at line 20"),
        NEGATIVE_LENGTH("int own[(int)i - 1]; assert(i || !sizeof own);", "memory at line 20"),
        BACK_AND_FORTH("int *end = words + 2; end[(int)i % 2 - 2] = 4; assert(words[i % 2] == 4);", "holds");

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
    void isAnsweredByAll(Case one) throws IOException {
        var program = Asking.program(folder, """
            #include <assert.h>
            #include <stdlib.h>
            extern unsigned char __VERIFIER_nondet_uchar(void);
            struct record { char tag; short few[2]; int number; long wide; };
            struct record rs[4];
            int words[2];
            char bytes[8];
            int bystander[2];
            struct node { int number; struct node *next; };
            struct node *top;
            const int fixed[2] = {1, 2}, *look; int *const there = words + 1;
            const struct { int number; } whole = {1};






            int main(void) { unsigned i = __VERIFIER_nondet_uchar() & 3;
            %s
            return 0; }
            """.formatted(one.statements));
        var engines = new Asking(program, ASKED, SearchBounds.of(new Bounds(2, 2)));
        String explicit = Asking.word(engines.explicitly());
        // The pointer has too many values to try all of them.
        boolean givesUp = one.statements.contains("->next") && explicit.startsWith("unknown");
        if (!givesUp) assertThat(explicit).as("explicit").isEqualTo(one.right);
        engines.boundedSay(one.right);
    }

    /** A counter that two threads take numbers from is any number to the symbolic engines, of as many bits as a pointer. */
    @ParameterizedTest
    @CsvSource({
        "LP64, char, holds", "ILP32, char, holds", "ILP32, short, holds", "ILP32, long long, holds",
        "LP64, char, 3", "ILP32, char, 3", "ILP32, short, 3", "ILP32, long long, 3"
    })
    void anIndexThatThreadsTakeFromACounter(DataModel model, String element, String size) throws IOException {
        boolean fits = size.equals("holds");
        Path file = Files.writeString(folder.resolve("p.c"), """
            #include <pthread.h>
            #include <stdatomic.h>
            %s row[%s];
            atomic_int next = 2;
            static void *take(void *unused)
            {
                int n = atomic_fetch_add(&next, 1);
                if (!(n & 4))
                    row[n] = 1;
                return unused;
            }
            int main(void) { pthread_t t; pthread_create(&t, 0, take, 0); take(0); return 0; }
            """.formatted(element, fits ? "4" : size));
        COptions plain = COptions.DEFAULT;
        var options = new COptions(model, plain.flags(), plain.assumePure(), plain.library(), plain.arguments());
        var program = Preparation.prepare(CFrontend.translate(file, options));
        new Asking(program, ASKED, SearchBounds.of(new Bounds(2, 3))).allSay(fits ? "holds" : "memory at line 9");
    }
}
