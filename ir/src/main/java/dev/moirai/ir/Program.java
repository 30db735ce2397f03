package dev.moirai.ir;

import dev.moirai.source.SourceTexts;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A whole program. {@code entry} takes no parameters. {@code threadEpilogue} names a function without parameters that
 * every thread runs as it ends (destructors of thread-specific data).
 */
public record Program(
        String file,
        DataModel model,
        Map<String, Layout> layouts,
        Map<String, Global> globals,
        Map<String, Function> functions,
        String entry,
        Optional<String> threadEpilogue,
        SourceTexts sources) {
    public Program {
        layouts = Collections.unmodifiableMap(new LinkedHashMap<>(layouts));
        globals = Collections.unmodifiableMap(new LinkedHashMap<>(globals));
        functions = Collections.unmodifiableMap(new LinkedHashMap<>(functions));
    }

    public Function function(String name) {
        Function function = functions.get(name);
        if (function == null) throw new IllegalArgumentException("no function " + name);
        return function;
    }

    public Global global(String name) {
        Global global = globals.get(name);
        if (global == null) throw new IllegalArgumentException("no global " + name);
        return global;
    }

    public Layout layout(String tag) {
        Layout layout = layouts.get(tag);
        if (layout == null) throw new IllegalArgumentException("no layout for struct " + tag);
        return layout;
    }

    public Sizes sizes() {
        return new Sizes(model, layouts);
    }

    /** The same program with every function rewritten. */
    public Program mapFunctions(UnaryOperator<Function> rewrite) {
        var rewritten = new LinkedHashMap<String, Function>();
        functions.forEach((name, function) -> rewritten.put(name, rewrite.apply(function)));
        return new Program(file, model, layouts, globals, rewritten, entry, threadEpilogue, sources);
    }
}
