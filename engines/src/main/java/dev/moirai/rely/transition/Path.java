package dev.moirai.rely.transition;

import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One way through the instructions of a step: what was assumed, and what everything is worth now. */
final class Path {
    private final Map<Local, Value> locals;
    private final Map<Integer, Linear> variables;
    private final List<Row> guards;
    private Mode mode;

    enum Mode {
        PLAIN,
        /** In an atomic section. */
        ATOMIC,
        /** Main, before it has started a thread: nobody else is there. */
        ALONE,
        /** Main has started threads, and done nothing else since: to start more is no new step. */
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

    /** What each variable that the path has written is worth. */
    Map<Integer, Linear> written() {
        return variables;
    }

    /** Adds what must hold; false if it cannot. */
    boolean require(Row row) {
        if (row.isAlwaysFalse()) return false;
        if (!row.isAlwaysTrue() && !guards.contains(row)) guards.add(row);
        return true;
    }

    List<Row> guards() {
        return guards;
    }
}
