package dev.moirai.witness.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.schedule.Step.Seen;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.story.Telling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Golden files under src/test/resources; {@code -Dgolden=write} writes them anew. */
class InterleavingTest {
    private static final Path GOLDEN = Path.of("src/test/resources/dev/moirai/witness/text");

    private final List<Step> steps = new ArrayList<>();

    @Test
    void lostUpdate() throws IOException {
        lostUpdateSteps();
        matches(
                "lost-update.txt",
                rendered(
                        100,
                        Glyphs.UNICODE,
                        Paint.PLAIN,
                        schedule(),
                        failed("main", 19),
                        _ -> "assert(counter == 2);"));
    }

    @Test
    void lostUpdateInAsciiOnNarrowTerminal() throws IOException {
        lostUpdateSteps();
        matches(
                "lost-update-narrow.txt",
                rendered(60, Glyphs.ASCII, Paint.PLAIN, schedule(), failed("main", 19), _ -> "assert(counter == 2);"));
    }

    @Test
    void colours() throws IOException {
        lostUpdateSteps();
        matches(
                "lost-update-colour.txt",
                rendered(
                        100,
                        Glyphs.UNICODE,
                        Paint.COLOUR,
                        schedule(),
                        failed("main", 19),
                        _ -> "assert(counter == 2);"));
    }

    @Test
    void manyThreadsAreNumbered() throws IOException {
        manyThreadSteps();
        matches(
                "many-threads.txt",
                rendered(100, Glyphs.UNICODE, Paint.PLAIN, schedule(), failed("main", 33), _ -> ""));
    }

    @Test
    void threadsThatAreTooManyForTheRoomAreNamedBesideTheirSteps() throws IOException {
        manyThreadSteps();
        String text = rendered(60, Glyphs.UNICODE, Paint.PLAIN, schedule(), failed("main", 33), _ -> "");
        assertThat(text.lines()).allMatch(each -> each.length() <= 60);
        matches("crowded.txt", text);
    }

    private void manyThreadSteps() {
        step("main", 25, "int main(void)", List.of(), List.of());
        for (int i = 1; i <= 12; i++) {
            String name = i == 1 ? "background_writer" : "background_writer#" + i;
            step("main", 30, "pthread_create(&threads[i], NULL, background_writer, &data[i]);", List.of(), List.of());
            step(
                    name,
                    9,
                    "shared->total = shared->total + own;",
                    List.of(new Seen("shared->total", "" + i)),
                    List.of());
            step(
                    name,
                    9,
                    "shared->total = shared->total + own;",
                    List.of(),
                    List.of(new Seen("shared->total", "" + (i + 1))));
        }
        step("main", 33, "assert(shared->total == 0);", List.of(new Seen("shared->total", "13")), List.of());
    }

    @Test
    void waitingInLoopIsFolded() throws IOException {
        step("main", 18, "int main(void)", List.of(), List.of());
        step("main", 20, "pthread_create(&t, 0, waiter, 0);", List.of(), List.of());
        for (int i = 0; i < 40; i++) {
            step("waiter", 7, "while (!ready)", List.of(new Seen("ready", "0")), List.of());
            step("waiter", 8, "  sched_yield();", List.of(), List.of());
        }
        for (int i = 0; i < 5; i++) step("main", 21, "while (!done);", List.of(new Seen("done", "0")), List.of());
        step("main", 22, "ready = 1;", List.of(), List.of(new Seen("ready", "1")));
        matches("waiting.txt", rendered(100, Glyphs.UNICODE, Paint.PLAIN, schedule()));
    }

    @Test
    void lassoStartIsMarked() throws IOException {
        step("main", 18, "int main(void)", List.of(), List.of());
        step("main", 20, "pthread_create(&t, 0, waiter, 0);", List.of(), List.of());
        step("waiter", 7, "while (!ready)", List.of(new Seen("ready", "0")), List.of());
        step("waiter", 8, "  sched_yield();", List.of(), List.of());
        var lasso = new Schedule("wait.c", steps, OptionalInt.of(2));
        matches("lasso.txt", rendered(100, Glyphs.UNICODE, Paint.PLAIN, lasso));
    }

    @Test
    void runWithoutEndIsExplained() throws IOException {
        step("main", 18, "int main(void)", List.of(), List.of());
        step("main", 20, "pthread_create(&t, 0, waiter, 0);", List.of(), List.of());
        step("waiter", 7, "while (!ready)", List.of(new Seen("ready", "0")), List.of());
        var lasso = new Schedule("wait.c", steps, OptionalInt.of(2));
        var violation = new Violation(
                Property.LIVELOCK,
                "fair non-termination",
                List.of("step 3 leads back to where it started", "waiter goes on for ever"),
                new SourceSpan("counter.c", 7, 5),
                "",
                "waiter");
        matches("endless.txt", rendered(100, Glyphs.UNICODE, Paint.PLAIN, lasso, violation, _ -> ""));
    }

