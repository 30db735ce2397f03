package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.*;

import dev.moirai.ir.Instr;
import dev.moirai.trace.RecordedTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Executes the bytecode of a recorded run along its log, and writes down what threads do to shared memory and what they compute
 * from it (Wang, Kundu, Limaye, Ganai, Gupta, section 3.1: the trace of a run). The log has only what bytecode cannot compute, so
 * everything else is computed here; what both have is compared. Where they differ the trace ends, and the place is told.
 *
 * <p>Threads are followed in the order of the log, each with frames of its own, so that one thread's method is left
 * where the log goes on with another thread's.
 */
public final class JvmFollower {
    /** The most instructions between two records of the log. */
    private static final long PATIENCE = 50_000_000;

    private final JvmRun run;
    private final LogReader log;
    private final ClassFiles classes;
    private final SharedCells sharing;
    private final Events events;
    private final Computation computation;
    private final Accesses accesses;
    private final OutsideModels outside;
    private final JvmMemory memory;
    private final JvmObjects objects;
    private final Set<Long> made = new HashSet<>();
    private final Map<Integer, FollowedThread> threads = new HashMap<>();
    private long instructions;
    private Optional<String> approximate = Optional.empty();

    private JvmFollower(JvmRun run, ClassFiles classes, SharedCells sharing) {
        this.run = run;
        this.log = new LogReader(run.log());
        this.classes = classes;
        this.sharing = sharing;
        this.objects = new JvmObjects(run);
        this.events = new Events(sharing);
        this.memory = new JvmMemory(events, objects, sharing, made);
        this.computation = new Computation(events);
        this.accesses = new Accesses(run, log, classes, events, memory, objects, made);
        this.outside = new OutsideModels(run, events, memory, objects);
    }

    /** Follows a run to the end of its log, or to where the log and the class files differ. */
    public static Followed follow(JvmRun run) {
        var classes = new ClassFiles(run.classes());
        var sharing = new SharedCells();
        new JvmFollower(run, classes, sharing).toTheEnd();
        sharing.settle();
        var follower = new JvmFollower(run, classes, sharing);
        Optional<String> difference = follower.toTheEnd();
        return follower.followed(difference);
    }

    private Followed followed(Optional<String> difference) {
        var report = new RunReport(run.report());
        var names = new ArrayList<String>();
        int most = threads.keySet().stream().mapToInt(it -> it).max().orElse(0);
        for (int number = 0; number <= most; number++) names.add(report.threadName(number));
        boolean isWhole = difference.isEmpty() && report.hasExited();
        var trace = new RecordedTrace(
                new RecordedTrace.Header(run.name(), run.command(), ""),
                names,
                objects.names(),
                events.steps(),
                isWhole ? RecordedTrace.Ending.ENDED : RecordedTrace.Ending.PARTIAL);
        return new Followed(trace, events.counts(), instructions, sharing.count(), difference, approximate, report);
    }

    // ---- along the log -----------------------------------------------------------------------------------------

    /** Returns where and how the log and the class files differ, if they do. */
    private Optional<String> toTheEnd() {
        FollowedThread current = thread(0);
        try {
            while (log.next() != Tag.NOTHING) {
                if (log.next() == Tag.THREAD) {
                    log.skip();
                    current = thread((int) log.number());
                } else if (log.next() == Tag.OUTSIDE) {
                    log.skip();
                    approximate = Optional.of("thread " + log.number() + " was not under control all the time");
                } else {
                    advance(current);
                }
            }
            return Optional.empty();
        } catch (LogReader.BrokenOff _) {
            return Optional.empty();
        } catch (FollowException e) {
            return Optional.of(place(current) + ", byte " + log.position() + " of the log: " + e.getMessage());
        }
    }

    private FollowedThread thread(int number) {
        return threads.computeIfAbsent(number, _ -> {
            events.begins(number);
            return new FollowedThread(number);
        });
    }

