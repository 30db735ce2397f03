package dev.moirai.jvm.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts hooks around the instructions of a method: what stands where is in docs/jvm-log.md. */
final class MethodInstrumenter extends MethodBounds {
    private static final String ELEMENT_AT = "(Ljava/lang/Object;II)V";

    /** For each {@code new} whose constructor has not been called yet, whether the object stays on the stack. */
    private final Deque<Boolean> news = new ArrayDeque<>();

    private boolean isAfterNew;
    private final Map<Label, Integer> handlers = new HashMap<>();
    private int handlerCount;
    private int caught = -1;
    /** Locals from here on are the hooks' own. They are never read where the method's frames are looked at. */
    private final int firstFreeLocal;

    MethodInstrumenter(
            MethodVisitor out,
            ClassInstrumenter type,
            int access,
            String method,
            String descriptor,
            Monitor monitor,
            int number,
            int firstFreeLocal) {
        super(out, type, access, method, descriptor, monitor, number);
        this.firstFreeLocal = firstFreeLocal;
    }

    // ---- handlers of the program -------------------------------------------------------------------------------

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String exception) {
        handlers.putIfAbsent(handler, handlerCount++);
        super.visitTryCatchBlock(start, end, handler, exception);
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        Integer handler = handlers.get(label);
        if (handler != null) caught = handler;
    }

    /** Before every instruction of the program's. */
    private void instruction() {
        isAfterNew = false;
        if (caught < 0) return;
        int handler = caught;
        caught = -1;
        mv.visitInsn(Opcodes.DUP);
        push(handler);
        hook("caught", OBJECT_AT);
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String fieldDescriptor) {
        instruction();
        Type value = Type.getType(fieldDescriptor);
        boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        boolean isOfClass = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        boolean isStep = !type.isFinal(owner, field) && !(opcode == Opcodes.PUTFIELD && isBeforeSuper());
        String what = isOfClass ? owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.') + "." + field : field;
        if (isStep && isOfClass) {
            pushSite(what);
            hook(isWrite ? "writeStatic" : "readStatic", "(I)V");
        } else if (isStep) {
            objectBelow(isWrite ? value.getSize() : 0);
            pushSite(what);
            hook(isWrite ? "write" : "read", OBJECT_AT);
        }
        if (isStep && isWrite) show("stored", value);
        super.visitFieldInsn(opcode, owner, field, fieldDescriptor);
        if (!isWrite) show("value", value);
    }

    /** Copies the reference that lies below so many words to the top. */
    private void objectBelow(int words) {
        switch (words) {
            case 0 -> mv.visitInsn(Opcodes.DUP);
            case 1 -> {
                mv.visitInsn(Opcodes.DUP2);
                mv.visitInsn(Opcodes.POP);
            }
            default -> {
                mv.visitInsn(Opcodes.DUP2_X1);
                mv.visitInsn(Opcodes.POP2);
                mv.visitInsn(Opcodes.DUP_X2);
            }
        }
    }

    @Override
    public void visitInsn(int opcode) {
        boolean staysOnStack = isAfterNew && opcode == Opcodes.DUP;
        if (staysOnStack) {
            news.pop();
            news.push(true);
        }
        instruction();
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            mv.visitInsn(Opcodes.DUP2);
            pushSite("");
            hook("readElement", ELEMENT_AT);
            super.visitInsn(opcode);
            show("value", element(opcode));
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            arrayAndIndexBelow(element(opcode));
            pushSite("");
            hook("writeElement", ELEMENT_AT);
            show("stored", element(opcode));
            super.visitInsn(opcode);
        } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            leave(opcode);
        } else {
            switch (opcode) {
                case Opcodes.MONITORENTER -> {
                    mv.visitInsn(Opcodes.DUP);
                    pushSite("");
                    hook("beforeEnter", OBJECT_AT);
                    super.visitInsn(opcode);
                }
                case Opcodes.MONITOREXIT -> exitMonitor();
                case Opcodes.ARRAYLENGTH -> {
                    super.visitInsn(opcode);
                    show("known", Type.INT_TYPE);
                }
                default -> super.visitInsn(opcode);
            }
        }
    }

    /** Copies array and index, which lie below a value, to the top. */
    private void arrayAndIndexBelow(Type value) {
        if (value.getSize() == 2) {
            mv.visitInsn(Opcodes.DUP2_X2);
            mv.visitInsn(Opcodes.POP2);
            mv.visitInsn(Opcodes.DUP2_X2);
        } else {
            mv.visitInsn(Opcodes.DUP_X2);
            mv.visitInsn(Opcodes.POP);
            mv.visitInsn(Opcodes.DUP2_X1);
        }
    }

    // ---- calls -------------------------------------------------------------------------------------------------

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String called, boolean isInterface) {
        instruction();
        Type result = Type.getReturnType(called);
        if (isReplaced(opcode, owner, name, called)) {
            result(result);
            return;
        }
        if (name.equals("<init>")) {
            construct(owner, called);
            return;
        }
        boolean isContainer = type.isContainer(owner);
        if (isContainer) callContainer(opcode, owner, name, called);
        else if (Noticed.isNoticed(owner)) notice(opcode, owner, name, called);
        if (!isContainer && type.isOfProgram(owner)) {
            push((name + called).hashCode());
            hook("calling", "(I)V");
        }
        super.visitMethodInsn(opcode, owner, name, called, isInterface);
        result(result);
    }

    private void notice(int opcode, String owner, String name, String called) {
        String what = shown(owner, name);
        if (opcode == Opcodes.INVOKESTATIC) {
            pushSite(what);
            hook("call", "(I)V");
            return;
        }
        int[] locals = putAside(called);
        mv.visitInsn(Opcodes.DUP);
        pushSite(what);
        hook("call", OBJECT_AT);
        putBack(called, locals);
    }

    private void callContainer(int opcode, String owner, String name, String called) {
        int hash = (name + called).hashCode();
        if (opcode == Opcodes.INVOKESTATIC) {
            push(hash);
            containerHook("callStatic", "(I)V");
            return;
        }
        boolean isExact = opcode == Opcodes.INVOKESPECIAL;
        int[] locals = putAside(called);
        mv.visitInsn(Opcodes.DUP);
        if (isExact) mv.visitLdcInsn(owner.replace('/', '.'));
        push(hash);
        pushSite(shown(owner, name));
        containerHook("call", isExact ? "(Ljava/lang/Object;Ljava/lang/String;II)V" : ELEMENT_AT);
        putBack(called, locals);
    }

    /** Puts the arguments of a call into locals, so that its receiver is on top of the stack. */
    private int[] putAside(String called) {
        Type[] arguments = Type.getArgumentTypes(called);
        int[] locals = new int[arguments.length];
        int free = firstFreeLocal;
        for (int i = arguments.length - 1; i >= 0; i--) {
            locals[i] = free;
            mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), free);
            free += arguments[i].getSize();
        }
        return locals;
    }

    private void putBack(String called, int[] locals) {
        Type[] arguments = Type.getArgumentTypes(called);
        for (int i = 0; i < arguments.length; i++) {
            mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]);
        }
    }

    private static String shown(String owner, String name) {
        return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.') + "." + name;
    }

    /** Calls that a hook takes the place of. */
    private boolean isReplaced(int opcode, String owner, String name, String called) {
        if (opcode == Opcodes.INVOKEVIRTUAL) {
            String hook = switch (name + called) {
                case "wait()V", "wait(J)V", "wait(JI)V" -> "wait";
                case "notify()V" -> "notifyOne";
                case "notifyAll()V" -> "notifyEvery";
                default -> "";
            };
            if (hook.isEmpty()) return false;
            pushSite("");
            hook(hook, "(Ljava/lang/Object;" + called.substring(1, called.length() - 2) + "I)V");
            return true;
        }
        if (opcode != Opcodes.INVOKESTATIC) return false;
        switch (owner + "." + name + called) {
            case "java/lang/System.nanoTime()J", "java/lang/System.currentTimeMillis()J" -> jdkHook(name, called);
            case "java/lang/Thread.sleep(J)V", "java/lang/Thread.sleep(JI)V" -> jdkHook("sleep", called);
            case "java/lang/Thread.yield()V", "java/lang/Thread.onSpinWait()V" -> jdkHook("yieldNow", called);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void construct(String owner, String called) {
        boolean isOfNew = !news.isEmpty();
        boolean staysOnStack = isOfNew && news.pop();
        boolean isSuper = !isOfNew && isBeforeSuper();
        if (type.isOfProgram(owner)) {
            push(("<init>" + called).hashCode());
            hook("calling", "(I)V");
        }
        // What the other constructor throws cannot be caught: no handler may see an object that is not initialised.
        if (isSuper) beforeSuper();
        super.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", called, false);
        if (isSuper) {
            afterSuper();
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            hook("made", OBJECT_TAKEN);
        } else if (staysOnStack) {
            made();
        }
    }

    private void made() {
        mv.visitInsn(Opcodes.DUP);
        hook("made", OBJECT_TAKEN);
    }

    private void result(Type value) {
        if (value.getSort() == Type.VOID) hook("result", "()V");
        else show("result", value);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String called, Handle bootstrap, Object... arguments) {
        instruction();
        super.visitInvokeDynamicInsn(name, called, bootstrap, arguments);
        result(Type.getReturnType(called));
    }

    // ---- objects, and all the rest -----------------------------------------------------------------------------

    @Override
    public void visitTypeInsn(int opcode, String named) {
        instruction();
        super.visitTypeInsn(opcode, named);
        switch (opcode) {
            case Opcodes.INSTANCEOF -> show("known", Type.INT_TYPE);
            case Opcodes.ANEWARRAY -> made();
            case Opcodes.NEW -> {
                news.push(false);
                isAfterNew = true;
            }
            default -> {}
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        instruction();
        super.visitIntInsn(opcode, operand);
        if (opcode == Opcodes.NEWARRAY) made();
    }

    @Override
    public void visitMultiANewArrayInsn(String named, int dimensions) {
        instruction();
        super.visitMultiANewArrayInsn(named, dimensions);
        made();
    }

    @Override
    public void visitLdcInsn(Object value) {
        instruction();
        super.visitLdcInsn(value);
        boolean isPrimitive = value instanceof Number
                || value instanceof org.objectweb.asm.ConstantDynamic dynamic
                        && dynamic.getDescriptor().length() == 1;
        if (!isPrimitive) made();
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        instruction();
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        instruction();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        instruction();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label other, Label... labels) {
        instruction();
        super.visitTableSwitchInsn(least, most, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
        instruction();
        super.visitLookupSwitchInsn(other, keys, labels);
    }
}
