package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The concurrent trace program (section 3.2): the steps of a trace, ordered only within their threads, with what
 * synchronisation makes of them. Built by one walk over the trace, so in linear time.
 */
final class TraceProgram {
    /** An attempt to take a lock that failed because somebody held it. */
    record FailedTry(StepNode node, int lock, List<CriticalSection> own) {}

    /** The initialisation of a synchronisation object, a use of it, or its destruction. */
    record Life(StepNode node, int object, Kind kind) {
        enum Kind {
            INIT,
            DESTROY,
            USE
        }
    }

    /** A section during which no other thread moves. */
    record Atomic(StepNode begin, StepNode end) {}

    private final RecordedTrace trace;
    private final List<StepNode> nodes = new ArrayList<>();
    private final List<List<StepNode>> threads = new ArrayList<>();
    private final Cells cells;
    private final MustOrder mustOrder;
    private final CriticalSections sections;
    private final List<Life> beginningsAndEnds = new ArrayList<>();
    private final Map<Integer, EventPlace> ends = new HashMap<>();
    private final List<Life> lives = new ArrayList<>();
    private final Arrivals arrivals = new Arrivals();
    private final ConditionWaits conditions = new ConditionWaits();
    private final List<Atomic> atomics = new ArrayList<>();
    private final List<StepNode> frees = new ArrayList<>();
    private final Map<Integer, StepNode> spawns = new HashMap<>();
    private final Map<Integer, List<StepNode>> joins = new HashMap<>();
    private final List<StepNode> definers = new ArrayList<>();
    private final List<TraceEvent> definitions = new ArrayList<>();
    private final TriedLocks tried;
    private @Nullable DestroyedLocks destroyedLocks;

    TraceProgram(RecordedTrace trace) {
        this.trace = trace;
        this.cells = new Cells(trace);
        this.mustOrder = new MustOrder(trace.threads().size());
        this.sections = new CriticalSections(trace.threads().size());
        this.tried = new TriedLocks(sections);
        var walk = new Walk();
        for (int i = 0; i < trace.threads().size(); i++) threads.add(new ArrayList<>());
        List<RecordedStep> steps = trace.steps();
        for (int i = 0; i < steps.size(); i++) if (!endsTheProcess(i)) walk.step(steps.get(i));
        walk.finish();
    }

    /** Whether the step is the one that ended the process: it is the last in every order, so no prefix needs it. */
    private boolean endsTheProcess(int index) {
        RecordedStep step = trace.steps().get(index);
        if (index < trace.steps().size() - 1) return false;
        if (trace.ending() == RecordedTrace.Ending.FAILED) return true;
        if (trace.ending() != RecordedTrace.Ending.ENDED || step.events().isEmpty()) return false;
        return switch (step.events().getFirst().site().instr()) {
            case Instr.ExitProcess _ -> true;
            case Instr.Return _ -> step.thread() == 0;
            default -> false;
        };
    }

    /** The step with which the recording was stopped, perhaps by an assumption that failed: then nothing comes after it. */
    Optional<StepNode> stop() {
        return trace.ending() == RecordedTrace.Ending.STOPPED && !nodes.isEmpty()
                ? Optional.of(nodes.getLast())
                : Optional.empty();
    }

    List<StepNode> nodes() {
        return nodes;
    }

    /** The steps of a thread. */
    List<StepNode> thread(int number) {
        return threads.get(number);
    }

    int threadCount() {
        return threads.size();
    }

    List<Cell> cells() {
        return cells.all();
    }

    /** The cells that an event reads or writes; of what is done to a tried lock, its state. */
    List<Cell> cellsOf(TraceEvent event) {
        return tried.cellOf(event).map(List::of).orElseGet(() -> cells.of(event));
    }

    /** The locks and semaphores whose attempts may have another result in another order. */
    TriedLocks tried() {
        return tried;
    }

    /** Gives the tried locks cells for their states; called once, when all tried locks are known. */
    void followTried() {
        tried.follow(nodes);
        tried.cells().forEach(cells::add);
    }

    MustOrder mustOrder() {
        return mustOrder;
    }

    /** The critical sections in which the lock is held in every order. */
    List<CriticalSection> sections() {
        return sections.certain();
    }

