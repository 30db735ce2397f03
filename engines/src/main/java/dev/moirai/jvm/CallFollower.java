package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Follows calls, from the instruction to the result: into methods of the program, or past what is outside. */
final class CallFollower {
    private final LogReader log;
    private final ClassFiles classes;
    private final JvmMemory memory;
    private final JvmSynchronisation synchronisation;
    private final OutsideModels outside;
    private final MethodFollower methods;
    private final FollowedThreads threads;
    private final Set<Long> made;
    private final Functions functions;
    private final ClassInitialisations initialisations;

    CallFollower(
            LogReader log,
            ClassFiles classes,
            JvmMemory memory,
            JvmSynchronisation synchronisation,
            OutsideModels outside,
            MethodFollower methods,
            FollowedThreads threads,
            Set<Long> made,
            Functions functions,
            ClassInitialisations initialisations) {
        this.log = log;
        this.classes = classes;
        this.memory = memory;
        this.synchronisation = synchronisation;
        this.outside = outside;
        this.methods = methods;
        this.threads = threads;
        this.made = made;
        this.functions = functions;
        this.initialisations = initialisations;
    }

    static List<JvmValue> arguments(Frame frame, String descriptor, boolean hasReceiver) {
        int count = Type.getArgumentTypes(descriptor).length + (hasReceiver ? 1 : 0);
        var all = new ArrayList<JvmValue>();
        for (int i = 0; i < count; i++) all.addFirst(frame.pop());
        return all;
    }

    void invoke(FollowedThread thread, Frame frame) {
        var in = (MethodInsnNode) frame.at();
        boolean isStatic = in.getOpcode() == INVOKESTATIC;
        List<JvmValue> arguments = arguments(frame, in.desc, !isStatic);
        var call = new Call(in.owner, in.name, in.desc, isStatic, arguments);
        if (!isStatic && !call.isConstructor()) memory.notNull(thread, call.receiver());
        if (call.isConstructor() && call.receiver().isForgotten() && !classes.followsConstructors(call.owner())) {
            frame.next();
            return;
        }
        if (isStatic || call.isConstructor()) initialisations.used(thread, call.owner());
        frame.begin(call);
        if (log.next() == Tag.WAIT || log.next() == Tag.SIGNAL) {
            monitorCall(thread, frame, call);
        } else if (log.next() == Tag.CALL) {
            log.skip();
            thread.step();
            call.announced();
            outside.begins(thread, call);
        } else {
            outside.begins(thread, call);
            duringCall(thread, frame);
        }
    }

    private void monitorCall(FollowedThread thread, Frame frame, Call call) {
        boolean waits = log.next() == Tag.WAIT;
        log.skip();
        log.number();
        thread.step();
        JvmValue object = call.receiver();
        if (waits) {
            synchronisation.sleep(thread, object, object);
            frame.phase(Frame.Phase.WAITING);
        } else {
            synchronisation.signal(thread, object, call.name().equals("notifyAll") ? Instr.Wake.ALL : Instr.Wake.ONE);
            // That a call has returned is told of every call; of replaced ones too.
            frame.phase(Frame.Phase.CALLING);
        }
    }

    void awake(FollowedThread thread, Frame frame) {
        if (threads.isAbout(thread)) return;
        log.expect(Tag.AWAKE);
        log.number();
        Call call = frame.call();
        boolean isTimed = call.argumentCount() > 0 && call.argument(0).bits() != 0;
        synchronisation.awake(
                thread, call.receiver(), call.receiver(), isTimed ? Instr.Patience.TIMED : Instr.Patience.BLOCK);
        frame.phase(Frame.Phase.CALLING);
    }

    void duringCall(FollowedThread thread, Frame frame) {
        Call call = frame.call();
        switch (log.next()) {
            case ENTER -> {
                log.skip();
                ClassFiles.Method method = methods.method();
                if (method.node().name.equals(call.name()) || call.owner().isEmpty()) {
                    thread.push(new Frame(method, Frame.Caller.PROGRAM, call.arguments()));
                } else {
                    throw new FollowException(method.name() + " begins where " + call.name() + " is called");
                }
            }
            case CALLBACK -> methods.callback(thread);
            case RESULT -> {
                log.skip();
                result(thread, frame, call);
            }
            case NUMBER -> madeObject(thread, frame, call);
            case CAUGHT -> methods.caught(frame);
            case LEFT, UNLOCK -> methods.unwind(thread, frame);
            case END -> {
                log.skip();
                thread.end();
            }
            default -> {
                if (!threads.isAbout(thread)) {
                    throw new FollowException("a record " + log.next() + " while " + call.name() + " is called");
                }
            }
        }
    }

    private void result(FollowedThread thread, Frame frame, Call call) {
        Kind kind = call.result();
        Optional<JvmValue> observed =
                kind == Kind.VOID ? Optional.empty() : Optional.of(JvmValue.of(kind, log.value(kind)));
        Optional<JvmValue> result = observed;
        if (call.isFollowed()) {
            check(call, observed);
            result = call.returned();
        } else {
            result = outside.returns(thread, call, observed);
        }
        if (frame.at() instanceof InvokeDynamicInsnNode in)
            observed.ifPresent(it -> functions.made(in, call.arguments(), it.bits()));
        result.ifPresent(frame::push);
        frame.endCall();
    }

    /** What the followed callee has computed must be what the log has. */
    private static void check(Call call, Optional<JvmValue> observed) {
        if (observed.isEmpty()) return;
        long computed = call.returned()
                .orElseThrow(() -> new FollowException(call.name() + " has returned nothing"))
                .bits();
        if (computed != observed.get().bits()) {
            throw new FollowException(
                    call.name() + " has returned " + observed.get().bits() + ", and " + computed + " was computed");
        }
    }

    /** A constructor has come to its end, or has called that of its superclass: the log tells the object's number. */
    private void madeObject(FollowedThread thread, Frame frame, Call call) {
        if (!call.isConstructor()) throw new FollowException("a number while " + call.name() + " is called");
        long number = log.number();
        JvmValue object = call.receiver();
        if (!object.isNotMade() && object.bits() != number) {
            throw new FollowException("object " + number + " is made where " + object.bits() + " was");
        }
        object.made(number);
        made.add(number);
        if (frame.method().isConstructor() && !frame.hasCalledSuper() && object == frame.local(0)) frame.superCalled();
        if (!call.isFollowed()) outside.made(thread, call);
        frame.endCall();
    }
}
