package dev.moirai.interpret;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.schedule.Step;
import java.util.List;

/** Operations that initialise and destroy synchronisation objects. */
final class LifeOps {
    private LifeOps() {}

    static final class Init extends Op {
        private final Node object;
        private final Node parameter;
        private final Sync kind;

        Init(Instr.InitSync instr, Node object, Node parameter) {
            super(instr);
            this.object = object;
            this.parameter = parameter;
            this.kind = instr.kind();
        }

        @Override
        int execute(Execution x, int pc) {
            var made = new SyncObject(x, object.eval(x), kind);
            int value = (int) parameter.eval(x);
            made.clear();
            switch (kind) {
                case MUTEX -> made.setWord(Sync.KIND, value);
                case BARRIER -> made.setWord(Sync.NEEDED, value);
                case SEMAPHORE -> made.setWord(Sync.VALUE, value);
                case SPIN, RWLOCK, CONDITION -> {}
            }
            if (kind == Sync.SEMAPHORE) x.sawChange(made.address(), Integer.toString(value));
            else x.sawChange(made.address(), "initialised", Step.Change.INITIALISED);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return new SyncObject(x, object.eval(x), kind).touch();
        }
    }

    static final class Destroy extends Op {
        private final int result;
        private final Node object;
        private final Sync kind;

        Destroy(Instr.DestroySync instr, int result, Node object) {
            super(instr);
            this.result = result;
            this.object = object;
            this.kind = instr.kind();
        }

        @Override
        int execute(Execution x, int pc) {
            var doomed = new SyncObject(x, object.eval(x), kind);
            x.set(result, destroy(x, doomed));
            return pc + 1;
        }

        private int destroy(Execution x, SyncObject doomed) {
            int unusable = doomed.check("destroy of");
            if (unusable != 0) return unusable;
            String use = use(x, doomed);
            if (!use.isEmpty()) return doomed.misuse("destroy of " + doomed.name() + ", " + use, Errno.EBUSY);
            if (kind == Sync.SPIN) doomed.setOwner(Sync.SPIN_DEAD);
            else doomed.setWord(Sync.DEAD, 1);
            x.sawChange(doomed.address(), "destroyed");
            return 0;
        }

        /** How the object is still in use, in words; empty if it is not. */
        private String use(Execution x, SyncObject doomed) {
            return switch (kind) {
                case MUTEX, SPIN -> doomed.owner() == 0 ? "" : "which is held by " + doomed.threadName(doomed.owner());
                case RWLOCK -> {
                    if (doomed.owner() != 0) yield "which is held by " + doomed.threadName(doomed.owner());
                    int readers = doomed.word(Sync.COUNT);
                    yield readers == 0 ? "" : "which is held by " + SyncObject.readers(readers);
                }
                case CONDITION, BARRIER -> {
                    List<Integer> waiters = doomed.waiters();
                    yield waiters.isEmpty() ? "" : "on which " + x.state().threadName(waiters.getFirst()) + " waits";
                }
                // A thread that waits for the semaphore will itself find it destroyed.
                case SEMAPHORE -> "";
            };
        }

        @Override
        List<Touch> touches(Execution x) {
            return new SyncObject(x, object.eval(x), kind).touch();
        }
    }
}