    private String place(FollowedThread thread) {
        if (thread.isIdle()) return "thread " + thread.number() + ", outside of the program's methods";
        Frame frame = thread.top();
        return "thread " + thread.number() + ", " + frame.method().name() + ", instruction " + frame.index() + " ("
                + events.span(thread) + ")";
    }

    /** Uses up at least one record, which is this thread's. */
    private void advance(FollowedThread thread) {
        if (thread.isOver()) throw new FollowException("a record of a thread that is over");
        if (thread.isIdle()) {
            root(thread);
            return;
        }
        Frame frame = thread.top();
        switch (frame.phase()) {
            case ENTERING -> enter(thread, frame);
            case CALLING -> duringCall(thread, frame);
            case WAITING -> awake(thread, frame);
            case THROWING -> unwind(thread, frame);
            case RUNNING -> runOn(thread);
        }
    }

    /** Executes what needs no record, then the instruction that the next record is about. */
    private void runOn(FollowedThread thread) {
        for (long i = 0; i < PATIENCE; i++) {
            if (thread.isIdle()) return;
            Frame frame = thread.top();
            if (frame.phase() != Frame.Phase.RUNNING) return;
            AbstractInsnNode in = frame.at();
            int op = in.getOpcode();
            if (op >= 0) instructions++;
            if (op >= IRETURN && op <= RETURN) {
                if (!leave(thread, frame, op)) return;
            } else if (accesses.isLogged(frame)) {
                if (isExceptional(frame)) fail(thread, frame);
                else if (log.next() == Tag.CALLBACK && !isCall(op)) callback(thread);
                else logged(thread, frame, op);
                return;
            } else {
                accesses.unlogged(thread, frame, computation);
            }
        }
        throw new FollowException("no record for too long");
    }

    /** What is no call may still have a class initialised first. */
    private static boolean isCall(int op) {
        return op >= INVOKEVIRTUAL && op <= INVOKEDYNAMIC;
    }

    /** Whether the next record tells of an exception: in a synchronized method the monitor is given back first. */
    private boolean isExceptional(Frame frame) {
        return switch (log.next()) {
            case CAUGHT, LEFT -> true;
            case UNLOCK -> frame.monitor().isPresent() && frame.at().getOpcode() != MONITOREXIT;
            default -> false;
        };
    }

    /** A read that fails has been a step, and has left no value. */
    private void fail(FollowedThread thread, Frame frame) {
        if (accesses.isReadingStep(frame)) thread.step();
        frame.phase(Frame.Phase.THROWING);
    }

    private void logged(FollowedThread thread, Frame frame, int op) {
        switch (op) {
            case MONITORENTER -> {
                expect(Tag.LOCK);
                JvmValue object = frame.pop();
                log.number();
                memory.notNull(thread, object);
                thread.step();
                memory.lock(thread, object, Instr.LockMode.MUTEX);
                frame.next();
            }
            case MONITOREXIT -> {
                expect(Tag.UNLOCK);
                log.number();
                thread.step();
                memory.unlock(thread, frame.pop(), Instr.LockMode.MUTEX);
                frame.next();
            }
            case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE -> invoke(thread, frame);
            case INVOKEDYNAMIC -> {
                var in = (InvokeDynamicInsnNode) frame.at();
                frame.begin(new Call("", in.name, in.desc, true, arguments(frame, in.desc, false)));
            }
            default -> accesses.execute(thread, frame);
        }
    }

    private void expect(Tag tag) {
        if (log.next() != tag) throw new FollowException("a record " + log.next() + " where " + tag + " must be");
        log.skip();
    }

    // ---- methods begin and end ---------------------------------------------------------------------------------

    private void root(FollowedThread thread) {
        switch (log.next()) {
            case CALLBACK -> {
                outside.taskBegins(thread);
                callback(thread);
            }
            case END -> {
                log.skip();
                thread.end();
                events.ended(thread);
            }
            default -> {
                if (!aboutThreads(thread)) {
                    throw new FollowException("a record " + log.next() + " outside of the program's methods");
                }
            }
        }
    }

