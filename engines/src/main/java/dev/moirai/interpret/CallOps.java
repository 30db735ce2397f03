package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls, returns, and the ends of threads and of the process. */
final class CallOps {
    private CallOps() {}

    abstract static class Call extends Op {
        private final int into;
        private final Node[] arguments;

        Call(Instr.Call instr, int into, Node[] arguments) {
            super(instr);
            this.into = into;
            this.arguments = arguments;
        }

        abstract CompiledFunction callee(Execution x);

        @Override
        int execute(Execution x, int pc) {
            CompiledFunction callee = callee(x);
            ThreadState thread = x.thread();
            if (thread.depth >= x.program().options().maxFrames()) {
                throw new Halt(new Outcome.LimitReached(
                        "recursion deeper than " + thread.depth + " frames in " + callee.name + " at " + x.span()));
            }
            int start = thread.reserve(callee);
            long[] slots = thread.slots;
            callee.clear(slots, start);
            int count = Math.min(arguments.length, callee.parameterCount());
            for (int i = 0; i < count; i++)
                slots[start + i] = callee.parameter(i).canonical(arguments[i].eval(x));
            thread.pc = pc;
            thread.push(callee);
            x.enter(thread);
            return 0;
        }

        final int argumentCount() {
            return arguments.length;
        }

        void comeBack(Execution x, long value) {
            if (into >= 0) x.set(into, value);
        }
    }

    static final class Direct extends Call {
        private final CompiledFunction callee;

        Direct(Instr.Call instr, int into, Node[] arguments, CompiledFunction callee) {
            super(instr, into, arguments);
            this.callee = callee;
        }

        @Override
        CompiledFunction callee(Execution x) {
            return callee;
        }
    }

    static final class Indirect extends Call {
        private final Node callee;

        Indirect(Instr.Call instr, int into, Node[] arguments, Node callee) {
            super(instr, into, arguments);
            this.callee = callee;
        }

        @Override
        CompiledFunction callee(Execution x) {
            long address = callee.eval(x);
            CompiledFunction function = x.program().functionOrNull(address);
            if (function == null) throw x.faults().noFunction(address, "call of");
            if (argumentCount() < function.parameterCount()) {
                throw x.faults().tooFewArguments(function, argumentCount(), "call of");
            }
            return function;
        }
    }

    /**
     * Returns to the caller. In the first activation of a thread it ends the thread; in that of main, the process,
     * which is a step of its own.
     */
    static final class Return extends Op {
        private final @Nullable Node value;

        Return(Instr.Return instr, Optional<Node> value) {
            super(instr);
            this.value = value.orElse(null);
        }

        @Override
        int execute(Execution x, int pc) {
            ThreadState thread = x.thread();
            boolean endsProcess = endsProcess(thread);
            if (endsProcess && !x.first) return STOP;
            long result = value == null ? 0 : value.eval(x);
            endStackObjects(x);
            if (endsProcess) return endProcess(x, result);
            if (thread.depth == 1) return thread.inEpilogue ? endThread(x) : leave(x, result);
            thread.pop();
            x.enter(thread);
            ((Call) x.code()[thread.pc]).comeBack(x, result);
            return thread.pc + 1;
        }

        @Override
        int[] successors(int pc) {
            return NOWHERE;
        }
    }

    /** Whether a return from the innermost activation ends the process: it is the first activation of main. */
    static boolean endsProcess(ThreadState thread) {
        return thread.depth == 1 && thread.number == 0 && !thread.inEpilogue;
    }

    static final class ExitThread extends Op {
        private final Node value;

        ExitThread(Instr.ExitThread instr, Node value) {
            super(instr);
            this.value = value;
        }

        @Override
        int execute(Execution x, int pc) {
            ThreadState thread = x.thread();
            long result = value.eval(x);
            endStackObjects(x);
            while (thread.depth > 1) {
                thread.pop();
                endStackObjects(x);
            }
            return thread.inEpilogue ? endThread(x) : leave(x, result);
        }

        @Override
        int[] successors(int pc) {
            return NOWHERE;
        }
    }

    static final class ExitProcess extends Op {
        private final Node code;

        ExitProcess(Instr.ExitProcess instr, Node code) {
            super(instr);
            this.code = code;
        }

        @Override
        int execute(Execution x, int pc) {
            return endProcess(x, code.eval(x));
        }

        @Override
        int[] successors(int pc) {
            return NOWHERE;
        }
    }

    private static void endStackObjects(Execution x) {
        ThreadState thread = x.thread();
        while (thread.hasStackObject()) {
            end(x, thread.takeStackObject());
        }
    }

    private static void end(Execution x, long address) {
        MemObject object = x.memory().find(address);
        if (object == null) return;
        x.memory().end(object, x.span());
        x.observer().ended(address, object.size);
    }

    /** Ends the thread's own code; the program's thread epilogue follows, if there is one. */
    private static int leave(Execution x, long result) {
        ThreadState thread = x.thread();
        thread.result = result;
        Optional<String> epilogue = x.program().program().threadEpilogue();
        if (epilogue.isEmpty()) return endThread(x);
        CompiledFunction function = x.program().function(epilogue.get());
        thread.inEpilogue = true;
        thread.restart(function);
        function.clear(thread.slots, 0);
        x.enter(thread);
        return 0;
    }

    private static int endThread(Execution x) {
        ThreadState thread = x.thread();
        for (long address : thread.threadLocals) end(x, address);
        if (x.state().atomicHolder == thread.number) x.state().atomicHolder = State.NOBODY;
        boolean last = true;
        for (int i = 0; i < x.state().threadCount(); i++) {
            last &= i == thread.number || x.state().hasEnded(i);
        }
        if (last) return endProcess(x, 0);
        thread.end();
        return Op.ENDED;
    }

    private static int endProcess(Execution x, long code) {
        x.outcome = new Outcome.Ended((int) code);
        return Op.ENDED;
    }
}
