package dev.moirai.verify.terminates;

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
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Reduction;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What certificates do not cover: that a transition system has all executions of its program, and still has them when
 * critical sections have become steps. On small programs what the interpreter leaves in the globals, under any schedule it is
 * given, is among what the system can leave there.
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
            TransitionSystem system = Systems.of(program, Limit.none());
            assertThat(new Exploration(system).ends()).as("seed %d", seed).containsAll(seen);
            Optional<TransitionSystem> reduced = Reduction.reduce(system);
            if (reduced.isPresent()) {
                reductions++;
                assertThat(new Exploration(reduced.get()).ends())
                        .as("seed %d, sections as steps", seed)
                        .containsAll(seen);
            }
            if (seen.size() > 1) several++;
        }
        assertThat(reductions).isPositive();
        assertThat(several).as("programs with several outcomes").isPositive();
    }

    /** A system that forgets a step is found out. */
    @Test
    void aStepThatIsMissingIsNoticed() throws IOException {
        Program program = program("int x, y; void *a(void *p) { if (x == 0) y = 1; return 0; }"
                + "void *b(void *p) { x = 1; if (y == 1) x = 2; return 0; }" + MAIN);
        TransitionSystem system = Systems.of(program, Limit.none());
        Set<List<Long>> all = new Exploration(system).ends();
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
        assertThat(new Exploration(other).ends()).isNotEqualTo(all);
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

    /** Main reads both globals at the end, so that neither goes away. */
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

    /** What one run by chance leaves in x and y. */
    private static List<Long> run(Program program, Random random) {
        var machine = new Machine(program, MachineOptions.DEFAULT);
        long x = machine.addressOf("x").orElseThrow();
        long y = machine.addressOf("y").orElseThrow();
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

    // ---- the system --------------------------------------------------------------------------------------------

    /** All states of a system whose transitions determine what they write. */
    private static final class Exploration {
        private static final int MOST_STATES = 200_000;

        private final TransitionSystem system;
        private final Set<List<Long>> seen = new HashSet<>();
        private final ArrayDeque<List<Long>> pending = new ArrayDeque<>();
        private final Set<List<Long>> ends = new HashSet<>();

        Exploration(TransitionSystem system) {
            this.system = system;
            for (Start start : system.starts()) {
                var values = new HashMap<Long, Long>();
                determine(start.rows(), values);
                var state = new ArrayList<Long>();
                start.locations().forEach(location -> state.add((long) location));
                for (Variable v : system.variables()) state.add(values.getOrDefault(Column.of(v, Column.NOW), 0L));
                visit(state);
            }
            while (!pending.isEmpty() && seen.size() < MOST_STATES) expand(pending.poll());
        }

        Set<List<Long>> ends() {
            return ends;
        }

        private void visit(List<Long> state) {
            if (seen.add(state)) pending.add(state);
        }

        private void expand(List<Long> state) {
            boolean isEnd = true;
            for (ThreadSystem thread : system.threads()) {
                for (Transition t : thread.from(state.get(thread.number()).intValue())) {
                    isEnd = false;
                    after(state, t).ifPresent(this::visit);
                }
            }
            if (isEnd) ends.add(List.of(value(state, "x"), value(state, "y")));
        }

        private int slot(Variable variable) {
            return system.threads().size() + variable.index();
        }

        private long value(List<Long> state, String name) {
            return system.variables().stream()
                    .filter(v -> v.name().equals(name))
                    .map(v -> state.get(slot(v)))
                    .findFirst()
                    .orElseThrow();
        }

        private Optional<List<Long>> after(List<Long> state, Transition t) {
            var values = new HashMap<Long, Long>();
            for (Variable v : system.variables()) {
                if (v.role() != Variable.Role.CHOICE) values.put(Column.of(v, Column.NOW), state.get(slot(v)));
            }
            if (!determine(t.rows(), values)) return Optional.empty();
            var next = new ArrayList<>(state);
            next.set(t.thread(), (long) t.target());
            for (int v : t.written()) {
                next.set(system.threads().size() + v, values.getOrDefault(Column.of(v, Column.NEXT), 0L));
            }
            return Optional.of(next);
        }

        /** Works out what equations and bounds leave one value for; whether nothing is contradicted. */
        private static boolean determine(List<Row> rows, Map<Long, Long> values) {
            boolean learnt = true;
            while (learnt) {
                learnt = false;
                for (Row row : rows) {
                    List<Long> open = row.expression().coefficients().keySet().stream()
                            .filter(column -> !values.containsKey(column))
                            .toList();
                    if (open.isEmpty() && !holds(row, values)) return false;
                    if (open.size() != 1) continue;
                    Optional<Long> only = row.relation() == Row.Relation.ZERO
                            ? Optional.of(solved(row, open.getFirst(), values))
                            : only(rows, open.getFirst(), values);
                    if (only.isEmpty()) continue;
                    values.put(open.getFirst(), only.get());
                    learnt = true;
                }
            }
            return rows.stream()
                    .allMatch(row -> !values.keySet()
                                    .containsAll(row.expression().coefficients().keySet())
                            || holds(row, values));
        }

        private static long solved(Row equation, long column, Map<Long, Long> values) {
            var zero = new HashMap<>(values);
            zero.put(column, 0L);
            // What does not divide leaves a row that does not hold.
            return sum(equation.expression(), zero)
                    .negate()
                    .divide(equation.expression().coefficient(column))
                    .longValueExact();
        }

        /** The value of a column that the rows with no other open column leave, if it is one of a few small ones. */
        private static Optional<Long> only(List<Row> rows, long column, Map<Long, Long> values) {
            List<Row> about = rows.stream()
                    .filter(row -> row.expression().coefficients().containsKey(column))
                    .filter(row -> row.expression().coefficients().keySet().stream()
                            .allMatch(c -> c == column || values.containsKey(c)))
                    .toList();
            var possible = new ArrayList<Long>();
            for (long value = -200; value <= 200 && possible.size() < 2; value++) {
                var with = new HashMap<>(values);
                with.put(column, value);
                if (about.stream().allMatch(row -> holds(row, with))) possible.add(value);
            }
            return possible.size() == 1 ? Optional.of(possible.getFirst()) : Optional.empty();
        }

        private static boolean holds(Row row, Map<Long, Long> values) {
            int sign = sum(row.expression(), values).signum();
            return row.relation() == Row.Relation.ZERO ? sign == 0 : sign >= 0;
        }

        private static BigInteger sum(Linear left, Map<Long, Long> values) {
            BigInteger sum = left.constant();
            for (var entry : left.coefficients().entrySet()) {
                sum = sum.add(entry.getValue()
                        .multiply(BigInteger.valueOf(Objects.requireNonNull(values.get(entry.getKey())))));
            }
            return sum;
        }
    }
}