    private void callback(FollowedThread thread) {
        expect(Tag.CALLBACK);
        ClassFiles.Method method = method();
        List<JvmValue> arguments = new ArrayList<>();
        if (!method.isStatic()) {
            arguments.add(method.isConstructor() ? JvmValue.fresh() : JvmValue.of(Kind.REFERENCE, log.number()));
        }
        for (Type type : Type.getArgumentTypes(method.node().desc)) {
            Kind kind = Kind.of(type);
            arguments.add(JvmValue.of(kind, log.number()));
        }
        Optional<Call> direct =
                thread.isIdle() ? Optional.empty() : thread.top().callOf(method, arguments);
        push(
                thread,
                direct.isPresent()
                        ? new Frame(method, Frame.Caller.PROGRAM, direct.get().arguments())
                        : new Frame(method, Frame.Caller.OUTSIDE, arguments));
    }

    private ClassFiles.Method method() {
        int number = (int) log.number();
        if (number < 0 || number >= run.methods().size()) throw new FollowException("no method " + number);
        return classes.method(run.methods().get(number));
    }

    private void push(FollowedThread thread, Frame frame) {
        thread.push(frame);
    }

    private void enter(FollowedThread thread, Frame frame) {
        if (log.next() == Tag.LEFT) {
            unwind(thread, frame);
            return;
        }
        expect(Tag.LOCK);
        JvmValue monitor = JvmValue.of(Kind.REFERENCE, log.number());
        JvmValue object = frame.method().isStatic() ? monitor : frame.local(0);
        if (object.bits() != monitor.bits()) {
            throw new FollowException("the monitor of " + monitor.bits() + " where " + object.bits() + " is called");
        }
        thread.step();
        memory.lock(thread, object, Instr.LockMode.MUTEX);
        frame.monitor(Optional.of(object));
        frame.phase(Frame.Phase.RUNNING);
    }

    /** Returns from the method; false if a record was used up for that. */
    private boolean leave(FollowedThread thread, Frame frame, int op) {
        boolean used = false;
        if (frame.monitor().isPresent()) {
            expect(Tag.UNLOCK);
            log.number();
            thread.step();
            memory.unlock(thread, frame.monitor().get(), Instr.LockMode.MUTEX);
            used = true;
        }
        Optional<JvmValue> result = op == RETURN ? Optional.empty() : Optional.of(frame.pop());
        thread.pop();
        if (thread.isIdle()) {
            outside.taskEnds(thread);
        } else if (frame.caller() == Frame.Caller.PROGRAM) {
            Call call = thread.top().call();
            call.returned(result);
            if (call.isConstructor() && call.receiver().isForgotten())
                thread.top().endCall();
        }
        return !used;
    }

    /** An exception is under way: it is caught here, or leaves the method. */
    private void unwind(FollowedThread thread, Frame frame) {
        switch (log.next()) {
            case CAUGHT -> caught(frame);
            case UNLOCK -> {
                log.skip();
                log.number();
                thread.step();
                JvmValue monitor = frame.monitor().orElseThrow(() -> new FollowException("no monitor to give back"));
                memory.unlock(thread, monitor, Instr.LockMode.MUTEX);
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
                if (thread.isIdle()) outside.taskEnds(thread);
            }
            default -> throw new FollowException("a record " + log.next() + " where an exception is under way");
        }
    }

    private void caught(Frame frame) {
        expect(Tag.CAUGHT);
        int handler = (int) log.number();
        long exception = log.number();
        var blocks = frame.method().node().tryCatchBlocks;
        if (handler < 0 || handler >= blocks.size()) throw new FollowException("no handler " + handler);
        frame.handle(blocks.get(handler).handler, JvmValue.of(Kind.REFERENCE, exception));
    }

    // ---- calls -------------------------------------------------------------------------------------------------

    private static List<JvmValue> arguments(Frame frame, String descriptor, boolean hasReceiver) {
        int count = Type.getArgumentTypes(descriptor).length + (hasReceiver ? 1 : 0);
        var all = new ArrayList<JvmValue>();
        for (int i = 0; i < count; i++) all.addFirst(frame.pop());
        return all;
    }

