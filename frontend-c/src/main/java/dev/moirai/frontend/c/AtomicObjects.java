package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;

/**
 * Atomic accesses to structs of whatever size, such as a pointer with its tag: an atomic section in which the members are
 * copied or compared one by one, so that pointers stay pointers for every engine. What else is read or written stays outside
 * of the section, because other threads may come between.
 */
final class AtomicObjects {
    private static final int MOST_ELEMENTS = 64;

    private final Translation in;

    AtomicObjects(Translation in) {
        this.in = in;
    }

    /** The call of a builtin function whose first argument points to a struct; empty for all others. */
    Optional<Operand> call(String function, IASTFunctionCallExpression node) {
        boolean generic = function.startsWith("__c11_atomic_");
        IASTInitializerClause[] arguments = node.getArguments();
        if (!generic && !function.startsWith("__atomic_")
                || arguments.length == 0
                || !(arguments[0] instanceof IASTExpression first)
                || !(in.expressions.typeOf(first).plain() instanceof CType.Pointer(var target))
                || !(target.plain() instanceof CType.Aggregate type)) {
            return Optional.empty();
        }
        var access = new Accesses(type, pointer(first), in.span(node));
        return switch (function) {
            case "__c11_atomic_init", "__c11_atomic_store" -> Optional.of(access.store(value(arguments, 1)));
            case "__c11_atomic_load" -> Optional.of(access.load());
            case "__c11_atomic_exchange" -> Optional.of(access.exchange(value(arguments, 1)));
            case "__c11_atomic_compare_exchange_strong" ->
                Optional.of(access.compareExchange(pointer(arguments, 1), value(arguments, 2), false));
            case "__c11_atomic_compare_exchange_weak" ->
                Optional.of(access.compareExchange(pointer(arguments, 1), value(arguments, 2), true));
            case "__atomic_load" -> Optional.of(access.hand(access.load(), pointer(arguments, 1)));
            case "__atomic_store" -> Optional.of(access.store(pointer(arguments, 1)));
            case "__atomic_exchange" ->
                Optional.of(access.hand(access.exchange(pointer(arguments, 1)), pointer(arguments, 2)));
            // As compilers do where they cannot tell: one that may be weak is.
            case "__atomic_compare_exchange" ->
                Optional.of(access.compareExchange(
                        pointer(arguments, 1), pointer(arguments, 2), !isZero(argument(arguments, 3))));
            default -> throw CError.unsupported(in.span(node), function + " on an object of type " + type);
        };
    }

    /** The operand or, if that is an atomic struct, a copy of what it holds now. */
    Operand value(Operand operand, SourceSpan span) {
        return operand instanceof Operand.Memory(var type, var address)
                        && type.bare() instanceof CType.Atomic(CType.Aggregate object)
                ? new Accesses(object, in.writer.settle(address, span), span).load()
                : operand;
    }

    void store(CType.Aggregate type, Expr to, Expr from, SourceSpan span) {
        new Accesses(type, in.writer.settle(to, span), span).store(from);
    }

    private IASTExpression argument(IASTInitializerClause[] arguments, int index) {
        if (index < arguments.length && arguments[index] instanceof IASTExpression expression) return expression;
        throw new CError(in.span(arguments[0]), "too few arguments");
    }

    private Expr pointer(IASTInitializerClause[] arguments, int index) {
        return pointer(argument(arguments, index));
    }

    private Expr pointer(IASTExpression node) {
        return in.writer.settle(in.expressions.value(node).expr(), in.span(node));
    }

    /** Where the struct lies that an argument is. */
    private Expr value(IASTInitializerClause[] arguments, int index) {
        IASTExpression node = argument(arguments, index);
        SourceSpan span = in.span(node);
        if (value(in.expressions.operand(node), span) instanceof Operand.Memory(var type, var address)
                && FunctionBody.isAggregate(type)) return in.writer.settle(address, span);
        throw new CError(span, "a struct is needed");
    }

    private boolean isZero(IASTExpression node) {
        return in.expressions.value(node).expr() instanceof Expr.Constant constant && constant.bits() == 0;
    }

    private final class Accesses {
        private final CType.Aggregate type;
        private final Expr place;
        private final SourceSpan span;

        Accesses(CType.Aggregate type, Expr place, SourceSpan span) {
            this.type = type;
            this.place = place;
            this.span = span;
        }

        Operand.Memory load() {
            Operand.Memory found = fresh();
            begin();
            copy(found.address(), place);
            end();
            return found;
        }

        Operand store(Expr from) {
            Operand.Memory given = fresh();
            copy(given.address(), from);
            begin();
            copy(place, given.address());
            end();
            return LValues.nothing();
        }

