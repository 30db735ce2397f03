package dev.moirai.order;

import dev.moirai.bound.Arguments;
import dev.moirai.bound.BoundedPlace;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Ghost;
import dev.moirai.bound.Origin;
import dev.moirai.bound.Unencodable;
import dev.moirai.bound.Waiting;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.Guard;
import dev.moirai.symbolic.MemoryObject.Cell;
import dev.moirai.symbolic.SymbolicExecution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Executes one thread on terms and cuts what it does into events. Local code needs none; joins of paths are the
 * phi-functions of the paper's section 8, and come from symbolic execution.
 */
final class ThreadEncoder {
    private static final String CREATED_INSIDE = "a thread that is created inside an atomic section";

    private final Encoder encoder;
    private final TermPool pool;
    private final SharedMemory memory;
    private final BoundedThread thread;
    private final SymbolicExecution execution;
    private final List<Instr> body;
    /** For each instruction when control comes to it. */
    private final int[] reached;
    /** For each instruction its event, where there is one. */
    private final @Nullable Event[] events;

    private final int firstSpawn;
    /** The atomic section that a path is in when it comes to a label. */
    private final Map<String, Optional<Event>> sectionAt = new HashMap<>();

    /** The sections in which the thread may stand, by the index at which they begin. */
    private final Map<Integer, SectionReach> insideSections = new HashMap<>();

    /** When the thread stands where it has to wait in the end. */
    private int waits = TermPool.FALSE;

    private @Nullable Event section;
    private boolean sectionWhileAlone;
    /** How many violations were known when the last event began. */
    private int harmBefore;

    ThreadEncoder(Encoder encoder, BoundedThread thread) {
        this.encoder = encoder;
        this.pool = encoder.pool();
        this.memory = encoder.memory();
        this.thread = thread;
        this.body = thread.body();
        this.reached = new int[body.size()];
        Arrays.fill(reached, TermPool.FALSE);
        this.events = new Event[body.size()];
        this.execution = new SymbolicExecution(
                encoder.world(),
                thread.number() + "/",
                encoder.watched(),
                new SymbolicExecution.Knowledge(this::place, Integer.MAX_VALUE));
        this.firstSpawn = firstSpawn(body);
    }

    /** The first instruction that others may run beside. */
    static int firstShared(BoundedThread thread) {
        return thread.number() == 0 ? firstSpawn(thread.body()) : 0;
    }

    private static int firstSpawn(List<Instr> body) {
        for (int i = 0; i < body.size(); i++) if (body.get(i) instanceof Instr.Spawn) return i;
        return body.size();
    }

    ThreadEncoding encode(Guard start) {
        memory.turnOf(thread.number());
        execution.start(start);
        for (int i = 0; i < body.size(); i++) {
            if (memory.isAlone() && i == firstSpawn) {
                if (sectionWhileAlone)
                    throw new Unencodable(CREATED_INSIDE, body.get(i).span());
                memory.several(execution.handOver(memory.disturbedFor(thread.number())));
            }
            Instr instr = body.get(i);
            if (instr instanceof Instr.Label label) arrive(i, label);
            else if (execution.isAlive()) step(i, instr);
        }
        memory.enter(null);
        return new ThreadEncoding(thread, reached, Arrays.asList(events), execution.formula(), insideSections, waits);
    }

    private void arrive(int at, Instr.Label label) {
        // A thread's end ends its section too.
        if (thread.isEnd(label.name())) end();
        Optional<Event> come = sectionAt.getOrDefault(label.name(), Optional.ofNullable(section));
        if (!execution.isAlive()) enter(come.orElse(null));
        else if (come.orElse(null) != section)
            throw new Unencodable("an atomic section that control enters or leaves by a jump", label.span());
        execution.step(at, label);
        if (execution.isAlive()) reached[at] = execution.guard().term();
    }

    private void enter(@Nullable Event event) {
        section = event;
        memory.enter(event);
    }

    private void jump(String label, SourceSpan span) {
        if (thread.isEnd(label) && section != null) throw new Unencodable("a branch to the thread's end", span);
        Optional<Event> here = Optional.ofNullable(section);
        Optional<Event> before = sectionAt.putIfAbsent(label, here);
        if (before != null && !before.equals(here))
            throw new Unencodable("an atomic section that control enters or leaves by a jump", span);
    }

