package dev.moirai.trace;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.State;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Follows a run of the interpreter and records the symbolic trace. The scheduler decides which thread moves and which values
 * choices get: by chance, by a script, or by the log of a native run.
 *
 * <p>Beside each thread's locals the recorder keeps the symbols that name their values. A shared read makes a new symbol;
 * an assignment that uses symbols makes another; everything else is concrete. So an expression in the trace is never
 * larger than it is in the program.
 */
public final class Recorder implements Follower {
    private static final int[] NONE = {};
    private static final int SEMAPHORE_BYTES = 4;

    private final Machine machine;
    private final Sink sink;
    private final Map<String, Places> places = new HashMap<>();
    private final ObjectNumbers objects;
    private final Set<Range> met = new HashSet<>();
    private final Shadow shadow = new Shadow();
    private final Frames frames = new Frames();
    /** Threads that have returned something computed from symbols. */
    private final Set<Integer> returned = new HashSet<>();

    private int symbols;

    private int thread;
    private List<TraceEvent> events = new ArrayList<>();
    private final List<Long> choices = new ArrayList<>();

    // About the instruction that is being executed.
    private InstrSite site = InstrSite.of("", 0, new Instr.Fence(dev.moirai.ir.Access.Order.PLAIN, SourceSpan.NOWHERE));
    private List<Range> ranges = List.of();
    private List<Touch> touches = List.of();
    private int[] boundSymbols = NONE;
    private long[] boundValues = {};
    private OptionalLong before = OptionalLong.empty();
    private int depth;
    private List<Integer> waiting = List.of();
    private int joined = -1;
    private OptionalLong written = OptionalLong.empty();

    private Recorder(Machine machine, Sink sink) {
        this.machine = machine;
        this.sink = sink;
        this.objects = new ObjectNumbers(sink);
    }

    /** Runs the machine and hands every step to the sink. */
    public static Run.Result record(Machine machine, Scheduler scheduler, long maxSteps, Sink sink) {
        var recorder = new Recorder(machine, sink);
        recorder.newThread("main");
        Run.Result result = Run.drive(machine, recorder.listening(scheduler), recorder, maxSteps);
        recorder.flush();
        return result;
    }

