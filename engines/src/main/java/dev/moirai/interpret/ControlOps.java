package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import java.util.Optional;

/** Operations on locals, jumps, and the instructions that only verification knows (assume, assert, atomic sections). */
final class ControlOps {
    private ControlOps() {}

    static final class Assign extends Op {
        private final int into;
        private final Node value;

        Assign(Instr.Assign instr, int into, Node value) {
            super(instr);
            this.into = into;
            this.value = value;
        }

        @Override
        int execute(Execution x, int pc) {
            x.set(into, value.eval(x));
            return pc + 1;
        }
    }

    static final class Nondet extends Op {
        private final int into;
        private final Choice choice;
        private final Scalar type;

        Nondet(Instr.Nondet instr, int into, Scalar type) {
            super(instr);
            this.into = into;
            this.type = type;
            this.choice = new Choice.AnyValue(type.type, instr.source(), instr);
        }

        @Override
        int execute(Execution x, int pc) {
            x.set(into, type.canonical(x.choose(choice)));
            return pc + 1;
        }
    }

    /** Fences, which have no effect under sequential consistency, and yields. */
    static final class Nothing extends Op {
        Nothing(Instr instr) {
            super(instr);
        }

        @Override
        int execute(Execution x, int pc) {
            return pc + 1;
        }
    }

    static final class Goto extends Op {
        private final int target;

        Goto(Instr.Goto instr, int target) {
            super(instr);
            this.target = target;
        }

        @Override
        int execute(Execution x, int pc) {
            return target;
        }

        @Override
        int[] successors(int pc) {
            return new int[] {target};
        }
    }

    static final class Branch extends Op {
        private final Node condition;
        private final int whenTrue;
        private final int whenFalse;

        Branch(Instr.Branch instr, Node condition, int whenTrue, int whenFalse) {
            super(instr);
            this.condition = condition;
            this.whenTrue = whenTrue;
            this.whenFalse = whenFalse;
        }

        @Override
        int execute(Execution x, int pc) {
            return condition.eval(x) != 0 ? whenTrue : whenFalse;
        }

        @Override
        int[] successors(int pc) {
            return new int[] {whenTrue, whenFalse};
        }
    }

    static final class Assume extends Op {
        private final Node condition;

        Assume(Instr.Assume instr, Node condition) {
            super(instr);
            this.condition = condition;
        }

        @Override
        int execute(Execution x, int pc) {
            if (condition.eval(x) == 0) {
                throw new Halt(new Outcome.Pruned("assumption does not hold at " + x.span()));
            }
            return pc + 1;
        }
    }

    static final class Assert extends Op {
        private final Node condition;
        private final Property property;
        private final String message;

        Assert(Instr.Assert instr, Node condition) {
            super(instr);
            this.condition = condition;
            this.property = instr.property();
            this.message = instr.message();
        }

        @Override
        int execute(Execution x, int pc) {
            if (condition.eval(x) == 0) throw x.faults().of(property, message);
            return pc + 1;
        }
    }

    /** Ends the run because what follows is unknown: a bound is reached, or a function without a body is called. */
    static final class Cut extends Op {
        private final String what;
        private final Optional<CutReason.Bound> bound;

        Cut(Instr.Cut instr) {
            super(instr);
            this.what = switch (instr.reason()) {
                case CutReason.Bound given -> given.words();
                case CutReason.Construct(var construct, var _) -> construct;
            };
            this.bound = instr.reason() instanceof CutReason.Bound given ? Optional.of(given) : Optional.empty();
        }

        @Override
        int execute(Execution x, int pc) {
            throw new Halt(new Outcome.LimitReached(what + " at " + x.span(), bound));
        }

        @Override
        int[] successors(int pc) {
            return NOWHERE;
        }
    }

    /**
     * Drops an execution that has entered the atomic section too early. The executions in which the thread waits before
     * the section are looked at separately.
     */
    static final class Block extends Op {
        private final Node condition;
        private final boolean spurious;

        Block(Instr.Block instr, Node condition) {
            super(instr);
            this.condition = condition;
            this.spurious = instr.wakeup() == Instr.Wakeup.SPURIOUS;
        }

        boolean holds(Execution x) {
            return spurious || condition.eval(x) != 0;
        }

        @Override
        int execute(Execution x, int pc) {
            if (!holds(x)) throw new Halt(new Outcome.Pruned("must wait at " + x.span()));
            return pc + 1;
        }
    }

    static final class AtomicBegin extends Op {
        AtomicBegin(Instr.AtomicBegin instr) {
            super(instr);
        }

        @Override
        int execute(Execution x, int pc) {
            x.state().atomicHolder = x.thread().number;
            return pc + 1;
        }
    }

    static final class AtomicEnd extends Op {
        AtomicEnd(Instr.AtomicEnd instr) {
            super(instr);
        }

        @Override
        int execute(Execution x, int pc) {
            if (x.state().atomicHolder == x.thread().number) x.state().atomicHolder = State.NOBODY;
            return pc + 1;
        }
    }
}
