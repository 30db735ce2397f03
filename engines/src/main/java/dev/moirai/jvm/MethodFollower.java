package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.RETURN;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;

/** Follows methods where they begin and where they end: by a return, or by an exception that is caught here or further out. */
final class MethodFollower {
    private final JvmRun run;
    private final LogReader log;
    private final ClassFiles classes;
    private final JvmSynchronisation synchronisation;
    private final OutsideModels outside;
    private final ClassInitialisations initialisations;

    MethodFollower(
            JvmRun run,
            LogReader log,
            ClassFiles classes,
            JvmSynchronisation synchronisation,
            OutsideModels outside,
            ClassInitialisations initialisations) {
        this.run = run;
        this.log = log;
        this.classes = classes;
        this.synchronisation = synchronisation;
        this.outside = outside;
        this.initialisations = initialisations;
    }

    /** The method whose number comes next in the log. */
    ClassFiles.Method method() {
        int number = (int) log.number();
        if (number < 0 || number >= run.methods().size()) throw new FollowException("no method " + number);
        return classes.method(run.methods().get(number));
    }

    void callback(FollowedThread thread) {
        log.expect(Tag.CALLBACK);
        ClassFiles.Method method = method();
        List<JvmValue> arguments = new ArrayList<>();
        if (!method.isStatic()) {
            arguments.add(method.isConstructor() ? JvmValue.fresh() : JvmValue.of(Kind.REFERENCE, log.number()));
        }
        for (Type type : Type.getArgumentTypes(method.node().desc)) {
            Kind kind = Kind.of(type);
            arguments.add(JvmValue.of(kind, log.value(kind)));
        }
        Optional<Call> direct =
                thread.isIdle() ? Optional.empty() : thread.top().callOf(method, arguments);
        if (direct.isPresent()) {
            thread.push(new Frame(method, Frame.Caller.PROGRAM, direct.get().arguments()));
            return;
        }
        outside.taskBegins(thread, method, arguments);
        List<JvmValue> given = (thread.isIdle()
                        ? Optional.<Call>empty()
                        : thread.top().callUnderWay())
                .map(call -> outside.calledBack(thread, call, arguments))
                .orElse(arguments);
        thread.push(new Frame(method, Frame.Caller.OUTSIDE, given));
    }

    void enter(FollowedThread thread, Frame frame) {
        if (log.next() == Tag.LEFT) {
            unwind(thread, frame);
            return;
        }
        log.expect(Tag.LOCK);
        JvmValue monitor = JvmValue.of(Kind.REFERENCE, log.number());
        JvmValue object = frame.method().isStatic() ? monitor : frame.local(0);
        if (object.bits() != monitor.bits()) {
            throw new FollowException("the monitor of " + monitor.bits() + " where " + object.bits() + " is called");
        }
        thread.step();
        synchronisation.lock(thread, object, Instr.LockMode.MUTEX);
        frame.monitor(Optional.of(object));
        frame.phase(Frame.Phase.RUNNING);
    }

    /** Returns from the method. */
    void leave(FollowedThread thread, Frame frame, int op) {
        if (frame.monitor().isPresent()) {
            log.expect(Tag.UNLOCK);
            log.number();
            thread.step();
            synchronisation.unlock(thread, frame.monitor().get(), Instr.LockMode.MUTEX);
        }
        Optional<JvmValue> result = op == RETURN ? Optional.empty() : Optional.of(frame.pop());
        thread.pop();
        initialisations.ended(thread, frame.method());
        if (frame.caller() == Frame.Caller.PROGRAM) {
            Call call = thread.top().call();
            call.returned(result);
            if (call.isConstructor() && call.receiver().isForgotten())
                thread.top().endCall();
        } else {
            outside.hasReturned(thread, result);
        }
    }

    /** An exception is under way: it is caught here, or leaves the method. */
    void unwind(FollowedThread thread, Frame frame) {
        switch (log.next()) {
            case CAUGHT -> caught(frame);
            case UNLOCK -> {
                log.skip();
                log.number();
                thread.step();
                JvmValue monitor = frame.monitor().orElseThrow(() -> new FollowException("no monitor to give back"));
                synchronisation.unlock(thread, monitor, Instr.LockMode.MUTEX);
                frame.monitor(Optional.empty());
                frame.phase(Frame.Phase.THROWING);
            }
            case LEFT -> {
                log.skip();
                ClassFiles.Method left = method();
                if (!left.name().equals(frame.method().name())) {
                    throw new FollowException(
                            left.name() + " is left, and not " + frame.method().name());
                }
                thread.pop();
                if (frame.caller() == Frame.Caller.OUTSIDE) outside.hasThrown(thread);
            }
            default -> throw new FollowException("a record " + log.next() + " where an exception is under way");
        }
    }

    void caught(Frame frame) {
        log.expect(Tag.CAUGHT);
        int handler = (int) log.number();
        long exception = log.number();
        var blocks = frame.method().node().tryCatchBlocks;
        if (handler < 0 || handler >= blocks.size()) throw new FollowException("no handler " + handler);
        frame.handle(blocks.get(handler).handler, JvmValue.of(Kind.REFERENCE, exception));
    }
}
