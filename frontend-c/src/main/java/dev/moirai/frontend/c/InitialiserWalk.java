package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTInitializerList;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.c.ICASTArrayDesignator;
import org.eclipse.cdt.core.dom.ast.c.ICASTDesignatedInitializer;
import org.eclipse.cdt.core.dom.ast.c.ICASTDesignator;
import org.eclipse.cdt.core.dom.ast.c.ICASTFieldDesignator;
import org.eclipse.cdt.core.dom.ast.gnu.c.IGCCASTArrayRangeDesignator;

/**
 * Finds which clause of an initialiser belongs to which part of an object (C11 6.7.9): nested braces, omitted braces,
 * designators, and continuing after a designated part.
 */
final class InitialiserWalk {
    /** Receives the parts in order. {@code offset} counts from the start of the whole object. */
    interface Sink {
        void scalar(Operand place, long offset, IASTInitializerClause clause);

        /** Whether the object has the size of its type. */
        boolean isFixed();

        void text(Operand.Memory place, long offset, StringLiteral text, SourceSpan span);

        /** A part with braces of its own follows: values that an earlier designator gave it no longer count. */
        void restart(Operand.Memory place, long offset);

        /** A struct or union initialised as a whole. */
        void aggregate(Operand.Memory place, long offset, IASTInitializerClause clause);

        /** {@code kind} is the kind of a mutex, if its initialiser gives one other than the normal kind. */
        void synchronising(Operand.Memory place, long offset, int kind, IASTInitializerClause clause);
    }

    private record Part(Operand place, long offset) {}

    /** An object that is being initialised: its parts are numbered, {@code next} is the next one. */
    private final class Frame {
        private final Operand.Memory object;
        private final long offset;
        private long next;

        Frame(Operand.Memory object, long offset) {
            this.object = object;
            this.offset = offset;
        }

        private Optional<RecordType> record() {
            return object.type().plain() instanceof CType.Aggregate(var record)
                    ? Optional.of(record)
                    : Optional.empty();
        }

        boolean isFull() {
            return switch (object.type().plain()) {
                case CType.Array(var _, var length) -> length != CType.Array.UNKNOWN && next >= length;
                case CType.Aggregate(var record) ->
                    record.isUnion()
                            ? next != 0 || record.fields().isEmpty()
                            : next >= record.fields().size();
                default -> true;
            };
        }

        Part part(long index, SourceSpan span) {
            if (object.type() instanceof CType.Array(var element, var _)) {
                Expr number = Expr.constant(in.layouts.model().distanceType(), index);
                Expr address = in.places.element(object.address(), element, number, span);
                return new Part(
                        new Operand.Memory(element, address), offset + index * Math.max(in.layouts.size(element), 0));
            }
            RecordType.Field field = record().orElseThrow().fields().get((int) index);
            return new Part(in.places.field(object, field), offset + field.offset());
        }

        /** Continues after the part; a union holds only one part. */
        void after(long index) {
            next = record().filter(RecordType::isUnion).isPresent() ? 1 : index + 1;
        }
    }

    private final Translation in;
    private final Sink sink;
    private long longest;

    InitialiserWalk(Translation in, Sink sink) {
        this.in = in;
        this.sink = sink;
    }

    /** The length of an array of such elements that the clause initialises. */
    long length(CType element, IASTInitializerClause clause) {
        Optional<StringLiteral> text = element.isInteger() ? literal(clause, in) : Optional.empty();
        if (text.isPresent()) return text.get().units().length + 1;
        if (!(clause instanceof IASTInitializerList list)) {
            throw new CError(in.span(clause), "an array is initialised by a list or a string");
        }
        var array = new CType.Array(element, CType.Array.UNKNOWN);
        longest = 0;
        braces(new Operand.Memory(array, Fold.zero(in.layouts.pointerTo(element))), 0, list, true);
        return longest;
    }

