package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.BinaryOp;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves the names in expressions and finds their types. */
final class ExprChecker {
    private final Declarations declarations;
    private final Typing typing;
    private final BoogieComplaints complaints;
    private final Map<String, BoogieSymbol> scope;
    private final Set<String> typeParameters;

    ExprChecker(
            Declarations declarations,
            Typing typing,
            BoogieComplaints complaints,
            Map<String, BoogieSymbol> scope,
            Set<String> typeParameters) {
        this.declarations = declarations;
        this.typing = typing;
        this.complaints = complaints;
        this.scope = scope;
        this.typeParameters = typeParameters;
    }

    /** Checks the expression and that it has the type; what is wrong is complained about. */
    void check(BoogieExpr expr, BoogieType expected, String what) {
        try {
            expect(expr, expected, what);
        } catch (BoogieError e) {
            complaints.add(e.diagnostic());
        }
    }

    private void expect(BoogieExpr expr, BoogieType expected, String what) {
        BoogieType found = type(expr);
        if (typing.unify(found, expected)) return;
        throw new BoogieError(
                expr.span(), what + " is " + typing.known(found) + " where " + typing.known(expected) + " is expected");
    }

    BoogieType type(BoogieExpr expr) {
        return typing.set(expr, found(expr));
    }

    private BoogieType found(BoogieExpr expr) {
        return switch (expr) {
            case BoogieExpr.Truth _ -> BoogieType.BOOL;
            case BoogieExpr.Whole _ -> BoogieType.INT;
            case BoogieExpr.Decimal _ -> BoogieType.REAL;
            case BoogieExpr.Bits(var value, var width, var span) -> {
                if (width < 1) throw BoogieError.unsupported(span, "bit-vectors of " + width + " bits");
                if (value.bitLength() > width)
                    throw new BoogieError(span, value + " needs more than " + width + " bits");
                yield new BoogieType.Bv(width);
            }
            case BoogieExpr.Name name -> symbol(name).type();
            case BoogieExpr.Unary(var op, var operand, var _) -> {
                if (op == BoogieExpr.UnaryOp.NOT) {
                    expect(operand, BoogieType.BOOL, "the operand of !");
                    yield BoogieType.BOOL;
                }
                yield number(operand, "-");
            }
            case BoogieExpr.Binary binary -> binary(binary);
            case BoogieExpr.Apply apply -> application(apply);
            case BoogieExpr.Convert(var toInt, var operand, var _) -> {
                expect(operand, toInt ? BoogieType.REAL : BoogieType.INT, "the operand");
                yield toInt ? BoogieType.INT : BoogieType.REAL;
            }
            case BoogieExpr.Cell(var map, var indices, var span) -> cell(map, indices, span);
            case BoogieExpr.Updated(var map, var indices, var value, var span) -> {
                expect(value, cell(map, indices, span), "the new value");
                yield typing.type(map);
            }
            case BoogieExpr.Extract(var bits, var high, var low, var span) -> {
                BoogieType type = typing.known(type(bits));
                if (!(type instanceof BoogieType.Bv(var width))) {
                    throw new BoogieError(span, "bits are taken from a " + type + ", which is no bit-vector");
                }
                if (low >= high || high > width) {
                    throw new BoogieError(span, "a " + type + " has no bits [" + high + ":" + low + "]");
                }
                yield new BoogieType.Bv(high - low);
            }
            case BoogieExpr.IfThenElse(var condition, var whenTrue, var whenFalse, var _) -> {
                expect(condition, BoogieType.BOOL, "the condition");
                BoogieType type = type(whenTrue);
                expect(whenFalse, type, "the value for 'else'");
                yield type;
            }
            case BoogieExpr.Quantified quantified -> quantified(quantified);
            case BoogieExpr.Let let -> let(let);
            case BoogieExpr.Old(var operand, var _) -> type(operand);
            case BoogieExpr.Typed(var operand, var type, var _) -> {
                BoogieType wanted = declarations.types.resolve(type, typeParameters);
                expect(operand, wanted, "the operand");
                yield wanted;
            }
            case BoogieExpr.IsMade(var operand, var constructor, var span) -> {
                Datatype datatype = datatype(operand, span);
                if (datatype.constructor(constructor).isEmpty()) {
                    throw new BoogieError(span, datatype.name() + " has no constructor " + constructor);
                }
                yield BoogieType.BOOL;
            }
            case BoogieExpr.Field(var operand, var field, var span) -> field(operand, field, span);
            case BoogieExpr.WithField(var operand, var field, var value, var span) -> {
                expect(value, field(operand, field, span), "the field's new value");
                yield typing.type(operand);
            }
            case BoogieExpr.Code code -> code(code);
        };
    }