    /** The critical sections that a thread is in at some moment of the window. */
    List<CriticalSection> sectionsIn(Window window) {
        var result = new ArrayList<CriticalSection>();
        for (List<StepNode> ofThread : threads) {
            // What a thread holds when the window begins was taken before.
            List<StepNode> inside = window.part(ofThread, StepNode::number);
            if (inside.isEmpty()) {
                List<StepNode> earlier = new Window(0, window.from()).part(ofThread, StepNode::number);
                if (!earlier.isEmpty()) result.addAll(heldAfter(earlier.getLast()));
            } else {
                result.addAll(inside.getFirst().held());
            }
        }
        result.removeIf(section -> !section.isCertain());
        result.addAll(sections.begunIn(window));
        return result;
    }

    Optional<CriticalSection> sectionBegunBy(StepNode acquire) {
        return sections.begunBy(acquire);
    }

    private List<CriticalSection> heldAfter(StepNode last) {
        List<StepNode> ofThread = threads.get(last.thread());
        if (last.position() + 1 < ofThread.size())
            return ofThread.get(last.position() + 1).held();
        return sections.heldNow(last.thread());
    }

    /** Whether several threads take the lock. */
    boolean isContested(int lock) {
        return sections.isContested(lock);
    }

    /** Where objects are made or destroyed. */
    List<Life> beginningsAndEnds() {
        return beginningsAndEnds;
    }

    /** The end of the thread that a join waited for, if the thread returned a value. */
    /** The event with which the joined thread ended and returned a value. */
    Optional<EventPlace> endOfJoined(TraceEvent join) {
        return Optional.ofNullable(ends.get(join.threads().getFirst()));
    }

    DestroyedLocks destroyedLocks() {
        if (destroyedLocks == null) destroyedLocks = new DestroyedLocks(this);
        return destroyedLocks;
    }

    List<FailedTry> failedTries() {
        return sections.failedTries();
    }

    List<Life> lives() {
        return lives;
    }

    Collection<Arrivals.Barrier> barriers() {
        return arrivals.all();
    }

    List<ConditionWaits.Condition> conditions() {
        return conditions.all();
    }

    List<Atomic> atomics() {
        return atomics;
    }

    List<StepNode> frees() {
        return frees;
    }

    /** The step that began a thread; none for main. */
    Optional<StepNode> spawn(int thread) {
        return Optional.ofNullable(spawns.get(thread));
    }

    /** Whether the trace ends because the process ended, by a return of main or an exit. */
    boolean endsWithMain() {
        return trace.ending() == RecordedTrace.Ending.ENDED;
    }

    /** Whether the thread has ended in the trace. */
    boolean hasEnded(int thread) {
        if (threads.get(thread).isEmpty()) return false;
        return threads.get(thread).getLast().step().events().stream()
                .anyMatch(event -> switch (event.site().instr()) {
                    case Instr.ExitThread _ -> true;
                    case Instr.Return _ -> event.detail() == TraceEvent.NOTHING;
                    default -> false;
                });
    }

    /** The steps that joined a thread: in C one at most, on the JVM as many as like. */
    List<StepNode> joins(int thread) {
        return joins.getOrDefault(thread, List.of());
    }

    /** The number of the lock, or other object, that an event is about. */
    int numberOf(TraceEvent event) {
        return sections.number(event.ranges().getFirst());
    }

    /** The event that a symbol names. */
    TraceEvent definition(int symbol) {
        return definitions.get(symbol);
    }

    StepNode definer(int symbol) {
        return definers.get(symbol);
    }

    int symbols() {
        return definitions.size();
    }

    /** The walk over the trace, with what it has to remember. */
    private final class Walk {
        private final Map<Integer, StepNode> atomicBegin = new HashMap<>();

        Walk() {
            definitions.add(null);
            definers.add(null);
        }

