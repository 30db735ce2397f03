package dev.moirai.verify.input;

import dev.moirai.explore.LivenessProperty;
import dev.moirai.ir.Condition;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Global;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code "p -> q"}, both C expressions over the program's globals: names, elements with constant index, fields,
 * numbers, {@code ! && || == != < <= > >= + - *} and brackets. All is computed in 64 bits, signed.
 */
public final class Responses {
    private static final Pattern WORD =
            Pattern.compile("\\s*(->|\\|\\||&&|==|!=|<=|>=|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[-+*!<>()\\[\\].])");

    private final String text;
    private final Program program;
    private final List<String> words = new ArrayList<>();
    private final List<Condition.Read> reads = new ArrayList<>();
    private int at;

    private Responses(String text, Program program) {
        this.text = text;
        this.program = program;
        Matcher matcher = WORD.matcher(text);
        int end = 0;
        while (end < text.length() && matcher.find(end) && matcher.start() == end) {
            words.add(matcher.group(1));
            end = matcher.end();
        }
        if (!text.substring(end).isBlank())
            throw refused("'" + text.substring(end).strip() + "' is not understood");
    }

    /** Throws an {@link InputException} that says what is wrong with it. */
    public static LivenessProperty.Undone.Response parse(String text, Program program) {
        var reader = new Responses(text, program);
        Condition cause = reader.condition();
        reader.expect("->");
        Condition effect = reader.condition();
        if (reader.at < reader.words.size()) throw reader.refused("'" + reader.peek() + "' is too much");
        return new LivenessProperty.Undone.Response(cause, effect);
    }

    private Condition condition() {
        reads.clear();
        Expr truth = truth(disjunction());
        return new Condition(truth, reads);
    }

    private Expr disjunction() {
        Expr left = conjunction();
        while (take("||")) left = new Expr.Binary(BinaryOp.OR, truth(left), truth(conjunction()));
        return left;
    }

    private Expr conjunction() {
        Expr left = comparison();
        while (take("&&")) left = new Expr.Binary(BinaryOp.AND, truth(left), truth(comparison()));
        return left;
    }

    private Expr comparison() {
        Expr left = sum();
        CompareOp op = switch (peek()) {
            case "==" -> CompareOp.EQUAL;
            case "!=" -> CompareOp.NOT_EQUAL;
            case "<" -> CompareOp.LESS;
            case "<=" -> CompareOp.LESS_OR_EQUAL;
            case ">" -> CompareOp.GREATER;
            case ">=" -> CompareOp.GREATER_OR_EQUAL;
            default -> null;
        };
        if (op == null) return left;
        at++;
        return new Expr.Compare(op, number(left), number(sum()));
    }

    private Expr sum() {
        Expr left = product();
        while (true) {
            if (take("+")) left = arithmetic(BinaryOp.ADD, left, product());
            else if (take("-")) left = arithmetic(BinaryOp.SUBTRACT, left, product());
            else return left;
        }
    }

    private Expr product() {
        Expr left = unary();
        while (take("*")) left = arithmetic(BinaryOp.MULTIPLY, left, unary());
        return left;
    }

    /** Computes with unsigned numbers, so that the result wraps around and nothing overflows. */
    private static Expr arithmetic(BinaryOp op, Expr left, Expr right) {
        Expr result =
                new Expr.Binary(op, new Expr.Cast(Type.U64, number(left)), new Expr.Cast(Type.U64, number(right)));
        return new Expr.Cast(Type.I64, result);
    }

    private Expr unary() {
        if (take("!")) return Expr.not(truth(unary()));
        if (take("-")) return arithmetic(BinaryOp.SUBTRACT, Expr.constant(Type.I64, 0), unary());
        if (take("(")) {
            Expr inner = disjunction();
            expect(")");
            return inner;
        }
        String word = peek();
        if (word.isEmpty()) throw refused("it ends too early");
        at++;
        if (Character.isDigit(word.charAt(0))) return Expr.constant(Type.I64, digits(word));
        if (Character.isLetter(word.charAt(0)) || word.charAt(0) == '_') return variable(word);
        throw refused("'" + word + "' is not expected");
    }

    private long digits(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException _) {
            throw refused(word + " is too large");
        }
    }

    private Expr variable(String name) {
        Global global = program.globals().get(name);
        if (global == null) throw refused("there is no global variable '" + name + "' that the program uses");
        if (global.storage() == Global.Storage.THREAD_LOCAL)
            throw refused("'" + name + "' is another one in each thread");
        Type type = global.type();
        Expr address = new Expr.GlobalAddress(name, new Type.Pointer(type));
        while (true) {
            if (take("[")) {
                if (!(type instanceof Type.Array(var element, var length)))
                    throw refused(name + " is not an array here");
                long index = digits(peek());
                at++;
                expect("]");
                if (index >= length) throw refused("there is no element " + index);
                var pointer = new Type.Pointer(element);
                address = new Expr.Index(address, element, Expr.constant(Type.I64, index), pointer);
                type = element;
            } else if (take(".")) {
                if (!(type instanceof Type.Struct(var tag))) throw refused(name + " is not a struct here");
                String field = peek();
                at++;
                int number = 0;
                List<Layout.Field> fields = program.layout(tag).fields();
                while (number < fields.size() && !fields.get(number).name().equals(field)) number++;
                if (number == fields.size()) throw refused("there is no field '" + field + "'");
                type = fields.get(number).type();
                address = new Expr.Member(address, tag, number, new Type.Pointer(type));
            } else {
                break;
            }
        }
        if (!(type instanceof Type.Int)) throw refused("'" + name + "' is not an integer");
        var value = new Local("%seen." + reads.size(), type);
        reads.add(new Condition.Read(value, address));
        return value;
    }

    private static Expr number(Expr expr) {
        return expr.type().equals(Type.I64) ? expr : new Expr.Cast(Type.I64, expr);
    }

    private static Expr truth(Expr expr) {
        return expr.type().equals(Type.BOOL)
                ? expr
                : new Expr.Compare(CompareOp.NOT_EQUAL, expr, Expr.constant(expr.type(), 0));
    }

    private String peek() {
        return at < words.size() ? words.get(at) : "";
    }

    private boolean take(String word) {
        if (!peek().equals(word)) return false;
        at++;
        return true;
    }

    private void expect(String word) {
        if (!take(word)) throw refused("'" + word + "' is missing");
    }

    private InputException refused(String why) {
        return new InputException(
                Diagnostic.error(new SourceSpan(program.file(), 0, 0), "--response \"" + text + "\": " + why));
    }
}