    @Test
    void longLinesEndAtTheMargin() throws IOException {
        String line =
                "result = combine(first_argument_of_the_call, second_argument_of_the_call, " + "x".repeat(80) + ");";
        var places = new ArrayList<Seen>();
        for (int i = 0; i < 9; i++) places.add(new Seen("table[" + i + "].very_long_field_name", "" + i * 1000));
        step("main", 3, line, places, List.of(new Seen("result", "9")));
        step("worker", 4, line, List.of(), List.of());
        String text = rendered(80, Glyphs.UNICODE, Paint.PLAIN, schedule());
        assertThat(text.lines()).allMatch(each -> each.length() <= 80);
        matches("long-lines.txt", text);
    }

    @Test
    void emptySchedule() {
        String text = rendered(100, Glyphs.UNICODE, Paint.PLAIN, schedule(), failed("main", 3), _ -> "  check(x);");
        assertThat(text).contains("counter.c:3  check(x);").contains("✗ assertion failed: counter == 2");
    }

    @Test
    void deadlockIsToldClauseByClause() throws IOException {
        step("main", 20, "int main(void)", List.of(), List.of());
        step("main", 25, "pthread_create(&t, 0, philosopher, 0);", List.of(), List.of());
        step("philosopher", 7, "void *philosopher(void *argument)", List.of(), List.of());
        step(
                "philosopher",
                9,
                "pthread_mutex_lock(&fork);",
                List.of(),
                List.of(new Seen("fork", "held by philosopher", Step.Change.TAKEN)));
        step(
                "main",
                26,
                "pthread_mutex_lock(&knife);",
                List.of(),
                List.of(new Seen("knife", "held by main", Step.Change.TAKEN)));
        var clauses = List.of(
                "main at src/counter.c:27 waits for mutex fork, held by philosopher",
                "philosopher at src/counter.c:10 waits for mutex knife, held by main");
        var places = List.of(
                new Violation.Place(new SourceSpan("src/counter.c", 27, 5), "main", "main", "waits for mutex fork"),
                new Violation.Place(
                        new SourceSpan("src/counter.c", 10, 5), "philosopher", "philosopher", "waits for mutex knife"));
        var deadlock = new Violation(Property.DEADLOCK, "deadlock", clauses, places);
        Function<SourceSpan, String> lines =
                at -> "pthread_mutex_lock(&%s);".formatted(at.line() == 27 ? "fork" : "knife");
        matches("deadlock.txt", rendered(100, Glyphs.UNICODE, Paint.PLAIN, schedule(), deadlock, lines));
        matches("deadlock-narrow.txt", rendered(60, Glyphs.UNICODE, Paint.PLAIN, schedule(), deadlock, lines));
    }

    private static String rendered(int width, Glyphs glyphs, Paint paint, Schedule schedule) {
        return new Interleaving(width, glyphs, paint).render(Story.of(schedule), schedule.lassoStart());
    }

    private static String rendered(
            int width,
            Glyphs glyphs,
            Paint paint,
            Schedule schedule,
            Violation violation,
            Function<SourceSpan, String> lines) {
        Story story = Story.of(schedule, violation, lines, Telling.FOCUSED);
        return new Interleaving(width, glyphs, paint).render(story, violation, schedule.lassoStart());
    }

    private void lostUpdateSteps() {
        step("main", 14, "int main(void)", List.of(), List.of());
        step("main", 16, "pthread_create(&a, NULL, worker, NULL);", List.of(), List.of());
        step("main", 17, "pthread_create(&b, NULL, worker, NULL);", List.of(), List.of());
        step("worker", 0, "", List.of(), List.of());
        step("worker", 8, "    counter++;", List.of(new Seen("counter", "0")), List.of());
        step("worker#2", 0, "", List.of(), List.of());
        step("worker#2", 8, "    counter++;", List.of(new Seen("counter", "0")), List.of());
        step("worker#2", 8, "    counter++;", List.of(), List.of(new Seen("counter", "1")));
        step("worker", 8, "    counter++;", List.of(), List.of(new Seen("counter", "1")));
        step("main", 18, "pthread_join(a, NULL); pthread_join(b, NULL);", List.of(), List.of());
        step("main", 18, "pthread_join(a, NULL); pthread_join(b, NULL);", List.of(), List.of());
        step("main", 19, "assert(counter == 2);", List.of(new Seen("counter", "1")), List.of());
    }

    private void step(String thread, int line, String text, List<Seen> reads, List<Seen> writes) {
        var span = line == 0 ? SourceSpan.NOWHERE : new SourceSpan("src/counter.c", line, 5);
        steps.add(new Step(thread, span, text, List.of(), reads, writes));
    }

    private Schedule schedule() {
        return Schedule.of("src/counter.c", steps);
    }

    private static Violation failed(String thread, int line) {
        var span = new SourceSpan("src/counter.c", line, 5);
        return new Violation(Property.ASSERTION, "assertion failed: counter == 2", span, "main", thread);
    }

    private static void matches(String name, String actual) throws IOException {
        Path file = GOLDEN.resolve(name);
        if ("write".equals(System.getProperty("golden"))) Files.writeString(file, actual);
        assertThat(actual).isEqualTo(Files.readString(file));
    }
}
