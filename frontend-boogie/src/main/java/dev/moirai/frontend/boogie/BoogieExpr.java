package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** An expression as it is written. Two that look alike are told apart by identity: types are kept beside them. */
sealed interface BoogieExpr {
    SourceSpan span();

    record Truth(boolean value, SourceSpan span) implements BoogieExpr {}

    record Whole(BigInteger value, SourceSpan span) implements BoogieExpr {}

    record Decimal(BigDecimal value, SourceSpan span) implements BoogieExpr {}

    record Bits(BigInteger value, int width, SourceSpan span) implements BoogieExpr {}

    record Name(String name, SourceSpan span) implements BoogieExpr {}

    record Unary(UnaryOp op, BoogieExpr operand, SourceSpan span) implements BoogieExpr {}

    record Binary(BinaryOp op, BoogieExpr left, BoogieExpr right, SourceSpan span) implements BoogieExpr {}

    /** {@code f(a, b)}. */
    record Apply(String function, List<BoogieExpr> arguments, SourceSpan span) implements BoogieExpr {
        public Apply {
            arguments = List.copyOf(arguments);
        }
    }

    /** {@code int(x)} and {@code real(x)}. */
    record Convert(boolean toInt, BoogieExpr operand, SourceSpan span) implements BoogieExpr {}

    /** {@code m[i, j]}. */
    record Cell(BoogieExpr map, List<BoogieExpr> indices, SourceSpan span) implements BoogieExpr {
        public Cell {
            indices = List.copyOf(indices);
        }
    }

    /** {@code m[i, j := v]}. */
    record Updated(BoogieExpr map, List<BoogieExpr> indices, BoogieExpr value, SourceSpan span) implements BoogieExpr {
        public Updated {
            indices = List.copyOf(indices);
        }
    }

    /** {@code b[high:low]}: the bits from {@code low} up to and without {@code high}. */
    record Extract(BoogieExpr bits, int high, int low, SourceSpan span) implements BoogieExpr {}

    record IfThenElse(BoogieExpr condition, BoogieExpr whenTrue, BoogieExpr whenFalse, SourceSpan span)
            implements BoogieExpr {}

    /** {@code (forall <a> x: int, y: a :: {f(x)} body)}. */
    record Quantified(
            Quantifier quantifier,
            List<String> typeParameters,
            List<BoogieVariable> variables,
            List<List<BoogieExpr>> triggers,
            BoogieExpr body,
            SourceSpan span)
            implements BoogieExpr {
        public Quantified {
            typeParameters = List.copyOf(typeParameters);
            variables = List.copyOf(variables);
            triggers = List.copyOf(triggers);
        }
    }

    /** {@code (var x := e; body)}. The variables have the types of their values. */
    record Let(List<BoogieVariable> variables, List<BoogieExpr> values, BoogieExpr body, SourceSpan span)
            implements BoogieExpr {
        public Let {
            variables = List.copyOf(variables);
            values = List.copyOf(values);
        }
    }

    record Old(BoogieExpr operand, SourceSpan span) implements BoogieExpr {}

    /** {@code e : type}. */
    record Typed(BoogieExpr operand, TypeText type, SourceSpan span) implements BoogieExpr {}

    /** {@code e is Constructor}. */
    record IsMade(BoogieExpr operand, String constructor, SourceSpan span) implements BoogieExpr {}

    /** {@code e->field}. */
    record Field(BoogieExpr operand, String field, SourceSpan span) implements BoogieExpr {}

    /** {@code e->(field := value)}. */
    record WithField(BoogieExpr operand, String field, BoogieExpr value, SourceSpan span) implements BoogieExpr {}

    /** {@code |{ var b: bool; A: b := true; return b; }|}. */
    record Code(List<BoogieVariable> locals, List<BoogieStmt> body, SourceSpan span) implements BoogieExpr {
        public Code {
            locals = List.copyOf(locals);
            body = List.copyOf(body);
        }
    }

    enum Quantifier {
        FORALL,
        EXISTS,
        LAMBDA
    }

    enum UnaryOp {
        NOT("!"),
        NEGATE("-");

        private final String symbol;

        UnaryOp(String symbol) {
            this.symbol = symbol;
        }

        String symbol() {
            return symbol;
        }
    }

    enum BinaryOp {
        IFF("<==>"),
        IMPLIES("==>"),
        AND("&&"),
        OR("||"),
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        CONCAT("++"),
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        DIVIDE_REAL("/"),
        DIV("div"),
        MOD("mod");

        private final String symbol;

        BinaryOp(String symbol) {
            this.symbol = symbol;
        }

        String symbol() {
            return symbol;
        }
    }
}
