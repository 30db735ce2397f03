package dev.moirai.rely.transition;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Evaluates expressions on a {@link Path} to linear ones. Where C's meaning has cases (an unsigned sum wraps or does
 * not, a quotient rounds towards zero), the path splits, and the continuation is called once for each. A result that is
 * not linear becomes a freely chosen value in the type's range, and is reported as an {@link Abstraction}.
 */
final class Evaluation {
    /** For a variable index, the path splits over the elements of arrays up to this length. */
    static final int MOST_ELEMENTS = 8;

    /** Pointers are numbers of 64 bits, whatever the data model. */
    private static final Type.Int ADDRESS = new Type.Int(64, false);

    private final Program program;
    private final Conduct conduct;
    private final Variables variables;
    private final Objects objects;
    private final Instance thread;
    private final Quotients quotients;
    private final Wrapping wrapping;
    private final Comparisons comparisons;
    private final Strides strides;
    private final Elements elements;
    private SourceSpan span = SourceSpan.NOWHERE;
    private Consumer<Path> failing = _ -> {};
    private Consumer<Path> violating = _ -> {};

    Evaluation(Program program, Conduct conduct, Variables variables, Objects objects, Instance thread) {
        this.program = program;
        this.conduct = conduct;
        this.variables = variables;
        this.objects = objects;
        this.thread = thread;
        this.quotients = new Quotients(variables, conduct, this::fail);
        this.wrapping = new Wrapping(variables);
        this.comparisons = new Comparisons(objects);
        this.strides = new Strides(program, objects);
        this.elements = new Elements(program, conduct, objects, variables);
    }

    /** Sets the place of the instruction whose expressions are evaluated next. */
    void at(SourceSpan place) {
        span = place;
    }

    /**
     * Sets who is told of paths that a failure ends: a division by zero, a memory error. What the path did before may be
     * seen by others, who make steps before the failure.
     */
    void whenFailing(Consumer<Path> who) {
        failing = who;
    }

    /** The path ends with a failure. */
    void fail(Path path) {
        failing.accept(path);
    }

    /** Sets who is told of paths that end with what the system is asked about. */
    void whenViolating(Consumer<Path> who) {
        violating = who;
    }

    /** The path ends with what the system is asked about. */
    void violate(Path path) {
        violating.accept(path);
    }

    /** The path ends with a memory error. */
    private void stray(Path path) {
        if (conduct.isAboutMemory()) violate(path);
        else fail(path);
    }

    /** The place of the instruction whose expressions are evaluated. */
    SourceSpan span() {
        return span;
    }

    // ---- truth -------------------------------------------------------------------------------------------------

    /** Continues on every path on which the condition has the wanted truth value. */
    void decide(Cond cond, boolean wanted, Path path, Consumer<Path> then) {
        switch (cond) {
            case Cond.Known(var value) -> {
                if (value == wanted) then.accept(path);
            }
            case Cond.Any _ -> then.accept(path);
            case Cond.AtLeastZero(var e) ->
                require(path, Row.atLeastZero(wanted ? e : e.negated().plus(-1)), then);
            case Cond.Zero(var e) -> {
                if (wanted) require(path, Row.zero(e), then);
                else {
                    require(path.fork(), Row.atLeastZero(e.plus(-1)), then);
                    require(path, Row.atLeastZero(e.negated().plus(-1)), then);
                }
            }
            case Cond.Not(var of) -> decide(of, !wanted, path, then);
            case Cond.And(var left, var right) -> {
                if (wanted) decide(left, true, path, p -> decide(right, true, p, then));
                else {
                    decide(left, false, path.fork(), then);
                    decide(left, true, path, p -> decide(right, false, p, then));
                }
            }
            case Cond.Or(var left, var right) ->
                decide(new Cond.And(new Cond.Not(left), new Cond.Not(right)), !wanted, path, then);
        }
    }

    private static void require(Path path, Row row, Consumer<Path> then) {
        if (path.require(row)) then.accept(path);
    }

    void truth(Expr expr, Path path, BiConsumer<Cond, Path> then) {
        value(expr, path, (value, p) -> then.accept(truth(value), p));
    }

