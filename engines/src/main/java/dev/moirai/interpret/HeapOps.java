package dev.moirai.interpret;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.schedule.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations that create, free and resize objects. */
final class HeapOps {
    private HeapOps() {}

    /** A new object that belongs to the thread; null, as from {@code malloc}, if the address space has no room for it. */
    private static @Nullable MemObject create(Execution x, int pc, AllocSite site, long bytes) {
        x.thread().pc = pc; // the allocation asks which locals are live here
        int region = x.program().space().threadRegion(x.thread().number);
        MemObject object = x.memory().allocate(region, site, bytes, x.state().roots());
        if (object != null) object.early = x.state().threadCount() == 1;
        return object;
    }

    static final class Alloc extends Op {
        private final int into;
        private final Node bytes;
        private final AllocSite site;
        private final boolean onStack;

        Alloc(Instr.Alloc instr, int into, Node bytes) {
            super(instr);
            this.into = into;
            this.bytes = bytes;
            this.onStack = instr.region() == Instr.Region.STACK;
            this.site = new AllocSite(
                    instr.name(),
                    instr.type(),
                    onStack ? AllocSite.Kind.STACK : AllocSite.Kind.HEAP,
                    instr.contents() == Instr.Contents.ZERO ? AllocSite.Fill.ZERO : AllocSite.Fill.UNDEFINED,
                    instr.span());
        }

        @Override
        int execute(Execution x, int pc) {
            long size = bytes.eval(x);
            MemObject object = create(x, pc, site, size);
            if (object == null && onStack) {
                throw new Halt(new Outcome.LimitReached("no room for " + site.name() + " (" + size + " bytes)"));
            }
            long address = object == null ? 0 : x.program().space().address(object.page);
            if (onStack) x.thread().addStackObject(address);
            x.set(into, address);
            return pc + 1;
        }
    }

    private static List<Touch> wholeObject(Execution x, long pointer) {
        MemObject object = x.memory().find(pointer);
        if (object == null || !object.isLive()) return List.of();
        long start = x.program().space().address(object.page);
        // An empty object counts as one byte, so that two frees of it conflict.
        return List.of(new Touch(start, Math.max(1, object.size), Touch.Effect.WRITE, Touch.Kind.PLAIN));
    }

    /** The heap object that starts at the pointer. If there is none, freeing is a memory error. */
    private static MemObject freeable(Execution x, long pointer) {
        MemObject object = x.memory().find(pointer);
        if (object == null
                || !object.isLive()
                || object.site.kind() != AllocSite.Kind.HEAP
                || x.offset(object, pointer) != 0) {
            throw x.faults().badFree(pointer);
        }
        return object;
    }

    static final class Free extends Op {
        private final Node pointer;
        private final boolean onStack;

        Free(Instr.Free instr, Node pointer) {
            super(instr);
            this.pointer = pointer;
            this.onStack = instr.region() == Instr.Region.STACK;
        }

        @Override
        int execute(Execution x, int pc) {
            long address = pointer.eval(x);
            if (address == 0) return pc + 1;
            if (onStack) {
                MemObject object = x.memory().find(address);
                if (object != null && object.isLive()) {
                    x.thread().removeStackObject(address);
                    x.memory().end(object, x.span());
                }
                return pc + 1;
            }
            MemObject object = freeable(x, address);
            x.memory().end(object, x.span());
            x.sawEnd(address, "freed", Step.Change.FREED);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return wholeObject(x, pointer.eval(x));
        }
    }

    static final class Resize extends Op {
        private final int into;
        private final Node pointer;
        private final Node bytes;

        Resize(Instr.Resize instr, int into, Node pointer, Node bytes) {
            super(instr);
            this.into = into;
            this.pointer = pointer;
            this.bytes = bytes;
        }

        @Override
        int execute(Execution x, int pc) {
            long address = pointer.eval(x);
            long size = bytes.eval(x);
            MemObject old = freeable(x, address);
            Type type = old.site.type();
            var site =
                    new AllocSite(old.site.name(), type, AllocSite.Kind.HEAP, AllocSite.Fill.UNDEFINED, instr.span());
            MemObject object = create(x, pc, site, size);
            if (object == null) {
                x.set(into, 0);
                return pc + 1;
            }
            old.copyDefined(object, Math.min(old.size, size));
            x.memory().end(old, x.span());
            x.sawEnd(address, "moved by realloc", Step.Change.VALUE);
            x.set(into, x.program().space().address(object.page));
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return wholeObject(x, pointer.eval(x));
        }
    }
}
