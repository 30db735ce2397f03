package dev.moirai.order;

import dev.moirai.bound.BoundedPlace;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.symbolic.Guard;
import dev.moirai.symbolic.World;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Executes every thread on terms. What a thread reads depends on what the others may write, so all threads are executed again
 * until a round finds out nothing new about the memory they share.
 */
final class Encoder {
    private final BoundedProgram program;
    private final Set<Property> watched;
    private final TermPool pool;
    private final World world;
    private final SharedMemory memory;
    private final RaceClaims races;
    private final Set<BoundedPlace> stays;

    private List<ThreadEncoding> threads = List.of();
    private final List<Event> events = new ArrayList<>();
    private final Map<Integer, Event> spawns = new HashMap<>();
    private final Map<Integer, Guard> starts = new HashMap<>();

    Encoder(BoundedProgram program, Set<Property> watched, Set<BoundedPlace> stays, TermPool pool) {
        this.program = program;
        this.watched = watched;
        this.pool = pool;
        this.world = new World(program.source(), program.globals(), pool);
        this.memory = new SharedMemory(world);
        this.races = new RaceClaims(pool, program.source().sizes());
        this.stays = stays;
        world.share(memory);
    }

    void run() {
        for (BoundedThread thread : program.threads()) expectReads(thread);
        do {
            events.clear();
            spawns.clear();
            starts.clear();
            races.clear();
            memory.begin();
            starts.put(0, Guard.always());
            var encodings = new ArrayList<ThreadEncoding>();
            for (BoundedThread thread : program.threads()) {
                Guard start = starts.get(thread.number());
                if (start != null) encodings.add(new ThreadEncoder(this, thread).encode(start));
            }
            threads = encodings;
            memory.addFirstContents();
        } while (memory.hasLearnt());
        new Relevance(this).prune();
        dropIdleEvents();
    }

    /** What a thread reads of globals by their names is known before it is executed. */
    private void expectReads(BoundedThread thread) {
        List<Instr> body = thread.body();
        for (int i = ThreadEncoder.firstShared(thread); i < body.size(); i++) {
            if (body.get(i) instanceof Instr.Load(var into, Expr.GlobalAddress(var global, var _), var _, var _)) {
                world.cellOf(global, into.type()).ifPresent(cell -> memory.expectRead(thread.number(), cell));
            }
        }
    }

    /** Drops events that read and write nothing, except spawns and steps that other events belong to. */
    private void dropIdleEvents() {
        var needed = new HashSet<>(spawns.values());
        for (Event event : events) if (event.matters()) needed.addAll(event.stepsBefore());
        events.removeIf(event -> !event.matters() && !needed.contains(event));
        for (int i = 0; i < events.size(); i++) events.get(i).renumber(i);
    }

    // ---- for the threads ---------------------------------------------------------------------------------------

    BoundedProgram program() {
        return program;
    }

    Set<Property> watched() {
        return watched;
    }

    TermPool pool() {
        return pool;
    }

    World world() {
        return world;
    }

    SharedMemory memory() {
        return memory;
    }

    RaceClaims races() {
        return races;
    }

    /** Whether the thread may be asked to go no further than before the instruction. */
    boolean mayStay(BoundedPlace place) {
        return stays.contains(place);
    }

    /** The name of the variable that has a thread stay before an instruction. */
    static String stays(BoundedPlace place) {
        return "stays " + place.thread() + ":" + place.index();
    }

    Event newEvent(int thread, int index, Event.Moment moment, Guard start) {
        var event = new Event(events.size(), thread, index, moment, start);
        events.add(event);
        return event;
    }

    void spawned(int child, Event event, Guard start) {
        spawns.put(child, event);
        starts.put(child, start);
    }

    // ---- what came of it ---------------------------------------------------------------------------------------

    List<ThreadEncoding> threads() {
        return threads;
    }

    List<Event> events() {
        return events;
    }

    Map<Integer, Event> spawns() {
        return spawns;
    }

    /** For each thread, when it stands where it has to wait in the end. */
    Collection<Integer> waits() {
        return threads.stream().map(ThreadEncoding::waits).toList();
    }

    /** The condition of a deadlock: every thread that was created and has not ended waits, and there is such a thread. */
    int deadlock() {
        int all = TermPool.TRUE;
        int some = TermPool.FALSE;
        for (ThreadEncoding thread : threads) {
            int number = thread.thread().number();
            int created = startOf(number);
            all = pool.and(all, pool.or(pool.or(-created, hasEnded(thread)), thread.waits()));
            some = pool.or(some, thread.waits());
        }
        return pool.and(all, some);
    }

    private int startOf(int thread) {
        Guard start = starts.get(thread);
        return start == null ? TermPool.FALSE : start.term();
    }

    /** The condition under which the thread has come to one of its {@linkplain BoundedThread#endings endings}. */
    private int hasEnded(ThreadEncoding encoding) {
        int ended = TermPool.FALSE;
        BitSet endings = encoding.thread().endings();
        for (int i = endings.nextSetBit(0); i >= 0; i = endings.nextSetBit(i + 1)) {
            ended = pool.or(ended, encoding.reached()[i]);
        }
        return ended;
    }
}
