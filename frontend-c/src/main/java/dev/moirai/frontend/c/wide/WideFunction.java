package dev.moirai.frontend.c.wide;

import dev.moirai.ir.Access;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rewrites one function so that it holds wide numbers in two locals each. A wide argument becomes two; a wide result is
 * returned by its lower word, the upper one in a thread-local variable that the caller reads at once: so a caller that
 * drops the result need not know how wide it is.
 */
public final class WideFunction {
    /** Where the functions are that compute with wide numbers; they are C. */
    public interface Models {
        /** The name of the model in the program. */
        Expr.FunctionAddress function(String name);

        /** The address of the thread-local variable for upper words of results. */
        Expr upperResult();
    }

    private final Function function;
    private final DataModel model;
    private final Models models;
    private final Map<Local, Pair> pairs = new HashMap<>();
    private final List<Local> locals = new ArrayList<>();
    private List<Instr> body = new ArrayList<>();
    private int temporaries;
    private SourceSpan span;

    /** A wide value as two words. */
    record Pair(Expr low, Expr high) {}

    private WideFunction(Function function, DataModel model, Models models) {
        this.function = function;
        this.model = model;
        this.models = models;
        span = function.span();
    }

    /** The function without wide numbers. */
    public static Function narrowed(Function function, DataModel model, Models models) {
        return concerns(function) ? new WideFunction(function, model, models).narrowed() : function;
    }

    private static boolean concerns(Function function) {
        if (Wide.isWide(function.result())) return true;
        for (Local local : function.locals()) if (Wide.isWide(local.type())) return true;
        for (Instr instr : function.body()) {
            boolean alloc = instr instanceof Instr.Alloc a && Wide.object(a.type()) != a.type();
            if (alloc) return true;
            boolean[] found = new boolean[1];
            Operands.forEachRead(instr, expr -> found[0] |= mentions(expr));
            if (found[0]) return true;
        }
        return false;
    }

    /** Whether the expression computes with a wide number, or counts in objects that hold one. */
    static boolean mentions(Expr expr) {
        if (Wide.isWide(expr.type())) return true;
        if (expr instanceof Expr.Index(var _, var element, var _, var _) && Wide.isWide(element)) return true;
        boolean[] found = new boolean[1];
        Operands.forEachChild(expr, child -> found[0] |= mentions(child));
        return found[0];
    }

    private Function narrowed() {
        var parameters = new ArrayList<Local>();
        for (Local local : function.locals()) {
            if (!Wide.isWide(local.type())) {
                locals.add(local);
                continue;
            }
            var low = new Local(local.name() + ".low", Type.U64);
            var high = new Local(local.name() + ".high", Type.U64);
            pairs.put(local, new Pair(low, high));
            locals.add(low);
            locals.add(high);
        }
        for (Local parameter : function.parameters()) {
            Pair pair = pairs.get(parameter);
            if (pair == null) {
                parameters.add(parameter);
            } else {
                parameters.add((Local) pair.low());
                parameters.add((Local) pair.high());
            }
        }
        for (Instr instr : function.body()) {
            span = instr.span();
            rewrite(instr);
        }
        Type result = Wide.isWide(function.result()) ? Type.U64 : function.result();
        return new Function(
                function.name(),
                parameters,
                result,
                locals,
                body,
                function.span(),
                function.author(),
                new LinkedHashMap<>(function.libraryLoops()));
    }

    // ---- what expressions need -----------------------------------------------------------------------------------

    Local fresh(Type type) {
        var local = new Local("%wide" + ++temporaries, type);
        locals.add(local);
        return local;
    }

    Expr settle(Expr value) {
        if (value instanceof Local || value instanceof Expr.Constant) return value;
        Local local = fresh(value.type());
        emit(new Instr.Assign(local, value, span));
        return local;
    }

    Pair settle(Pair pair) {
        return new Pair(settle(pair.low()), settle(pair.high()));
    }

    void emit(Instr instr) {
        body.add(instr);
    }

    SourceSpan span() {
        return span;
    }

    String label(String hint) {
        return hint + ".wide" + ++temporaries;
    }

    Pair of(Local local) {
        Pair pair = pairs.get(local);
        if (pair == null) throw new IllegalStateException("no wide local " + local.name());
        return pair;
    }

    /** The instructions that {@code work} emits, which are not emitted yet. */
    List<Instr> apart(Runnable work) {
        List<Instr> outer = body;
        body = new ArrayList<>();
        work.run();
        List<Instr> inner = body;
        body = outer;
        return inner;
    }

    /** Calls a model with a wide result. */
    Pair wideCall(String name, List<Expr> arguments) {
        Local low = fresh(Type.U64);
        emit(new Instr.Call(Optional.of(low), models.function(name), arguments, span));
        return new Pair(low, upperResult());
    }

    Expr call(String name, Type result, List<Expr> arguments) {
        Local into = fresh(result);
        emit(new Instr.Call(Optional.of(into), models.function(name), arguments, span));
        return into;
    }

    private Expr upperResult() {
        Local high = fresh(Type.U64);
        emit(new Instr.Load(high, models.upperResult(), Access.PLAIN, span));
        return high;
    }

    // ---- instructions --------------------------------------------------------------------------------------------