    void object(Operand place, long offset, IASTInitializerClause clause) {
        SourceSpan span = in.span(clause);
        CType type = place.type().plain();
        if (type instanceof CType.Synchronising && place instanceof Operand.Memory memory) {
            synchronising(memory, offset, clause);
            return;
        }
        if (type instanceof CType.Array(var _, var length) && length == CType.Array.UNKNOWN && sink.isFixed()) {
            throw new CError(span, "only a static object can have its flexible array member initialised");
        }
        if (type.isArray()) {
            Optional<StringLiteral> text = type instanceof CType.Array(var element, var _) && element.isInteger()
                    ? literal(clause, in)
                    : Optional.empty();
            if (text.isPresent()) {
                sink.restart((Operand.Memory) place, offset);
                sink.text((Operand.Memory) place, offset, text.get(), span);
                return;
            }
        }
        if (clause instanceof IASTInitializerList list) {
            if (type.isScalar()) {
                if (list.getClauses().length > 0) object(place, offset, list.getClauses()[0]);
            } else {
                sink.restart((Operand.Memory) place, offset);
                braces((Operand.Memory) place, offset, list, false);
            }
            return;
        }
        if (type.isScalar()) {
            sink.scalar(place, offset, clause);
        } else if (type instanceof CType.Aggregate) {
            sink.aggregate((Operand.Memory) place, offset, clause);
        } else {
            in.conversions.refuse(type, span);
            throw new CError(span, "an object of type " + type + " needs braces around its initialiser");
        }
    }

    private void synchronising(Operand.Memory place, long offset, IASTInitializerClause clause) {
        if (clause instanceof IASTInitializerList list) sink.synchronising(place, offset, kindIn(list), clause);
        else if (in.expressions.typeOf(expression(clause, in.span(clause))).bare() instanceof CType.Synchronising) {
            sink.aggregate(place, offset, clause);
        } else {
            sink.synchronising(place, offset, 0, clause);
        }
    }

    /** glibc's initialisers are zero but for the mutex's kind, at whichever member that stands. */
    private int kindIn(IASTInitializerList list) {
        for (IASTInitializerClause clause : list.getClauses()) {
            int kind = switch (clause) {
                case IASTInitializerList inner -> kindIn(inner);
                case ICASTDesignatedInitializer designated
                when designated.getOperand() instanceof IASTInitializerList inner -> kindIn(inner);
                case IASTExpression expression -> mutexKind(expression);
                default -> 0;
            };
            if (kind != 0) return kind;
        }
        return 0;
    }

    private int mutexKind(IASTExpression expression) {
        if (!in.expressions.typeOf(expression).isInteger()) return 0;
        long value = in.expressions.constant(expression);
        return value == 1 || value == 2 ? (int) value : 0;
    }

    private void braces(Operand.Memory object, long offset, IASTInitializerList list, boolean measuring) {
        var frames = new ArrayList<Frame>();
        frames.add(new Frame(object, offset));
        for (IASTInitializerClause clause : list.getClauses()) {
            if (clause instanceof ICASTDesignatedInitializer designated) {
                designated(frames, designated, measuring);
            } else {
                while (frames.size() > 1 && frames.getLast().isFull()) frames.removeLast();
                if (frames.getLast().isFull()) return; // more than fits: compilers warn and ignore it
                clause(frames, clause, measuring);
            }
            longest = Math.max(longest, frames.getFirst().next);
        }
    }

    /** Gives the clause to the next part or, where braces are omitted, to the first part inside it. */
    private void clause(List<Frame> frames, IASTInitializerClause clause, boolean measuring) {
        SourceSpan span = in.span(clause);
        while (true) {
            Frame frame = frames.getLast();
            long index = frame.next;
            Part part = frame.part(index, span);
            frame.after(index);
            if (takesWhole(part.place().type(), clause)) {
                if (!measuring) object(part.place(), part.offset(), clause);
                return;
            }
            frames.add(new Frame((Operand.Memory) part.place(), part.offset()));
            if (frames.getLast().isFull()) {
                frames.removeLast();
                if (frame.isFull()) return;
            }
        }
    }

