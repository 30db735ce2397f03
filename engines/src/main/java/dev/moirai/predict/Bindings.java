package dev.moirai.predict;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.FloatTerms;
import dev.moirai.symbolic.ScalarTerms;
import dev.moirai.symbolic.Sorts;
import dev.moirai.trace.TraceEvent;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * Expressions of an event as terms, under the event's binding of locals to symbols and values. Mathematical
 * values are terms of their {@linkplain Sorts sorts}, everything else is bits.
 */
final class Bindings {
    private final TermPool pool;
    private final TraceOrigin origin;
    private final ScalarTerms scalars;
    private final FloatTerms floats;
    private final Sorts sorts;
    private final int pointerWidth;

    Bindings(TermPool pool, TraceOrigin origin) {
        this.pool = pool;
        this.origin = origin;
        this.pointerWidth = origin.pointerWidth();
        this.scalars = new ScalarTerms(pool, pointerWidth);
        this.floats = new FloatTerms(pool);
        this.sorts = new Sorts(pool);
    }

    ScalarTerms scalars() {
        return scalars;
    }

    Sorts sorts() {
        return sorts;
    }

    /** A constant of the type; of a floating-point number, its bit pattern; of a mathematical type, what has this name. */
    int constant(Type type, long bits) {
        return switch (type) {
            case Type.Float(var width) -> pool.bv(bits, width);
            case Type.Mathematical _ -> sorts.constant(type, bits, SourceSpan.NOWHERE);
            default -> scalars.constant(type, bits, SourceSpan.NOWHERE);
        };
    }

    /** The term cut or extended to the width of the type. */
    int fitted(int term, Type type) {
        if (type instanceof Type.Mathematical) return term;
        int width = switch (type) {
            case Type.Float(var bits) -> bits;
            default -> scalars.width(type, SourceSpan.NOWHERE);
        };
        return scalars.resize(term, Type.U64, width);
    }

    /** The bits that lie in memory after the term is stored. */
    int stored(int term, int bits) {
        return scalars.resize(term, Type.U64, bits);
    }

    /**
     * @param at the event, in whose thread thread-locals have their addresses
     * @param symbols the terms of symbols; where it gives 0, the concrete value counts
     */
    int term(Expr expr, EventPlace at, IntUnaryOperator symbols) {
        SourceSpan span = at.event().site().span();
        return switch (expr) {
            case Local local -> local(local, at.event(), symbols);
            case Expr.Constant(var type, var bits) -> constant(type, bits);
            case Expr.GlobalAddress(var global, var _) ->
                pool.bv(
                        origin.addressOf(global, at.node().thread())
                                .orElseThrow(() -> new Unencodable("the address of " + global, span)),
                        pointerWidth);
            case Expr.FunctionAddress(var function) -> pool.bv(origin.functionAddress(function), pointerWidth);
            case Expr.Member(var pointer, var tag, var field, var _) ->
                pool.bvAdd(term(pointer, at, symbols), pool.bv(origin.offset(tag, field), pointerWidth));
            case Expr.Index(var pointer, var element, var index, var _) ->
                pool.bvAdd(
                        term(pointer, at, symbols),
                        pool.bvMul(
                                scalars.resize(term(index, at, symbols), index.type(), pointerWidth),
                                pool.bv(origin.size(element), pointerWidth)));
            case Expr.Distance(var left, var right, var type) ->
                scalars.resize(
                        pool.bvSub(term(left, at, symbols), term(right, at, symbols)),
                        new Type.Int(pointerWidth, true),
                        scalars.width(type, span));
            case Expr.Unary(var _, var operand)
            when operand.type() instanceof Type.Float type -> floats.negate(type, term(operand, at, symbols));
            case Expr.Binary(var op, var left, var right)
            when left.type() instanceof Type.Float type ->
                floats.binary(op, type, term(left, at, symbols), term(right, at, symbols), span);
            case Expr.Compare(var op, var left, var right)
            when left.type() instanceof Type.Float type ->
                floats.compare(op, type, term(left, at, symbols), term(right, at, symbols));
            case Expr.Cast(var type, var operand)
            when type instanceof Type.Float to ->
                floats.cast(operand.type(), to, term(operand, at, symbols), scalars, span);
            case Expr.Unary(var op, var operand) -> scalars.unary(op, operand.type(), term(operand, at, symbols), span);
            case Expr.Binary(var op, var left, var right) ->
                scalars.binary(op, left.type(), term(left, at, symbols), right.type(), term(right, at, symbols), span);
            case Expr.Compare(var op, var left, var right) ->
                scalars.compare(op, left.type(), term(left, at, symbols), term(right, at, symbols), span);
            case Expr.Cast(var type, var operand) ->
                type instanceof Type.Void
                        ? term(operand, at, symbols)
                        : scalars.cast(operand.type(), type, term(operand, at, symbols), span);
            case Expr.Select(var condition, var then, var otherwise) ->
                pool.ite(term(condition, at, symbols), term(then, at, symbols), term(otherwise, at, symbols));
            case Expr.Mathematical e -> sorts.term(e, inside -> term(inside, at, symbols), span);
        };
    }

    private int local(Local local, TraceEvent event, IntUnaryOperator symbols) {
        List<Local> locals = event.site().locals();
        int at = locals.indexOf(local);
        int symbol = event.symbols()[at];
        int term = symbol == 0 ? 0 : symbols.applyAsInt(symbol);
        return term == 0 ? constant(local.type(), event.values()[at]) : fitted(term, local.type());
    }

    /** The symbols an expression of the event depends on. */
    static void symbols(Expr expr, TraceEvent event, IntConsumer found) {
        List<Local> locals = event.site().locals();
        for (int i = 0; i < locals.size(); i++) {
            if (event.symbols()[i] != 0 && mentions(expr, locals.get(i))) found.accept(event.symbols()[i]);
        }
    }

    static boolean mentions(Expr expr, Local local) {
        return switch (expr) {
            case Local it -> it.equals(local);
            case Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> false;
            case Expr.Member(var pointer, var _, var _, var _) -> mentions(pointer, local);
            case Expr.Index(var pointer, var _, var index, var _) -> mentions(pointer, local) || mentions(index, local);
            case Expr.Distance(var left, var right, var _) -> mentions(left, local) || mentions(right, local);
            case Expr.Unary(var _, var operand) -> mentions(operand, local);
            case Expr.Binary(var _, var left, var right) -> mentions(left, local) || mentions(right, local);
            case Expr.Compare(var _, var left, var right) -> mentions(left, local) || mentions(right, local);
            case Expr.Cast(var _, var operand) -> mentions(operand, local);
            case Expr.Select(var condition, var then, var otherwise) ->
                mentions(condition, local) || mentions(then, local) || mentions(otherwise, local);
            case Expr.Mathematical e -> {
                var found = new boolean[1];
                Operands.forEachLocal(e, inside -> found[0] |= inside.equals(local));
                yield found[0];
            }
        };
    }
}