    BoogieSymbol symbol(BoogieExpr.Name name) {
        BoogieSymbol symbol = scope.get(name.name());
        if (symbol == null) symbol = declarations.variables.get(name.name());
        if (symbol == null) {
            String hint = declarations.functions.containsKey(name.name())
                    ? name.name() + " is a function: write " + name.name() + "(...)"
                    : Spelling.hint(name.name(), declarations.known(scope));
            throw new BoogieError(name.span(), "there is no variable " + name.name(), hint);
        }
        typing.set(name, symbol);
        return symbol;
    }

    private BoogieType number(BoogieExpr operand, String symbol) {
        BoogieType type = typing.known(type(operand));
        if (type.equals(BoogieType.INT) || type.equals(BoogieType.REAL)) return type;
        String hint = type instanceof BoogieType.Bv
                ? "bit-vectors have functions: function {:bvbuiltin \"bvadd\"} add(a: " + type + ", b: " + type + "): "
                        + type + ";"
                : "";
        throw new BoogieError(operand.span(), "an operand of " + symbol + " is " + type + ", not int or real", hint);
    }

    private BoogieType binary(BoogieExpr.Binary expr) {
        String symbol = expr.op().symbol();
        BoogieExpr left = expr.left();
        BoogieExpr right = expr.right();
        switch (expr.op()) {
            case IFF, IMPLIES, AND, OR -> {
                expect(left, BoogieType.BOOL, "the left operand of " + symbol);
                expect(right, BoogieType.BOOL, "the right operand of " + symbol);
                return BoogieType.BOOL;
            }
            case EQUAL, NOT_EQUAL -> {
                BoogieType type = type(left);
                if (!typing.unify(type, type(right))) {
                    throw new BoogieError(
                            expr.span(),
                            "a " + typing.type(left) + " is never comparable with a " + typing.type(right) + " by "
                                    + symbol);
                }
                return BoogieType.BOOL;
            }
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {
                expect(right, number(left, symbol), "the right operand of " + symbol);
                return BoogieType.BOOL;
            }
            case ADD, SUBTRACT, MULTIPLY -> {
                BoogieType type = number(left, symbol);
                expect(right, type, "the right operand of " + symbol);
                return type;
            }
            case DIV, MOD -> {
                expect(left, BoogieType.INT, "the left operand of " + symbol);
                expect(right, BoogieType.INT, "the right operand of " + symbol);
                return BoogieType.INT;
            }
            case DIVIDE_REAL -> {
                for (BoogieExpr operand : List.of(left, right)) number(operand, symbol);
                return BoogieType.REAL;
            }
            case CONCAT -> {
                return new BoogieType.Bv(width(left) + width(right));
            }
        }
        throw new IllegalStateException(symbol);
    }

    private int width(BoogieExpr operand) {
        BoogieType type = typing.known(type(operand));
        if (type instanceof BoogieType.Bv(var width)) return width;
        throw new BoogieError(
                operand.span(), "an operand of " + BinaryOp.CONCAT.symbol() + " is " + type + ", no bit-vector");
    }

    private BoogieType application(BoogieExpr.Apply apply) {
        FunctionHead function = declarations.functions.get(apply.function());
        if (function == null) {
            String hint = declarations.procedures.containsKey(apply.function())
                    ? apply.function() + " is a procedure, which only a call statement calls"
                    : Spelling.hint(apply.function(), declarations.functions.keySet());
            throw new BoogieError(apply.span(), "there is no function " + apply.function(), hint);
        }
        if (function.parameters().size() != apply.arguments().size()) {
            throw new BoogieError(
                    apply.span(),
                    apply.function() + " takes " + function.parameters().size() + " arguments, not "
                            + apply.arguments().size());
        }
        var arguments = new HashMap<String, BoogieType>();
        for (String name : function.declaration().typeParameters()) arguments.put(name, typing.fresh());
        for (int i = 0; i < apply.arguments().size(); i++) {
            BoogieType wanted = function.parameters().get(i).type().substitute(arguments);
            expect(apply.arguments().get(i), wanted, "argument " + (i + 1) + " of " + apply.function());
        }
        typing.set(apply, new Typing.Application(function, arguments));
        return function.result().substitute(arguments);
    }

