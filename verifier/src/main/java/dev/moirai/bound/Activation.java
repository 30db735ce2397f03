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
    private final String prefix;
    private final Optional<Origin> caller;
    private final Optional<Activation> parent;
    private final Optional<Local> result;
    private final int entry;
    private final Map<Local, Local> renamed = new HashMap<>();
    private final List<StackObject> stackObjects = new ArrayList<>();

    /** An object that dies with the activation: {@code pointer} keeps where it is; {@code source} is the local it was made for. */
    record StackObject(Local pointer, Local allocated, Local source) {}

    Activation(
            Function function,
            Loops loops,
            String prefix,
            Optional<Origin> caller,
            Optional<Activation> parent,
            Optional<Local> result,
            int entry) {
        this.function = function;
        this.loops = loops;
        this.prefix = prefix;
        this.caller = caller;
        this.parent = parent;
        this.result = result;
        this.entry = entry;
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

    String endLabel() {
        return prefix + "end";
    }

    Local rename(Local local) {
        return renamed.computeIfAbsent(local, l -> prefix.isEmpty() ? l : new Local(name(l), l.type()));
    }

    private String name(Local local) {
        // Temporaries keep their mark.
        return local.isTemporary() ? "%" + prefix + local.name().substring(1) : prefix + local.name();
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