        Operand.Memory exchange(Expr from) {
            Operand.Memory given = fresh();
            Operand.Memory found = fresh();
            copy(given.address(), from);
            begin();
            copy(found.address(), place);
            copy(place, given.address());
            end();
            return found;
        }

        /** A weak one may fail for no reason; on failure, what was found is put where the expected value was. */
        Operand compareExchange(Expr expectedAt, Expr desiredAt, boolean weak) {
            Operand.Memory expected = fresh();
            Operand.Memory desired = fresh();
            Operand.Memory found = fresh();
            copy(expected.address(), expectedAt);
            copy(desired.address(), desiredAt);
            Local done = in.writer.temporary(Type.BOOL);
            LibraryOptions options = in.linker.options().library();
            boolean mayFail = weak
                    && options.weakExchange() != LibraryOptions.WeakExchange.FAILS_IF_DIFFERENT
                    && options.world() != LibraryOptions.World.REAL;
            Local fails = in.writer.temporary(Type.BOOL);
            if (mayFail) in.writer.emit(new Instr.Nondet(fails, new Source.SpuriousFailure(), span));
            begin();
            copy(found.address(), place);
            Expr same = equal(in.ir(type), found.address(), expected.address());
            in.writer.emit(new Instr.Assign(done, mayFail ? new Expr.Select(fails, Expr.FALSE, same) : same, span));
            when(done, () -> copy(place, desired.address()));
            end();
            when(Expr.not(done), () -> copy(expectedAt, found.address()));
            return new Operand.Value(CType.BOOL, new Expr.Cast(Type.U8, done));
        }

        /** Copies what was found to where the caller wants it. */
        Operand hand(Operand.Memory found, Expr to) {
            copy(to, found.address());
            return LValues.nothing();
        }

        private Operand.Memory fresh() {
            return in.expressions.hidden(type, "value", span);
        }

        private void copy(Expr to, Expr from) {
            in.copies.copy(to, from, type, span);
        }

        private void begin() {
            in.writer.emit(new Instr.AtomicBegin(span));
        }

        private void end() {
            in.writer.emit(new Instr.AtomicEnd(span));
        }

        private void when(Expr condition, Runnable then) {
            String yes = in.writer.label("exchanged");
            String on = in.writer.label("on");
            in.writer.branch(condition, yes, on, span);
            in.writer.place(yes, span);
            then.run();
            in.writer.jump(on, span);
            in.writer.place(on, span);
        }

        /** Compares scalar by scalar; objects with padding are refused, because compilers compare that too. */
        private Expr equal(Type part, Expr one, Expr other) {
            return switch (part) {
                case Type.Int _, Type.Pointer _ ->
                    new Expr.Compare(CompareOp.EQUAL, loaded(part, one), loaded(part, other));
                case Type.Array(var element, var length)
                when length <= MOST_ELEMENTS -> {
                    Expr all = Expr.TRUE;
                    for (long i = 0; i < length; i++) {
                        Expr index = Expr.constant(in.layouts.model().distanceType(), i);
                        var pointer = new Type.Pointer(element);
                        all = both(
                                all,
                                equal(
                                        element,
                                        new Expr.Index(one, element, index, pointer),
                                        new Expr.Index(other, element, index, pointer)));
                    }
                    yield all;
                }
                case Type.Struct(var tag)
                when !hasGaps(tag) -> {
                    Layout layout = in.linker.layout(tag);
                    Expr all = Expr.TRUE;
                    for (int i = 0; i < layout.fields().size(); i++) {
                        Type field = layout.fields().get(i).type();
                        var pointer = new Type.Pointer(field);
                        all = both(
                                all,
                                equal(
                                        field,
                                        new Expr.Member(one, tag, i, pointer),
                                        new Expr.Member(other, tag, i, pointer)));
                    }
                    yield all;
                }
                case Type.Struct _,
                        Type.Array _,
                        Type.Float _,
                        Type.Opaque _,
                        Type.Void _,
                        Type.Code _,
                        Type.Mathematical _ ->
                    throw CError.unsupported(
                            span,
                            "compare-and-exchange of " + type
                                    + " (a union, floating-point numbers, padding or a long array)");
            };
        }

        private boolean hasGaps(String tag) {
            Layout layout = in.linker.layout(tag);
            long sum = 0;
            for (Layout.Field field : layout.fields()) sum += in.linker.sizes().of(field.type());
            return layout.kind() == Layout.Kind.UNION
                    || sum != in.linker.sizes().of(new Type.Struct(tag));
        }

        private Expr both(Expr one, Expr other) {
            return one.equals(Expr.TRUE) ? other : new Expr.Select(one, other, Expr.FALSE);
        }

        private Local loaded(Type scalar, Expr address) {
            Local value = in.writer.temporary(scalar);
            in.writer.emit(new Instr.Load(value, address, Access.PLAIN, span));
            return value;
        }
    }
}
