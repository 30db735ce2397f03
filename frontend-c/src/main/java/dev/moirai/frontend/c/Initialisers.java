package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.source.SourceSpan;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTInitializerList;
import org.eclipse.cdt.core.dom.ast.c.ICASTTypeIdInitializerExpression;

/** Initialisers of variables and compound literals; {@link InitialiserWalk} finds out which clause belongs where. */
final class Initialisers {
    private final Translation in;

    Initialisers(Translation in) {
        this.in = in;
    }

    static IASTInitializerClause clause(IASTInitializer node) {
        return switch (node) {
            case IASTEqualsInitializer equals -> equals.getInitializerClause();
            case IASTInitializerList list -> list;
            default -> throw new IllegalArgumentException("initialiser " + node.getRawSignature());
        };
    }

    /** The type, with the length that the initialiser gives an array of unknown length. */
    CType completed(CType type, IASTInitializerClause clause) {
        if (!(type instanceof CType.Array(var element, var length)) || length != CType.Array.UNKNOWN) return type;
        return new CType.Array(element, new InitialiserWalk(in, new Ignoring()).length(element, clause));
    }

    private static final class Ignoring implements InitialiserWalk.Sink {
        @Override
        public void scalar(Operand place, long offset, IASTInitializerClause clause) {}

        @Override
        public boolean isFixed() {
            return true;
        }

        @Override
        public void text(Operand.Memory place, long offset, StringLiteral text, SourceSpan span) {}

        @Override
        public void restart(Operand.Memory place, long offset) {}

        @Override
        public void aggregate(Operand.Memory place, long offset, IASTInitializerClause clause) {}

        @Override
        public void synchronising(Operand.Memory place, long offset, int kind, IASTInitializerClause clause) {}
    }

    // ---- in functions ------------------------------------------------------------------------------------------

    /** Initialises an object of a block; {@code before} is what it holds so far. */
    void initialise(Operand.Memory object, IASTInitializerClause clause, Instr.Contents before, SourceSpan span) {
        boolean partial =
                clause instanceof IASTInitializerList && !object.type().isScalar();
        boolean synchronising = object.type().bare() instanceof CType.Synchronising;
        if (partial && !synchronising && before == Instr.Contents.FREE) {
            in.copies.clear(object.address(), object.type(), span);
        }
        new InitialiserWalk(in, new Storing(partial, span)).object(object, 0, clause);
    }

    private final class Storing implements InitialiserWalk.Sink {
        private final boolean cleared;
        private final SourceSpan span;
        /** Positions, in bits, that may hold something other than the initial zeros. */
        private final NavigableSet<Long> written = new TreeSet<>();

        Storing(boolean cleared, SourceSpan span) {
            this.span = span;
            this.cleared = cleared;
        }

        @Override
        public void scalar(Operand place, long offset, IASTInitializerClause clause) {
            SourceSpan span = in.span(clause);
            Operand.Value value = in.expressions.value(clause, place.type());
            Operand.Value converted = in.conversions.assigned(place.type(), value, span);
            boolean zero = converted.expr() instanceof Expr.Constant(var _, var bits) && bits == 0;
            long bit = offset * 8
                    + (place instanceof Operand.BitField field ? field.bits().shift() : 0);
            if (cleared && zero && !written.contains(bit)) return;
            written.add(bit);
            in.places.write(place, converted.expr(), span);
        }

        @Override
        public boolean isFixed() {
            return true;
        }

        @Override
        public void text(Operand.Memory place, long offset, StringLiteral text, SourceSpan span) {
            var type = (CType.Array) place.type();
            int[] units = text.units();
            written.add(offset * 8);
            long count = cleared ? Math.min(units.length, type.length()) : type.length();
            for (int i = 0; i < count; i++) {
                Expr index = Expr.constant(in.layouts.model().distanceType(), i);
                Expr address = in.places.element(place.address(), type.element(), index, span);
                Expr unit = Expr.constant(in.ir(type.element()), i < units.length ? units[i] : 0);
                in.places.write(new Operand.Memory(type.element(), address), unit, span);
            }
        }

        @Override
        public void restart(Operand.Memory place, long offset) {
            long size = in.layouts.size(place.type());
            if (written.subSet(offset * 8, (offset + size) * 8).isEmpty()) return;
            in.copies.clear(place.address(), place.type(), span);
        }

        @Override
        public void aggregate(Operand.Memory place, long offset, IASTInitializerClause clause) {
            SourceSpan span = in.span(clause);
            written.add(offset * 8);
            Operand value = in.expressions.operand(InitialiserWalk.expression(clause, span));
            in.copies.assign(place, value, span);
        }

        @Override
        public void synchronising(Operand.Memory place, long offset, int kind, IASTInitializerClause clause) {
            var sync = (CType.Synchronising) place.type().bare();
            in.writer.emit(new Instr.InitSync(
                    sync.kind(), place.address(), Expr.constant(in.ir(CType.INT), kind), in.span(clause)));
        }
    }

    Operand compoundLiteral(ICASTTypeIdInitializerExpression node) {
        SourceSpan span = in.span(node);
        IASTInitializerClause clause = clause(node.getInitializer());
        CType type = completed(in.types.typeId(node.getTypeId()), clause);
        if (in.writer.isConstant() && !in.writer.isDryRun()) {
            Definition.Variable variable = in.linker.variables().unnamed(type, span);
            InitialValues initial = constants(variable.name(), type, clause);
            variable.initialise(() -> initial);
            return in.expressions.global(variable);
        }
        Operand.Memory object = in.expressions.hidden(type, "literal", span);
        initialise(object, clause, Instr.Contents.FREE, span);
        return object;
    }

    // ---- variables with static storage ---------------------------------------------------------------------------

    InitialValues constants(String global, CType type, IASTInitializerClause clause) {
        var address = new Expr.GlobalAddress(global, in.layouts.pointerTo(type));
        var collecting = new ConstantInitials(in);
        new InitialiserWalk(in, collecting).object(new Operand.Memory(type, address), 0, clause);
        return collecting.values();
    }

    /** The text, if a string literal initialises the array. */
    Optional<String> literal(CType type, IASTInitializerClause clause) {
        return type.isArray() ? InitialiserWalk.literal(clause, in).map(StringLiteral::text) : Optional.empty();
    }
}