    private boolean takesWhole(CType type, IASTInitializerClause clause) {
        if (clause instanceof IASTInitializerList || type.isScalar()) return true;
        return switch (type.plain()) {
            case CType.Array(var element, var _) ->
                element.isInteger() && literal(clause, in).isPresent();
            case CType.Aggregate _ ->
                in.expressions
                        .typeOf(expression(clause, in.span(clause)))
                        .bare()
                        .equals(type.bare());
            default -> true;
        };
    }

    private void designated(List<Frame> frames, ICASTDesignatedInitializer node, boolean measuring) {
        frames.subList(1, frames.size()).clear();
        ICASTDesignator[] designators = node.getDesignators();
        for (int i = 0; i < designators.length; i++) {
            boolean last = i == designators.length - 1;
            switch (designators[i]) {
                case ICASTFieldDesignator field -> enter(frames, field, last);
                case ICASTArrayDesignator array ->
                    enter(frames, in.expressions.constant(array.getSubscriptExpression()), last, in.span(array));
                case IGCCASTArrayRangeDesignator range -> {
                    if (!last) throw CError.unsupported(in.span(range), "a range before another designator");
                    long to = in.expressions.constant(range.getRangeCeiling());
                    long from = in.expressions.constant(range.getRangeFloor());
                    for (long index = from; index < to; index++) {
                        frames.getLast().next = index;
                        clause(new ArrayList<>(frames), node.getOperand(), measuring);
                    }
                    frames.getLast().next = to;
                }
                default -> throw CError.unsupported(in.span(node), "this designator");
            }
        }
        clause(frames, node.getOperand(), measuring);
    }

    private void enter(List<Frame> frames, ICASTFieldDesignator node, boolean last) {
        SourceSpan span = in.span(node);
        Frame frame = frames.getLast();
        String name = node.getName().toString();
        RecordType record = frame.record().orElseThrow(() -> new CError(span, "no struct here has a member " + name));
        var path = record.path(name).orElseThrow(() -> new CError(span, record + " has no member " + name));
        for (int i = 0; i < path.size(); i++) {
            Frame at = frames.getLast();
            long index = at.record().orElseThrow().fields().indexOf(path.get(i));
            enter(frames, index, last && i == path.size() - 1, span);
        }
    }

    private void enter(List<Frame> frames, long index, boolean last, SourceSpan span) {
        Frame frame = frames.getLast();
        boolean outside = frame.object.type() instanceof CType.Array(var _, var length)
                && (index < 0 || (length != CType.Array.UNKNOWN && index >= length));
        if (outside || !frame.object.type().isArray() && frame.record().isEmpty()) {
            throw new CError(span, "the designator names no part of " + frame.object.type());
        }
        if (last) {
            frame.next = index;
            return;
        }
        Part part = frame.part(index, span);
        frame.after(index);
        if (!(part.place() instanceof Operand.Memory memory)) throw new CError(span, "a bit-field has no parts");
        frames.add(new Frame(memory, part.offset()));
    }

    static IASTExpression expression(IASTInitializerClause clause, SourceSpan span) {
        if (clause instanceof IASTExpression expression) return expression;
        throw new CError(span, "braces where a value is needed");
    }

    /** The string literal that the clause is, perhaps in braces or parentheses. */
    static Optional<StringLiteral> literal(IASTInitializerClause clause, Translation in) {
        return switch (clause) {
            case IASTLiteralExpression literal
            when literal.getKind() == IASTLiteralExpression.lk_string_literal -> Optional.of(in.literals.text(literal));
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> literal(unary.getOperand(), in);
            case IASTInitializerList list when list.getClauses().length == 1 -> literal(list.getClauses()[0], in);
            default -> Optional.empty();
        };
    }
}
