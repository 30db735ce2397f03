package dev.moirai.rely.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.RingPrograms;
import dev.moirai.generate.TablePrograms;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.RunShadow;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Systems have the runs of their programs; those that are made wrong on purpose are found out. */
class RehearsalTest {
    private static final String COUNTER = """
        #include <assert.h>
        #include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        int count, other, *volatile where;
        static void *add(void *a) {
            pthread_mutex_lock(&m);
            if (count < 2) count++;
            pthread_mutex_unlock(&m);
            where = &other;
            return 0;
        }
        int main(void) {
            pthread_t t, u;
            pthread_create(&t, 0, add, 0); pthread_create(&u, 0, add, 0);
            pthread_join(t, 0); pthread_join(u, 0);
            assert(count == 2 && *where == 0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    /** {@code RehearsalCampaign} tries more of them. */
    @Test
    void generatedProgramsDoOnlyWhatTheirSystemsCan() throws IOException {
        long steps = 0;
        for (long seed = 1; seed <= 40; seed++) {
            var generated = ThreadedPrograms.small(seed, EnumSet.allOf(Idiom.class));
            Path file = Files.writeString(folder.resolve("seed.c"), generated.text());
            Program program = Preparation.prepare(CFrontend.translate(file, generated.options()));
            for (Purpose purpose : RehearsalCampaign.PURPOSES) {
                RehearsalCampaign.Result result = RehearsalCampaign.rehearse(program, purpose, 5);
                assertThat(result.lacks()).as("seed %d, %s", seed, purpose).isEmpty();
                steps += result.steps();
            }
        }
        assertThat(steps).isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Copies of a thread, each with a thread-local and an array.
                "static _Thread_local int mine; int total[3]; static void *work(void *a) { mine++;"
                        + " total[(long)a] += mine; return 0; } int main(void) { pthread_t t[3];"
                        + " for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i);"
                        + " for (int i = 0; i < 3; i++) pthread_join(t[i], 0); assert(total[2] <= 1); return 0; }",
                // Calls, an early end of a thread, and what threads do last.
                "static pthread_key_t key; int ends; static void last(void *a) { ends++; }"
                        + " static int deep(int n) { if (n > 1) pthread_exit(0); return n + 1; }"
                        + " static void *work(void *a) { pthread_setspecific(key, &ends); deep(0); deep(2); return 0; }"
                        + " int main(void) { pthread_t t; pthread_key_create(&key, last);"
                        + " pthread_create(&t, 0, work, 0); pthread_join(t, 0); assert(ends <= 1); return 0; }",
                // Numbers that wrap, bytes, and an atomic section.
                "unsigned char small = 250; unsigned wide = 4294967290u; static void *work(void *a) { for (int i = 0;"
                    + " i < 10; i++) { __VERIFIER_atomic_begin(); small++; wide += 3; __VERIFIER_atomic_end(); }"
                    + " return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); assert(small != 249"
                    + " || wide); pthread_join(t, 0); return 0; }",
            })
    void programsDoOnlyWhatTheirSystemsCan(String text) {
        Program program = program("#include <assert.h>\n#include <pthread.h>\n"
                + "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);\n" + text);
        RehearsalCampaign.Result result = RehearsalCampaign.rehearse(program, Purpose.SAFETY, 20);
        assertThat(result.refused()).isEmpty();
        assertThat(result.lacks()).isEmpty();
        assertThat(result.steps()).isPositive();
    }

    /** The thread that joins is sometimes blocked, and so is who finds the lock taken. */
    @Test
    void aMissingWaitIsNoticed() {
        Program program = program(COUNTER);
        RunShadow.Original original = RunShadow.Original.of(program, Purpose.WAITING);
        TransitionSystem system = original.system();
        int noticed = 0;
        int waiting = 0;
        for (ThreadSystem thread : system.threads()) {
            for (Location place : thread.locations()) {
                if (place.waits().isEmpty() || place.waits().getFirst().isBirth()) continue;
                waiting++;
                List<Location> others = thread.locations().stream()
                        .map(it -> it.equals(place)
                                ? new Location(it.number(), it.kind(), it.span(), it.live(), it.contacts(), List.of())
                                : it)
                        .toList();
                var machine = new Machine(program, MachineOptions.DEFAULT.watching(Property.DEADLOCK));
                try (var rehearsal =
                        new SystemRehearsal(original, with(system, thread.number(), others), machine, Limit.none())) {
                    if (rehearsal.runs(60).isPresent()) noticed++;
                }
            }
        }
        assertThat(waiting).isGreaterThan(2);
        assertThat(noticed).isGreaterThanOrEqualTo(waiting - 1);
    }

    private static TransitionSystem with(TransitionSystem system, int number, List<Location> locations) {
        var threads = new ArrayList<>(system.threads());
        ThreadSystem thread = system.thread(number);
        threads.set(
                number,
                new ThreadSystem(
                        thread.name(), number, thread.copies(), thread.start(), locations, thread.transitions()));
        return new TransitionSystem(
                system.file(),
                system.variables(),
                threads,
                system.starts(),
                system.abstractions(),
                system.assumptions());
    }

    /** About half of the steps are needed; the others lead to failures, or to misuse that does not happen. */
    @Test
    void aMissingStepIsNoticed() {
        Program program = program(COUNTER);
        RunShadow.Original original = RunShadow.Original.of(program, Purpose.SAFETY);
        int noticed = 0;
        for (ThreadSystem thread : original.system().threads()) {
            for (Transition t : thread.transitions()) {
                if (lacks(
                                program,
                                original,
                                changed(original.system(), it -> Optional.of(it).filter(other -> other != t)))
                        .isPresent()) noticed++;
            }
        }
        assertThat(lacks(program, original, original.system())).isEmpty();
        assertThat(noticed).isGreaterThan(15);
    }

    @Test
    void aWrongNumberIsNoticed() {
        Program program = program(COUNTER);
        RunShadow.Original original = RunShadow.Original.of(program, Purpose.SAFETY);
        int count = original.system().variables().stream()
                .filter(it -> it.name().equals("count"))
                .findFirst()
                .orElseThrow()
                .index();
        long next = Column.of(count, Column.NEXT);
        TransitionSystem wrong = changed(original.system(), t -> Optional.of(moved(t, next)));
        assertThat(lacks(program, original, wrong))
                .hasValueSatisfying(step -> assertThat(step).contains("count=1"));
    }

    /** {@code bench/rehearse FIRST COUNT tables} tries more of them. */
    @Test
    void systemsOfProgramsWithLongArraysHaveTheirSteps() {
        for (long seed = 1; seed <= 25; seed++) {
            for (Purpose purpose : List.of(Purpose.SAFETY, Purpose.MEMORY))
                hasItsSteps(TablePrograms.of(seed), seed, purpose);
        }
    }

    /** {@code bench/rehearse FIRST COUNT rings} tries more of them. */
    @Test
    void systemsOfProgramsWhoseNumbersBeginAgainHaveTheirSteps() {
        for (long seed = 1; seed <= 25; seed++) hasItsSteps(RingPrograms.of(seed), seed, Purpose.SAFETY);
    }

    private void hasItsSteps(String text, long seed, Purpose purpose) {
        assertThat(RehearsalCampaign.rehearse(program(text), purpose, 4).lacks())
                .as("seed %d, %s", seed, purpose)
                .isEmpty();
    }

    private static boolean defines(Row row, long column) {
        return row.expression().coefficients().containsKey(column);
    }

    /** The transition, but what it writes there is one more. */
    private static Transition moved(Transition t, long column) {
        List<Row> rows = t.rows().stream()
                .map(row -> defines(row, column) ? new Row(row.expression().plus(1), row.relation()) : row)
                .toList();
        return new Transition(t.name(), t.thread(), t.source(), t.target(), rows, t.written(), t.span(), t.text());
    }

    private Program program(String text) {
        return Preparation.prepare(CPrograms.of(folder, text));
    }

    private static TransitionSystem changed(
            TransitionSystem system, Function<Transition, Optional<Transition>> change) {
        var threads = new ArrayList<ThreadSystem>();
        for (ThreadSystem thread : system.threads()) {
            var transitions = new ArrayList<Transition>();
            for (Transition t : thread.transitions()) change.apply(t).ifPresent(transitions::add);
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), thread.start(), thread.locations(), transitions));
        }
        return new TransitionSystem(system.file(), system.variables(), threads, system.starts(), List.of(), List.of());
    }

    private static Optional<String> lacks(Program program, RunShadow.Original original, TransitionSystem system) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(Property.ASSERTION));
        try (var rehearsal = new SystemRehearsal(original, system, machine, Limit.none())) {
            return rehearsal.runs(20);
        }
    }
}
