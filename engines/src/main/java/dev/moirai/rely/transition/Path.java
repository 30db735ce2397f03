package dev.moirai.rely.transition;

import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One way through the instructions of a step: the conditions assumed so far, and the current values of locals and
 * variables.
 */
final class Path {
    private final Map<Local, Value> locals;
    private final Map<Integer, Linear> variables;
    private final List<Row> guards;
    private final List<Held> held;
    private Mode mode;

    /** A pointer that the path has written. */
    private record Held(String object, long offset, long bytes, Value value) {
        boolean overlaps(String other, long at, long length) {
            return object.equals(other) && offset < at + length && at < offset + bytes;
        }
    }

    enum Mode {
        PLAIN,
        /** Inside an atomic section. */
        ATOMIC,
        /** In main before it has started a thread, while no other thread exists. */
        ALONE,
        /** In main after it has started threads and done nothing else since: starting more of them needs no new step. */
        STARTING
    }

    Path(Mode mode) {
        this(new HashMap<>(), new HashMap<>(), new ArrayList<>(), new ArrayList<>(), mode);
    }

    private Path(
            Map<Local, Value> locals, Map<Integer, Linear> variables, List<Row> guards, List<Held> held, Mode mode) {
        this.locals = locals;
        this.variables = variables;
        this.guards = guards;
        this.held = held;
        this.mode = mode;
    }

    Path fork() {
        return new Path(
                new HashMap<>(locals), new HashMap<>(variables), new ArrayList<>(guards), new ArrayList<>(held), mode);
    }

    Mode mode() {
        return mode;
    }

    void enter(Mode next) {
        mode = next;
    }

    Value local(Local local) {
        return locals.getOrDefault(local, Value.OPAQUE);
    }

    void set(Local local, Value value) {
        locals.put(local, value);
    }

    Linear read(Variable variable) {
        return variables.getOrDefault(variable.index(), variable.now());
    }

    void write(Variable variable, Linear value) {
        variables.put(variable.index(), value);
    }

    /** The current value of each variable that the path has written. */
    Map<Integer, Linear> written() {
        return variables;
    }

    /** Remembers a pointer, which no variable stands for, until the end of the step. */
    void hold(String object, long offset, long bytes, Value value) {
        forget(object, offset, bytes);
        held.add(new Held(object, offset, bytes, value));
    }

    /** Something that is not remembered is written there. */
    void forget(String object, long offset, long bytes) {
        held.removeIf(it -> it.overlaps(object, offset, bytes));
    }

    /** The pointer that the path has written there. */
    Optional<Value> held(String object, long offset, long bytes) {
        return held.stream()
                .filter(it -> it.object().equals(object) && it.offset() == offset && it.bytes() == bytes)
                .map(Held::value)
                .findFirst();
    }

    /** Adds a condition that the path assumes; false if it can never hold. */
    boolean require(Row row) {
        if (row.isAlwaysFalse()) return false;
        if (!row.isAlwaysTrue() && !guards.contains(row)) guards.add(row);
        return true;
    }

    List<Row> guards() {
        return guards;
    }
}
