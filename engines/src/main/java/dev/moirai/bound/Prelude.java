package dev.moirai.bound;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The way that main takes while there is only one: until it starts a thread, or something is left open. Every run goes
 * that way, so it is walked through once and not unwound: a program that fills a table of hundreds of entries first comes
 * to its threads however little its loops are unwound.
 *
 * <p>It is a hint, not a claim: in the bounded program, other ways than this are cut off, and if a formula finds that one
 * of them can be taken (as formulas have other numbers for addresses than the interpreter), what follows is unknown.
 */
public record Prelude(List<Turn> turns) {
    public static final Prelude NONE = new Prelude(List.of());

    /** A way that takes more makes too large a formula. */
    private static final int MOST_INSTRUCTIONS = 200_000;

    /** What is decided on the way; {@code at} is an instruction of the program. */
    public sealed interface Turn {
        Instr at();

        record Branch(Instr at, boolean whenTrue) implements Turn {}

        record Call(Instr at, String function) implements Turn {}
    }

    public Prelude {
        turns = List.copyOf(turns);
    }

    /** The way of this program; none if it is long. */
    public static Prelude of(Program program, Set<Property> watched, BooleanSupplier isOver) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        var walk = new Walking();
        State state = machine.start();
        while (!walk.ended && machine.isReady(state, 0)) {
            if (walk.instructions > MOST_INSTRUCTIONS || isOver.getAsBoolean()) return NONE;
            if (!(machine.step(state, 0, walk, walk) instanceof Outcome.Continued)) break;
        }
        return new Prelude(walk.turns);
    }

    /** Why a bounded program ends where another way begins. */
    static CutReason elsewhere(SourceSpan span) {
        return new CutReason.Construct("another way before the first thread than a plain run takes", span);
    }

    /** Whether this is why something was cut off. */
    public static boolean isLeft(CutReason reason) {
        return reason instanceof CutReason.Construct(var _, var span) && reason.equals(elsewhere(span));
    }

    /** Writes down the turns until something is left open. */
    private static final class Walking implements Follower, Chooser {
        private final List<Turn> turns = new ArrayList<>();
        private int instructions;
        private boolean ended;

        @Override
        public void before(Moment moment) {
            instructions++;
            if (moment.instr() instanceof Instr.Spawn) ended = true;
        }

        @Override
        public void after(Moment moment) {
            if (ended) return;
            switch (moment.instr()) {
                case Instr.Branch branch -> turns.add(new Turn.Branch(branch, moment.value(branch.condition()) != 0));
                case Instr.Call call
                when !(call.callee() instanceof Expr.FunctionAddress) ->
                    turns.add(new Turn.Call(call, moment.function()));
                default -> {}
            }
        }

        /** A choice is no part of the way, whatever it is. */
        @Override
        public long choose(Choice choice) {
            ended = true;
            return 0;
        }
    }
}
