package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.logic.OutOfTime;
import dev.moirai.schedule.ThreadNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * From a program to a bounded one: calls are inlined, loops and backward gotos unrolled, and every spawn instruction gets
 * a thread of its own, whose text is copied and bounded in turn.
 *
 * <p>All is done in one walk over each thread's text. As every jump of the result goes forward, the walk also knows which
 * locals are constant on the way, drops what cannot be reached, and so finds that a counting loop needs only so many
 * copies. Where the bound ends a {@link dev.moirai.ir.Instr.Cut} stands: if none can be reached, nothing was left out.
 */
public final class Bounding {
    /** How many instructions are walked over before the next look at the clock. */
    private static final int STRIDE = 1024;

    private final Program program;
    private final BoundOptions options;
    private final BooleanSupplier isOver;
    private final CallTargets targets;
    private final Extents extents;
    private final GlobalValues globalValues;
    private final Map<String, Global> globals = new LinkedHashMap<>();
    private final Set<String> shownThreadLocals;
    private final Map<String, Loops> loops = new HashMap<>();
    private final Map<String, Integer> threadsOfFunction = new HashMap<>();
    private final Deque<Request> requests = new ArrayDeque<>();
    /** By their numbers. */
    private final List<Request> known = new ArrayList<>();

    private final List<BoundedThread> threads = new ArrayList<>();
    private final CopiedSites copied = new CopiedSites();
    private int threadCount;
    private int instructions;
    private int walked;
    private int nodes;

    record Request(
            String name,
            int number,
            String function,
            Optional<BoundedThread.Spawned> spawned,
            Multiplicity multiplicity) {}

    private Bounding(Program program, BoundOptions options, BooleanSupplier isOver) {
        this.program = program;
        this.options = options;
        this.isOver = isOver;
        targets = new CallTargets(program);
        shownThreadLocals = ShownThreadLocals.of(program);
        extents = new Extents(program, targets);
        globalValues = new GlobalValues(program, targets);
        program.globals().forEach((name, global) -> {
            if (global.storage() != Global.Storage.THREAD_LOCAL) globals.put(name, global);
        });
    }

    /** A node of its own for each place of the text, which is passed at most once. */
    Expr newNode(Type.Named type, int first) {
        return new Expr.Element(type, first + nodes++);
    }

    public static BoundedProgram bound(Program program, BoundOptions options) {
        return bound(program, options, () -> false);
    }

    /** Gives up with {@link OutOfTime} once {@code isOver} says so. */
    public static BoundedProgram bound(Program program, BoundOptions options, BooleanSupplier isOver) {
        return new Bounding(program, options, isOver).run();
    }

    private BoundedProgram run() {
        request(program.entry(), Optional.empty(), Multiplicity.PLAIN);
        while (!requests.isEmpty()) {
            Request request = requests.remove();
            Code code = new ThreadExpansion(this, request).expand();
            Code tidy = Tidying.tidy(code, options.values());
            threads.add(new BoundedThread(
                    request.name(),
                    request.number(),
                    request.function(),
                    request.spawned(),
                    tidy.locals(),
                    tidy.instructions(),
                    tidy.origins(),
                    tidy.endings()));
        }
        for (Ghost ghost : Ghost.values()) globals.put(ghost.global(), ghost.declare(threads.size()));
        return new BoundedProgram(program, globals, threads, copied);
    }

    /** How many threads there may be, depending on how plain it is how many the program starts. */
    int mostThreads(Multiplicity multiplicity) {
        return switch (multiplicity) {
            case PLAIN -> options.plainThreads();
            case OPEN -> options.threads();
        };
    }

    /** A thread for this spawn, unless there are too many. */
    Optional<Request> request(String function, Optional<BoundedThread.Spawned> spawned, Multiplicity multiplicity) {
        if (threadCount >= mostThreads(multiplicity)) return Optional.empty();
        int copy = threadsOfFunction.merge(function, 1, Integer::sum);
        String base = spawned.isEmpty() ? "main" : function;
        String name = ThreadNames.name(base, copy);
        var request = new Request(name, threadCount++, function, spawned, multiplicity);
        requests.add(request);
        known.add(request);
        return Optional.of(request);
    }

    /** Whether the thread or one that it comes from, by creation, runs this function: then there may be ever more. */
    boolean descendsFrom(String function, Request thread) {
        Request ancestor = thread;
        while (!ancestor.function().equals(function)) {
            if (ancestor.spawned().isEmpty()) return false;
            ancestor = known.get(ancestor.spawned().get().thread());
        }
        return true;
    }

    /** Adds globals of our own. */
    void declare(List<Global> own) {
        own.forEach(global -> globals.put(global.name(), global));
    }

    /** A thread-local global is another one for each thread. */
    Expr addressFor(String thread, Expr.GlobalAddress address) {
        Global global = program.globals().get(address.global());
        if (global == null || global.storage() != Global.Storage.THREAD_LOCAL) return address;
        String name = copyOf(address.global(), thread);
        globals.computeIfAbsent(
                name,
                copy -> new Global(
                        copy,
                        global.type(),
                        global.initial(),
                        global.contents(),
                        Global.Storage.THREAD_LOCAL,
                        global.span()));
        return new Expr.GlobalAddress(name, address.type());
    }

    /** The thread's own copies of thread-locals that others may still point to when it ends. */
    List<Expr> shownThreadLocals(String thread) {
        var own = new ArrayList<Expr>();
        for (String name : shownThreadLocals) {
            if (globals.containsKey(copyOf(name, thread))) {
                Type type = program.global(name).type();
                own.add(addressFor(thread, new Expr.GlobalAddress(name, new Type.Pointer(type))));
            }
        }
        return own;
    }

    private static String copyOf(String threadLocal, String thread) {
        return threadLocal + "@" + thread;
    }

    /** An instruction of a function is copied into a thread's text. */
    void copied(String function, int index) {
        copied.add(function, index);
    }

    /** The walk comes to another instruction, whether or not it is copied. */
    void step() {
        if (++walked % STRIDE == 0 && isOver.getAsBoolean()) throw new OutOfTime();
    }

    void countInstruction() {
        if (++instructions > options.instructions()) throw new TooLargeException(options.instructions());
    }

    Program program() {
        return program;
    }

    BoundOptions options() {
        return options;
    }

    CallTargets targets() {
        return targets;
    }

    Extents extents() {
        return extents;
    }

    GlobalValues globalValues() {
        return globalValues;
    }

    /**
     * The globals that a thread knows when it starts. None where loops that count run on beyond their bound: one that counts
     * a global for ever would be copied as often as that allows.
     */
    Map<String, Expr> globalsAtStart(Request thread) {
        return options.counted() > 0 ? Map.of() : globalValues.atStart(thread);
    }

    Loops loopsOf(Function function) {
        return loops.computeIfAbsent(function.name(), _ -> new Loops(function));
    }

    /** What a handle of the thread holds. */
    static Expr handle(Type type, int number) {
        return Expr.constant(type, number);
    }
}
