package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks the statements of one body: names, types, labels, what may be assigned to. */
final class StmtChecker {
    private final Declarations declarations;
    private final Typing typing;
    private final BoogieComplaints complaints;
    private final Map<String, BoogieSymbol> scope;
    private final ExprChecker exprs;
    private final Set<String> labels;
    /** The type that {@code return} takes inside code in an expression. */
    private Optional<BoogieType> returned = Optional.empty();

    StmtChecker(
            Declarations declarations,
            Typing typing,
            BoogieComplaints complaints,
            Map<String, BoogieSymbol> scope,
            Set<String> typeParameters,
            Set<String> labels) {
        this.declarations = declarations;
        this.typing = typing;
        this.complaints = complaints;
        this.scope = scope;
        this.labels = labels;
        exprs = new ExprChecker(declarations, typing, complaints, scope, typeParameters);
    }

    void body(List<BoogieStmt> statements) {
        collectLabels(statements);
        block(statements, new HashSet<>(), false);
    }

    void code(List<BoogieStmt> statements, BoogieType result) {
        returned = Optional.of(result);
        body(statements);
    }

    private void collectLabels(List<BoogieStmt> statements) {
        for (BoogieStmt statement : statements) {
            switch (statement) {
                case BoogieStmt.Label(var name, var span) -> {
                    if (!labels.add(name)) complaints.add(span, "there are two labels " + name);
                }
                case BoogieStmt.If branch -> {
                    collectLabels(branch.whenTrue());
                    collectLabels(branch.whenFalse());
                }
                case BoogieStmt.While loop -> collectLabels(loop.body());
                case BoogieStmt.Atomic atomic -> collectLabels(atomic.body());
                default -> {}
            }
        }
    }

    /** @param around the labels of statements that surround the block, which {@code break} may name */
    private void block(List<BoogieStmt> statements, Set<String> around, boolean inLoop) {
        var waiting = new HashSet<String>();
        for (BoogieStmt statement : statements) {
            if (statement instanceof BoogieStmt.Label(var name, var _)) {
                waiting.add(name);
                continue;
            }
            var inner = new HashSet<>(around);
            inner.addAll(waiting);
            waiting.clear();
            try {
                statement(statement, inner, inLoop);
            } catch (BoogieError e) {
                complaints.add(e.diagnostic());
            }
        }
    }

    private void statement(BoogieStmt statement, Set<String> around, boolean inLoop) {
        switch (statement) {
            case BoogieStmt.Label _, BoogieStmt.Yield _ -> {}
            case BoogieStmt.Assert s -> {
                exprs.check(s.condition(), BoogieType.BOOL, "what is asserted");
            }
            case BoogieStmt.Assume s -> exprs.check(s.condition(), BoogieType.BOOL, "what is assumed");
            case BoogieStmt.Havoc s -> s.variables().forEach(this::assignable);
            case BoogieStmt.Assign s -> assignment(s);
            case BoogieStmt.Call s -> call(s);
            case BoogieStmt.If s -> {
                s.condition().ifPresent(condition -> exprs.check(condition, BoogieType.BOOL, "the condition"));
                block(s.whenTrue(), around, inLoop);
                block(s.whenFalse(), around, inLoop);
            }
            case BoogieStmt.While s -> {
                s.condition().ifPresent(condition -> exprs.check(condition, BoogieType.BOOL, "the condition"));
                for (var invariant : s.invariants()) {
                    exprs.check(invariant.condition(), BoogieType.BOOL, "the invariant");
                }
                block(s.body(), around, true);
            }
            case BoogieStmt.Break(var label, var span) -> {
                if (label.isEmpty() && !inLoop) throw new BoogieError(span, "'break' stands in no loop");
                if (label.isPresent() && !around.contains(label.get())) {
                    throw new BoogieError(
                            span, "no statement with the label " + label.get() + " surrounds this 'break'");
                }
            }
            case BoogieStmt.Goto(var targets, var span) -> {
                for (String target : targets) {
                    if (!labels.contains(target)) {
                        throw new BoogieError(span, "there is no label " + target, Spelling.hint(target, labels));
                    }
                }
            }
            case BoogieStmt.Return(var value, var span) -> {
                if (value.isPresent() && returned.isEmpty()) {
                    throw new BoogieError(
                            span, "'return' takes no value here", "assign to the result, and write: return;");
                }
                if (value.isEmpty() && returned.isPresent()) throw new BoogieError(span, "'return' needs a value here");
                value.ifPresent(v -> exprs.check(v, returned.orElseThrow(), "what is returned"));
            }
            case BoogieStmt.Atomic s -> block(s.body(), around, inLoop);
            case BoogieStmt.Join s -> {
                BoogieType type = exprs.type(s.thread());
                threadNumber(type, s.span());
            }
        }
    }

