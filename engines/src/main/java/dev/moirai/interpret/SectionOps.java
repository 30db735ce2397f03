package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Atomic sections at whose beginning a thread may have to wait. */
final class SectionOps {
    private SectionOps() {}

    /**
     * Puts a beginning that waits wherever a section opens with loads and assignments and then an {@link Instr.Block}: the thread
     * waits before the section until that condition holds.
     */
    static void link(Op[] code) {
        for (int i = 0; i < code.length; i++) {
            if (!(code[i].instr instanceof Instr.AtomicBegin)) continue;
            int at = i + 1;
            while (at < code.length && isHarmless(code[at].instr)) at++;
            if (at < code.length && code[at].instr instanceof Instr.Block)
                code[i] = new WaitingBegin(code[i].instr, i + 1);
        }
    }

    private static boolean isHarmless(Instr instr) {
        return instr instanceof Instr.Load || instr instanceof Instr.Assign;
    }

    /** Thrown where finding out whether to wait would need a choice, which is made when the section runs. */
    private static final class Undecided extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final Undecided NOW = new Undecided();

        private Undecided() {
            super(null, null, false, false);
        }
    }

    private static final class WaitingBegin extends Op {
        private final int first;

        WaitingBegin(Instr instr, int first) {
            super(instr, true);
            this.first = first;
        }

        @Override
        Readiness readiness(Execution x) {
            return tried(x, null);
        }

        @Override
        List<Touch> waitsOnMemory(Execution x) {
            var read = new ArrayList<Touch>();
            try {
                tried(x, read);
            } catch (Halt _) {
                return read;
            }
            return read;
        }

        /** Tries the beginning of the section out, in a state of its own. */
        private Readiness tried(Execution x, @Nullable List<Touch> read) {
            State trial = x.state().fork();
            ThreadState thread = trial.own(x.thread().number);
            Chooser none = _ -> {
                throw Undecided.NOW;
            };
            var execution = new Execution(x.program(), trial, thread, none, Observer.NONE);
            try {
                for (int at = first; ; at++) {
                    Op op = execution.code()[at];
                    if (op instanceof ControlOps.Block block)
                        return block.holds(execution) ? Readiness.READY : Readiness.BLOCKED;
                    if (read != null) read.addAll(op.touches(execution));
                    op.execute(execution, at);
                }
            } catch (Undecided _) {
                return Readiness.READY;
            }
        }

        @Override
        int execute(Execution x, int pc) {
            x.state().atomicHolder = x.thread().number;
            return pc + 1;
        }

        @Override
        String waitsFor(Execution x) {
            return "until the assumption at the beginning of its atomic section holds";
        }
    }
}
