package dev.moirai.rely.recurrence;

import dev.moirai.interpret.Moment;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.ScalarTerms;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;

/**
 * Expressions as terms, and the conditions for them to be defined in C: no signed overflow, no division by zero, no
 * shift by too much.
 */
final class RoundTerms {
    static final Type HANDLE = Type.U64;

    private static final int POINTER_BITS = 64;

    private final Program program;
    private final TermPool pool;
    private final ScalarTerms scalars;
    private final Newcomers newcomers;

    RoundTerms(Program program, TermPool pool, Newcomers newcomers) {
        this.program = program;
        this.pool = pool;
        this.scalars = new ScalarTerms(pool, POINTER_BITS);
        this.newcomers = newcomers;
    }

    int variable(Type type, String name) {
        int width = width(type);
        return width == 0 ? pool.boolVar(name) : pool.bvVar(name, width);
    }

    /** Rounds are followed in bits. */
    private int width(Type type) {
        if (type instanceof Type.Mathematical) throw new NotCovered("a value of type " + type);
        return scalars.width(type, SourceSpan.NOWHERE);
    }

    int constant(Type type, long bits) {
        return scalars.constant(type, bits, SourceSpan.NOWHERE);
    }

    /** A thread's handle, converted to another type. */
    int handleAs(Type type, int handle) {
        return scalars.resize(handle, HANDLE, scalars.width(type, SourceSpan.NOWHERE));
    }

    /** The whole bytes in memory when the value is stored. */
    int stored(int term, int bytes) {
        return scalars.resize(term, Type.U64, 8 * bytes);
    }

    int loaded(int term, Type type) {
        return scalars.resize(term, Type.U64, width(type));
    }

    /** The value of an expression; {@code needs} receives the conditions for it to be defined. */
    int term(Expr expr, Moment moment, ToIntFunction<Local> locals, IntConsumer needs) {
        SourceSpan span = moment.instr().span();
        return switch (expr) {
            case Local local -> locals.applyAsInt(local);
            case Expr.Constant(var type, var bits) -> constant(type, bits);
            case Expr.GlobalAddress(var global, var _) -> {
                boolean isOwn = program.global(global).storage() == Global.Storage.THREAD_LOCAL;
                if (isOwn && newcomers.contains(moment.thread())) throw new NotCovered("a new thread's own variable");
                yield pool.bv(moment.value(expr), POINTER_BITS);
            }
            case Expr.FunctionAddress _ -> pool.bv(moment.value(expr), POINTER_BITS);
            case Expr.Member(var pointer, var tag, var field, var _) ->
                pool.bvAdd(
                        term(pointer, moment, locals, needs),
                        pool.bv(program.layout(tag).fields().get(field).offset(), POINTER_BITS));
            case Expr.Index(var pointer, var element, var index, var _) ->
                pool.bvAdd(
                        term(pointer, moment, locals, needs),
                        pool.bvMul(
                                scalars.resize(term(index, moment, locals, needs), index.type(), POINTER_BITS),
                                pool.bv(program.sizes().of(element), POINTER_BITS)));
            case Expr.Distance _ -> throw new NotCovered("a difference of pointers");
            case Expr.Unary(var op, var operand) -> {
                int value = term(operand, moment, locals, needs);
                if (op == Expr.UnaryOp.NEGATE && isSigned(operand.type())) {
                    needs.accept(-pool.eq(value, least(value)));
                }
                yield scalars.unary(op, operand.type(), value, span);
            }
            case Expr.Binary(var op, var left, var right) ->
                binary(op, left, right, term(left, moment, locals, needs), term(right, moment, locals, needs), needs);
            case Expr.Compare(var op, var left, var right) ->
                scalars.compare(
                        op, left.type(), term(left, moment, locals, needs), term(right, moment, locals, needs), span);
            case Expr.Cast(var type, var operand) ->
                scalars.cast(operand.type(), type, term(operand, moment, locals, needs), span);
            // The conditions of the branch that is not taken are required too, which is more than C asks.
            case Expr.Select(var condition, var then, var otherwise) ->
                pool.ite(
                        term(condition, moment, locals, needs),
                        term(then, moment, locals, needs),
                        term(otherwise, moment, locals, needs));
            case Expr.Mathematical _ -> throw new NotCovered("a value of type " + expr.type());
        };
    }

    /** The value that an atomic operation leaves in memory; its arithmetic wraps, signed or not. */
    int updated(Instr.RmwOp op, Type type, int old, int operand) {
        SourceSpan span = SourceSpan.NOWHERE;
        return switch (op) {
            case EXCHANGE -> operand;
            case ADD -> scalars.binary(Expr.BinaryOp.ADD, type, old, type, operand, span);
            case SUBTRACT -> scalars.binary(Expr.BinaryOp.SUBTRACT, type, old, type, operand, span);
            case AND -> scalars.binary(Expr.BinaryOp.AND, type, old, type, operand, span);
            case OR -> scalars.binary(Expr.BinaryOp.OR, type, old, type, operand, span);
            case XOR -> scalars.binary(Expr.BinaryOp.XOR, type, old, type, operand, span);
            case NAND ->
                scalars.unary(
                        Expr.UnaryOp.COMPLEMENT,
                        type,
                        scalars.binary(Expr.BinaryOp.AND, type, old, type, operand, span),
                        span);
        };
    }

    private int binary(Expr.BinaryOp op, Expr left, Expr right, int l, int r, IntConsumer needs) {
        int result = scalars.binary(op, left.type(), l, right.type(), r, SourceSpan.NOWHERE);
        if (pool.isBool(l)) return result;
        boolean signed = isSigned(left.type());
        int zero = pool.bv(0, pool.width(l));
        switch (op) {
            case ADD -> {
                if (signed) needs.accept(-pool.slt(pool.bvAnd(pool.bvXor(l, result), pool.bvXor(r, result)), zero));
            }
            case SUBTRACT -> {
                if (signed) needs.accept(-pool.slt(pool.bvAnd(pool.bvXor(l, r), pool.bvXor(l, result)), zero));
            }
            case MULTIPLY -> {
                if (!signed) break;
                int wide = 2 * pool.width(l);
                if (wide > 64) throw new NotCovered("a product of 64 bits");
                needs.accept(pool.eq(pool.bvMul(pool.sext(l, wide), pool.sext(r, wide)), pool.sext(result, wide)));
            }
            case DIVIDE, REMAINDER -> {
                needs.accept(-pool.eq(r, zero));
                if (signed) {
                    int minusOne = pool.bv(-1, pool.width(r));
                    needs.accept(pool.or(-pool.eq(l, least(l)), -pool.eq(r, minusOne)));
                }
            }
            case SHIFT_LEFT, SHIFT_RIGHT -> {
                if (signed && op == Expr.BinaryOp.SHIFT_LEFT) throw new NotCovered("a signed shift to the left");
                needs.accept(pool.ult(r, pool.bv(pool.width(l), pool.width(r))));
            }
            case AND, OR, XOR -> {}
        }
        return result;
    }

    static boolean isSigned(Type type) {
        return type instanceof Type.Int(var _, var signed) && signed;
    }

    private int least(int value) {
        return pool.bv(1L << (pool.width(value) - 1), pool.width(value));
    }
}
