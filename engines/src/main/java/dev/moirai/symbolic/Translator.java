package dev.moirai.symbolic;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;
import java.util.HashMap;
import java.util.Map;

/**
 * Translates expressions to terms. A truth value is a boolean term, any other scalar a bit-vector of its width;
 * arithmetic is that of {@link ScalarTerms}.
 */
final class Translator {
    private final TermPool pool;
    private final ScalarTerms scalars;
    private final Sizes sizes;
    private final Sorts sorts;
    private final SymbolicMemory memory;
    private final Addresses addresses;
    private final Map<String, Integer> globalAddresses;
    private final Map<String, Integer> functionAddresses;
    private final Map<Local, Integer> slots = new HashMap<>();

    Translator(
            TermPool pool,
            Sizes sizes,
            SymbolicMemory memory,
            Addresses addresses,
            Map<String, Integer> globalAddresses,
            Map<String, Integer> functionAddresses) {
        this.pool = pool;
        this.scalars = new ScalarTerms(pool, addresses.width());
        this.sorts = new Sorts(pool);
        this.sizes = sizes;
        this.memory = memory;
        this.addresses = addresses;
        this.globalAddresses = globalAddresses;
        this.functionAddresses = functionAddresses;
    }

    int slot(Local local) {
        return slots.computeIfAbsent(local, _ -> memory.newSlot());
    }

    /** The number of bits of a scalar type; 0 for truth values, which are boolean terms. */
    int width(Type type, SourceSpan span) {
        return scalars.width(type, span);
    }

    int constant(Type type, long bits, SourceSpan span) {
        return scalars.constant(type, bits, span);
    }

    int term(Expr expr, PathState path, SourceSpan span) {
        return switch (expr) {
            case Local local -> {
                int value = path.values().get(slot(local));
                // Only reached on paths where the local was never set, so the value does not matter.
                yield value != Values.ABSENT ? value : constant(local.type(), 0, span);
            }
            case Expr.Constant(var type, var bits) -> constant(type, bits, span);
            case Expr.GlobalAddress(var global, var _) -> known(globalAddresses, global);
            case Expr.FunctionAddress(var function) -> known(functionAddresses, function);
            case Expr.Member(var pointer, var tag, var field, var _) ->
                pool.bvAdd(term(pointer, path, span), pool.bv(layoutOffset(tag, field), addresses.width()));
            case Expr.Index(var pointer, var element, var index, var _) ->
                addresses.moved(
                        term(pointer, path, span),
                        scalars.resize(term(index, path, span), index.type(), addresses.width()),
                        sizes.of(element),
                        path.guard());
            case Expr.Distance(var left, var right, var type) ->
                scalars.resize(
                        pool.bvSub(term(left, path, span), term(right, path, span)),
                        new Type.Int(addresses.width(), true),
                        width(type, span));
            case Expr.Unary(var op, var operand) -> scalars.unary(op, operand.type(), term(operand, path, span), span);
            case Expr.Binary(var op, var left, var right) ->
                scalars.binary(op, left.type(), term(left, path, span), right.type(), term(right, path, span), span);
            case Expr.Compare(var op, var left, var right) ->
                scalars.compare(op, left.type(), term(left, path, span), term(right, path, span), span);
            case Expr.Cast(var type, var operand) ->
                scalars.cast(operand.type(), type, term(operand, path, span), span);
            case Expr.Select(var condition, var then, var otherwise) -> {
                int test = path.guard().decide(term(condition, path, span));
                if (test == TermPool.TRUE) yield term(then, path, span);
                if (test == TermPool.FALSE) yield term(otherwise, path, span);
                yield pool.ite(test, term(then, path, span), term(otherwise, path, span));
            }
            case Expr.Mathematical e -> sorts.term(e, inside -> term(inside, path, span), span);
        };
    }

    private static int known(Map<String, Integer> addresses, String name) {
        Integer address = addresses.get(name);
        if (address == null) throw new IllegalArgumentException("no address of " + name);
        return address;
    }

    private long layoutOffset(String tag, int field) {
        var layout = sizes.layouts().get(tag);
        if (layout == null) throw new IllegalArgumentException("no layout of " + tag);
        return layout.fields().get(field).offset();
    }

    int resize(int value, Type from, int width) {
        return scalars.resize(value, from, width);
    }
}