    private void invoke(FollowedThread thread, Frame frame) {
        var in = (MethodInsnNode) frame.at();
        boolean isStatic = in.getOpcode() == INVOKESTATIC;
        List<JvmValue> arguments = arguments(frame, in.desc, !isStatic);
        var call = new Call(in.owner, in.name, in.desc, isStatic, arguments);
        if (!isStatic && !call.isConstructor()) memory.notNull(thread, call.receiver());
        if (call.isConstructor() && call.receiver().isForgotten() && !classes.contains(call.owner())) {
            frame.next();
            return;
        }
        frame.begin(call);
        if (log.next() == Tag.WAIT || log.next() == Tag.SIGNAL) {
            monitorCall(thread, frame, call);
        } else if (log.next() == Tag.CALL) {
            log.skip();
            thread.step();
            call.announced();
            outside.begins(thread, call);
        } else {
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
            memory.sleep(thread, object, object);
            frame.phase(Frame.Phase.WAITING);
        } else {
            memory.signal(thread, object, call.name().equals("notifyAll") ? Instr.Wake.ALL : Instr.Wake.ONE);
            // That a call has returned is told of every call; of replaced ones too.
            frame.phase(Frame.Phase.CALLING);
        }
    }

    private void awake(FollowedThread thread, Frame frame) {
        if (aboutThreads(thread)) return;
        expect(Tag.AWAKE);
        log.number();
        Call call = frame.call();
        boolean isTimed = call.argumentCount() > 0 && call.argument(0).bits() != 0;
        memory.awake(thread, call.receiver(), call.receiver(), isTimed ? Instr.Patience.TIMED : Instr.Patience.BLOCK);
        frame.phase(Frame.Phase.CALLING);
    }

    private void duringCall(FollowedThread thread, Frame frame) {
        Call call = frame.call();
        switch (log.next()) {
            case ENTER -> {
                log.skip();
                ClassFiles.Method method = method();
                if (method.node().name.equals(call.name()) || call.owner().isEmpty()) {
                    push(thread, new Frame(method, Frame.Caller.PROGRAM, call.arguments()));
                } else {
                    throw new FollowException(method.name() + " begins where " + call.name() + " is called");
                }
            }
            case CALLBACK -> callback(thread);
            case RESULT -> {
                log.skip();
                result(thread, frame, call);
            }
            case NUMBER -> madeObject(thread, frame, call);
            case CAUGHT -> caught(frame);
            case LEFT, UNLOCK -> unwind(thread, frame);
            case END -> {
                log.skip();
                thread.end();
            }
            default -> {
                if (!aboutThreads(thread)) {
                    throw new FollowException("a record " + log.next() + " while " + call.name() + " is called");
                }
            }
        }
    }

    private void result(FollowedThread thread, Frame frame, Call call) {
        Kind kind = call.result();
        Optional<JvmValue> observed =
                kind == Kind.VOID ? Optional.empty() : Optional.of(JvmValue.of(kind, log.number()));
        Optional<JvmValue> result = observed;
        if (call.isFollowed()) {
            check(call, observed);
            result = call.returned();
        } else {
            result = outside.returns(thread, call, observed);
        }
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

    // ---- threads -----------------------------------------------------------------------------------------------

    /** Threads that are begun and joined, wherever that happens; false if the record is another. */
    private boolean aboutThreads(FollowedThread thread) {
        switch (log.next()) {
            case SPAWN -> {
                log.skip();
                int child = (int) log.number();
                thread.step();
                memory.spawn(thread, child);
                outside.spawned(thread, child);
                thread(child);
                return true;
            }
            case JOIN -> {
                log.skip();
                int other = (int) log.number();
                thread.step();
                memory.join(thread, other);
                return true;
            }
            case YIELD -> {
                log.skip();
                thread.step();
                return true;
            }
            default -> {
                return false;
            }
        }
    }
}
