package dev.moirai.sequentialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.SequentialProgram.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TilingTest {
    private static final String PROGRAM = """
        #include <pthread.h>
        int a, b, seen;
        void *four(void *unused) { a = b; a = b; return 0; }
        void *two(void *unused) { b = a; return 0; }
        int main(void) {
          pthread_t one, other;
          pthread_create(&one, 0, four, 0);
          pthread_create(&other, 0, two, 0);
          seen = a;
          return 0;
        }
        """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"1, 8", "2, 2", "2, 9", "2, 64"})
    void everyInterleavingIsInExactlyOneTile(int rounds, int atMost) throws IOException {
        var properties = EnumSet.of(Property.ASSERTION, Property.DEADLOCK);
        var bounded = SyncLowering.lower(
                Bounding.bound(Preparation.prepare(CPrograms.of(folder, PROGRAM)), BoundOptions.unwind(1)), properties);
        SequentialProgram program = Lazy.sequentialize(
                bounded, LazyOptions.rounds(rounds).withDeadlocks());
        List<Tile> tiles = Tiling.of(program, atMost);
        assertThat(tiles).hasSizeBetween(2, atMost);
        for (Map<Context, Integer> ends : allEnds(program)) {
            assertThat(tiles.stream().filter(tile -> contains(tile, ends)).count())
                    .isEqualTo(1);
        }
    }

    /** Where all contexts may end: no thread goes back. */
    private static List<Map<Context, Integer>> allEnds(SequentialProgram program) {
        List<Map<Context, Integer>> all = List.of(Map.of());
        for (Context context : program.contexts()) {
            if (program.runsFreely(context)) continue;
            var longer = new ArrayList<Map<Context, Integer>>();
            for (Map<Context, Integer> ends : all) {
                int from = ends.entrySet().stream()
                        .filter(end -> end.getKey().simulation() == context.simulation())
                        .mapToInt(Map.Entry::getValue)
                        .max()
                        .orElse(0);
                for (int to = from; to <= context.simulation().size(); to += step(context)) {
                    var more = new HashMap<>(ends);
                    more.put(context, to);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }

    /** Later contexts in larger steps: else there are too many for a test. */
    private static int step(Context context) {
        return context.round() <= 2 ? 1 : 3;
    }

    private static boolean contains(Tile tile, Map<Context, Integer> ends) {
        return ends.entrySet().stream()
                .allMatch(end -> tile.window(
                                end.getKey().simulation().thread().number(),
                                end.getKey().round())
                        .map(window -> window.contains(end.getValue()))
                        .orElse(true));
    }
}
