package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.BinaryOp;
import dev.moirai.ir.Access;
import dev.moirai.ir.BoundVariables;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Writes what an expression needs (loads, choices, loops of quantifiers) and gives its value. */
final class ExprLowering {
    private static final int DEEPEST = 200;

    private final Lowering program;
    private final BodyWriter writer;
    /** What globals were when the procedure began, for {@code old}. */
    private final Map<BoogieSymbol.Global, Local> before;

    private final PartialOperators.Form form;
    /** Where the expression around does not hold, nobody looks at the value. */
    private Expr guard = Expr.TRUE;

    private List<Expr> facts = List.of();

    private int depth;

    ExprLowering(Lowering program, BodyWriter writer, Map<BoogieSymbol.Global, Local> before) {
        this(program, writer, before, PartialOperators.Form.BRANCH);
    }

    private ExprLowering(
            Lowering program, BodyWriter writer, Map<BoogieSymbol.Global, Local> before, PartialOperators.Form form) {
        this.program = program;
        this.writer = writer;
        this.before = before;
        this.form = form;
    }

    /** For expressions that are evaluated where no jump may stand. */
    ExprLowering withoutJumps() {
        return new ExprLowering(program, writer, before, PartialOperators.Form.EXPRESSION);
    }

    Lowering program() {
        return program;
    }

    BodyWriter writer() {
        return writer;
    }

    PartialOperators.Form form() {
        return form;
    }

    Expr guard() {
        return guard;
    }

    /** Whether the value is only looked at where this holds. */
    boolean isKnown(Expr fact) {
        return facts.contains(fact);
    }

    /** The value of an expression that is only looked at where a condition holds; {@code kept} is the same, cheap to write. */
    private Expr guarded(Expr condition, Expr kept, Supplier<Expr> value) {
        Expr guardBefore = guard;
        List<Expr> factsBefore = facts;
        facts = new ArrayList<>(facts);
        conjuncts(condition, facts);
        guard = BoogieOperators.and(guard, kept);
        try {
            return value.get();
        } finally {
            guard = guardBefore;
            facts = factsBefore;
        }
    }

    private static void conjuncts(Expr condition, List<Expr> into) {
        if (condition instanceof Expr.Binary(var op, var left, var right) && op == Expr.BinaryOp.AND) {
            conjuncts(left, into);
            conjuncts(right, into);
        } else into.add(condition);
    }

    /** And, or, implication: the right operand matters only where the left one does not decide. */
    Expr decided(BinaryOp op, Expr left, BoogieExpr right, Function<BoogieExpr, Expr> value) {
        if (!isPartial(right)) return BoogieOperators.apply(op, left, value.apply(right));
        Expr kept = form == PartialOperators.Form.BRANCH ? writer.simple(left, right.span()) : left;
        Expr open = op == BinaryOp.OR ? Expr.not(left) : left;
        Expr openKept = op == BinaryOp.OR ? Expr.not(kept) : kept;
        return BoogieOperators.apply(op, kept, guarded(open, openKept, () -> value.apply(right)));
    }

    /** Whether the value may be one of which nothing is known. */
    private boolean isPartial(BoogieExpr expr) {
        var partial = new boolean[1];
        Subterms.visit(expr, part -> {
            switch (part) {
                case BoogieExpr.Field _, BoogieExpr.WithField _ -> partial[0] = true;
                case BoogieExpr.Apply apply -> partial[0] |= program.theory().mayBePartial(apply);
                case BoogieExpr.Binary(var op, var _, var _, var _) ->
                    partial[0] |= op == BinaryOp.DIV || op == BinaryOp.MOD || op == BinaryOp.DIVIDE_REAL;
                default -> {}
            }
        });
        return partial[0];
    }

    BoogieType typeOf(BoogieExpr expr, Context context) {
        return program.typing().type(expr).substitute(context.types());
    }

    private Type irType(BoogieExpr expr, Context context) {
        return program.types().of(typeOf(expr, context), expr.span());
    }

    Expr value(BoogieExpr expr, Context context) {
        if (depth > DEEPEST) throw new BoogieError(expr.span(), "the expression is nested too deeply");
        depth++;
        try {
            return lowered(expr, context);
        } finally {
            depth--;
        }
    }

