package dev.moirai.explore;

import static dev.moirai.fixture.IrExpressions.equal;
import static dev.moirai.fixture.IrExpressions.integer;
import static dev.moirai.fixture.IrExpressions.less;
import static dev.moirai.fixture.IrExpressions.plus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplorerTest {
    private static final Set<Property> ALL = EnumSet.allOf(Property.class);

    /** Two threads add one to x, with or without a lock; main checks the sum. */
    private static ProgramBuilder counting(boolean locked) {
        return new ProgramBuilder()
                .ints("x")
                .syncs(Sync.MUTEX, "m")
                .function("worker", f -> {
                    if (locked) f.lock("m");
                    f.load("a", "x").store("x", plus(integer("a"), 1));
                    if (locked) f.unlock("m");
                })
                .function(
                        "main",
                        f -> f.spawn("t", "worker")
                                .spawn("u", "worker")
                                .join("t")
                                .join("u")
                                .load("sum", "x")
                                .check(equal(integer("sum"), 2)));
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void aLostUpdateIsFound(Reduction reduction) {
        Verdict verdict = verdict(counting(false), EnumSet.of(Property.ASSERTION), reduction);
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Violated.class, violated -> {
            assertThat(violated.violation().property()).isEqualTo(Property.ASSERTION);
            assertThat(violated.schedule().steps()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void aLockPreventsIt(Reduction reduction) {
        assertThat(verdict(counting(true), ALL, reduction)).isEqualTo(new Verdict.Holds());
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void theRaceIsFoundWhenAskedFor(Reduction reduction) {
        assertThat(violated(counting(false), EnumSet.of(Property.DATA_RACE), reduction))
                .isEqualTo(Property.DATA_RACE);
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void locksTakenInOppositeOrderDeadlock(Reduction reduction) {
        var program = new ProgramBuilder()
                .syncs(Sync.MUTEX, "m", "n")
                .function("one", f -> f.lock("m").lock("n").unlock("n").unlock("m"))
                .function("two", f -> f.lock("n").lock("m").unlock("m").unlock("n"))
                .function(
                        "main",
                        f -> f.spawn("t", "one").spawn("u", "two").join("t").join("u"));
        assertThat(violated(program, ALL, reduction)).isEqualTo(Property.DEADLOCK);
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void aLostWakeUpDeadlocksThoughWakingUpSpuriouslyWouldNot(Reduction reduction) {
        var program = new ProgramBuilder()
                .syncs(Sync.MUTEX, "m")
                .syncs(Sync.CONDITION, "c")
                .function("waiter", f -> f.lock("m").waitOn("c", "m").unlock("m"))
                .function("main", f -> f.spawn("t", "waiter").signal("c").join("t"));
        assertThat(violated(program, ALL, reduction)).isEqualTo(Property.DEADLOCK);
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void whatAnAssumptionCutsOffDoesNotHideWhatOthersDoFirst(Reduction reduction) {
        var program = new ProgramBuilder()
                .ints("x", "y")
                .function("failing", f -> f.load("a", "x").check(equal(integer("a"), 0)))
                .function(
                        "main",
                        f -> f.spawn("t", "failing").store("x", 1).yield().assume(Expr.FALSE));
        assertThat(violated(program, EnumSet.of(Property.ASSERTION), reduction)).isEqualTo(Property.ASSERTION);
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void aThreadThatSpinsAloneForEverDoesNotHideTheOthers(Reduction reduction) {
        var program = new ProgramBuilder()
                .ints("x")
                .function("spinning", f -> f.label("again").yield().jump("again"))
                .function("writing", f -> f.store("x", 1))
                .function(
                        "main",
                        f -> f.spawn("s", "spinning")
                                .spawn("t", "writing")
                                .load("a", "x")
                                .check(equal(integer("a"), 0)));
        assertThat(violated(program, EnumSet.of(Property.ASSERTION), reduction)).isEqualTo(Property.ASSERTION);
    }

    @ParameterizedTest
    @EnumSource(Reduction.class)
    void anAtomicSectionIsNotInterrupted(Reduction reduction) {
        var program = new ProgramBuilder()
                .ints("x")
                .function(
                        "worker",
                        f -> f.atomicBegin()
                                .load("a", "x")
                                .store("x", plus(integer("a"), 1))
                                .atomicEnd())
                .function(
                        "main",
                        f -> f.spawn("t", "worker")
                                .spawn("u", "worker")
                                .join("t")
                                .join("u")
                                .load("sum", "x")
                                .check(equal(integer("sum"), 2)));
        assertThat(verdict(program, EnumSet.of(Property.ASSERTION), reduction)).isEqualTo(new Verdict.Holds());
    }

    @Test
    void privateWorkCostsNoInterleavings() {
        var program = new ProgramBuilder()
                .ints("x", "y")
                .function(
                        "one",
                        f -> f.store("x", 1).load("a", "x").yield().yield().yield())
                .function(
                        "two",
                        f -> f.store("y", 1).load("a", "y").yield().yield().yield())
                .function(
                        "main",
                        f -> f.spawn("t", "one").spawn("u", "two").join("t").join("u"));
        var reduced = explore(program.build(), ALL, ExploreOptions.DEFAULT);
        var full = explore(program.build(), ALL, ExploreOptions.DEFAULT.with(Reduction.NONE));
        assertThat(reduced.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(reduced.statistics().transitions()).isLessThan(25);
        assertThat(full.statistics().transitions()).isGreaterThan(50);
    }

    @Test
    void smallTypesAreEnumeratedLargeOnesNamed() {
        var small = new Local("b", Type.U8);
        var guess = new ProgramBuilder()
                .function(
                        "main",
                        f -> f.nondet(small)
                                .check(new Expr.Compare(Expr.CompareOp.NOT_EQUAL, small, Expr.constant(Type.U8, 77))));
        assertThat(violated(guess, ALL, Reduction.AMPLE)).isEqualTo(Property.ASSERTION);
        var large = new ProgramBuilder()
                .ints("x")
                .function("main", f -> f.nondet(integer("n")).store("x", integer("n")));
        assertThat(verdict(large, ALL, Reduction.AMPLE))
                .isEqualTo(new Verdict.Unknown(new Reason(
                        Reason.Kind.VALUES, "nondeterministic domain too large to enumerate at test.c:3:1 (input)")));
        var compared = new ProgramBuilder()
                .function("main", f -> f.nondet(integer("n")).check(less(integer("n"), 1234)));
        assertThat(violated(compared, ALL, Reduction.AMPLE)).isEqualTo(Property.ASSERTION);
    }

    @Test
    void limitsAreNamed() {
        var endless = new ProgramBuilder()
                .ints("x")
                .function(
                        "worker",
                        f -> f.label("again")
                                .load("a", "x")
                                .store("x", plus(integer("a"), 1))
                                .jump("again"))
                .function(
                        "main", f -> f.spawn("t", "worker").spawn("u", "worker").join("t"))
                .build();
        Set<Property> watched = EnumSet.of(Property.ASSERTION);
        assertThat(explore(endless, watched, ExploreOptions.DEFAULT.withStates(1000))
                        .verdict())
                .isEqualTo(new Verdict.Unknown(new Reason(Reason.Kind.STATES, "limit of 1000 states reached")));
        assertThat(explore(endless, watched, ExploreOptions.DEFAULT.withTime(Duration.ofMillis(200)))
                        .verdict())
                .isEqualTo(new Verdict.Unknown(new Reason(Reason.Kind.TIME, "time limit of 0.2 s reached")));
    }

    private static Verdict verdict(ProgramBuilder program, Set<Property> watched, Reduction reduction) {
        return explore(program.build(), watched, ExploreOptions.DEFAULT.with(reduction))
                .verdict();
    }

    private static Property violated(ProgramBuilder program, Set<Property> watched, Reduction reduction) {
        Verdict verdict = verdict(program, watched, reduction);
        assertThat(verdict).isInstanceOf(Verdict.Violated.class);
        return ((Verdict.Violated) verdict).violation().property();
    }

    static Exploration explore(Program program, Set<Property> watched, ExploreOptions options) {
        var machine = new Machine(Preparation.prepare(program), MachineOptions.DEFAULT.watching(watched));
        return Explorer.explore(machine, options);
    }
}
