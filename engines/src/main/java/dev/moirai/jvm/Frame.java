package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

/** An activation of a method: its locals, its operands, and what it is about to do. */
final class Frame {
    enum Phase {
        /** A synchronized method waits for its monitor. */
        ENTERING,
        RUNNING,
        /** A call is under way. */
        CALLING,
        /** {@code Object.wait} is under way. */
        WAITING,
        /** An exception looks for a handler. */
        THROWING
    }

    /** Who has called. */
    enum Caller {
        /** The frame below: it gets the result. */
        PROGRAM,
        /** Code that is not followed. */
        OUTSIDE
    }

    private final ClassFiles.Method method;
    private final Caller caller;
    private final List<JvmValue> locals = new ArrayList<>();
    private final List<JvmValue> stack = new ArrayList<>();
    private Optional<JvmValue> monitor = Optional.empty();
    private AbstractInsnNode at;
    private Phase phase;
    private Optional<Call> call = Optional.empty();
    private boolean superCalled;

    Frame(ClassFiles.Method method, Caller caller, List<JvmValue> arguments) {
        this.method = method;
        this.caller = caller;
        this.at = method.node().instructions.getFirst();
        for (JvmValue argument : arguments) {
            locals.add(argument);
            if (argument.kind().isWide()) locals.add(JvmValue.NULL);
        }
        this.phase = method.isSynchronized() ? Phase.ENTERING : Phase.RUNNING;
        this.superCalled = !method.isConstructor();
    }

    ClassFiles.Method method() {
        return method;
    }

    Caller caller() {
        return caller;
    }

    Phase phase() {
        return phase;
    }

    void phase(Phase next) {
        phase = next;
    }

    AbstractInsnNode at() {
        return at;
    }

    void jump(AbstractInsnNode target) {
        at = target;
    }

    void next() {
        AbstractInsnNode next = at.getNext();
        if (next == null) throw new FollowException("the method has no next instruction");
        at = next;
    }

    int index() {
        return method.node().instructions.indexOf(at);
    }

    // ---- values ------------------------------------------------------------------------------------------------

    void push(JvmValue value) {
        stack.add(value);
    }

    JvmValue pop() {
        if (stack.isEmpty()) throw new FollowException("nothing on the stack");
        return stack.removeLast();
    }

    JvmValue peek() {
        if (stack.isEmpty()) throw new FollowException("nothing on the stack");
        return stack.getLast();
    }

    JvmValue local(int slot) {
        if (slot >= locals.size()) throw new FollowException("local " + slot + " is not set");
        return locals.get(slot);
    }

    void local(int slot, JvmValue value) {
        while (locals.size() <= slot) locals.add(JvmValue.NULL);
        locals.set(slot, value);
    }

    /** The handler begins: nothing is on the stack but the exception. */
    void handle(LabelNode handler, JvmValue exception) {
        stack.clear();
        push(exception);
        call = Optional.empty();
        at = handler;
        phase = Phase.RUNNING;
    }

    /** Adds all that decides what it does next. */
    void describe(List<Long> words) {
        words.add((long) method.name().hashCode());
        words.add((long) index());
        words.add((long) phase.ordinal());
        for (JvmValue local : locals) words.add(local.bits());
        words.add((long) stack.size());
        for (JvmValue operand : stack) words.add(operand.bits());
        call.ifPresent(it -> {
            words.add((long) it.name().hashCode());
            for (JvmValue argument : it.arguments()) words.add(argument.bits());
        });
    }

    // ---- monitor and calls -------------------------------------------------------------------------------------

    Optional<JvmValue> monitor() {
        return monitor;
    }

    void monitor(Optional<JvmValue> taken) {
        monitor = taken;
    }

    Call call() {
        return call.orElseThrow(() -> new FollowException("no call is under way"));
    }

    Optional<Call> callUnderWay() {
        return call;
    }

    /** The call under way, if it is this method that was called, with these arguments: through an interface of the JDK, say. */
    Optional<Call> callOf(ClassFiles.Method called, List<JvmValue> given) {
        return call.filter(it -> phase == Phase.CALLING && it.isCallOf(called, given));
    }

    void begin(Call begun) {
        call = Optional.of(begun);
        phase = Phase.CALLING;
    }

    void endCall() {
        call = Optional.empty();
        phase = Phase.RUNNING;
        next();
    }

    /** Whether a constructor has called that of its superclass: before, its fields are nobody else's. */
    boolean hasCalledSuper() {
        return superCalled;
    }

    void superCalled() {
        superCalled = true;
    }
}