    private Expr lowered(BoogieExpr expr, Context context) {
        return switch (expr) {
            case BoogieExpr.Truth(var value, var _) -> value ? Expr.TRUE : Expr.FALSE;
            case BoogieExpr.Whole(var value, var _) -> new Expr.Number(value);
            case BoogieExpr.Decimal(var value, var _) ->
                value.scale() > 0
                        ? new Expr.Ratio(value.unscaledValue(), java.math.BigInteger.TEN.pow(value.scale()))
                        : new Expr.Ratio(value.toBigInteger(), java.math.BigInteger.ONE);
            case BoogieExpr.Bits(var value, var width, var _) ->
                width > LoweredTypes.WIDEST
                        ? new Expr.Number(value)
                        : Expr.constant(irType(expr, context), value.longValue());
            case BoogieExpr.Name name -> name(name, context);
            case BoogieExpr.Unary(var op, var operand, var _) -> {
                Expr value = value(operand, context);
                yield op == BoogieExpr.UnaryOp.NOT ? Expr.not(value) : negated(value);
            }
            case BoogieExpr.Binary binary -> binary(binary, context);
            case BoogieExpr.Apply apply -> program.theory().apply(this, apply, context);
            case BoogieExpr.Convert(var toInt, var operand, var _) ->
                new Expr.Calculate(toInt ? MathOp.FLOOR : MathOp.REAL_OF, value(operand, context));
            case BoogieExpr.Cell cell -> cell(cell, context);
            case BoogieExpr.Updated(var map, var indices, var value, var span) -> {
                Expr whole = value(map, context);
                yield updated(whole, values(indices, context), value(value, context), span);
            }
            case BoogieExpr.Extract(var bits, var high, var low, var _) -> {
                Expr whole = value(bits, context);
                yield WideVectors.isWide(typeOf(bits, context))
                        ? WideVectors.extract(whole, high, low)
                        : BitVectors.extract(whole, low, (Type.Int) irType(expr, context));
            }
            case BoogieExpr.IfThenElse(var condition, var whenTrue, var whenFalse, var span) -> {
                Expr truth = value(condition, context);
                boolean partial = isPartial(whenTrue) || isPartial(whenFalse);
                Expr kept = partial && form == PartialOperators.Form.BRANCH ? writer.simple(truth, span) : truth;
                yield new Expr.Select(
                        kept,
                        guarded(truth, kept, () -> value(whenTrue, context)),
                        guarded(Expr.not(truth), Expr.not(kept), () -> value(whenFalse, context)));
            }
            case BoogieExpr.Quantified quantified -> new Quantifiers(this).value(quantified, context);
            case BoogieExpr.Let(var _, var values, var body, var span) -> {
                Context inside = context;
                List<BoogieSymbol.Bound> variables = program.typing().bound(expr);
                for (int i = 0; i < variables.size(); i++) {
                    Expr value = writer.simple(value(values.get(i), context), span);
                    inside = inside.with(variables.get(i), value);
                }
                yield value(body, inside);
            }
            case BoogieExpr.Old(var operand, var _) -> value(operand, context.before());
            case BoogieExpr.Typed(var operand, var _, var _) -> value(operand, context);
            case BoogieExpr.IsMade(var operand, var constructor, var span) -> {
                BoogieType type = typeOf(operand, context);
                int which =
                        program.types().datatype(type).constructor(constructor).orElseThrow();
                yield new Records(this, span).isMade(type, value(operand, context), which);
            }
            case BoogieExpr.Field(var operand, var field, var span) -> {
                yield new Records(this, span).field(typeOf(operand, context), value(operand, context), field);
            }
            case BoogieExpr.WithField(var operand, var field, var value, var span) -> {
                Expr record = value(operand, context);
                yield new Records(this, span).withField(typeOf(operand, context), record, field, value(value, context));
            }
            case BoogieExpr.Code code -> new CodeLowering(this).value(code, context);
        };
    }

    List<Expr> values(List<BoogieExpr> exprs, Context context) {
        var all = new ArrayList<Expr>();
        for (BoogieExpr expr : exprs) all.add(value(expr, context));
        return all;
    }

    // ---- variables and cells -----------------------------------------------------------------------------------

    private Expr name(BoogieExpr.Name name, Context context) {
        BoogieSymbol symbol = program.typing().symbol(name);
        Expr known = context.values().get(symbol);
        if (known != null) return known;
        return switch (symbol) {
            case BoogieSymbol.Global global -> {
                Local snapshot = before.get(global);
                if (context.time() == Context.Time.BEFORE && snapshot != null) {
                    assumeProper(global.type(), snapshot, name.span());
                    yield snapshot;
                }
                yield read(program.address(global), global.type(), writer.access(), name.span());
            }
            case BoogieSymbol.Constant constant -> program.theory().constant(this, constant, name.span());
            case BoogieSymbol.OfProcedure _, BoogieSymbol.Bound _ ->
                throw new BoogieError(name.span(), name.name() + " has no value here");
        };
    }

    /** Reads memory; a free value is one of those that the type has. */
    private Expr read(Expr address, BoogieType type, Access access, SourceSpan span) {
        if (program.nodes().isField(type)) throw NodeTypes.refused("the whole map " + type + " as a value", span);
        Local value = writer.load(address, program.types().of(type, span), access, span);
        assumeProper(type, value, span);
        return value;
    }

    void assumeProper(BoogieType type, Expr value, SourceSpan span) {
        if (!program.types().needsCheck(type) || BoundVariables.areIn(value)) return;
        Expr proper = new Records(this, span).isProper(type, writer.simple(value, span));
        if (!proper.equals(Expr.TRUE)) writer.emit(new Instr.Assume(proper, span));
    }