    private void step(int at, Instr instr) {
        reached[at] = execution.guard().term();
        if (encoder.mayStay(place(at))) execution.assume(-stays(at));
        if (!execution.isAlive()) return;
        switch (instr) {
            case Instr.AtomicBegin _ -> begin(at);
            case Instr.AtomicEnd _ -> end();
            case Instr.Block(var condition, var wakeup, var span) -> {
                if (wakeup == Instr.Wakeup.SIGNALLED_ONLY) block(at, instr, condition, span);
            }
            case Instr.Assume(var condition, var span) -> {
                // A section that does not get through might as well not begin, unless it did harm before.
                if (section != null && harm() == harmBefore) block(at, instr, condition, span);
                else execution.step(at, instr);
            }
            case Instr.Spawn spawn -> spawn(at, spawn);
            case Instr.Goto(var target, var span) -> {
                if (thread.isEnd(target)) end();
                jump(target, span);
                execution.step(at, instr);
            }
            case Instr.Branch(var _, var whenTrue, var whenFalse, var span) -> {
                jump(whenTrue, span);
                jump(whenFalse, span);
                execution.step(at, instr);
            }
            case Instr.MemoryAccess _ -> access(at, instr);
            case Instr.Yield _ -> {
                if (section == null && !memory.isAlone()) open(at);
                execution.step(at, instr);
            }
            default -> execution.step(at, instr);
        }
    }

    // ---- events ------------------------------------------------------------------------------------------------

    private void begin(int at) {
        if (section != null) return; // one inside another is the same one
        if (encoder.watched().contains(Property.DEADLOCK)) mayWait(at);
        if (encoder.watched().contains(Property.DATA_RACE)) mayStandInSection(at);
        if (!execution.isAlive()) return;
        if (memory.isAlone()) sectionWhileAlone = true;
        else enter(open(at));
    }

    private Event open(int at) {
        harmBefore = harm();
        Event event = encoder.newEvent(thread.number(), at, Event.Moment.AMONG_OTHERS, execution.guard());
        events[at] = event;
        return event;
    }

    private int harm() {
        return execution.formula().violations().size();
    }

    private void end() {
        sectionWhileAlone = false;
        Event event = section;
        if (event == null) return;
        if (execution.isAlive()) close(event);
        enter(null);
    }

    /** What the path has written goes out, and what others may change is forgotten. */
    private void close(Event event) {
        Guard guard = execution.guard();
        for (Cell cell : event.touched()) {
            boolean disturbed = memory.isDisturbed(cell);
            if (event.written().contains(cell) && execution.hasWritten(cell)) {
                int value = execution.contents(cell);
                memory.mayHold(cell, value);
                if (memory.isWatched(cell)) write(event, cell, guard, value);
            }
            if (disturbed) execution.forget(cell);
        }
    }

    /** A value chosen between a new one and the one found is written only in the first case. */
    private void write(Event event, Cell cell, Guard at, int value) {
        int found = event.reads().getOrDefault(cell, 0);
        int guard = at.term();
        int written = value;
        while (found != 0 && written != found && pool.op(written) == Operator.ITE && !pool.isBool(written)) {
            int test = pool.operand(written, 0);
            if (pool.operand(written, 1) == found) {
                if (at.decide(test) != TermPool.FALSE) guard = pool.and(guard, -test);
                written = pool.operand(written, 2);
            } else if (pool.operand(written, 2) == found) {
                if (at.decide(test) != TermPool.TRUE) guard = pool.and(guard, test);
                written = pool.operand(written, 1);
            } else {
                break;
            }
        }
        if (found != 0 && written > 0 && pool.isBool(written) && pool.op(written) == Operator.AND) {
            // A life: it goes on where nobody ends it.
            int rest = pool.operand(written, 0) == found
                    ? pool.operand(written, 1)
                    : pool.operand(written, 1) == found ? pool.operand(written, 0) : 0;
            if (rest != 0) {
                guard = pool.and(guard, -rest);
                written = TermPool.FALSE;
            }
        }
        if (written != found) event.write(pool, cell, at, guard, written);
    }

    /** An access outside sections is an event of its own, even if nobody can see it: where others could, it has a place. */
    private void access(int at, Instr instr) {
        if (section != null || memory.isAlone()) {
            execution.step(at, instr);
            return;
        }
        if (encoder.watched().contains(Property.DATA_RACE)) mayStandBeforeAccess(at, instr);
        if (!execution.isAlive()) return;
        Event event = open(at);
        memory.enter(event);
        execution.step(at, instr);
        if (execution.isAlive()) close(event);
        memory.enter(null);
        // A life's end that is no step of its own comes at once: nobody moves in between.
        if (instr instanceof Instr.Free && !Visibility.isVisible(instr)) event.belongsToOneOf(stepsBefore(event));
    }

    /** The steps of which one was the thread's last when it comes to the event, the latest first. */
    private List<Event> stepsBefore(Event event) {
        var steps = new ArrayList<Event>();
        for (int i = event.index() - 1; i >= 0; i--) {
            Event step = events[i];
            if (step == null
                    || !Visibility.isVisible(body.get(i))
                    || !isVisible(thread.origins().get(i))) continue;
            steps.add(step);
            if (event.start().extendsFrom(step.enabled())) break;
        }
        return steps;
    }