    private static Cond truth(Value value) {
        return switch (value) {
            case Value.Truth(var cond) -> cond;
            case Value.Number(var number) -> new Cond.Not(Cond.zero(number));
            case Value.Address _, Value.Element _ -> Cond.TRUE;
            case Value.Perhaps perhaps -> new Cond.Not(Comparisons.isNull(perhaps));
            case Value.Inside _, Value.Beyond _, Value.Opaque _ -> Cond.ANY;
        };
    }

    // ---- values ------------------------------------------------------------------------------------------------

    void value(Expr expr, Path path, BiConsumer<Value, Path> then) {
        switch (expr) {
            case Local local -> then.accept(path.local(local), path);
            case Expr.Constant(var type, var bits) -> then.accept(constant(type, bits), path);
            case Expr.GlobalAddress(var global, var _) ->
                then.accept(new Value.Address(objects.global(global, thread), 0), path);
            case Expr.FunctionAddress _ -> then.accept(Value.OPAQUE, path);
            case Expr.Member(var pointer, var tag, var field, var _) ->
                value(
                        pointer,
                        path,
                        (v, p) -> then.accept(
                                moved(v, program.layout(tag).fields().get(field).offset()), p));
            case Expr.Index(var pointer, var element, var index, var _) ->
                value(
                        pointer,
                        path,
                        (v, p) -> value(
                                index,
                                p,
                                (i, q) -> element(v, i, program.sizes().of(element), strides.array(pointer), q, then)));
            case Expr.Distance _ -> free(expr.type(), "difference of pointers", path, then);
            case Expr.Unary(var op, var operand) -> value(operand, path, (v, p) -> unary(op, expr.type(), v, p, then));
            case Expr.Binary(var op, var left, var right) ->
                value(left, path, (l, p) -> value(right, p, (r, q) -> binary(op, expr.type(), l, r, q, then)));
            case Expr.Compare(var op, var left, var right) ->
                value(
                        left,
                        path,
                        (l, p) -> value(
                                right, p, (r, q) -> then.accept(new Value.Truth(comparisons.compare(op, l, r)), q)));
            case Expr.Cast(var type, var operand) ->
                value(operand, path, (v, p) -> cast(type, operand.type(), v, p, then));
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                truth(condition, path, (c, p) -> {
                    decide(c, true, p.fork(), q -> value(whenTrue, q, then));
                    decide(c, false, p, q -> value(whenFalse, q, then));
                });
            case Expr.Mathematical _ -> then.accept(Value.OPAQUE, path);
        }
    }

    private static Value constant(Type type, long bits) {
        return switch (type) {
            case Type.Int(var width, var signed) -> {
                if (width == 1) yield new Value.Truth(new Cond.Known(bits != 0));
                BigInteger value = signed ? BigInteger.valueOf(bits) : new BigInteger(Long.toUnsignedString(bits));
                yield new Value.Number(Linear.of(value));
            }
            case Type.Pointer _ -> new Value.Number(Linear.of(new BigInteger(Long.toUnsignedString(bits))));
            case Type.Float _,
                    Type.Void _,
                    Type.Array _,
                    Type.Struct _,
                    Type.Code _,
                    Type.Opaque _,
                    Type.Mathematical _ -> Value.OPAQUE;
        };
    }

    private Value moved(Value pointer, long bytes) {
        return conduct.isAboutMemory() ? strides.moved(pointer, bytes) : Strides.unbounded(pointer, bytes);
    }

    /** The address of an array element; if the index is a variable, the array must be small. */
    private void element(
            Value pointer, Value index, long size, OptionalLong array, Path path, BiConsumer<Value, Path> then) {
        Value element = Value.OPAQUE;
        if (index instanceof Value.Number(var n)) {
            if (n.isConstant()) {
                element = moved(pointer, n.constant().longValue() * size);
            } else if (pointer instanceof Value.Address(var object, var offset) && isSplit(object, offset, size)) {
                element = new Value.Element(object, n, size, offset);
            } else if (conduct.isAboutMemory()) {
                element = strides.moved(pointer, n.times(BigInteger.valueOf(size)), array);
            } else if (pointer instanceof Value.Address(var object, var offset)
                    && elements.fits(object, offset, size)) {
                element = new Value.Element(object, n, size, offset);
            } else if (pointer instanceof Value.Element(var object, var first, var each, var offset) && each == size) {
                element = new Value.Element(object, first.plus(n), size, offset);
            }
        }
        then.accept(element, path);
    }