    private Expr cell(BoogieExpr.Cell cell, Context context) {
        if (isGlobalNow(cell, context)) {
            // Only this cell is touched: m[i][j] of a global m is one access.
            Expr address = address(cell, context);
            if (BoundVariables.areIn(address)) {
                return proper(typeOf(cell, context), lookup(address, writer.access(), cell.span()), cell.span());
            }
            return read(address, typeOf(cell, context), writer.access(), cell.span());
        }
        Expr map = value(cell.map(), context);
        for (Expr index : values(cell.indices(), context)) map = new Expr.Lookup(map, index);
        if (BoundVariables.areIn(map)) return proper(typeOf(cell, context), map, cell.span());
        assumeProper(typeOf(cell, context), map, cell.span());
        return map;
    }

    /** Where nothing can be assumed, for infinitely many values at once, zero stands for what is no value of the type. */
    Expr proper(BoogieType type, Expr value, SourceSpan span) {
        if (!program.types().needsCheck(type)) return value;
        return new Expr.Select(new Records(this, span).isProper(type, value), value, Records.zero(value.type()));
    }

    /** A cell that a quantifier's variable chooses, from the whole map. */
    Expr lookup(Expr address, Access access, SourceSpan span) {
        if (address instanceof Expr.Cell(var map, var key)) return new Expr.Lookup(lookup(map, access, span), key);
        return writer.load(address, ((Type.Pointer) address.type()).target(), access, span);
    }

    private boolean isGlobalNow(BoogieExpr expr, Context context) {
        return switch (expr) {
            case BoogieExpr.Cell cell -> isGlobalNow(cell.map(), context);
            case BoogieExpr.Name name ->
                program.typing().symbol(name) instanceof BoogieSymbol.Global global
                        && !(context.time() == Context.Time.BEFORE && before.containsKey(global));
            default -> false;
        };
    }

    /** The address of a global or of a cell of one. */
    Expr address(BoogieExpr place, Context context) {
        return switch (place) {
            case BoogieExpr.Name name ->
                program.address((BoogieSymbol.Global) program.typing().symbol(name));
            case BoogieExpr.Cell(var map, var indices, var _) -> {
                Expr address = address(map, context);
                for (Expr index : values(indices, context)) address = new Expr.Cell(address, index);
                yield address;
            }
            default -> throw new BoogieError(place.span(), "this is no place of a global");
        };
    }

    /** {@code map[i, j := value]}: the map that differs there. */
    Expr updated(Expr map, List<Expr> indices, Expr value, SourceSpan span) {
        if (indices.isEmpty()) return value;
        Expr whole = writer.simple(map, span);
        Expr index = writer.simple(indices.getFirst(), span);
        List<Expr> rest = indices.subList(1, indices.size());
        return new Expr.Update(whole, index, updated(new Expr.Lookup(whole, index), rest, value, span));
    }

    // ---- operators ---------------------------------------------------------------------------------------------

    private static Expr negated(Expr value) {
        return switch (value) {
            case Expr.Number(var number) -> new Expr.Number(number.negate());
            case Expr.Ratio(var numerator, var denominator) -> new Expr.Ratio(numerator.negate(), denominator);
            default -> new Expr.Calculate(MathOp.NEGATE, value);
        };
    }

    private Expr binary(BoogieExpr.Binary expr, Context context) {
        Expr left = value(expr.left(), context);
        if (expr.op() == BinaryOp.AND || expr.op() == BinaryOp.OR || expr.op() == BinaryOp.IMPLIES) {
            return decided(expr.op(), left, expr.right(), right -> value(right, context));
        }
        Expr right = value(expr.right(), context);
        if (expr.op() == BinaryOp.CONCAT) {
            return WideVectors.concat(left, typeOf(expr.left(), context), right, typeOf(expr.right(), context));
        }
        return switch (expr.op()) {
            case DIVIDE_REAL -> quotient(MathOp.DIVIDE, real(left), real(right), expr.span());
            case DIV -> quotient(MathOp.QUOTIENT, left, right, expr.span());
            case MOD -> quotient(MathOp.REMAINDER, left, right, expr.span());
            case EQUAL -> equal(expr, left, right, context);
            case NOT_EQUAL -> Expr.not(equal(expr, left, right, context));
            default -> BoogieOperators.apply(expr.op(), left, right);
        };
    }

    private Expr equal(BoogieExpr.Binary expr, Expr left, Expr right, Context context) {
        return new MapEquality(this, expr.span()).equal(typeOf(expr.left(), context), left, right);
    }

    Expr quotient(MathOp op, Expr dividend, Expr divisor, SourceSpan span) {
        return BoogieQuotients.value(this, op, dividend, divisor, span);
    }

    private static Expr real(Expr value) {
        return value.type().equals(Type.INTEGER) ? new Expr.Calculate(MathOp.REAL_OF, value) : value;
    }

    /** A function's body with the arguments in the place of its parameters. */
    Expr inlined(
            List<BoogieSymbol.Bound> parameters, BoogieExpr body, List<Expr> arguments, Map<String, BoogieType> types) {
        var values = new HashMap<BoogieSymbol, Expr>();
        for (int i = 0; i < parameters.size(); i++) {
            values.put(parameters.get(i), writer.simple(arguments.get(i), body.span()));
        }
        return value(body, new Context(values, types, Context.Time.NOW));
    }
}