    private final WideExpressions expressions = new WideExpressions(this);

    private Expr narrow(Expr expr) {
        return mentions(expr) ? expressions.narrow(expr) : expr;
    }

    private static boolean isWide(Expr expr) {
        return Wide.isWide(expr.type());
    }

    private void rewrite(Instr instr) {
        switch (instr) {
            case Instr.Assign(var into, var value, var _)
            when isWide(into) -> assign(of(into), expressions.wide(value));
            case Instr.Nondet(var into, var source, var _)
            when isWide(into) -> {
                Pair pair = of(into);
                emit(new Instr.Nondet((Local) pair.low(), source, span));
                if (into.type() instanceof Type.Float) {
                    Local upper = fresh(Wide.upper(into.type()));
                    emit(new Instr.Nondet(upper, source, span));
                    emit(new Instr.Assign((Local) pair.high(), new Expr.Cast(Type.U64, upper), span));
                } else {
                    emit(new Instr.Nondet((Local) pair.high(), source, span));
                }
            }
            case Instr.Load(var into, var address, var access, var _)
            when isWide(into) -> {
                refuseAtomic(access);
                load(into, settle(narrow(address)), access);
            }
            case Instr.Store(var address, var value, var access, var _)
            when isWide(value) -> {
                refuseAtomic(access);
                Expr place = settle(narrow(address));
                Pair pair = settle(expressions.wide(value));
                emit(new Instr.Store(at(place, 0, Type.U64), pair.low(), access, span));
                Type.Int upper = Wide.upper(value.type());
                Expr high = upper.equals(Type.U64) ? pair.high() : new Expr.Cast(upper, pair.high());
                emit(new Instr.Store(at(place, 8, upper), high, access, span));
            }
            case Instr.Rmw i when isWide(i.old()) -> refuseAtomic(Access.ATOMIC);
            case Instr.CompareExchange i when isWide(i.old()) -> refuseAtomic(Access.ATOMIC);
            case Instr.Alloc(var into, var type, var bytes, var region, var contents, var name, var _) ->
                emit(new Instr.Alloc(into, Wide.object(type), narrow(bytes), region, contents, name, span));
            case Instr.Call call -> call(call);
            case Instr.Return(var value, var _)
            when value.isPresent() && isWide(value.get()) -> {
                Pair pair = settle(expressions.wide(value.get()));
                emit(new Instr.Store(models.upperResult(), pair.high(), Access.PLAIN, span));
                emit(new Instr.Return(Optional.of(pair.low()), span));
            }
            case Instr.Print(var format, var arguments, var _) ->
                emit(new Instr.Print(format, spread(arguments), span));
            default -> emit(Rewrite.operands(instr, this::narrow, local -> local));
        }
    }

    private void assign(Pair into, Pair value) {
        // The value may be computed from what is assigned to.
        Pair held = settle(value);
        Expr high = held.high();
        if (high.equals(into.low())) {
            Local copy = fresh(Type.U64);
            emit(new Instr.Assign(copy, high, span));
            high = copy;
        }
        emit(new Instr.Assign((Local) into.low(), held.low(), span));
        emit(new Instr.Assign((Local) into.high(), high, span));
    }

    private void load(Local into, Expr place, Access access) {
        Pair pair = of(into);
        emit(new Instr.Load((Local) pair.low(), at(place, 0, Type.U64), access, span));
        Type.Int upper = Wide.upper(into.type());
        if (upper.equals(Type.U64)) {
            emit(new Instr.Load((Local) pair.high(), at(place, 8, upper), access, span));
        } else {
            Local part = fresh(upper);
            emit(new Instr.Load(part, at(place, 8, upper), access, span));
            emit(new Instr.Assign((Local) pair.high(), new Expr.Cast(Type.U64, part), span));
        }
    }

    private Expr at(Expr place, long offset, Type type) {
        var pointer = new Type.Pointer(type);
        if (offset == 0) return new Expr.Cast(pointer, place);
        return new Expr.Index(place, Type.U8, Expr.constant(model.distanceType(), offset), pointer);
    }

    private void refuseAtomic(Access access) {
        if (!access.isAtomic()) return;
        throw new InputException(Diagnostic.error(span, "not supported: an atomic access to 16 bytes"));
    }

    private void call(Instr.Call call) {
        List<Expr> arguments = spread(call.arguments());
        Expr callee = narrow(call.callee());
        Optional<Local> wide = call.into().filter(WideFunction::isWide);
        if (wide.isEmpty()) {
            emit(new Instr.Call(call.into(), callee, arguments, span));
            return;
        }
        Pair into = of(wide.get());
        emit(new Instr.Call(Optional.of((Local) into.low()), callee, arguments, span));
        emit(new Instr.Load((Local) into.high(), models.upperResult(), Access.PLAIN, span));
    }

    /** The arguments, each wide one as its two words. */
    private List<Expr> spread(List<Expr> arguments) {
        var all = new ArrayList<Expr>();
        for (Expr argument : arguments) {
            if (!isWide(argument)) {
                all.add(narrow(argument));
                continue;
            }
            Pair pair = settle(expressions.wide(argument));
            all.add(pair.low());
            all.add(pair.high());
        }
        return all;
    }
}