    /**
     * An address that is about to be used. If it is that of an element at a variable index, the path splits over all
     * elements; outside of the array the run ends, and so it does if the address leads nowhere.
     */
    void address(Expr expr, Path path, BiConsumer<Value, Path> then) {
        value(expr, path, (v, p) -> {
            if (v instanceof Value.Perhaps perhaps) {
                decide(perhaps.set(), false, p.fork(), this::stray);
                decide(perhaps.set(), true, p, q -> then.accept(perhaps.address(), q));
                return;
            }
            if (!(v instanceof Value.Element(var object, var index, var size, var offset))) {
                then.accept(v, p);
                return;
            }
            long end = program.sizes().of(objects.type(object).orElseThrow());
            long first = Math.ceilDiv(-offset, size);
            require(p.fork(), Row.atLeast(Linear.of(first - 1), index), this::stray);
            if (elements.fits(object, offset, size)) {
                long behind = Math.ceilDiv(end - offset, size);
                Row isBefore = Row.atLeast(Linear.of(behind - 1), index);
                require(p.fork(), Row.atLeast(index, Linear.of(behind)), this::stray);
                require(p, Row.atLeast(index, Linear.of(first)), q -> require(q, isBefore, r -> then.accept(v, r)));
                return;
            }
            long i = first;
            for (; i * size + offset < end; i++) {
                var there = new Value.Address(object, i * size + offset);
                require(p.fork(), Row.equal(index, Linear.of(i)), q -> then.accept(there, q));
            }
            require(p, Row.atLeast(index, Linear.of(i)), this::stray);
        });
    }

    Elements elements() {
        return elements;
    }

    private boolean isSplit(String object, long offset, long size) {
        boolean fits = objects.type(object).orElse(Type.VOID) instanceof Type.Array(var element, var length)
                && length <= MOST_ELEMENTS
                && program.sizes().of(element) == size
                && offset % size == 0;
        return fits && variables.split(object);
    }

    private void unary(Expr.UnaryOp op, Type type, Value operand, Path path, BiConsumer<Value, Path> then) {
        if (operand instanceof Value.Truth(var cond) && op == Expr.UnaryOp.COMPLEMENT) {
            then.accept(new Value.Truth(new Cond.Not(cond)), path);
        } else if (operand instanceof Value.Number(var number)) {
            // ~x is -x - 1 in two's complement.
            Linear result = op == Expr.UnaryOp.NEGATE
                    ? number.negated()
                    : number.negated().plus(-1);
            wrapped(result, type, path, then);
        } else free(type, "'" + op.symbol() + "' of what is no integer we follow", path, then);
    }

    private void binary(Expr.BinaryOp op, Type type, Value left, Value right, Path path, BiConsumer<Value, Path> then) {
        if (left instanceof Value.Truth(var l) && right instanceof Value.Truth(var r)) {
            then.accept(
                    new Value.Truth(
                            switch (op) {
                                case AND -> new Cond.And(l, r);
                                case OR -> new Cond.Or(l, r);
                                case XOR, ADD, SUBTRACT -> comparisons.compare(Expr.CompareOp.NOT_EQUAL, left, right);
                                case MULTIPLY -> new Cond.And(l, r);
                                case DIVIDE, REMAINDER, SHIFT_LEFT, SHIFT_RIGHT -> Cond.ANY;
                            }),
                    path);
            return;
        }
        if (!(left instanceof Value.Number(var l)) || !(right instanceof Value.Number(var r))) {
            then.accept(type instanceof Type.Int ? choice(type, path) : Value.OPAQUE, path);
            return;
        }
        if (l.isConstant() && r.isConstant() && type instanceof Type.Int) {
            boolean undefined = (op == Expr.BinaryOp.DIVIDE || op == Expr.BinaryOp.REMAINDER)
                    && r.constant().signum() == 0;
            if (undefined) fail(path);
            else {
                long result = Arithmetic.binary(
                        op, type, l.constant().longValue(), r.constant().longValue());
                then.accept(constant(type, Arithmetic.normalize(type, result)), path);
            }
            return;
        }
        switch (op) {
            case ADD -> wrapped(l.plus(r), type, path, then);
            case SUBTRACT -> wrapped(l.minus(r), type, path, then);
            case MULTIPLY -> {
                if (r.isConstant()) wrapped(l.times(r.constant()), type, path, then);
                else if (l.isConstant()) wrapped(r.times(l.constant()), type, path, then);
                else free(type, "product of two variables", path, then);
            }
            case SHIFT_LEFT -> {
                if (r.isConstant()) wrapped(l.times(Quotients.power(r, type)), type, path, then);
                else free(type, "shift by a variable", path, then);
            }
            case SHIFT_RIGHT -> {
                if (r.isConstant()) quotients.shifted(l, Quotients.power(r, type), path, then);
                else free(type, "shift by a variable", path, then);
            }
            case DIVIDE, REMAINDER -> {
                // The least signed number has no opposite.
                boolean mayWrap = conduct.isAboutAllRuns() && r.equals(Linear.of(-1));
                if (r.isConstant() && !mayWrap) quotients.division(op, l, r.constant(), path, then);
                else free(type, "division by a variable", path, then);
            }
            case AND -> {
                if (Quotients.isMask(r)) quotients.masked(l, r, path, then);
                else if (Quotients.isMask(l)) quotients.masked(r, l, path, then);
                else free(type, "'&' of two variables", path, then);
            }
            case OR, XOR -> free(type, "'" + op.symbol() + "' of variables", path, then);
        }
    }

