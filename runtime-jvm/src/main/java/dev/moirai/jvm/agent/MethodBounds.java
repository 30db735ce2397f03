package dev.moirai.jvm.agent;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts hooks where a method begins and where it ends, by a return or by an exception. */
abstract class MethodBounds extends HookCode {
    static final String OBJECT_TAKEN = "(Ljava/lang/Object;)V";
    static final String OBJECT_AT = "(Ljava/lang/Object;I)V";

    /** The monitor of a synchronized method. */
    enum Monitor {
        NONE,
        /** By instructions in the place of the method's flag. */
        TAKEN_HERE,
        /** The method cannot lose its flag. */
        TAKEN_BY_CALL
    }

    private record Range(Label from, Label to) {}

    private final String descriptor;
    private final int number;
    private final boolean isStatic;
    private final Monitor monitor;
    private final boolean isInitialiser;
    /** In a constructor, until it has called another one: there is no object yet. */
    private boolean isBeforeSuper;
    /** What the handler at the method's end watches over. */
    private final List<Range> ranges = new ArrayList<>();

    private final List<Range> rangesBeforeSuper = new ArrayList<>();
    private Label rangeBegan = new Label();

    MethodBounds(
            MethodVisitor out,
            ClassInstrumenter type,
            int access,
            String method,
            String descriptor,
            Monitor monitor,
            int number) {
        super(out, type, method);
        this.descriptor = descriptor;
        this.number = number;
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        this.monitor = monitor;
        this.isInitialiser = method.equals("<clinit>");
        this.isBeforeSuper = method.equals("<init>");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        // What is done before the first line, such as taking the monitor, is told there.
        int line = type.firstLine(method, descriptor);
        if (line > 0) {
            var start = new Label();
            mv.visitLabel(start);
            visitLineNumber(line, start);
        }
        push(number);
        if (isInitialiser) {
            hook("initialise", "(I)V");
        } else {
            push((method + descriptor).hashCode());
            hook("enter", "(II)V");
            arguments();
        }
        switch (monitor) {
            case NONE -> {}
            case TAKEN_HERE -> {
                lockedObject();
                mv.visitInsn(Opcodes.DUP);
                pushSite("");
                hook("beforeEnter", OBJECT_AT);
                mv.visitInsn(Opcodes.MONITORENTER);
            }
            case TAKEN_BY_CALL -> {
                lockedObject();
                containerHook("locked", OBJECT_TAKEN);
            }
        }
        mv.visitLabel(rangeBegan);
    }

    private void arguments() {
        int slot = isStatic ? 0 : 1;
        if (!isStatic && !isBeforeSuper) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            hook("argument", OBJECT_TAKEN);
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            mv.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
            hook("argument", "(" + erased(argument) + ")V");
            slot += argument.getSize();
        }
    }

    private void lockedObject() {
        if (isStatic) mv.visitLdcInsn(Type.getObjectType(type.name()));
        else mv.visitVarInsn(Opcodes.ALOAD, 0);
    }

    private void unlock() {
        lockedObject();
        if (monitor == Monitor.TAKEN_HERE) {
            exitMonitor();
            return;
        }
        mv.visitInsn(Opcodes.DUP);
        pushSite("");
        hook("beforeExit", OBJECT_AT);
        hook("afterExit", OBJECT_TAKEN);
    }

    private boolean isSynchronized() {
        return monitor != Monitor.NONE;
    }

    /** Leaves the monitor on top of the stack. The runtime counts it as left only after the real exit. */
    final void exitMonitor() {
        mv.visitInsn(Opcodes.DUP);
        mv.visitInsn(Opcodes.DUP);
        pushSite("");
        hook("beforeExit", OBJECT_AT);
        mv.visitInsn(Opcodes.MONITOREXIT);
        hook("afterExit", OBJECT_TAKEN);
    }

    private void endRange(List<Range> into) {
        var end = new Label();
        mv.visitLabel(end);
        if (rangeBegan.getOffset() < end.getOffset()) into.add(new Range(rangeBegan, end));
    }

    private void beginRange() {
        rangeBegan = new Label();
        mv.visitLabel(rangeBegan);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        endRange(isBeforeSuper ? rangesBeforeSuper : ranges);
        if (!ranges.isEmpty())
            handler(ranges, isSynchronized() && !isStatic ? new Object[] {type.name()} : new Object[0]);
        if (!rangesBeforeSuper.isEmpty()) handler(rangesBeforeSuper, new Object[] {Opcodes.UNINITIALIZED_THIS});
        super.visitMaxs(stack, locals);
    }

    /** Where exceptions go that the method does not catch: it tells so, gives its monitor back, and throws again. */
    private void handler(List<Range> watched, Object[] locals) {
        var handler = new Label();
        mv.visitLabel(handler);
        if (type.hasFrames()) {
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
        }
        if (isSynchronized()) unlock();
        if (isInitialiser) hook("initialised", "()V");
        push(number);
        hook("left", "(I)V");
        mv.visitInsn(Opcodes.ATHROW);
        for (Range range : watched) mv.visitTryCatchBlock(range.from(), range.to(), handler, null);
    }

    final boolean isBeforeSuper() {
        return isBeforeSuper;
    }

    /** Before the call of another constructor. */
    final void beforeSuper() {
        endRange(rangesBeforeSuper);
    }

    final void afterSuper() {
        isBeforeSuper = false;
        beginRange();
    }

    final void leave(int opcode) {
        if (!isSynchronized() && !isInitialiser) {
            super.visitInsn(opcode);
            return;
        }
        endRange(ranges);
        if (isSynchronized()) unlock();
        if (isInitialiser) hook("initialised", "()V");
        super.visitInsn(opcode);
        beginRange();
    }
}
