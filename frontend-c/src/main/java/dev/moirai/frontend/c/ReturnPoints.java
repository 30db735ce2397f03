package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code longjmp} as plain returns. It notes in a thread-local variable which frame it jumps to, and returns; so does every
 * function that called it, until the one is reached whose frame it is, which goes on where it called {@code setjmp}. Only
 * functions through which a jump can pass test for one after their calls. So no engine needs to know jumps.
 */
final class ReturnPoints {
    private static final String JUMP = "__moirai_longjmp";
    private static final Expr TARGET =
            new Expr.GlobalAddress("__moirai_jump_target", new Type.Pointer(Type.VOID_POINTER));
    private static final Expr VALUE = new Expr.GlobalAddress("__moirai_jump_value", new Type.Pointer(Type.I32));

    /**
     * A call of {@code setjmp}: the object that stands for its frame, where the function goes on, and the local that takes
     * what the call returns.
     */
    record Site(Local frame, String label, Local result) {}

    private final Map<String, Function> functions;
    private final Map<String, List<Site>> sites;
    private final Set<String> jumping = new HashSet<>();
    private final Set<String> named = new HashSet<>();

    private ReturnPoints(Map<String, Function> functions, Map<String, List<Site>> sites) {
        this.functions = functions;
        this.sites = sites;
    }

    /** Rewrites the functions through which a jump can pass. */
    static void lower(Assembly assembly, Map<String, List<Site>> sites) {
        if (!assembly.functions().containsKey(JUMP)) return;
        new ReturnPoints(assembly.functions(), sites).lower(assembly.globals());
    }

    private void lower(Map<String, Global> globals) {
        for (Global global : globals.values()) {
            for (Global.Initial initial : global.initial()) name(initial.value());
        }
        for (Function function : functions.values()) {
            for (Instr instr : function.body()) {
                if (instr instanceof Instr.Call call) call.arguments().forEach(this::name);
                else Operands.forEachRead(instr, this::name);
            }
        }
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Function function : functions.values()) {
                boolean jumps = !function.name().equals(JUMP)
                        && function.body().stream().anyMatch(this::mayJump);
                grown |= jumps && jumping.add(function.name());
            }
        }
        functions.replaceAll((name, function) -> jumping.contains(name) ? looking(function) : function);
    }

    /** Notes the functions that a pointer may point to. */
    private void name(Expr expr) {
        if (expr instanceof Expr.FunctionAddress(var function)) named.add(function);
        Operands.forEachChild(expr, this::name);
    }

    private boolean mayJump(Instr instr) {
        if (!(instr instanceof Instr.Call call)) return false;
        if (call.callee() instanceof Expr.FunctionAddress(var name)) return name.equals(JUMP) || jumping.contains(name);
        return named.stream().anyMatch(jumping::contains);
    }

    private Function looking(Function function) {
        var body = new ArrayList<Instr>();
        var locals = new ArrayList<>(function.locals());
        var target = new Local("%jump", Type.VOID_POINTER);
        locals.add(target);
        int calls = 0;
        for (Instr instr : function.body()) {
            body.add(instr);
            if (!mayJump(instr)) continue;
            SourceSpan span = instr.span();
            boolean jump = ((Instr.Call) instr).callee() instanceof Expr.FunctionAddress(var name) && name.equals(JUMP);
            if (jump) {
                body.add(new Instr.Goto("jumping", span));
                body.add(new Instr.Label("jumped." + ++calls, span));
                continue;
            }
            String goesOn = "returned." + ++calls;
            body.add(new Instr.Load(target, TARGET, Access.PLAIN, span));
            body.add(new Instr.Branch(present(target), "jumping", goesOn, span));
            body.add(new Instr.Label(goesOn, span));
        }
        arrive(function, target, body);
        return function.with(locals, body, function.libraryLoops());
    }

    private static Expr present(Expr pointer) {
        return new Expr.Compare(CompareOp.NOT_EQUAL, pointer, Fold.zero(Type.VOID_POINTER));
    }

    /** What a function does when a called one returned because of a jump: it ends at one of this frame's calls of setjmp, or goes further up. */
    private void arrive(Function function, Local target, List<Instr> body) {
        SourceSpan span = function.span();
        body.add(new Instr.Label("jumping", span));
        body.add(new Instr.Load(target, TARGET, Access.PLAIN, span));
        int number = 0;
        for (Site site : sites.getOrDefault(function.name(), List.of())) {
            String here = "jump.here." + ++number;
            String further = "jump.further." + number;
            body.add(new Instr.Branch(new Expr.Compare(CompareOp.EQUAL, target, site.frame()), here, further, span));
            body.add(new Instr.Label(here, span));
            body.add(new Instr.Store(TARGET, Fold.zero(Type.VOID_POINTER), Access.PLAIN, span));
            body.add(new Instr.Load(site.result(), VALUE, Access.PLAIN, span));
            body.add(new Instr.Goto(site.label(), span));
            body.add(new Instr.Label(further, span));
        }
        if (FunctionBody.isAtomic(function.name())) body.add(new Instr.AtomicEnd(span));
        Optional<Expr> none =
                function.result() instanceof Type.Void ? Optional.empty() : Optional.of(Fold.zero(function.result()));
        body.add(new Instr.Return(none, span));
    }
}