    public static RecordedTrace.Ending ending(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ended _ -> RecordedTrace.Ending.ENDED;
            case Outcome.Violated(var violation) ->
                violation.property() == Property.DEADLOCK ? RecordedTrace.Ending.STUCK : RecordedTrace.Ending.FAILED;
            case Outcome.Continued _, Outcome.Pruned _, Outcome.LimitReached _ -> RecordedTrace.Ending.STOPPED;
        };
    }

    private Scheduler listening(Scheduler scheduler) {
        return new Scheduler() {
            @Override
            public OptionalInt next(State state, int[] enabled) {
                OptionalInt next = scheduler.next(state, enabled);
                flush();
                next.ifPresent(number -> begin(number));
                return next;
            }

            @Override
            public void stepped(State state) {
                scheduler.stepped(state);
            }

            @Override
            public long choose(Choice choice) {
                long value = scheduler.choose(choice);
                choices.add(value);
                return value;
            }
        };
    }

    private boolean open;

    private void begin(int number) {
        open = true;
        thread = number;
    }

    private void flush() {
        if (!open) return;
        sink.step(new RecordedStep(thread, events, choices));
        events = new ArrayList<>();
        choices.clear();
        open = false;
    }

    // ---- before: what will be touched, and under which binding -------------------------------------------------

    @Override
    public void before(Moment moment) {
        Places here = places.computeIfAbsent(
                moment.function(), name -> new Places(machine.program().function(name)));
        site = here.meet(moment);
        depth = moment.depth();
        bind(moment, here.slots(moment.index()));
        touches = ObjectNumbers.areTouchedBy(site.instr()) ? moment.touches() : List.of();
        ranges = touches.isEmpty() ? List.of() : objects.ranges(moment, touches, MapCells.keys(moment, site.instr()));
        before = contentsBefore(moment);
        waiting = site.instr() instanceof Instr.Signal && !touches.isEmpty()
                ? moment.waiters(touches.getFirst().address())
                : List.of();
        joined = site.instr() instanceof Instr.Join join ? (int) moment.value(join.thread()) : -1;
    }

    private void bind(Moment moment, int[] slots) {
        Map<Local, Integer> known = frames.top(moment.thread());
        boundSymbols = slots.length == 0 ? NONE : new int[slots.length];
        boundValues = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            boundValues[i] = moment.slotValue(slots[i]);
            if (!known.isEmpty())
                boundSymbols[i] = known.getOrDefault(site.locals().get(i), 0);
        }
    }

    private OptionalLong contentsBefore(Moment moment) {
        if (ranges.size() != 1) return OptionalLong.empty();
        boolean first = met.add(ranges.getFirst());
        Touch touch = touches.getFirst();
        if (!first || !touch.isWrite() || touch.bytes() > 8 || touch.kind() == Touch.Kind.SYNC) {
            return semaphoreBefore(moment, first);
        }
        return MapCells.before(moment, touch, ranges.getFirst());
    }

    /** A semaphore's value before its first use. */
    private OptionalLong semaphoreBefore(Moment moment, boolean first) {
        boolean semaphore = site.instr() instanceof Instr.Down
                || site.instr() instanceof Instr.Up
                || site.instr() instanceof Instr.Level;
        return first && semaphore
                ? moment.contents(touches.getFirst().address() + Sync.VALUE, SEMAPHORE_BYTES)
                : OptionalLong.empty();
    }

    private void newThread(String name) {
        sink.thread(name);
        frames.newThread();
    }

    // ---- after: what came of it --------------------------------------------------------------------------------

    @Override
    public void after(Moment moment) {
        switch (site.instr()) {
            case Instr.Assign i -> assigned(moment, i.into());
            case Instr.Load i -> loaded(moment, i);
            case Instr.Store i -> {
                int symbol = hasSymbols() ? ++symbols : 0;
                boolean isOfMap = MapCells.isOfMap(i);
                emit(symbol, isOfMap ? moment.value(i.value()) : contents(moment), List.of());
                if (!isOfMap) ranges.forEach(range -> shadow.store(range, symbol));
            }
            case Instr.Rmw i -> readAndWritten(moment, i.old());
            case Instr.CompareExchange i -> readAndWritten(moment, i.old());
            case Instr.Branch i -> branched(moment, i);
            case Instr.Call i -> called(moment, i);
            case Instr.Return i -> returned(moment, i);
            case Instr.ExitThread _ -> {
                noteReturned();
                emit(0, 0, List.of());
                frames.leave(thread, 1);
                frames.forgetAll(thread);
            }
            case Instr.Assume _, Instr.Assert _, Instr.Block _ -> {
                if (hasSymbols()) emit(0, 1, List.of());
            }
            case Instr.Nondet i -> forget(i.into());
            case Instr.Self i -> forget(i.into());
            case Instr.Alloc i -> allocated(moment, i.into());
            case Instr.Resize i -> {
                emit(0, moment.slotValue(moment.slot(i.into())), List.of());
                allocated(moment, i.into());
            }
            case Instr.Free _ -> emit(0, 0, List.of());
            case Instr.Spawn i -> {
                int number = moment.threadCount() - 1;
                newThread(moment.threadName(number));
                forget(i.handle());
                emit(0, number, List.of(number));
            }
            case Instr.Join i -> joined(moment, i);
            case Instr.Detach i -> coded(moment, i.result());
            case Instr.Lock i -> coded(moment, i.result());
            case Instr.Unlock i -> coded(moment, i.result());
            case Instr.Wait i -> coded(moment, i.result());
            case Instr.Awake i -> coded(moment, i.result());
            case Instr.Down i -> semaphore(moment, i.result());
            case Instr.Up i -> semaphore(moment, i.result());
            case Instr.DestroySync i -> coded(moment, i.result());
            case Instr.Arrive i -> named(moment, i.result());
            case Instr.Level i -> named(moment, i.into());
            case Instr.Signal _ -> {
                var woken = new ArrayList<>(waiting);
                if (!touches.isEmpty())
                    woken.removeAll(moment.waiters(touches.getFirst().address()));
                emit(0, 0, woken);
            }
            case Instr.InitSync i -> emit(0, moment.value(i.parameter()), List.of());
            case Instr.Await _, Instr.AtomicBegin _, Instr.AtomicEnd _, Instr.Yield _, Instr.ExitProcess _ ->
                emit(0, 0, List.of());
            case Instr.Fence _, Instr.Label _, Instr.Goto _, Instr.Print _, Instr.Cut _ -> {}
        }
    }

    private boolean hasSymbols() {
        for (int each : boundSymbols) if (each != 0) return true;
        return false;
    }

    private void emit(int symbol, long result, List<Integer> threads) {
        emit(symbol, result, TraceEvent.NOTHING, threads);
    }

    private void emit(int symbol, long result, int detail, List<Integer> threads) {
        long afterwards = written.orElse(result);
        events.add(new TraceEvent(
                site, boundSymbols, boundValues, symbol, result, afterwards, ranges, before, detail, threads));
        written = OptionalLong.empty();
    }

    private Map<Local, Integer> frame() {
        return frames.top(thread);
    }

    private void forget(Local local) {
        frame().remove(local);
    }

    private void name(Local local, int symbol) {
        if (symbol == 0) frame().remove(local);
        else frame().put(local, symbol);
    }

    private void assigned(Moment moment, Local into) {
        if (!hasSymbols()) {
            forget(into);
        } else if (((Instr.Assign) site.instr()).value() instanceof Local) {
            name(into, boundSymbols[0]);
        } else {
            named(moment, into);
        }
    }

    /** Records the result under a new symbol. */
    private void named(Moment moment, Local into) {
        int symbol = ++symbols;
        emit(symbol, moment.slotValue(moment.slot(into)), List.of());
        name(into, symbol);
    }

    /** Records a return code: as a symbol where another order may change it, else as a constant. */
    private void coded(Moment moment, Local into) {
        int mutex = ReturnCodes.kindOfMutex(moment, site.instr(), touches);
        int symbol = ReturnCodes.mayDiffer(site.instr(), mutex) ? ++symbols : 0;
        emit(symbol, moment.slotValue(moment.slot(into)), mutex, List.of());
        name(into, symbol);
    }

    private void semaphore(Moment moment, Local into) {
        if (!touches.isEmpty()) written = moment.contents(touches.getFirst().address() + Sync.VALUE, SEMAPHORE_BYTES);
        coded(moment, into);
    }

    private void loaded(Moment moment, Instr.Load load) {
        if (!load.access().isShared() && ranges.size() == 1 && !hasSymbols() && !MapCells.isOfMap(load)) {
            OptionalInt known = shadow.load(ranges.getFirst());
            if (known.isPresent()) {
                name(load.into(), known.getAsInt());
                return;
            }
        }
        named(moment, load.into());
    }

    private long contents(Moment moment) {
        Touch touch = touches.getFirst();
        return moment.contents(touch.address(), (int) Math.min(touch.bytes(), 8))
                .orElse(0);
    }

    private void readAndWritten(Moment moment, Local old) {
        written = OptionalLong.of(contents(moment));
        named(moment, old);
        ranges.forEach(range -> shadow.store(range, 0));
    }

    private void branched(Moment moment, Instr.Branch branch) {
        if (!hasSymbols()) return;
        places(moment).isTaken(branch, moment.next()).ifPresent(taken -> emit(0, taken ? 1 : 0, List.of()));
    }

    private Places places(Moment moment) {
        Places here = places.get(moment.function());
        if (here == null) throw new IllegalStateException("no places of " + moment.function());
        return here;
    }

    private void allocated(Moment moment, Local into) {
        forget(into);
        objects.allocated(moment, moment.slotValue(moment.slot(into)));
    }

    private void noteReturned() {
        if (hasSymbols()) returned.add(thread);
    }

    /** Records a join. Its symbol names the returned value, if the other thread has computed that from symbols. */
    private void joined(Moment moment, Instr.Join join) {
        forget(join.result());
        int symbol = join.value().isPresent() && returned.contains(joined) ? ++symbols : 0;
        if (symbol != 0)
            written = OptionalLong.of(moment.slotValue(moment.slot(join.value().orElseThrow())));
        emit(symbol, moment.slotValue(moment.slot(join.result())), List.of(joined));
        join.value().ifPresent(value -> name(value, symbol));
    }

    // ---- calls -------------------------------------------------------------------------------------------------

    private void called(Moment moment, Instr.Call call) {
        Function callee = machine.program().function(moment.function());
        var inner = new HashMap<Local, Integer>();
        emit(0, 0, TraceEvent.ENTER, List.of());
        int count = Math.min(call.arguments().size(), callee.parameters().size());
        for (int i = 0; i < count && hasSymbols(); i++) {
            if (!site.dependsOn(call.arguments().get(i), boundSymbols)) continue;
            Local parameter = callee.parameters().get(i);
            int symbol = ++symbols;
            emit(symbol, moment.slotValue(moment.slot(parameter)), i + 1, List.of());
            inner.put(parameter, symbol);
        }
        frames.enter(thread, inner);
    }

    private void returned(Moment moment, Instr.Return instr) {
        if (depth == 1) {
            noteReturned();
            emit(0, instr.value().isPresent() && boundValues.length > 0 ? 1 : 0, TraceEvent.NOTHING, List.of());
            frames.forgetAll(thread);
            return;
        }
        emit(0, 0, TraceEvent.LEAVE, List.of());
        frames.leave(thread, depth - 1);
        // Control goes on just after the call instruction of the caller.
        InstrSite call = places(moment).met(moment.next() - 1);
        if (call == null || !(call.instr() instanceof Instr.Call(var into, var _, var _, var _)) || into.isEmpty())
            return;
        if (hasSymbols()) {
            int symbol = ++symbols;
            emit(symbol, moment.slotValue(moment.slot(into.get())), TraceEvent.VALUE, List.of());
            name(into.get(), symbol);
        } else {
            forget(into.get());
        }
    }
}