    private void threadNumber(BoogieType type, SourceSpan span) {
        BoogieType known = typing.known(type);
        if (known.equals(BoogieType.INT) || known instanceof BoogieType.Bv) return;
        throw new BoogieError(span, "a thread's number is int or a bit-vector, not " + known);
    }

    private BoogieType assignable(BoogieExpr.Name name) {
        BoogieSymbol symbol = exprs.symbol(name);
        BoogieType type = typing.set(name, symbol.type());
        switch (symbol) {
            case BoogieSymbol.Constant _ ->
                throw new BoogieError(name.span(), "the constant " + name.name() + " is changed");
            case BoogieSymbol.OfProcedure(var _, var _, var role)
            when role == BoogieSymbol.Role.PARAMETER ->
                throw new BoogieError(
                        name.span(),
                        "the parameter " + name.name() + " is changed",
                        "parameters keep their value: copy it to a local variable");
            case BoogieSymbol.Bound _ ->
                throw new BoogieError(name.span(), "the bound variable " + name.name() + " is changed");
            case BoogieSymbol.Global _, BoogieSymbol.OfProcedure _ -> {}
        }
        return type;
    }

    private void assignment(BoogieStmt.Assign s) {
        var names = new HashSet<String>();
        for (int i = 0; i < s.targets().size(); i++) {
            BoogieExpr target = s.targets().get(i);
            BoogieExpr.Name root = root(target);
            if (!names.add(root.name())) {
                throw new BoogieError(target.span(), root.name() + " is assigned to twice in one assignment");
            }
            assignable(root);
            BoogieType type = exprs.type(target);
            exprs.check(s.values().get(i), type, "the value for " + root.name());
        }
    }

    static BoogieExpr.Name root(BoogieExpr target) {
        return switch (target) {
            case BoogieExpr.Name name -> name;
            case BoogieExpr.Cell cell -> root(cell.map());
            case BoogieExpr.Field field -> root(field.operand());
            default ->
                throw new BoogieError(
                        target.span(), "this cannot be assigned to", "assign to a variable, a cell or a field");
        };
    }

    private void call(BoogieStmt.Call s) {
        ProcedureHead procedure = declarations.procedures.get(s.procedure());
        if (procedure == null) {
            if (Builtin.of(s.procedure()).isPresent()) {
                builtin(s);
                return;
            }
            String hint = declarations.functions.containsKey(s.procedure())
                    ? s.procedure() + " is a function: use it in an expression"
                    : Spelling.hint(s.procedure(), declarations.procedures.keySet());
            throw new BoogieError(s.span(), "there is no procedure " + s.procedure(), hint);
        }
        count(s, "arguments", procedure.parameters().size(), s.arguments().size());
        boolean wantsResults = !s.async() || !s.results().isEmpty();
        if (wantsResults && !s.results().isEmpty() | !procedure.results().isEmpty()) {
            count(s, "results", procedure.results().size(), s.results().size());
        }
        if (s.async() && !s.results().isEmpty()) {
            throw new BoogieError(s.span(), "a thread has no results when it is started", "let it write to a global");
        }
        var types = new HashMap<String, BoogieType>();
        for (String name : procedure.typeParameters()) types.put(name, typing.fresh());
        typing.setCall(s, types);
        for (int i = 0; i < s.arguments().size(); i++) {
            exprs.check(
                    s.arguments().get(i),
                    procedure.parameters().get(i).type().substitute(types),
                    "argument " + (i + 1) + " of " + s.procedure());
        }
        for (int i = 0; i < s.results().size(); i++) {
            BoogieType type = assignable(s.results().get(i));
            BoogieType result = procedure.results().get(i).type().substitute(types);
            if (!typing.unify(type, result)) {
                throw new BoogieError(
                        s.results().get(i).span(),
                        "result " + (i + 1) + " of " + s.procedure() + " is " + typing.known(result) + " where " + type
                                + " is expected");
            }
        }
    }

    /** One of Corral's procedures that the file does not declare. */
    private void builtin(BoogieStmt.Call s) {
        Builtin builtin = Builtin.of(s.procedure()).orElseThrow();
        count(s, "arguments", 0, s.arguments().size());
        count(s, "results", builtin.results(), s.results().size());
        for (BoogieExpr.Name result : s.results()) threadNumber(assignable(result), s.span());
    }

    private static void count(BoogieStmt.Call s, String what, int expected, int found) {
        if (expected != found) {
            throw new BoogieError(s.span(), s.procedure() + " has " + expected + " " + what + ", not " + found);
        }
    }
}
