package dev.moirai.bound;

import dev.moirai.ir.Function;
import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One inlined call, or the first activation of a thread. Its locals and labels get names of their own. */
final class Activation {
    private final Function function;
    private final Loops loops;
    private final int number;
    private final String prefix;
    private final Optional<Origin> caller;
    private final Optional<Activation> parent;
    private final Optional<Local> result;
    private final int entry;
    private final Multiplicity multiplicity;
    private final Map<Local, Local> renamed = new HashMap<>();
    private final List<StackObject> stackObjects = new ArrayList<>();

    /** An object that dies with the activation: {@code pointer} keeps where it is; {@code source} is the local it was made for. */
    record StackObject(Local pointer, Local allocated, Local source) {}

    Activation(
            Function function,
            Loops loops,
            int number,
            Optional<Origin> caller,
            Optional<Activation> parent,
            Optional<Local> result,
            int entry,
            Multiplicity multiplicity) {
        this.function = function;
        this.loops = loops;
        this.number = number;
        this.prefix = prefix(function.name(), number);
        this.caller = caller;
        this.parent = parent;
        this.result = result;
        this.entry = entry;
        this.multiplicity = multiplicity;
    }

    Function function() {
        return function;
    }

    Loops loops() {
        return loops;
    }

    Optional<Origin> caller() {
        return caller;
    }

    Optional<Activation> parent() {
        return parent;
    }

    /** Where the value returned goes. */
    Optional<Local> result() {
        return result;
    }

    /** Where in the thread's text the activation begins. */
    int entry() {
        return entry;
    }

    /** How often there is such an activation. */
    Multiplicity multiplicity() {
        return multiplicity;
    }

    /** A program may have a label {@code end} of its own; no source language has names with a percent sign. */
    String endLabel() {
        return prefix + "%end";
    }

    Local rename(Local local) {
        return renamed.computeIfAbsent(local, l -> named(prefix, l));
    }

    /** What the names of an activation's locals and labels begin with; nothing for the first. */
    static String prefix(String function, int number) {
        return number == 0 ? "" : function + "@" + number + ".";
    }

    static Local named(String prefix, Local local) {
        return local.prefixed(prefix);
    }

    int number() {
        return number;
    }

    List<StackObject> stackObjects() {
        return stackObjects;
    }

    String label(String name) {
        return prefix + name;
    }

    /** How many activations of the function are there, this one included. */
    int depthOf(String name) {
        int above = parent.map(p -> p.depthOf(name)).orElse(0);
        return function.name().equals(name) ? above + 1 : above;
    }
}
