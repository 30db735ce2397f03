package dev.moirai.frontend.c;

import dev.moirai.frontend.c.wide.Wide;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;

/**
 * Collects the values that a variable has before the program starts. Zeros are left out; a later value replaces an
 * earlier one.
 */
final class ConstantInitials implements InitialiserWalk.Sink {
    private final Translation in;
    private final NavigableMap<Long, Expr> values = new TreeMap<>();
    private long end;

    ConstantInitials(Translation in) {
        this.in = in;
    }

    InitialValues values() {
        var initials = new ArrayList<Global.Initial>(values.size());
        values.forEach((offset, value) -> initials.add(new Global.Initial(offset, value)));
        return new InitialValues(initials, end);
    }

    private void reach(long offset) {
        end = Math.max(end, offset);
    }

    private void put(long offset, Expr value) {
        boolean zero = value instanceof Expr.Constant(var _, var bits) && bits == 0;
        if (zero) values.remove(offset);
        else values.put(offset, value);
    }

    @Override
    public void scalar(Operand place, long offset, IASTInitializerClause clause) {
        SourceSpan span = in.span(clause);
        Operand.Value value = in.expressions.value(clause, place.type());
        Expr converted = in.conversions.assigned(place.type(), value, span).expr();
        if (place instanceof Operand.BitField(var _, var _, var bits)) {
            bits(bits, offset, converted, span);
            return;
        }
        if (Wide.isWide(converted.type())) {
            words(offset, converted, span);
            return;
        }
        if (!isConstant(converted)) throw new CError(span, "the initialiser is not a constant");
        put(offset, converted);
        reach(offset + in.layouts.size(place.type()));
    }

    private void words(long offset, Expr value, SourceSpan span) {
        Wide.Bits bits = Wide.bits(value).orElseThrow(() -> new CError(span, "the initialiser is not a constant"));
        put(offset, new Expr.Constant(Type.U64, bits.low()));
        put(offset + 8, Expr.constant(Wide.upper(value.type()), bits.high()));
        reach(offset + in.layouts.model().pointerBytes() * 2L);
    }

    private void bits(RecordType.Bits bits, long offset, Expr value, SourceSpan span) {
        if (!(value instanceof Expr.Constant(var _, var number))) {
            throw new CError(span, "the initialiser is not a constant");
        }
        // Byte by byte, because in packed structs two bit-field units may share a byte.
        for (int bit = 0; bit < bits.width(); ) {
            int position = bits.shift() + bit;
            int taken = Math.min(8 - position % 8, bits.width() - bit);
            long part = (number >>> bit) & ((1L << taken) - 1);
            long at = offset + position / 8;
            long before = values.get(at) instanceof Expr.Constant(var _, var old) ? old : 0;
            long mask = ((1L << taken) - 1) << position % 8;
            put(at, Expr.constant(Type.U8, (before & ~mask) | part << position % 8));
            bit += taken;
        }
    }

    private static boolean isConstant(Expr expr) {
        return switch (expr) {
            case Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> true;
            case Expr.Member(var pointer, var _, var _, var _) -> isConstant(pointer);
            case Expr.Index(var pointer, var _, var index, var _) -> isConstant(pointer) && isConstant(index);
            case Expr.Cast(var _, var operand) -> isConstant(operand);
            case Expr.Unary(var _, var operand) -> isConstant(operand);
            case Expr.Binary(var _, var left, var right) -> isConstant(left) && isConstant(right);
            case Expr.Distance(var left, var right, var _) -> isConstant(left) && isConstant(right);
            case Expr.Compare _, Expr.Select _, Expr.Mathematical _, dev.moirai.ir.Local _ -> false;
        };
    }

    @Override
    public boolean isFixed() {
        return false;
    }

    @Override
    public void text(Operand.Memory place, long offset, StringLiteral text, SourceSpan span) {
        var type = (CType.Array) place.type();
        int[] units = text.units();
        long size = in.layouts.size(type.element());
        long room = type.length() == CType.Array.UNKNOWN ? units.length + 1 : type.length();
        for (int i = 0; i < units.length && i < room; i++) {
            put(offset + i * size, Expr.constant(in.ir(type.element()), units[i]));
        }
        reach(offset + room * size);
    }

    @Override
    public void restart(Operand.Memory place, long offset) {
        values.subMap(offset, offset + Math.max(in.layouts.size(place.type()), 0))
                .clear();
    }

    @Override
    public void aggregate(Operand.Memory place, long offset, IASTInitializerClause clause) {
        SourceSpan span = in.span(clause);
        // GNU C lets a compound literal initialise a static object: the literal's own initialiser is taken.
        if (InitialiserWalk.expression(clause, span)
                instanceof org.eclipse.cdt.core.dom.ast.c.ICASTTypeIdInitializerExpression literal) {
            new InitialiserWalk(in, this).object(place, offset, Initialisers.clause(literal.getInitializer()));
            return;
        }
        throw new CError(span, "the initialiser is not a constant");
    }

    @Override
    public void synchronising(Operand.Memory place, long offset, int kind, IASTInitializerClause clause) {
        boolean mutex = place.type().bare() instanceof CType.Synchronising(var sync) && sync == Sync.MUTEX;
        if (mutex) put(offset + Sync.KIND, Expr.constant(Type.I32, kind));
    }
}
