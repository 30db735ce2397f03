package dev.moirai.ir;

import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Small hand-made programs for tests of the IR. */
public final class SamplePrograms {
    private SamplePrograms() {}

    public static SourceSpan at(int line) {
        return new SourceSpan("sample.c", line, 1);
    }

    public static Expr number(long value) {
        return Expr.constant(Type.I32, value);
    }

    public static Expr address(String global, Type type) {
        return new Expr.GlobalAddress(global, new Type.Pointer(type));
    }

    public static Program program(List<Layout> layouts, List<Global> globals, List<Function> functions) {
        Map<String, Layout> layoutOf = new LinkedHashMap<>();
        Map<String, Global> globalOf = new LinkedHashMap<>();
        Map<String, Function> functionOf = new LinkedHashMap<>();
        layouts.forEach(layout -> layoutOf.put(layout.tag(), layout));
        globals.forEach(global -> globalOf.put(global.name(), global));
        functions.forEach(function -> functionOf.put(function.name(), function));
        return new Program(
                "sample.c",
                DataModel.LP64,
                layoutOf,
                globalOf,
                functionOf,
                "main",
                Optional.empty(),
                new SourceTexts());
    }

    public static Global global(String name, Type type) {
        return new Global(name, type, List.of(), Global.Storage.SHARED, at(1));
    }

    public static Function function(String name, Type result, List<Local> locals, Instr... body) {
        return new Function(name, List.of(), result, locals, List.of(body), at(10));
    }

    /** main alone, over one global {@code int x}. */
    public static Program ofMain(List<Local> locals, Instr... body) {
        return program(List.of(), List.of(global("x", Type.I32)), List.of(function("main", Type.I32, locals, body)));
    }
}
