package dev.moirai.rely.transition;

import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The variables of the system being made. A place in memory becomes a variable if every access to it certainly hits
 * that place with the same type. Otherwise its object is {@linkplain #blur blurred}: reading it gives any value. As
 * this is often noticed late, the extraction then starts again from the beginning, with one more object blurred.
 */
final class Variables {
    private final List<Variable> all = new ArrayList<>();
    private final Map<Cell, Variable> cells = new HashMap<>();
    private final Map<String, Variable> named = new HashMap<>();
    private final Map<Variable, SyncWord> words = new HashMap<>();
    private final Map<String, Variable> held = new HashMap<>();
    private final Map<Variable, Parked> parked = new HashMap<>();
    private final Map<String, Variable> supplies = new HashMap<>();
    private final Map<String, Variable> locals = new HashMap<>();
    private final Conduct conduct;
    private final Set<String> blurred;
    private final Set<String> summarised;
    private final Map<String, Summary> summaries = new HashMap<>();
    private final UnaryOperator<String> globalName;
    private final Set<String> split = new HashSet<>();
    private final Set<Abstraction> abstractions = new LinkedHashSet<>();
    private final Claims claims = new Claims();

    record Cell(String object, long offset, Type type) {}

    /** What is known of all elements of an array together: they lie between two numbers, one of which each may be. */
    record Summary(Type.Int element, long length, Variable least, Variable most) {}

    /** A word of a synchronisation object. */
    record SyncWord(String object, long offset, Sync kind, Part part) {}

    /** A place in memory. */
    record Spot(String object, long offset) {}

    /** That a thread waits on a condition. */
    record Parked(int thread, Spot condition) {}

    /** What a variable says of a synchronisation object. */
    enum Part {
        /** Whether a lock is held (one for readers and writers: by a writer); the value of a semaphore. */
        STATE(""),
        READERS(" readers"),
        DESTROYED(" destroyed"),
        /** Whether an object has been initialised, and not destroyed since, that cannot be used before. */
        READY(" ready");

        private final String suffix;

        Part(String suffix) {
            this.suffix = suffix;
        }
    }

    /** Thrown when an object is blurred, or its elements are summarised, so that the extraction starts again. */
    static final class BlurredException extends RuntimeException {}

    /**
     * @param blurred the objects known to be blurred; more are added
     * @param summarised the arrays whose elements are followed together; more are added
     * @param globalName maps the key of a thread's copy of a thread-local global to the name of the global, other keys
     *     to themselves
     */
    Variables(Conduct conduct, Set<String> blurred, Set<String> summarised, UnaryOperator<String> globalName) {
        this.conduct = conduct;
        this.blurred = blurred;
        this.summarised = summarised;
        this.globalName = globalName;
    }

    List<Variable> all() {
        return all;
    }

    /** The cells of objects that only this thread reaches. */
    List<Variable> cellsOf(int thread) {
        return cells.values().stream().filter(cell -> cell.owner() == thread).toList();
    }

    Map<Cell, Variable> cells() {
        return cells;
    }

    Set<Abstraction> abstractions() {
        return abstractions;
    }

    void abstracted(String what, SourceSpan span) {
        abstractions.add(new Abstraction(what, span));
    }

    /** Whether the object is blurred. All threads' copies of a thread-local global are blurred together. */
    boolean isBlurred(String object) {
        return blurred.contains(object) || blurred.contains(globalName.apply(object));
    }

    void blur(String object) {
        if (blurred.add(object)) throw new BlurredException();
    }

    /** Whether the elements of the array are followed together. */
    boolean isSummarised(String object) {
        return summarised.contains(object) && !isBlurred(object);
    }

    /** The elements of an array, followed together from the beginning of the program on; nothing if it is blurred. */
    Optional<Summary> summary(String object, Type.Int element, long length, long bytes, String name) {
        if (isBlurred(object)) return Optional.empty();
        if (summarised.add(object)) throw new BlurredException();
        Summary known = summaries.get(object);
        if (known != null) return Optional.of(known);
        if (!claims.admit(object, 0, bytes, new Claims.Use.Elements(element))) blur(object);
        Variable least = add("least of " + name, Variable.GLOBAL, Variable.Role.DATA, range(element));
        Variable most = add("most of " + name, Variable.GLOBAL, Variable.Role.DATA, range(element));
        var made = new Summary(element, length, least, most);
        summaries.put(object, made);
        return Optional.of(made);
    }

    Map<String, Summary> summaries() {
        return summaries;
    }

    /** Whether paths may split over the elements of the array. Records that this was asked. */
    boolean split(String object) {
        if (isBlurred(object)) return false;
        split.add(object);
        return true;
    }

    /** The arrays that were split although none of their elements is relevant. */
    Set<String> splitInVain(BitSet relevant) {
        var vain = new HashSet<>(split);
        cells.forEach((cell, variable) -> {
            if (relevant.get(variable.index())) vain.remove(cell.object());
        });
        // Where misuse is asked about, it matters which lock of an array it is.
        if (conduct.failsAtMisuse()) words.values().forEach(word -> vain.remove(word.object()));
        return vain;
    }

    private Variable add(String name, int owner, Variable.Role role, Optional<Variable.Range> range) {
        if (all.size() == Column.MOST_VARIABLES) {
            throw new UnsupportedException(
                    "a program with more than " + Column.MOST_VARIABLES + " variables", SourceSpan.NOWHERE);
        }
        var variable = new Variable(all.size(), name, owner, role, range);
        all.add(variable);
        return variable;
    }

    Variable choice() {
        return choice(Optional.empty());
    }

    /** @param range of the chosen value, which the path must require too */
    Variable choice(Optional<Variable.Range> range) {
        return add("choice" + all.size(), Variable.GLOBAL, Variable.Role.CHOICE, range);
    }

    /** The values that an expression can have by the ranges of its variables; an end that has no limit is absent. */
    Bounds bounds(Linear expression) {
        Optional<BigInteger> least = Optional.of(expression.constant());
        Optional<BigInteger> most = Optional.of(expression.constant());
        for (var entry : expression.coefficients().entrySet()) {
            Optional<Variable.Range> range =
                    all.get(Column.variable(entry.getKey())).range();
            Optional<BigInteger> low = range.map(Variable.Range::least);
            Optional<BigInteger> high = range.flatMap(Variable.Range::most);
            BigInteger factor = entry.getValue();
            least = sum(least, factor.signum() > 0 ? low : high, factor);
            most = sum(most, factor.signum() > 0 ? high : low, factor);
        }
        return new Bounds(least, most);
    }

    record Bounds(Optional<BigInteger> least, Optional<BigInteger> most) {}

    private static Optional<BigInteger> sum(Optional<BigInteger> sum, Optional<BigInteger> end, BigInteger factor) {
        return sum.flatMap(known -> end.map(value -> known.add(value.multiply(factor))));
    }

    /** The variable for a place, or nothing if its object is blurred. */
    Optional<Variable> cell(String object, Optional<Integer> owner, long offset, Type type, long bytes, String name) {
        if (isBlurred(object)) return Optional.empty();
        var cell = new Cell(object, offset, type);
        Variable known = cells.get(cell);
        if (known != null) return Optional.of(known);
        if (!claims.admit(object, offset, bytes, new Claims.Use.Number(type))) blur(object);
        Variable made = add(name, owner.orElse(Variable.GLOBAL), Variable.Role.DATA, range(type));
        cells.put(cell, made);
        return Optional.of(made);
    }

    /** Records that something without a variable is written there. */
    void otherwise(String object, long offset, long bytes) {
        if (!isBlurred(object) && !claims.admit(object, offset, bytes, new Claims.Use.Other())) blur(object);
    }

    /** A word of a synchronisation object of so many bytes, or nothing if the object is blurred. */
    Optional<Variable> sync(SyncWord word, long bytes, String name, Variable.Range range) {
        if (!follows(word.object(), word.offset(), bytes, word.kind())) return Optional.empty();
        Variable variable = sync(name + word.part().suffix, range);
        words.put(variable, word);
        return Optional.of(variable);
    }

    /** Whether these bytes are used as such an object and nothing else. */
    boolean follows(String object, long offset, long bytes, Sync kind) {
        if (isBlurred(object)) return false;
        if (!claims.admit(object, offset, bytes, new Claims.Use.State(kind))) blur(object);
        return true;
    }

    private Variable sync(String name, Variable.Range range) {
        return named.computeIfAbsent(name, n -> add(n, Variable.GLOBAL, Variable.Role.SYNC, Optional.of(range)));
    }

    /** The words of synchronisation objects that have variables. */
    Map<Variable, SyncWord> words() {
        return words;
    }

    Variable control(String name, Variable.Range range) {
        return named.computeIfAbsent(name, n -> add(n, Variable.GLOBAL, Variable.Role.CONTROL, Optional.of(range)));
    }

    /** Whether a thread has taken a lock and not given it back; how often, if it may share the lock with others. */
    Variable holding(Instance thread, Variable lock, Variable.Range range) {
        String name = new Resource.Lock(lock.name()).heldBy(thread.name());
        return held.computeIfAbsent(name, n -> add(n, thread.number(), Variable.Role.HELD, Optional.of(range)));
    }

    /** A bit of the thread's own. */
    Variable own(Instance thread, String name) {
        return held.computeIfAbsent(
                name + " of " + thread.name(),
                n -> add(n, thread.number(), Variable.Role.HELD, Optional.of(SyncSteps.BIT)));
    }

    List<Variable> heldBy(int thread) {
        return held.values().stream().filter(it -> it.owner() == thread).toList();
    }

    Map<String, Variable> held() {
        return held;
    }

    /** Whether a thread waits on a condition and has not been woken. */
    Variable parked(Instance thread, Spot condition, String name) {
        String place = condition.offset() == 0 ? name : name + "+" + condition.offset();
        Variable bit = control(thread.name() + " waits on " + place, SyncSteps.BIT);
        parked.put(bit, new Parked(thread.number(), condition));
        return bit;
    }

    Map<Variable, Parked> parked() {
        return parked;
    }

    /** A counter whose initial value is any number; {@link #named} variables start at zero. */
    Variable supply(String name) {
        return supplies.computeIfAbsent(
                name, n -> add(n, Variable.GLOBAL, Variable.Role.CONTROL, Optional.of(Variable.Range.from(0))));
    }

    boolean hasSupplies() {
        return !supplies.isEmpty();
    }

    Map<String, Variable> named() {
        return named;
    }

    /** The variable of a local, if it has one. */
    Optional<Variable> known(int thread, Local local) {
        return Optional.ofNullable(locals.get(thread + " " + local.name()));
    }

    Variable local(int thread, String threadName, Local local) {
        return locals.computeIfAbsent(
                thread + " " + local.name(),
                _ -> add(
                        shortName(local.name()) + " of " + threadName,
                        thread,
                        Variable.Role.DATA,
                        range(local.type())));
    }

    /** The name without its prefixes for a temporary and for the call that it was inlined from. */
    private static String shortName(String name) {
        String bare = name.substring(name.lastIndexOf('.') + 1);
        return bare.startsWith("%") ? "t" + bare.substring(1) : bare;
    }

    /** The range of what is followed of a type; nothing for signed ones if they are assumed not to overflow. */
    Optional<Variable.Range> range(Type type) {
        // Of a pointer it is only followed whether it is set: see PointerPlaces.
        if (type instanceof Type.Pointer) return Optional.of(Variable.Range.of(0, 1));
        if (!(type instanceof Type.Int(var width, var signed))) return Optional.empty();
        if (signed && conduct.purpose() == Purpose.TERMINATION) return Optional.empty();
        BigInteger least = signed ? BigInteger.ONE.shiftLeft(width - 1).negate() : BigInteger.ZERO;
        BigInteger most = least.add(BigInteger.ONE.shiftLeft(width)).subtract(BigInteger.ONE);
        return Optional.of(new Variable.Range(least, Optional.of(most)));
    }
}