        void step(RecordedStep step) {
            int thread = step.thread();
            Optional<TraceEvent> visible = step.visible();
            if (visible.isPresent()
                    && visible.get().site().instr() instanceof Instr.Join
                    && visible.get().result() == 0) {
                mustOrder.joins(thread, visible.get().threads().getFirst());
            }
            var node = new StepNode(
                    nodes.size(),
                    thread,
                    threads.get(thread).size(),
                    step,
                    mustOrder.segment(thread),
                    sections.heldNow(thread));
            nodes.add(node);
            threads.get(thread).add(node);
            visible.ifPresent(event -> synchronise(node, event));
            for (int i = 0; i < step.events().size(); i++) {
                TraceEvent event = step.events().get(i);
                cells.add(node, event, i);
                if (event.symbol() != 0) define(event.symbol(), event, node);
                if (event.site().instr() instanceof Instr.AtomicEnd) endAtomic(node);
                if (EventOperands.endsThread(event)) ends.put(thread, new EventPlace(node, i));
            }
        }

        private void define(int symbol, TraceEvent event, StepNode node) {
            while (definitions.size() <= symbol) {
                definitions.add(null);
                definers.add(null);
            }
            definitions.set(symbol, event);
            definers.set(symbol, node);
        }

        private void endAtomic(StepNode node) {
            StepNode begin = atomicBegin.remove(node.thread());
            if (begin != null) atomics.add(new Atomic(begin, node));
        }

        void finish() {
            for (Life life : lives) if (life.kind() != Life.Kind.USE) beginningsAndEnds.add(life);
            atomicBegin.forEach((thread, begin) ->
                    atomics.add(new Atomic(begin, threads.get(thread).getLast())));
        }

        private void synchronise(StepNode node, TraceEvent event) {
            int thread = node.thread();
            switch (event.site().instr()) {
                case Instr.Spawn _ -> {
                    int child = event.threads().getFirst();
                    spawns.put(child, node);
                    mustOrder.spawned(thread, child);
                }
                case Instr.Join _ -> {
                    if (event.result() == 0) {
                        joins.computeIfAbsent(event.threads().getFirst(), _ -> new ArrayList<>())
                                .add(node);
                    }
                }
                case Instr.Lock i -> lock(node, event, i);
                case Instr.Unlock _ -> {
                    use(node, event, 0, Life.Kind.USE);
                    if (event.result() == 0)
                        sections.release(node, sections.number(event.ranges().getFirst()));
                }
                case Instr.Wait _ -> {
                    use(node, event, 0, Life.Kind.USE);
                    use(node, event, 1, Life.Kind.USE);
                    if (event.result() == 0 && event.ranges().size() > 1) {
                        sections.release(node, sections.number(event.ranges().get(1)));
                        conditions.wait(node, sections.number(event.ranges().getFirst()));
                    }
                }
                case Instr.Awake i -> {
                    if (i.kind() == Sync.BARRIER) arrivals.leave(node);
                    else conditions.comeBack(node);
                }
                case Instr.Signal _ -> {
                    use(node, event, 0, Life.Kind.USE);
                    if (!event.ranges().isEmpty()) {
                        conditions.signal(node, sections.number(event.ranges().getFirst()), event.threads());
                    }
                }
                case Instr.Arrive _ -> {
                    use(node, event, 0, Life.Kind.USE);
                    if (!event.ranges().isEmpty()) arrivals.arrive(node, event, numberOf(event));
                }
                case Instr.Down _, Instr.Up _, Instr.Level _ -> use(node, event, 0, Life.Kind.USE);
                case Instr.InitSync i -> {
                    use(node, event, 0, Life.Kind.INIT);
                    if (i.kind() == Sync.BARRIER && !event.ranges().isEmpty()) {
                        arrivals.init(numberOf(event), (int) event.result());
                    }
                }
                case Instr.DestroySync _ -> use(node, event, 0, Life.Kind.DESTROY);
                case Instr.AtomicBegin _ -> atomicBegin.put(thread, node);
                case Instr.Free _, Instr.Resize _ -> frees.add(node);
                default -> {}
            }
        }

        private void use(StepNode node, TraceEvent event, int range, Life.Kind kind) {
            if (event.ranges().size() <= range) return;
            lives.add(new Life(node, sections.number(event.ranges().get(range)), kind));
        }

        private void lock(StepNode node, TraceEvent event, Instr.Lock instr) {
            if (event.ranges().isEmpty()) return;
            use(node, event, 0, Life.Kind.USE);
            int lock = sections.number(event.ranges().getFirst());
            if (event.result() == 0) sections.acquire(node, lock, instr.mode());
            else sections.fail(node, lock);
        }
    }
}
