package dev.moirai.verify.check;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All engines agree on when the life of an object ends that one thread makes and another touches. */
class SharedLivesTest {
    private static final Set<Property> BOTH = EnumSet.of(Property.ASSERTION, Property.MEMORY);

    /** What the thread does, what main does after creating it, and after joining it. */
    private enum Case {
        THREAD_LOCAL_AFTER_THE_END("shown = &mine;", "", "if (shown) return *shown;", BOTH, "memory at line 12"),
        THREAD_LOCAL_MEANWHILE("shown = &mine;", "int *p = shown; if (p) *p = 5;", "", BOTH, "memory at line 11"),
        THREAD_LOCAL_OF_MAIN(
                "if (shown) *shown = 2;", "shown = &mine;", "assert(mine < 2);", BOTH, "assertion at line 12"),
        THREAD_LOCAL_HANDED_BACK("mine++; x = mine;", "", "assert(mine == 1 && x == 2);", BOTH, "holds"),
        THREAD_LOCAL_GIVEN_UP("shown = &mine; x = 1; shown = 0;", "", "assert(!shown);", BOTH, "holds"),
        LOCAL_AFTER_THE_END("int own = 5; shown = &own;", "", "if (shown) return *shown;", BOTH, "memory at line 12"),
        // The object's life ends in the step that publishes it, so no other thread sees it alive.
        LOCAL_MEANWHILE(
                "int own = 5; shown = &own;",
                "int *p = shown; if (p) assert(*p != 5);",
                "",
                EnumSet.of(Property.ASSERTION),
                "holds"),
        LOCAL_BETWEEN_STEPS(
                "int own = 5; shown = &own; x = 1;",
                "y = x; int *p = shown; if (p) assert(*p != 5);",
                "",
                EnumSet.of(Property.ASSERTION),
                "assertion at line 11"),
        LOCAL_ON_ONE_WAY(
                "int own = 5; shown = &own; if (y) x = 1;",
                "y = 1; int *p = shown; if (p) assert(*p != 5);",
                "",
                EnumSet.of(Property.ASSERTION),
                "assertion at line 11"),
        RESIZED_BY_ANOTHER(
                "box = realloc(box, 8);",
                "char *p = box; p[1] = 1;",
                "assert(box[0] == 1);",
                BOTH,
                "memory at line 11"),
        RESIZED_AND_JOINED("box = realloc(box, 3 + x); box[2] = 1;", "", "assert(box[0] == 1);", BOTH, "holds");

        private final String thread;
        private final String meanwhile;
        private final String after;
        private final Set<Property> asked;
        private final String right;

        Case(String thread, String meanwhile, String after, Set<Property> asked, String right) {
            this.thread = thread;
            this.meanwhile = meanwhile;
            this.after = after;
            this.asked = asked;
            this.right = right;
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void endAsTheInterpreterSays(Case one) throws IOException {
        var program = Asking.program(folder, """
            #include <assert.h>
            #include <pthread.h>
            #include <stdlib.h>
            _Thread_local int mine = 1;
            int *shown, x, y; char *box;
            void *worker(void *unused) {
            %s
            return unused; }
            int main(void) { pthread_t t; box = malloc(2); box[0] = 1;
            pthread_create(&t, 0, worker, 0);
            %s
            pthread_join(t, 0); %s
            return 0; }
            """.formatted(one.thread, one.meanwhile, one.after));
        var engines = new Asking(program, one.asked, SearchBounds.of(new Bounds(2, 4)));
        engines.allSay(one.right);
    }
}