    private BoogieType cell(BoogieExpr map, List<BoogieExpr> indices, SourceSpan span) {
        BoogieType type = typing.known(type(map));
        if (!(type instanceof BoogieType.MapOf(var keys, var value))) {
            throw new BoogieError(span, "a " + type + " has no cells: it is no map");
        }
        if (keys.size() != indices.size()) {
            String hint = value instanceof BoogieType.MapOf ? "a map of maps is written m[i][j]" : "";
            throw new BoogieError(
                    span, "a " + type + " takes " + keys.size() + " indices, not " + indices.size(), hint);
        }
        for (int i = 0; i < keys.size(); i++) expect(indices.get(i), keys.get(i), "the index");
        return value;
    }

    private Datatype datatype(BoogieExpr operand, SourceSpan span) {
        BoogieType type = typing.known(type(operand));
        Datatype datatype =
                type instanceof BoogieType.Declared(var name, var _) ? declarations.datatypes.get(name) : null;
        if (datatype == null) throw new BoogieError(span, "a " + type + " is no datatype");
        return datatype;
    }

    private BoogieType field(BoogieExpr operand, String field, SourceSpan span) {
        Datatype datatype = datatype(operand, span);
        int constructor = datatype.withField(field)
                .orElseThrow(() -> new BoogieError(span, datatype.name() + " has no field " + field));
        Datatype.Constructor made = datatype.constructors().get(constructor);
        return datatype.instance(
                typing.known(typing.type(operand)),
                made.fields().get(made.field(field).orElseThrow()).type());
    }

    private BoogieType let(BoogieExpr.Let expr) {
        var inner = new HashMap<>(scope);
        var symbols = new ArrayList<BoogieSymbol.Bound>();
        for (int i = 0; i < expr.variables().size(); i++) {
            BoogieVariable variable = expr.variables().get(i);
            var symbol = new BoogieSymbol.Bound(
                    variable, typing.known(type(expr.values().get(i))));
            inner.put(variable.name(), symbol);
            symbols.add(symbol);
        }
        typing.setBound(expr, symbols);
        return new ExprChecker(declarations, typing, complaints, inner, typeParameters).type(expr.body());
    }

    private BoogieType quantified(BoogieExpr.Quantified expr) {
        if (!expr.typeParameters().isEmpty()) {
            throw BoogieError.unsupported(expr.span(), "quantifiers over types");
        }
        var inner = new HashMap<>(scope);
        var symbols = new ArrayList<BoogieSymbol.Bound>();
        var own = new HashSet<String>();
        for (BoogieVariable variable : expr.variables()) {
            if (!own.add(variable.name())) {
                throw new BoogieError(variable.span(), "two bound variables " + variable.name());
            }
            var symbol = new BoogieSymbol.Bound(variable, declarations.types.resolve(variable.type(), typeParameters));
            inner.put(variable.name(), symbol);
            symbols.add(symbol);
        }
        typing.setBound(expr, symbols);
        var inside = new ExprChecker(declarations, typing, complaints, inner, typeParameters);
        for (List<BoogieExpr> trigger : expr.triggers()) trigger.forEach(inside::type);
        if (expr.quantifier() == BoogieExpr.Quantifier.LAMBDA) {
            BoogieType value = inside.type(expr.body());
            return new BoogieType.MapOf(
                    symbols.stream().map(BoogieSymbol.Bound::type).toList(), value);
        }
        inside.expect(expr.body(), BoogieType.BOOL, "what is quantified");
        return BoogieType.BOOL;
    }

    private BoogieType code(BoogieExpr.Code code) {
        var inner = new HashMap<>(scope);
        var locals = new ArrayList<BoogieSymbol.OfProcedure>();
        for (BoogieVariable variable : code.locals()) {
            var type = declarations.types.resolve(variable.type(), typeParameters);
            var symbol = new BoogieSymbol.OfProcedure(variable, type, BoogieSymbol.Role.LOCAL);
            inner.put(variable.name(), symbol);
            locals.add(symbol);
        }
        typing.setCodeLocals(code, locals);
        var result = typing.fresh();
        new StmtChecker(declarations, typing, complaints, inner, typeParameters, new LinkedHashSet<>())
                .code(code.body(), result);
        return result;
    }
}
