package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads statements. After an error it goes on behind the statement, so that a file's errors are told in one go. */
final class StmtParser {
    /** Statements of Civl and of the newest Boogie that have no meaning in bounded search. */
    private static final Set<String> PROOF_ONLY = Set.of("par", "push", "pop", "reveal", "hide");

    private final TokenStream in;
    private final ExprParser exprs;
    private final BoogieParser parser;

    StmtParser(TokenStream in, ExprParser exprs, BoogieParser parser) {
        this.in = in;
        this.exprs = exprs;
        this.parser = parser;
    }

    /** The statements up to the closing bracket, which stays. */
    List<BoogieStmt> until(String close) {
        var all = new ArrayList<BoogieStmt>();
        while (!in.at(close) && !in.atEnd()) {
            int before = in.position();
            try {
                all.add(statement());
            } catch (BoogieError e) {
                parser.complaints().add(e.diagnostic());
                in.skipStatement();
                if (in.position() == before) break;
            }
        }
        return all;
    }

    private List<BoogieStmt> block(String where) {
        SourceSpan begin = in.span();
        in.expect("{", where);
        List<BoogieStmt> body = until("}");
        in.expect("}", "to close the block of line " + begin.line());
        return body;
    }

    private BoogieStmt statement() {
        SourceSpan span = in.span();
        BoogieToken token = in.peek();
        if (token.kind() == BoogieToken.Kind.NAME) return named(token, span);
        if (token.kind() != BoogieToken.Kind.KEYWORD) throw in.missing("a statement", "");
        switch (token.text()) {
            case "assert", "assume" -> {
                in.next();
                List<Attribute> attributes = parser.attributes();
                BoogieExpr condition = exprs.expression();
                semicolon("after the condition");
                return token.text().equals("assert")
                        ? new BoogieStmt.Assert(condition, attributes, span)
                        : new BoogieStmt.Assume(condition, attributes, span);
            }
            case "havoc" -> {
                in.next();
                List<BoogieExpr.Name> variables = names("a variable");
                semicolon("after the variables");
                return new BoogieStmt.Havoc(variables, span);
            }
            case "call" -> {
                return call(false, span);
            }
            case "if" -> {
                return conditional();
            }
            case "while" -> {
                return loop();
            }
            case "break" -> {
                in.next();
                Optional<String> label = in.at(";")
                        ? Optional.empty()
                        : Optional.of(in.expectName("a label").text());
                semicolon("after 'break'");
                return new BoogieStmt.Break(label, span);
            }
            case "goto" -> {
                in.next();
                var labels = new ArrayList<String>();
                do labels.add(in.expectName("a label").text());
                while (in.accept(","));
                semicolon("after the labels");
                return new BoogieStmt.Goto(labels, span);
            }
            case "return" -> {
                in.next();
                Optional<BoogieExpr> value = in.at(";") ? Optional.empty() : Optional.of(exprs.expression());
                semicolon("after 'return'");
                return new BoogieStmt.Return(value, span);
            }
            case "var" ->
                throw new BoogieError(
                        span, "a variable is declared among statements", "declare it at the beginning of the body");
            default -> throw in.missing("a statement", "");
        }
    }

    /** A label, an assignment, or a statement that begins with a word of threads. */
    private BoogieStmt named(BoogieToken token, SourceSpan span) {
        BoogieToken behind = in.peek(1);
        if (behind.is(":")) {
            in.next();
            in.next();
            return new BoogieStmt.Label(token.text(), span);
        }
        boolean target = behind.is(":=") || behind.is(",") || behind.is("[") || behind.is("->");
        if (target) return assignment(span);
        switch (token.text()) {
            case "async" -> {
                in.next();
                if (in.at("call")) return call(true, span);
                throw in.missing("'call'", "after 'async'");
            }
            case "yield" -> {
                in.next();
                if (!in.at(";")) throw BoogieError.unsupported(span, "'yield' with an invariant (Civl)");
                in.next();
                return new BoogieStmt.Yield(span);
            }
            case "atomic" -> {
                in.next();
                return new BoogieStmt.Atomic(block("after 'atomic'"), span);
            }
            case "join" -> {
                in.next();
                BoogieExpr thread = exprs.expression();
                semicolon("after the thread's number");
                return new BoogieStmt.Join(thread, span);
            }
            default -> {}
        }
        if (PROOF_ONLY.contains(token.text())) {
            throw BoogieError.unsupported(
                    span,
                    "'" + token.text() + "', which belongs to proofs (Civl)",
                    "start threads by 'async call' and wait for them by 'join'");
        }
        if (behind.is("(")) {
            throw new BoogieError(span, "a call begins with 'call'", "write: call " + token.text() + "(...);");
        }
        if (behind.is("=")) {
            throw new BoogieError(in.span(behind), "'=' assigns nothing", "an assignment is written :=");
        }
        throw new BoogieError(in.span(behind), "expected ':=' after '" + token.text() + "', found " + behind.quoted());
    }

