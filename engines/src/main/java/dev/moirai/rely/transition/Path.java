package dev.moirai.rely.transition;

import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One way through the instructions of a step: the conditions assumed so far, and the current values of locals and
 * variables.
 */
final class Path {
    private final Map<Local, Value> locals;
    private final Map<Integer, Linear> variables;
    private final List<Row> guards;
    private Mode mode;

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
        this(new HashMap<>(), new HashMap<>(), new ArrayList<>(), mode);
    }

    private Path(Map<Local, Value> locals, Map<Integer, Linear> variables, List<Row> guards, Mode mode) {
        this.locals = locals;
        this.variables = variables;
        this.guards = guards;
        this.mode = mode;
    }

    Path fork() {
        return new Path(new HashMap<>(locals), new HashMap<>(variables), new ArrayList<>(guards), mode);
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
