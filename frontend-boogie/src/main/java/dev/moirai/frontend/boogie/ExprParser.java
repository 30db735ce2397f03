package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.BinaryOp;
import dev.moirai.frontend.boogie.BoogieExpr.Quantifier;
import dev.moirai.source.SourceSpan;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads expressions, by Boogie's precedences: from {@code <==>}, which binds least, down to {@code m[i]}. */
final class ExprParser {
    private static final Map<String, BinaryOp> COMPARISONS = Map.of(
            "==", BinaryOp.EQUAL,
            "!=", BinaryOp.NOT_EQUAL,
            "<", BinaryOp.LESS,
            "<=", BinaryOp.LESS_OR_EQUAL,
            ">", BinaryOp.GREATER,
            ">=", BinaryOp.GREATER_OR_EQUAL);

    private static final int WIDEST = 1 << 16;

    private final TokenStream in;
    private final TypeParser types;
    private final BoogieParser parser;

    ExprParser(TokenStream in, TypeParser types, BoogieParser parser) {
        this.in = in;
        this.types = types;
        this.parser = parser;
    }

    BoogieExpr expression() {
        BoogieExpr left = implication();
        while (in.at("<==>")) {
            SourceSpan span = in.span();
            in.next();
            left = new BoogieExpr.Binary(BinaryOp.IFF, left, implication(), span);
        }
        return left;
    }

    private BoogieExpr implication() {
        BoogieExpr left = logical();
        SourceSpan span = in.span();
        if (in.accept("==>")) return new BoogieExpr.Binary(BinaryOp.IMPLIES, left, implication(), span);
        while (in.accept("<==")) left = new BoogieExpr.Binary(BinaryOp.IMPLIES, logical(), left, span);
        return left;
    }

    private BoogieExpr logical() {
        BoogieExpr left = comparison();
        String first = in.peek().text();
        BinaryOp op = in.at("&&") ? BinaryOp.AND : BinaryOp.OR;
        while (in.at("&&") || in.at("||")) {
            SourceSpan span = in.span();
            if (!in.at(first)) {
                throw new BoogieError(span, "&& and || stand beside each other", "put one of them in brackets");
            }
            in.next();
            left = new BoogieExpr.Binary(op, left, comparison(), span);
        }
        return left;
    }

    private BoogieExpr comparison() {
        BoogieExpr left = concatenation();
        SourceSpan span = in.span();
        if (in.at("<:")) throw BoogieError.unsupported(span, "the partial order <:");
        if (in.at("=")) throw new BoogieError(span, "'=' compares nothing", "equality is ==");
        BinaryOp op = in.peek().kind() == BoogieToken.Kind.SYMBOL
                ? COMPARISONS.get(in.peek().text())
                : null;
        if (op == null) return left;
        in.next();
        return new BoogieExpr.Binary(op, left, concatenation(), span);
    }

    private BoogieExpr concatenation() {
        BoogieExpr left = sum();
        while (in.at("++")) {
            SourceSpan span = in.span();
            in.next();
            left = new BoogieExpr.Binary(BinaryOp.CONCAT, left, sum(), span);
        }
        return left;
    }

    private BoogieExpr sum() {
        BoogieExpr left = product();
        while (in.at("+") || in.at("-")) {
            SourceSpan span = in.span();
            BinaryOp op = in.next().is("+") ? BinaryOp.ADD : BinaryOp.SUBTRACT;
            left = new BoogieExpr.Binary(op, left, product(), span);
        }
        return left;
    }

    private BoogieExpr product() {
        BoogieExpr left = unary();
        while (true) {
            SourceSpan span = in.span();
            BinaryOp op;
            if (in.at("*")) op = BinaryOp.MULTIPLY;
            else if (in.at("div")) op = BinaryOp.DIV;
            else if (in.at("mod")) op = BinaryOp.MOD;
            else if (in.at("/")) op = BinaryOp.DIVIDE_REAL;
            else if (in.at("**")) throw BoogieError.unsupported(span, "powers (**)");
            else return left;
            in.next();
            left = new BoogieExpr.Binary(op, left, unary(), span);
        }
    }

