package dev.moirai.interpret;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Sync;
import java.util.List;

/** Counting semaphores. */
final class SemaphoreOps {
    private SemaphoreOps() {}

    private abstract static class OnSemaphore extends Op {
        final int result;
        private final Node semaphore;

        OnSemaphore(Instr instr, int result, Node semaphore) {
            super(instr);
            this.result = result;
            this.semaphore = semaphore;
        }

        SyncObject object(Execution x) {
            return new SyncObject(x, semaphore.eval(x), Sync.SEMAPHORE);
        }

        @Override
        int execute(Execution x, int pc) {
            SyncObject object = object(x);
            x.set(result, perform(x, object));
            return pc + 1;
        }

        abstract int perform(Execution x, SyncObject object);

        static void set(Execution x, SyncObject object, int value) {
            object.setWord(Sync.VALUE, value);
            x.sawChange(object.address(), Integer.toString(value));
        }

        @Override
        List<Touch> touches(Execution x) {
            return object(x).touch();
        }
    }

    static final class Down extends OnSemaphore {
        private final Patience patience;
        private final int refusal;

        Down(Instr.Down instr, int result, Node semaphore) {
            super(instr, result, semaphore);
            this.patience = instr.patience();
            this.refusal = instr.refusal();
        }

        @Override
        Readiness readiness(Execution x) {
            if (patience != Patience.BLOCK) return Readiness.READY;
            SyncObject object = object(x);
            return !object.isUsable() || object.word(Sync.VALUE) > 0 ? Readiness.READY : Readiness.BLOCKED;
        }

        @Override
        String waitsFor(Execution x) {
            return "for " + object(x).name() + ", which is 0";
        }

        @Override
        int perform(Execution x, SyncObject object) {
            int unusable = object.check("wait for");
            if (unusable != 0) return unusable;
            int value = object.word(Sync.VALUE);
            if (value <= 0) return x.refused(refusal);
            set(x, object, value - 1);
            return 0;
        }
    }

    static final class Up extends OnSemaphore {
        Up(Instr.Up instr, int result, Node semaphore) {
            super(instr, result, semaphore);
        }

        @Override
        int perform(Execution x, SyncObject object) {
            int unusable = object.check("post of");
            if (unusable != 0) return unusable;
            int value = object.word(Sync.VALUE);
            if (value == Integer.MAX_VALUE) return Errno.EOVERFLOW;
            set(x, object, value + 1);
            return 0;
        }
    }

    static final class Level extends OnSemaphore {
        Level(Instr.Level instr, int into, Node semaphore) {
            super(instr, into, semaphore);
        }

        @Override
        int perform(Execution x, SyncObject object) {
            return object.check("value of") == 0 ? object.word(Sync.VALUE) : 0;
        }
    }
}