    private BoogieStmt assignment(SourceSpan span) {
        var targets = new ArrayList<BoogieExpr>();
        do {
            SourceSpan at = in.span();
            targets.add(exprs.postfix(
                    new BoogieExpr.Name(in.expectName("a variable").text(), at)));
        } while (in.accept(","));
        in.expect(":=", "after what is assigned to");
        List<BoogieExpr> values = exprs.expressions();
        semicolon("after the assigned value");
        if (targets.size() != values.size()) {
            throw new BoogieError(span, targets.size() + " targets, but " + values.size() + " values");
        }
        return new BoogieStmt.Assign(targets, values, span);
    }

    private BoogieStmt call(boolean async, SourceSpan span) {
        in.expect("call", "");
        List<Attribute> attributes = parser.attributes();
        if (in.at("forall")) throw BoogieError.unsupported(in.span(), "'call forall'");
        boolean startsThread = async || Attribute.isSet(attributes, "async");
        List<BoogieExpr.Name> results = List.of();
        if (in.peek(1).is(":=") || in.peek(1).is(",")) {
            results = names("a variable for a result");
            in.expect(":=", "after the results");
        }
        SourceSpan at = in.span();
        String procedure = in.expectName("a procedure").text();
        in.expect("(", "after the procedure");
        List<BoogieExpr> arguments = in.at(")") ? List.of() : exprs.expressions();
        in.expect(")", "after the arguments");
        if (in.at("|")) throw BoogieError.unsupported(in.span(), "parallel calls (Civl)");
        semicolon("after the call");
        return new BoogieStmt.Call(
                startsThread,
                results,
                procedure,
                arguments,
                attributes,
                async ? span : at.line() == span.line() ? span : at);
    }

    private List<BoogieExpr.Name> names(String what) {
        var all = new ArrayList<BoogieExpr.Name>();
        do {
            SourceSpan at = in.span();
            all.add(new BoogieExpr.Name(in.expectName(what).text(), at));
        } while (in.accept(","));
        return all;
    }

    private BoogieStmt conditional() {
        SourceSpan span = in.span();
        in.expect("if", "");
        parser.attributes();
        Optional<BoogieExpr> condition = exprs.guard();
        List<BoogieStmt> whenTrue = block("after the condition");
        List<BoogieStmt> whenFalse = List.of();
        if (in.accept("else")) whenFalse = in.at("if") ? List.of(conditional()) : block("after 'else'");
        return new BoogieStmt.If(condition, whenTrue, whenFalse, span);
    }

    private BoogieStmt loop() {
        SourceSpan span = in.span();
        in.expect("while", "");
        parser.attributes();
        Optional<BoogieExpr> condition = exprs.guard();
        var invariants = new ArrayList<BoogieStmt.Invariant>();
        while (in.at("invariant") || (in.at("free") && in.peek(1).is("invariant"))) {
            SourceSpan at = in.span();
            boolean free = in.accept("free");
            in.expect("invariant", "");
            parser.attributes();
            invariants.add(new BoogieStmt.Invariant(exprs.expression(), free, at));
            semicolon("after the invariant");
        }
        return new BoogieStmt.While(condition, invariants, block("after the loop's condition"), span);
    }

    private void semicolon(String where) {
        in.expect(";", where);
    }
}
