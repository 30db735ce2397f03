package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers everything the program can reach from its first function, translating each function and variable when it is
 * first named.
 */
final class Assembly {
    private final Linker linker;
    private final Map<String, Function> functions = new LinkedHashMap<>();
    private final Map<String, Global> globals = new LinkedHashMap<>();
    private final Map<String, Layout> layouts = new LinkedHashMap<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final java.util.Set<String> asked = new java.util.HashSet<>();

    Assembly(Linker linker) {
        this.linker = linker;
    }

    Map<String, Function> functions() {
        return functions;
    }

    Map<String, Global> globals() {
        return globals;
    }

    Map<String, Layout> layouts() {
        return layouts;
    }

    /** Translates the function and everything it needs. */
    void need(String function, SourceSpan use) {
        needFunction(function, use);
        finish();
    }

    void needVariable(String variable, SourceSpan use) {
        needGlobal(variable, use);
        finish();
    }

    void add(Function function) {
        functions.put(function.name(), function);
        scan(function);
        finish();
    }

    void add(Global global) {
        globals.put(global.name(), global);
        scan(global);
        finish();
    }

    private void finish() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
            // A function with errors names nothing more; the functions it calls are translated all the same, to report
            // their errors too.
            if (waiting.isEmpty() && linker.diagnostics().failed()) {
                for (String name : List.copyOf(linker.called())) needFunction(name, SourceSpan.NOWHERE);
            }
        }
    }

    private void later(Runnable work) {
        waiting.add(() -> {
            try {
                work.run();
            } catch (CError e) {
                linker.diagnostics().add(e.diagnostic());
            } catch (InputException e) {
                e.diagnostics().forEach(linker.diagnostics()::add);
            }
        });
    }

    private void needFunction(String name, SourceSpan use) {
        if (functions.containsKey(name) || !asked.add(name)) return;
        later(() -> {
            Function function = linker.function(name, use);
            functions.put(name, function);
            scan(function);
        });
    }

    private void needGlobal(String name, SourceSpan use) {
        if (globals.containsKey(name) || !asked.add(name)) return;
        later(() -> linker.global(name, use).ifPresent(global -> {
            globals.put(name, global);
            scan(global);
        }));
    }

    private void scan(Function function) {
        for (Local local : function.locals()) needType(local.type());
        for (Instr instr : function.body()) {
            Operands.forEachRead(instr, expr -> scan(expr, instr.span()));
            if (instr instanceof Instr.Alloc alloc) needType(alloc.type());
        }
    }

    private void scan(Global global) {
        needType(global.type());
        for (Global.Initial initial : global.initial()) scan(initial.value(), global.span());
    }

    private void scan(Expr expr, SourceSpan use) {
        switch (expr) {
            case Local _ -> {}
            case Expr.Constant(var type, var _) -> needType(type);
            case Expr.GlobalAddress(var global, var _) -> needGlobal(global, use);
            case Expr.FunctionAddress(var function) -> needFunction(function, use);
            case Expr.Member(var pointer, var tag, var _, var type) -> {
                needLayout(tag);
                needType(type);
                scan(pointer, use);
            }
            case Expr.Index(var pointer, var element, var index, var _) -> {
                needType(element);
                scan(pointer, use);
                scan(index, use);
            }
            case Expr.Distance(var left, var right, var _) -> {
                scan(left, use);
                scan(right, use);
            }
            case Expr.Unary(var _, var operand) -> scan(operand, use);
            case Expr.Binary(var _, var left, var right) -> {
                scan(left, use);
                scan(right, use);
            }
            case Expr.Compare(var _, var left, var right) -> {
                scan(left, use);
                scan(right, use);
            }
            case Expr.Cast(var type, var operand) -> {
                needType(type);
                scan(operand, use);
            }
            case Expr.Select(var condition, var whenTrue, var whenFalse) -> {
                scan(condition, use);
                scan(whenTrue, use);
                scan(whenFalse, use);
            }
            case Expr.Mathematical _ -> Operands.forEachChild(expr, child -> scan(child, use));
        }
    }

    private void needType(Type type) {
        switch (type) {
            case Type.Pointer(var target) -> needType(target);
            case Type.Array(var element, var _) -> needType(element);
            case Type.Struct(var tag) -> needLayout(tag);
            case Type.Void _, Type.Int _, Type.Float _, Type.Code _, Type.Opaque _, Type.Mathematical _ -> {}
        }
    }

    private void needLayout(String tag) {
        Layout layout = linker.layouts().completed().get(tag);
        if (layout == null || layouts.putIfAbsent(tag, layout) != null) return;
        for (Layout.Field field : layout.fields()) needType(field.type());
    }
}