    // ---- types -------------------------------------------------------------------------------------------------

    /** Converts an exact result to its type: it wraps, unless it is signed and may be assumed to fit. */
    private void wrapped(Linear exact, Type type, Path path, BiConsumer<Value, Path> then) {
        if (type instanceof Type.Int into && (!into.signed() || conduct.isAboutAllRuns()))
            wrapping.convert(exact, into, path, then);
        else then.accept(new Value.Number(exact), path);
    }

    private void cast(Type to, Type from, Value value, Path path, BiConsumer<Value, Path> then) {
        switch (value) {
            case Value.Truth(var cond) -> {
                if (isTruth(to)) then.accept(value, path);
                else if (!(to instanceof Type.Int)) free(to, "truth value as another type", path, then);
                else {
                    decide(cond, true, path.fork(), p -> then.accept(Value.of(1), p));
                    decide(cond, false, path, p -> then.accept(Value.of(0), p));
                }
            }
            case Value.Number(var number) -> {
                if (isTruth(to) && !(from instanceof Type.Float)) {
                    then.accept(new Value.Truth(truth(value)), path);
                } else if (to instanceof Type.Int into && from instanceof Type.Int before) {
                    if (Wrapping.holds(into, before)) then.accept(value, path);
                    else wrapping.convert(number, into, path, then);
                } else if (to instanceof Type.Int into && from instanceof Type.Pointer) {
                    wrapping.convert(number, into, path, then);
                } else if (to instanceof Type.Pointer && from instanceof Type.Int) {
                    wrapping.convert(number, ADDRESS, path, then);
                } else if (to instanceof Type.Pointer && from instanceof Type.Pointer) {
                    then.accept(value, path);
                } else free(to, "floating point", path, then);
            }
            case Value.Address _, Value.Element _, Value.Inside _, Value.Perhaps _, Value.Beyond _ -> {
                if (to instanceof Type.Pointer) then.accept(value, path);
                else free(to, "address as a number", path, then);
            }
            case Value.Opaque _ -> {
                if (to instanceof Type.Int) free(to, "number of unknown origin", path, then);
                else then.accept(Value.OPAQUE, path);
            }
        }
    }

    private static boolean isTruth(Type type) {
        return type instanceof Type.Int(var width, var _) && width == 1;
    }

    /** Continues with any value of the type, and reports {@code why}. */
    private void free(Type type, String why, Path path, BiConsumer<Value, Path> then) {
        variables.abstracted(why, span);
        then.accept(choice(type, path), path);
    }

    Value choice(Type type, Path path) {
        if (isTruth(type)) return new Value.Truth(Cond.ANY);
        if (!(type instanceof Type.Int || type instanceof Type.Pointer)) return Value.OPAQUE;
        Optional<Variable.Range> range = variables.range(type instanceof Type.Int ? type : ADDRESS);
        Linear chosen = variables.choice(range).now();
        range.ifPresent(given -> given.rows(chosen).forEach(path::require));
        return new Value.Number(chosen);
    }
}
