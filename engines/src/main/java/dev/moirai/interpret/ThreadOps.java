package dev.moirai.interpret;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.schedule.ThreadNames;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Operations that start, join and detach threads. */
final class ThreadOps {
    private ThreadOps() {}

    private static @Nullable ThreadState find(Execution x, long handle) {
        return handle >= 0 && handle < x.state().threadCount() ? x.state().thread((int) handle) : null;
    }

    static final class Spawn extends Op {
        private final int handle;
        private final Node function;
        private final Node[] arguments;
        private final Scalar handleType;
        private final boolean detached;

        Spawn(Instr.Spawn instr, int handle, Node function, Node[] arguments, Scalar handleType) {
            super(instr);
            this.handle = handle;
            this.function = function;
            this.arguments = arguments;
            this.handleType = handleType;
            this.detached = instr.detachment() == Instr.Detachment.DETACHED;
        }

        @Override
        int execute(Execution x, int pc) {
            long address = function.eval(x);
            long[] values = new long[arguments.length];
            for (int i = 0; i < values.length; i++) values[i] = arguments[i].eval(x);
            CompiledFunction start = x.program().functionOrNull(address);
            if (start == null) throw x.faults().noFunction(address, "thread started with");
            if (values.length < start.parameterCount()) {
                throw x.faults().tooFewArguments(start, values.length, "thread started with");
            }
            State state = x.state();
            int limit = x.program().options().maxThreads();
            if (state.threadCount() >= limit) {
                throw new Halt(new Outcome.LimitReached("more than " + limit + " threads at " + x.span()));
            }
            int earlier = 0;
            for (int i = 0; i < state.threadCount(); i++) if (state.thread(i).start == start) earlier++;
            String name = ThreadNames.name(start.name, earlier + 1);
            int number = state.threadCount();
            ThreadState thread = state.addThread(name, start, x.program().newThreadLocals(state, number));
            thread.detached = detached;
            start.clear(thread.slots, 0);
            for (int i = 0; i < start.parameterCount(); i++)
                thread.slots[i] = start.parameter(i).canonical(values[i]);
            x.set(handle, handleType.canonical(number));
            return pc + 1;
        }
    }

    static final class Join extends Op {
        private final int result;
        private final int value;
        private final Node thread;

        Join(Instr.Join instr, int result, int value, Node thread) {
            super(instr);
            this.result = result;
            this.value = value;
            this.thread = thread;
        }

        @Override
        Readiness readiness(Execution x) {
            ThreadState other = find(x, thread.eval(x));
            boolean waits = other != null
                    && !other.ended
                    && !other.detached
                    && !other.joined
                    && other.number != x.thread().number;
            return waits ? Readiness.BLOCKED : Readiness.READY;
        }

        @Override
        String waitsFor(Execution x) {
            ThreadState other = find(x, thread.eval(x));
            return "for " + (other == null ? "an unknown thread" : "thread " + other.name) + " to end";
        }

        @Override
        OptionalInt waitsOn(Execution x) {
            ThreadState other = find(x, thread.eval(x));
            return other == null ? OptionalInt.empty() : OptionalInt.of(other.number);
        }

        @Override
        OptionalInt handles(Execution x) {
            return waitsOn(x);
        }

        @Override
        int execute(Execution x, int pc) {
            long handle = thread.eval(x);
            x.set(result, join(x, handle));
            return pc + 1;
        }

        private int join(Execution x, long handle) {
            ThreadState other = find(x, handle);
            Faults faults = x.faults();
            if (other == null) return faults.misuse("join of an unknown thread (handle " + handle + ")", Errno.ESRCH);
            if (other.joined) {
                return faults.misuse("join of thread " + other.name + ", which was joined before", Errno.ESRCH);
            }
            if (other.detached) {
                return faults.misuse("join of thread " + other.name + ", which is detached", Errno.EINVAL);
            }
            if (other.number == x.thread().number) return Errno.EDEADLK;
            x.state().own(other.number).joined = true;
            if (value >= 0) x.set(value, other.result);
            return 0;
        }
    }

    static final class Detach extends Op {
        private final int result;
        private final Node thread;

        Detach(Instr.Detach instr, int result, Node thread) {
            super(instr);
            this.result = result;
            this.thread = thread;
        }

        @Override
        OptionalInt handles(Execution x) {
            ThreadState other = find(x, thread.eval(x));
            return other == null ? OptionalInt.empty() : OptionalInt.of(other.number);
        }

        @Override
        int execute(Execution x, int pc) {
            long handle = thread.eval(x);
            x.set(result, detach(x, handle));
            return pc + 1;
        }

        private static int detach(Execution x, long handle) {
            ThreadState other = find(x, handle);
            Faults faults = x.faults();
            if (other == null) return faults.misuse("detach of an unknown thread (handle " + handle + ")", Errno.ESRCH);
            if (other.joined) {
                return faults.misuse("detach of thread " + other.name + ", which was joined before", Errno.ESRCH);
            }
            if (other.detached) {
                return faults.misuse("detach of thread " + other.name + ", which is detached already", Errno.EINVAL);
            }
            x.state().own(other.number).detached = true;
            return 0;
        }
    }

    static final class Self extends Op {
        private final int into;

        Self(Instr.Self instr, int into) {
            super(instr);
            this.into = into;
        }

        @Override
        int execute(Execution x, int pc) {
            x.set(into, x.thread().number);
            return pc + 1;
        }
    }
}
