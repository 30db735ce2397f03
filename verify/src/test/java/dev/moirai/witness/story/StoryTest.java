package dev.moirai.witness.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.schedule.Step.Seen;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StoryTest {
    private final List<Step> steps = new ArrayList<>();

    @Test
    void lostUpdateIsTheCause() {
        reads("a", 5, "x", "0");
        reads("b", 5, "x", "0");
        writes("b", 5, "x", "1");
        writes("a", 5, "x", "1");
        reads("main", 9, "x", "1");
        assertThat(cause(Property.ASSERTION, "main", 9))
                .isEqualTo("a saw x = 0 (step 1), b set it to 1 (step 3), and a overwrote it with 1 (step 4)");
    }

    @Test
    void placeThatHasItsOldValueAgainIsTakenForUnchanged() {
        reads("slow", 5, "top", "&a");
        writes("fast", 6, "top", "&b");
        writes("fast", 7, "top", "&a");
        step("slow", 8, List.of(new Seen("top", "&a")), List.of(new Seen("top", "&c")));
        reads("slow", 9, "top", "&c");
        assertThat(cause(Property.ASSERTION, "slow", 9))
                .isEqualTo(
                        "slow saw top = &a (step 1), fast set it to &b and &a (steps 2, 3), so that slow (step 4) took"
                                + " it for unchanged");
    }

    @Test
    void valueThatHasChangedIsKept() {
        reads("a", 5, "flag", "0");
        writes("b", 6, "flag", "1");
        writes("a", 7, "inside", "1");
        step("a", 8, List.of(), List.of());
        assertThat(cause(Property.ASSERTION, "a", 8))
                .isEqualTo("a saw flag = 0 (step 1) before b set it to 1 (step 2), and went on with that");
    }

    /** Whoever changes a value because of what another made of it has not come too late. */
    @Test
    void valuesThatAreHandedToAndFroAreNotStale() {
        reads("a", 5, "i", "1");
        writes("a", 5, "j", "2");
        reads("b", 6, "j", "2");
        writes("b", 6, "i", "3");
        reads("a", 5, "i", "3");
        writes("a", 5, "j", "5");
        reads("b", 6, "j", "5");
        writes("b", 6, "i", "8");
        reads("main", 9, "i", "8");
        assertThat(cause(Property.ASSERTION, "main", 9))
                .isEqualTo("main saw i = 8 (step 9), set by b (step 8) after seeing j = 5, set by a (step 6)");
        steps.removeLast();
        reads("a", 5, "i", "8");
        writes("a", 5, "j", "13");
        reads("b", 6, "j", "13");
        writes("b", 6, "i", "21");
        reads("main", 9, "i", "21");
        assertThat(cause(Property.ASSERTION, "main", 9))
                .isEqualTo(
                        "main saw i = 21 (step 13), set by b (step 12) after seeing j = 13, set by a (step 10); b and a"
                                + " had gone on with each other's values 5 times since step 2");
    }

    @Test
    void whatAnotherThreadMetIsToldToo() {
        reads("a", 5, "flag", "0");
        writes("a", 6, "inside", "1");
        writes("b", 7, "flag", "1");
        reads("b", 8, "inside", "1");
        writes("b", 8, "inside", "2");
        reads("b", 9, "inside", "2");
        assertThat(cause(Property.ASSERTION, "b", 9))
                .isEqualTo("a saw flag = 0 (step 1) before b set it to 1 (step 3), and b saw inside = 1, set by a (step"
                        + " 2)");
    }

    @Test
    void placeThatHoldsSomethingElseTheSecondTimeIsTheCause() {
        reads("user", 5, "link", "&l");
        writes("closer", 6, "link", "NULL");
        reads("user", 7, "link", "NULL");
        assertThat(cause(Property.MEMORY, "user", 7))
                .isEqualTo("user saw link = NULL (step 3), set by closer (step 2), after it had seen &l (step 1)");
    }

    /** No value of the failure comes from the tickets: two threads draw the same, and both are let in. */
    @Test
    void updateThatTheFailingThreadLostIsTheCause() {
        reads("b", 16, "next", "0");
        reads("a", 16, "next", "0");
        writes("a", 17, "next", "1");
        writes("a", 20, "inside", "1");
        writes("b", 17, "next", "1");
        reads("b", 20, "inside", "1");
        writes("b", 20, "inside", "2");
        reads("b", 21, "inside", "2");
        assertThat(cause(Property.ASSERTION, "b", 21))
                .isEqualTo("b saw next = 0 (step 1), a set it to 1 (step 3), and b overwrote it with 1 (step 5), and b"
                        + " saw inside = 1, set by a (step 4)");
    }

    @Test
    void spuriousWakeUpIsTheCause() {
        reads("c", 5, "count", "0");
        steps.add(new Step(
                "c",
                at(6),
                "wait",
                List.of(),
                List.of(),
                List.of(),
                List.of(new Remark(Remark.Kind.WOKEN_SPURIOUSLY))));
        writes("c", 7, "count", "-1");
        reads("c", 8, "count", "-1");
        assertThat(cause(Property.ASSERTION, "c", 8))
                .isEqualTo("c was woken spuriously (step 2) and went on to set count = -1 (step 3)");
    }

    @Test
    void valueOfAnotherThreadIsTracedBack() {
        writes("a", 5, "x", "7");
        reads("main", 9, "x", "7");
        assertThat(cause(Property.ASSERTION, "main", 9)).isEqualTo("main saw x = 7 (step 2), set by a (step 1)");
    }

    @Test
    void cycleOfADeadlockIsTold() {
        takes("a", 5, "m");
        takes("b", 6, "n");
        var deadlock = new Violation(
                Property.DEADLOCK,
                "deadlock",
                List.of("a ...", "b ..."),
                List.of(
                        waitingFor("n", "b", new Violation.Place(at(7), "f", "a", "...")),
                        waitingFor("m", "a", new Violation.Place(at(8), "g", "b", "..."))));
        assertThat(story(deadlock, Telling.FOCUSED).cause())
                .contains("a cycle: a waits for mutex n, held by b since step 2; b waits for mutex m, held by a since"
                        + " step 1");
    }

    @Test
    void withoutSourceARowSaysWhatItsThreadLastDidThere() {
        takes("a", 5, "m");
        reads("b", 8, "x", "0");
        reads("a", 9, "x", "0");
        var deadlock = new Violation(
                Property.DEADLOCK,
                "deadlock",
                List.of("a ...", "b ..."),
                List.of(
                        waitingFor("n", "b", new Violation.Place(at(7), "f", "a", "...")),
                        waitingFor("m", "a", new Violation.Place(at(8), "g", "b", "..."))));
        var story = Story.of(Schedule.of("f.c", steps), deadlock, _ -> "", Telling.FOCUSED);
        assertThat(story.next())
                .extracting(StoryRow::text)
                .containsExactly("", steps.get(1).text());
    }

    @Test
    void signalThatWokeAnotherIsTold() {
        reads("a", 5, "ready", "0");
        steps.add(new Step(
                "main", at(9), "signal", List.of(), List.of(), List.of(), List.of(new Remark(Remark.Kind.WAKES, "b"))));
        var waits = new Violation.Place(at(5), "f", "a", "...").waitingFor(Optional.of(new Violation.Awaited.Signal()));
        var deadlock = new Violation(Property.DEADLOCK, "deadlock", List.of(), List.of(waits));
        assertThat(story(deadlock, Telling.FOCUSED).cause())
                .contains("a waits for a signal (step 1) that nobody is left to send: main (step 2) woke b");
    }

    @Test
    void whatNobodyHasSetIsReachedThroughAnother() {
        writes("b", 4, "shared", "&config@f.c:4");
        reads("a", 5, "shared", "&config@f.c:4");
        reads("a", 6, "config@f.c:4.port", "0");
        assertThat(cause(Property.ASSERTION, "a", 6))
                .isEqualTo(
                        "a saw config@4.port = 0 (step 3), which no thread had set; it had seen shared = &config@4, set"
                                + " by b (step 1)");
    }

    /** Where there are several files the names of objects say which one. */
    @Test
    void objectsOfSeveralFilesKeepTheirNames() {
        writes("b", 4, "node@f.c:4.next", "NULL");
        steps.add(new Step("b", new SourceSpan("g.c", 1, 1), "g();", List.of(), List.of(), List.of()));
        reads("a", 6, "node@f.c:4.next", "NULL");
        assertThat(cause(Property.ASSERTION, "a", 6)).startsWith("a saw node@f.c:4.next = NULL (step 3), set by b");
    }

    @Test
    void raceNamesWhatEachThreadHolds() {
        takes("a", 5, "m");
        var race = new Violation(
                Property.DATA_RACE,
                "data race on x",
                List.of("..."),
                List.of(
                        new Violation.Place(at(7), "f", "a", "writes x"),
                        new Violation.Place(at(8), "g", "b", "reads x")));
        Story story = story(race, Telling.FOCUSED);
        assertThat(story.cause())
                .contains("a writes x (line 7) holding m (step 1), b reads x (line 8) holding no lock: nothing orders"
                        + " the two");
        assertThat(story.next()).extracting(StoryRow::thread).containsExactly("a", "b");
    }

    @Test
    void threadsThatUndoEachOtherAreNamed() {
        writes("on", 5, "g", "1");
        writes("off", 6, "g", "0");
        var livelock = new Violation(Property.LIVELOCK, "fair non-termination", at(5), "", "on");
        var story = Story.of(new Schedule("f.c", steps, OptionalInt.of(0)), livelock, _ -> "", Telling.FOCUSED);
        assertThat(story.cause()).contains("on sets g = 1 (step 1), off sets it to 0 (step 2), again and again");
    }

    @Test
    void whatTheFailureDoesNotDependOnIsLeftOut() {
        for (int i = 0; i < 200; i++) writes("logger", 3 + i % 3, "log", "" + i);
        writes("a", 50, "x", "7");
        reads("main", 60, "x", "7");
        var failed = failed("main", 60);
        assertThat(shown(story(failed, Telling.FOCUSED))).containsExactly("a:50", "main:60");
        assertThat(story(failed, Telling.FOCUSED).parts()).contains(new Part.Left(1, 200, "200 steps of logger"));
        assertThat(shown(story(failed, Telling.FULL))).hasSizeGreaterThan(200);
    }

    @Test
    void shortExecutionsAreToldInFull() {
        for (int i = 0; i < 4; i++) writes("logger", 3 + i, "log", "" + i);
        reads("main", 60, "x", "7");
        assertThat(shown(story(failed("main", 60), Telling.FOCUSED))).hasSize(5);
    }

    @Test
    void whatComesBeforeTheFirstThreadIsLeftOut() {
        for (int i = 0; i < 3; i++) writes("main", 3 + i, "seats[" + i + "]", "" + i);
        var starts = List.of(new Remark(Remark.Kind.STARTS, "a"));
        steps.add(new Step("main", at(9), "start();", List.of(), List.of(), List.of(), starts));
        reads("a", 20, "x", "0");
        Story story = story(failed("a", 20), Telling.FOCUSED);
        assertThat(story.parts()).contains(new Part.Left(1, 3, "3 steps of main before the first thread"));
        assertThat(shown(story)).containsExactly("main:9", "a:20");
        assertThat(shown(story(failed("a", 20), Telling.FULL))).hasSize(5);
    }

    /** A compare-and-exchange that is taken in by a value that came back: nothing that fails reads what it names. */
    @Test
    void whatTheCauseNamesIsShown() {
        reads("slow", 31, "top", "&a");
        reads("slow", 33, "a.next", "&b");
        for (int i = 0; i < 4; i++) writes("fast", 40 + i, "log" + i, "" + i);
        writes("fast", 50, "top", "&b");
        for (int i = 0; i < 4; i++) writes("fast", 40 + i, "log" + i, "" + i);
        writes("fast", 51, "top", "&a");
        steps.add(new Step(
                "slow",
                at(34),
                "exchange(top);",
                List.of(),
                List.of(new Step.Seen("top", "&a")),
                List.of(new Step.Seen("top", "&b"))));
        for (int i = 0; i < 4; i++) writes("slow", 60 + i, "own" + i, "" + i);
        reads("slow", 70, "used", "1");
        Story story = story(failed("slow", 70), Telling.FOCUSED);
        assertThat(story.cause()).get().asString().contains("took it for unchanged");
        assertThat(shown(story)).contains("slow:31", "slow:33", "fast:50", "fast:51", "slow:34", "slow:70");
        assertThat(shown(story)).doesNotContain("fast:41", "slow:61");
    }

    @Test
    void roundsThatDifferInValuesAreToldOnce() {
        writes("main", 1, "x", "0");
        for (int i = 0; i < 40; i++) {
            reads("a", 4, "x", "" + i);
            writes("a", 5, "x", "" + (i + 1));
        }
        reads("main", 60, "x", "40");
        Story story = story(failed("main", 60), Telling.FOCUSED);
        assertThat(shown(story)).containsExactly("main:1", "a:4", "a:5", "a:4", "a:5", "main:60");
        assertThat(story.parts())
                .contains(new Part.Left(4, 79, "38 more rounds like this, with other values, up to step 79"));
    }

    @Test
    void threadsStandInTheOrderInWhichTheyWereStarted() {
        for (String thread : List.of("first", "second")) {
            var starts = List.of(new Remark(Remark.Kind.STARTS, thread));
            steps.add(new Step("main", at(2), "start();", List.of(), List.of(), List.of(), starts));
        }
        writes("second", 5, "x", "1");
        writes("first", 6, "x", "2");
        assertThat(Story.of(Schedule.of("f.c", steps)).threads()).containsExactly("main", "first", "second");
    }

    @Test
    void hundredThousandStepsAreToldInAMoment() {
        for (int i = 0; i < 50_000; i++) {
            reads("a", 3 + i % 7, "x" + i % 5, "" + i);
            writes("b", 3 + i % 5, "x" + i % 3, "" + i);
        }
        reads("main", 60, "x0", "7");
        assertThat(story(failed("main", 60), Telling.FOCUSED).cause()).isPresent();
    }

    private String cause(Property property, String thread, int line) {
        var violation = new Violation(property, "it fails", at(line), "f", thread);
        return story(violation, Telling.FOCUSED).cause().orElse("");
    }

    private static Violation failed(String thread, int line) {
        return new Violation(Property.ASSERTION, "it fails", at(line), "f", thread);
    }

    private Story story(Violation violation, Telling telling) {
        return Story.of(Schedule.of("f.c", steps), violation, _ -> "line", telling);
    }

    private static List<String> shown(Story story) {
        return story.parts().stream()
                .filter(Part.Shown.class::isInstance)
                .map(part -> ((Part.Shown) part).row())
                .map(row -> row.thread() + ":" + row.span().line())
                .toList();
    }

    private void reads(String thread, int line, String place, String value) {
        step(thread, line, List.of(new Seen(place, value)), List.of());
    }

    private void writes(String thread, int line, String place, String value) {
        step(thread, line, List.of(), List.of(new Seen(place, value)));
    }

    private void takes(String thread, int line, String lock) {
        step(thread, line, List.of(), List.of(new Seen(lock, "held by " + thread, Step.Change.TAKEN)));
    }

    private static Violation.Place waitingFor(String lock, String holder, Violation.Place place) {
        return place.waitingFor(Optional.of(new Violation.Awaited.Lock("mutex " + lock, lock, holder)));
    }

    private void step(String thread, int line, List<Seen> reads, List<Seen> writes) {
        steps.add(new Step(thread, at(line), "line " + line, List.of(), reads, writes));
    }

    private static SourceSpan at(int line) {
        return new SourceSpan("f.c", line, 1);
    }
}