    private boolean isVisible(Origin origin) {
        return Visibility.isVisible(encoder.program().source(origin));
    }

    private void block(int at, Instr instr, Expr condition, SourceSpan span) {
        Event event = section;
        Guard here = execution.guard();
        int holds = execution.term(condition, span);
        execution.step(at, instr);
        if (event == null) return;
        if (execution.isAlive()) event.waitsUntil(pool, here, holds, execution.guard());
        else event.waitsUntil(pool, here, TermPool.FALSE, here.and(pool, TermPool.FALSE));
    }

    private void spawn(int at, Instr.Spawn spawn) {
        if (section != null) throw new Unencodable(CREATED_INSIDE, spawn.span());
        int child = encoder.program().spawned(spawn).number();
        Event event = open(at);
        memory.enter(event);
        var handle = Expr.constant(spawn.handle().type(), child);
        execution.step(at, new Instr.Assign(spawn.handle(), handle, spawn.span()));
        Arguments.handOver(child, spawn.arguments(), spawn.span()).forEach(store -> execution.step(at, store));
        store(at, Ghost.ACTIVE, child, Expr.constant(Ghost.ACTIVE.type(), 1), spawn.span());
        if (spawn.detachment() == Instr.Detachment.DETACHED) {
            store(at, Ghost.TAKEN, child, Expr.constant(Ghost.TAKEN.type(), Ghost.DETACHED), spawn.span());
        }
        encoder.spawned(child, event, execution.guard());
        close(event);
        memory.enter(null);
    }

    private void store(int at, Ghost ghost, int child, Expr value, SourceSpan span) {
        execution.step(at, new Instr.Store(ghost.address(child), value, Access.PRIVATE, span));
    }

    // ---- standing still ----------------------------------------------------------------------------------------

    private BoundedPlace place(int at) {
        return new BoundedPlace(thread.number(), at);
    }

    /** That the thread goes no further than before this instruction. */
    private int stays(int at) {
        return pool.boolVar(Encoder.stays(place(at)));
    }

    /** Looks at the final state from before an instruction, where the thread may stay. */
    private void stay(int at, Runnable look) {
        int stays = stays(at);
        execution.tryOut(() -> {
            execution.assume(stays);
            if (!execution.isAlive()) return;
            if (!memory.isAlone()) {
                memory.enter(encoder.newEvent(thread.number(), at, Event.Moment.AT_THE_END, execution.guard()));
            }
            look.run();
            memory.enter(null);
        });
        execution.assume(-stays);
    }

    /** Before a section that can make the thread wait; its question is asked of the final state. */
    private void mayWait(int at) {
        List<Instr> question = Waiting.question(body, at);
        if (question.isEmpty()) return;
        stay(at, () -> {
            for (Instr instr : question) {
                if (!execution.isAlive()) break;
                if (instr instanceof Instr.Block(var condition, var _, var span)) {
                    int free = execution.term(condition, span);
                    waits = pool.or(waits, pool.and(execution.guard().term(), -free));
                } else {
                    execution.step(at, instr);
                }
            }
        });
    }

    private void mayStandBeforeAccess(int at, Instr instr) {
        if (Visibility.isVisible(instr)) stay(at, () -> races(at, instr, RaceClaims.Surroundings.PLAIN));
    }

    /** Inside an atomic section of the program's own; nobody else moves then, so it is at the end as well. */
    private void mayStandInSection(int begin) {
        if (memory.isAlone() || !isProgramsOwn(begin)) return;
        var within = new SectionReach();
        insideSections.put(begin, within);
        stay(begin, () -> {
            within.reaches(begin, execution.guard().term());
            for (int at = begin + 1; at < body.size() && (execution.isAlive() || execution.isAwaited()); at++) {
                Instr instr = body.get(at);
                if (!execution.isAlive() && !(instr instanceof Instr.Label)) continue;
                boolean leaves = instr instanceof Instr.AtomicEnd
                        || instr instanceof Instr.Spawn
                        || (instr instanceof Instr.Goto(var target, var _) && thread.isEnd(target));
                if (leaves) {
                    execution.assume(TermPool.FALSE);
                    continue;
                }
                if (execution.isAlive()) within.reaches(at, execution.guard().term());
                if (Visibility.isVisible(instr)) races(at, instr, RaceClaims.Surroundings.ATOMIC_SECTION);
                execution.step(at, instr);
            }
        });
    }

    private boolean isProgramsOwn(int begin) {
        Origin origin = thread.origins().get(begin);
        return encoder.program().source(origin) instanceof Instr.AtomicBegin;
    }

    private void races(int at, Instr instr, RaceClaims.Surroundings surroundings) {
        encoder.races().stands(place(at), execution, instr, surroundings);
    }
}