    private BoogieExpr unary() {
        SourceSpan span = in.span();
        if (in.accept("-")) return new BoogieExpr.Unary(BoogieExpr.UnaryOp.NEGATE, unary(), span);
        if (in.accept("!")) return new BoogieExpr.Unary(BoogieExpr.UnaryOp.NOT, unary(), span);
        BoogieExpr operand = postfix(atom());
        while (in.at(":") || in.atWord("is")) {
            SourceSpan at = in.span();
            operand = in.next().is(":")
                    ? new BoogieExpr.Typed(operand, types.type(), at)
                    : new BoogieExpr.IsMade(
                            operand, in.expectName("a constructor").text(), at);
        }
        return operand;
    }

    /** What stands behind an operand: {@code [i]}, {@code [i := v]}, {@code [8:0]}, {@code ->f}. */
    BoogieExpr postfix(BoogieExpr operand) {
        while (true) {
            SourceSpan span = in.span();
            if (in.accept("[")) operand = inBrackets(operand, span);
            else if (in.accept("->")) operand = field(operand, span);
            else return operand;
        }
    }

    private BoogieExpr field(BoogieExpr operand, SourceSpan span) {
        if (!in.accept("("))
            return new BoogieExpr.Field(operand, in.expectName("a field").text(), span);
        String field = in.expectName("a field").text();
        in.expect(":=", "after the field that is replaced");
        BoogieExpr value = expression();
        in.expect(")", "after the new value");
        return new BoogieExpr.WithField(operand, field, value, span);
    }

    private BoogieExpr inBrackets(BoogieExpr operand, SourceSpan span) {
        if (in.peek().kind() == BoogieToken.Kind.INTEGER && in.peek(1).is(":")) {
            int high = smallNumber("the upper end of the bits");
            in.expect(":", "between the ends of the bits");
            int low = smallNumber("the lower end of the bits");
            in.expect("]", "after the ends of the bits");
            return new BoogieExpr.Extract(operand, high, low, span);
        }
        var indices = new ArrayList<BoogieExpr>();
        if (!in.at("]") && !in.at(":=")) indices.addAll(expressions());
        if (in.accept(":=")) {
            BoogieExpr value = expression();
            in.expect("]", "after the new value of the cell");
            return new BoogieExpr.Updated(operand, indices, value, span);
        }
        in.expect("]", "after the index");
        return new BoogieExpr.Cell(operand, indices, span);
    }

    private int smallNumber(String what) {
        if (in.peek().kind() != BoogieToken.Kind.INTEGER) throw in.missing("a number", "as " + what);
        return width(in.next());
    }

    private int width(BoogieToken token) {
        String digits = token.text()
                .substring(token.text().indexOf("bv") < 0 ? 0 : token.text().indexOf("bv") + 2);
        if (digits.length() > 6 || Integer.parseInt(digits) > WIDEST) {
            throw BoogieError.unsupported(in.span(token), "bit-vectors of " + digits + " bits");
        }
        return Integer.parseInt(digits);
    }

    List<BoogieExpr> expressions() {
        var all = new ArrayList<BoogieExpr>();
        do all.add(expression());
        while (in.accept(","));
        return all;
    }

    private BoogieExpr atom() {
        SourceSpan span = in.span();
        BoogieToken token = in.peek();
        switch (token.kind()) {
            case NAME -> {
                in.next();
                if (!in.at("(")) return new BoogieExpr.Name(token.text(), span);
                return new BoogieExpr.Apply(token.text(), arguments(), span);
            }
            case INTEGER -> {
                in.next();
                return new BoogieExpr.Whole(new BigInteger(token.text()), span);
            }
            case BITVECTOR -> {
                in.next();
                int split = token.text().indexOf("bv");
                return new BoogieExpr.Bits(new BigInteger(token.text().substring(0, split)), width(token), span);
            }
            case DECIMAL -> {
                in.next();
                return new BoogieExpr.Decimal(decimal(token), span);
            }
            case FLOAT -> throw BoogieError.unsupported(span, "floating-point numbers");
            case STRING -> throw new BoogieError(span, "a string is no value", "strings stand only in attributes");
            case KEYWORD, SYMBOL, END -> {
                return special();
            }
        }
        throw in.missing("an expression", "");
    }

