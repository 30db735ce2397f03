package dev.moirai.rely.transition;

import dev.moirai.ir.Local;
import java.math.BigInteger;
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
    private final Map<Division, Linear> quotients;
    private final Map<Linear, Linear> names;
    private Mode mode;

    private record Division(Linear number, BigInteger by) {}

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
        this.locals = new HashMap<>();
        this.variables = new HashMap<>();
        this.guards = new ArrayList<>();
        this.held = new ArrayList<>();
        this.quotients = new HashMap<>();
        this.names = new HashMap<>();
        this.mode = mode;
    }

    private Path(Path other) {
        this.locals = new HashMap<>(other.locals);
        this.variables = new HashMap<>(other.variables);
        this.guards = new ArrayList<>(other.guards);
        this.held = new ArrayList<>(other.held);
        this.quotients = new HashMap<>(other.quotients);
        this.names = new HashMap<>(other.names);
        this.mode = other.mode;
    }

    Path fork() {
        return new Path(this);
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

    /** Adds a condition that the path assumes; false if it can never hold, or not with another one. */
    boolean require(Row row) {
        if (row.isAlwaysFalse()) return false;
        if (row.isAlwaysTrue() || guards.contains(row)) return true;
        if (guards.stream().anyMatch(row::excludes)) return false;
        guards.add(row);
        return true;
    }

    /** What stands for the quotient of a number, if the path has divided it before. */
    Optional<Linear> quotient(Linear number, BigInteger by) {
        return Optional.ofNullable(quotients.get(new Division(number, by)));
    }

    void divide(Linear number, BigInteger by, Linear quotient) {
        quotients.put(new Division(number, by), quotient);
    }

    /** What stands for a number that the path has given a name. */
    Optional<Linear> name(Linear number) {
        return Optional.ofNullable(names.get(number));
    }

    void name(Linear number, Linear name) {
        names.put(number, name);
    }

    List<Row> guards() {
        return guards;
    }
}
