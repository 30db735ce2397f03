package dev.moirai.rely.transition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Program;
import dev.moirai.rely.rule.Systems;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what certificates do not cover: a transition system has all executions of its program, also after critical
 * sections have become steps. For small programs and any schedule, the final globals of the interpreter's run are among
 * those that the system can reach.
 */
class ExtractionAgainstInterpreterTest {
    private static final int RUNS = 40;

    @TempDir
    Path folder;

    /** {@code -Dextraction.seeds=N} tries more. */
    @Test
    void whateverTheInterpreterDoesTheSystemCanDo() throws IOException {
        int reductions = 0;
        int several = 0;
        for (int seed = 0; seed < Integer.getInteger("extraction.seeds", 15); seed++) {
            var random = new Random(seed);
            Program program = program(text(random));
            Set<List<Long>> seen = new HashSet<>();
            for (int run = 0; run < RUNS; run++) seen.add(run(program, random));
            TransitionSystem system = Systems.of(program, Purpose.TERMINATION, Limit.none());
            assertThat(ends(system)).as("seed %d", seed).containsAll(seen);
            Optional<TransitionSystem> reduced = Reduction.reduce(system);
            if (reduced.isPresent()) {
                reductions++;
                assertThat(ends(reduced.get()))
                        .as("seed %d, sections as steps", seed)
                        .containsAll(seen);
            }
            if (seen.size() > 1) several++;
        }
        assertThat(reductions).isPositive();
        assertThat(several).as("programs with several outcomes").isPositive();
    }

    /** The comparison notices a system in which a step is missing. */
    @Test
    void aStepThatIsMissingIsNoticed() throws IOException {
        Program program = program("int x, y; void *a(void *p) { if (x == 0) y = 1; return 0; }"
                + "void *b(void *p) { x = 1; if (y == 1) x = 2; return 0; }" + MAIN);
        TransitionSystem system = Systems.of(program, Purpose.TERMINATION, Limit.none());
        Set<List<Long>> all = ends(system);
        ThreadSystem b = system.thread(2);
        var threads = new ArrayList<>(system.threads());
        threads.set(
                2,
                new ThreadSystem(
                        b.name(),
                        2,
                        b.copies(),
                        b.start(),
                        b.locations(),
                        b.transitions().subList(0, b.transitions().size() - 1)));
        var other =
                new TransitionSystem(system.file(), system.variables(), threads, system.starts(), List.of(), List.of());
        assertThat(ends(other)).isNotEqualTo(all);
    }

    private static Set<List<Long>> ends(TransitionSystem system) {
        return new SystemStates(system, List.of("x", "y")).ends();
    }

    // ---- programs ----------------------------------------------------------------------------------------------

    private static final String MAIN = "int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0);"
            + " pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0);"
            + " if (x == 77) while (y == 77) ; return 0; }";

    private Program program(String text) throws IOException {
        return Preparation.prepare(CPrograms.of(
                folder,
                "#include <pthread.h>\nextern void __VERIFIER_atomic_begin(void);"
                        + " extern void __VERIFIER_atomic_end(void);\n" + text));
    }

    /** A random program. Main reads both globals at the end, so that neither is sliced away. */
    private static String text(Random random) {
        return "int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;" + thread("a", random) + thread("b", random)
                + MAIN;
    }

    private static String thread(String name, Random random) {
        var text = new StringBuilder("void *" + name + "(void *p) {");
        boolean loops = random.nextBoolean();
        if (loops) text.append(" for (int i = 0; i < 2; i++) {");
        boolean locks = random.nextInt(3) > 0;
        boolean atomic = !locks && random.nextBoolean();
        if (locks) text.append(" pthread_mutex_lock(&m);");
        if (atomic) text.append(" __VERIFIER_atomic_begin();");
        for (int i = random.nextInt(2) + 1; i > 0; i--) text.append(statement(random));
        if (atomic) text.append(" __VERIFIER_atomic_end();");
        if (locks) text.append(" pthread_mutex_unlock(&m);");
        if (random.nextBoolean()) text.append(statement(random));
        return text.append(loops ? "}" : "").append(" return 0; }").toString();
    }

    private static String statement(Random random) {
        String target = random.nextBoolean() ? "x" : "y";
        String other = random.nextBoolean() ? "x" : "y";
        return switch (random.nextInt(5)) {
            case 0 -> " if (" + other + " < " + random.nextInt(3) + ") " + target + " = " + random.nextInt(4) + ";";
            case 1 -> " " + target + " = " + other + " + 1;";
            case 2 -> " " + target + " = 2 * " + other + " - 1;";
            case 3 -> " if (" + other + " != " + random.nextInt(3) + ") " + target + "++; else " + other + "--;";
            default -> " " + target + " = " + other + " / 2;";
        };
    }

    // ---- the interpreter ---------------------------------------------------------------------------------------

    /** The final x and y of a random run. */
    private static List<Long> run(Program program, Random random) {
        var machine = new Machine(program, MachineOptions.DEFAULT);
        long x = machine.addressOf("x", 0).orElseThrow();
        long y = machine.addressOf("y", 0).orElseThrow();
        var last = new long[2];
        var follower = new Follower() {
            @Override
            public void before(Moment moment) {
                last[0] = (int) moment.contents(x, 4).orElseThrow();
                last[1] = (int) moment.contents(y, 4).orElseThrow();
            }

            @Override
            public void after(Moment moment) {}
        };
        State state = machine.start();
        Outcome outcome = Outcome.CONTINUED;
        while (outcome instanceof Outcome.Continued) {
            int[] enabled = machine.enabled(state);
            outcome = machine.step(state, enabled[random.nextInt(enabled.length)], _ -> 0, follower);
        }
        assertThat(outcome).isInstanceOf(Outcome.Ended.class);
        return List.of(last[0], last[1]);
    }
}
