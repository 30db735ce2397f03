package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.*;

import dev.moirai.ir.Instr;
import dev.moirai.trace.RecordedTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

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
    private final JvmSynchronisation synchronisation;
    private final MethodFollower methods;
    private final CallFollower calls;
    private final FollowedThreads threads;
    private long instructions;
    private Optional<String> approximate = Optional.empty();
    /** Only if somebody wants to know. */
    private Optional<RepeatedStates> states = Optional.empty();

    private JvmFollower(JvmRun run, ClassFiles classes, SharedCells sharing, Boxes boxes) {
        this.run = run;
        this.log = new LogReader(run.log(), boxes);
        this.classes = classes;
        this.sharing = sharing;
        this.objects = new JvmObjects(run);
        this.events = new Events(sharing);
        var constants = new Accesses.Constants();
        var made = new HashSet<Long>();
        this.memory = new JvmMemory(events, sharing, made);
        this.synchronisation = new JvmSynchronisation(events, objects);
        this.computation = new Computation(events);
        var functions = new Functions(run, classes);
        var milestones = new Milestones(memory, objects);
        var initialisations = new ClassInitialisations(classes, milestones);
        this.accesses = new Accesses(run, log, classes, events, memory, objects, constants, made, initialisations);
        this.outside = new OutsideModels(
                run,
                classes,
                boxes,
                constants,
                events,
                memory,
                synchronisation,
                objects,
                functions,
                milestones,
                initialisations);
        this.threads = new FollowedThreads(log, events, synchronisation, outside);
        this.methods = new MethodFollower(run, log, classes, synchronisation, outside, initialisations);
        this.calls = new CallFollower(
                log, classes, memory, synchronisation, outside, methods, threads, made, functions, initialisations);
    }

    /** Follows a run to the end of its log, or to where the log and the class files differ. */
    public static Followed follow(JvmRun run) {
        var classes = new ClassFiles(run.classes());
        var sharing = new SharedCells();
        var boxes = new Boxes();
        new JvmFollower(run, classes, sharing, boxes).toTheEnd();
        sharing.settle();
        boxes.settle();
        var follower = new JvmFollower(run, classes, sharing, boxes);
        Optional<String> difference = follower.toTheEnd();
        return follower.followed(difference.or(follower::whereItBreaksOff));
    }

    /** A log may end anywhere if the JVM was killed; but who has written its report has written its log. */
    private Optional<String> whereItBreaksOff() {
        var report = new RunReport(run.report());
        long told = report.count("steps");
        long followed = Arrays.stream(threads.lengths()).asLongStream().sum();
        boolean isShort = report.ending() != RunReport.Ending.NONE && approximate.isEmpty() && followed < told;
        return isShort
                ? Optional.of("the end of the log, which is damaged: " + followed + " of " + told + " steps are there")
                : Optional.empty();
    }

    /** A state of the run that comes again, so that the run can go on for ever; none if none is seen. */
    public static Optional<RepeatedState> repeatedState(JvmRun run) {
        var follower = new JvmFollower(run, new ClassFiles(run.classes()), new SharedCells(), new Boxes());
        follower.states = Optional.of(new RepeatedStates());
        follower.toTheEnd();
        boolean isExact = follower.approximate.isEmpty();
        return follower.states.flatMap(RepeatedStates::found).filter(_ -> isExact);
    }

    private Followed followed(Optional<String> difference) {
        var report = new RunReport(run.report());
        var names = new ArrayList<String>();
        for (int number = 0; number <= threads.last(); number++) names.add(report.threadName(number));
        boolean isWhole = difference.isEmpty() && report.ending() == RunReport.Ending.EXIT;
        var trace = new RecordedTrace(
                new RecordedTrace.Header(run.name(), run.command(), ""),
                names,
                objects.names(),
                events.steps(),
                isWhole ? RecordedTrace.Ending.ENDED : RecordedTrace.Ending.PARTIAL);
        return new Followed(
                trace,
                events.counts(),
                threads.lengths(),
                instructions,
                sharing.count(),
                difference,
                approximate,
                report);
    }

    // ---- along the log -----------------------------------------------------------------------------------------

    /** Returns where and how the log and the class files differ, if they do. */
    private Optional<String> toTheEnd() {
        FollowedThread current = threads.of(0);
        try {
            while (log.next() != Tag.NOTHING) {
                if (log.next() == Tag.THREAD) {
                    log.skip();
                    int next = (int) log.number();
                    runFreely(current);
                    current = threads.of(next);
                    states.ifPresent(it -> it.at(threads.all(), next, memory, synchronisation));
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
            case ENTERING -> methods.enter(thread, frame);
            case CALLING -> calls.duringCall(thread, frame);
            case WAITING -> calls.awake(thread, frame);
            case THROWING -> methods.unwind(thread, frame);
            case RUNNING -> runOn(thread);
        }
    }

    /** Executes what needs no record, then the instruction that the next record is about. */
    private void runOn(FollowedThread thread) {
        if (!runFreely(thread)) throw new FollowException("no record for too long");
        if (thread.isIdle() || thread.top().phase() != Frame.Phase.RUNNING) return;
        Frame frame = thread.top();
        int op = frame.at().getOpcode();
        instructions++;
        if (isReturn(op)) methods.leave(thread, frame, op);
        else if (isExceptional(frame)) fail(thread, frame);
        else if (log.next() == Tag.CALLBACK && !isCall(op)) methods.callback(thread);
        else logged(thread, frame, op);
    }

    /**
     * Executes what needs no record; tells whether it has come to what does. A thread that gives the token away has done all that.
     */
    private boolean runFreely(FollowedThread thread) {
        for (long i = 0; i < PATIENCE; i++) {
            if (thread.isIdle() || thread.top().phase() != Frame.Phase.RUNNING) return true;
            Frame frame = thread.top();
            int op = frame.at().getOpcode();
            boolean isLogged = isReturn(op) ? frame.monitor().isPresent() : accesses.isLogged(frame);
            if (isLogged) return true;
            if (op >= 0) instructions++;
            if (isReturn(op)) methods.leave(thread, frame, op);
            else accesses.unlogged(thread, frame, computation);
        }
        return false;
    }

    private static boolean isReturn(int op) {
        return op >= IRETURN && op <= RETURN;
    }

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
                log.expect(Tag.LOCK);
                JvmValue object = frame.pop();
                log.number();
                memory.notNull(thread, object);
                thread.step();
                synchronisation.lock(thread, object, Instr.LockMode.MUTEX);
                frame.next();
            }
            case MONITOREXIT -> {
                log.expect(Tag.UNLOCK);
                log.number();
                thread.step();
                synchronisation.unlock(thread, frame.pop(), Instr.LockMode.MUTEX);
                frame.next();
            }
            case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE -> calls.invoke(thread, frame);
            case INVOKEDYNAMIC -> {
                var in = (InvokeDynamicInsnNode) frame.at();
                frame.begin(new Call("", in.name, in.desc, true, CallFollower.arguments(frame, in.desc, false)));
            }
            default -> accesses.execute(thread, frame);
        }
    }

    /** A record of a thread that is in no method of the program. */
    private void root(FollowedThread thread) {
        switch (log.next()) {
            case CALLBACK -> methods.callback(thread);
            case END -> {
                log.skip();
                thread.end();
                events.ended(thread);
            }
            default -> {
                if (!threads.isAbout(thread)) {
                    throw new FollowException("a record " + log.next() + " outside of the program's methods");
                }
            }
        }
    }
}