    private BigDecimal decimal(BoogieToken token) {
        int exponent = token.text().indexOf('e');
        if (exponent >= 0 && token.text().length() - exponent > 6) {
            throw BoogieError.unsupported(in.span(token), "exponents of this size");
        }
        return new BigDecimal(token.text());
    }

    private List<BoogieExpr> arguments() {
        in.expect("(", "before the arguments");
        if (in.accept(")")) return List.of();
        List<BoogieExpr> all = expressions();
        in.expect(")", "after the arguments");
        return all;
    }

    /** An expression that begins with a keyword or a bracket. */
    private BoogieExpr special() {
        SourceSpan span = in.span();
        if (in.accept("true")) return new BoogieExpr.Truth(true, span);
        if (in.accept("false")) return new BoogieExpr.Truth(false, span);
        if (in.at("old") || in.at("int") || in.at("real")) {
            String word = in.next().text();
            in.expect("(", "after '" + word + "'");
            BoogieExpr operand = expression();
            in.expect(")", "after the operand of '" + word + "'");
            return word.equals("old")
                    ? new BoogieExpr.Old(operand, span)
                    : new BoogieExpr.Convert(word.equals("int"), operand, span);
        }
        if (in.accept("if")) {
            BoogieExpr condition = expression();
            in.expect("then", "after the condition");
            BoogieExpr whenTrue = expression();
            in.expect("else", "after the value for 'then'");
            return new BoogieExpr.IfThenElse(condition, whenTrue, expression(), span);
        }
        if (in.accept("|{")) return code(span);
        if (in.accept("(")) {
            boolean binds = in.at("forall") || in.at("exists") || in.at("lambda");
            BoogieExpr inner = in.at("var") ? let() : binds ? quantified() : expression();
            in.expect(")", "to close the bracket of line " + span.line());
            return inner;
        }
        if (in.at("forall") || in.at("exists") || in.at("lambda")) return quantified();
        throw in.missing("an expression", "");
    }

    private BoogieExpr let() {
        SourceSpan span = in.span();
        in.next();
        var variables = new ArrayList<BoogieVariable>();
        do {
            parser.attributes();
            BoogieToken name = in.expectName("a variable's name");
            var type = new TypeText.Named("_", List.of(), in.span(name));
            variables.add(new BoogieVariable(name.text(), type, List.of(), Optional.empty(), in.span(name)));
        } while (in.accept(","));
        in.expect(":=", "after the variables");
        List<BoogieExpr> values = expressions();
        in.expect(";", "after the values");
        if (values.size() != variables.size()) {
            throw new BoogieError(span, variables.size() + " variables, but " + values.size() + " values");
        }
        return new BoogieExpr.Let(variables, values, expression(), span);
    }

    private BoogieExpr quantified() {
        SourceSpan span = in.span();
        Quantifier quantifier = switch (in.next().text()) {
            case "forall" -> Quantifier.FORALL;
            case "exists" -> Quantifier.EXISTS;
            default -> Quantifier.LAMBDA;
        };
        List<String> parameters = types.parameters();
        List<BoogieVariable> variables = in.at("::") ? List.of() : parser.variables(BoogieParser.Where.REFUSED);
        in.expect("::", "after the bound variables");
        var triggers = new ArrayList<List<BoogieExpr>>();
        while (in.at("{") || in.at("{:")) {
            if (in.at("{:")) parser.attributes();
            else {
                in.next();
                triggers.add(expressions());
                in.expect("}", "after the trigger");
            }
        }
        return new BoogieExpr.Quantified(quantifier, parameters, variables, triggers, expression(), span);
    }

    private BoogieExpr code(SourceSpan span) {
        List<BoogieVariable> locals = parser.localDeclarations();
        List<BoogieStmt> body = parser.statements().until("}|");
        in.expect("}|", "after the code");
        return new BoogieExpr.Code(locals, body, span);
    }

    /** {@code *}, for a choice, or a condition; in brackets. */
    Optional<BoogieExpr> guard() {
        in.expect("(", "before the condition");
        Optional<BoogieExpr> condition =
                in.at("*") && in.peek(1).is(")") ? Optional.empty() : Optional.of(expression());
        if (condition.isEmpty()) in.next();
        in.expect(")", "after the condition");
        return condition;
    }
}
