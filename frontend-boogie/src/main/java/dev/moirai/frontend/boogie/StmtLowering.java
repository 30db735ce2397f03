package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BodyWriter.Section;
import dev.moirai.frontend.boogie.BoogieOptions.Switching;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;

/** Statements to instructions. Every access to a global is an instruction of its own; a parallel assignment is one step. */
final class StmtLowering {
    /** What {@code return} does. */
    interface Leaving {
        void leave(Optional<BoogieExpr> value, SourceSpan span);
    }

    private final ExprLowering exprs;
    private final BodyWriter writer;
    private final Lowering program;
    private final Context context;
    private final Leaving leaving;
    private final Runnable atEnd;
    /** Before the names of labels, so that code in expressions has its own. */
    private final String prefix;

    private final Deque<String> loopEnds = new ArrayDeque<>();
    private final Map<String, String> labelledEnds = new HashMap<>();
    private Map<String, BoogieStmt> behindLabel = Map.of();
    private boolean timerNext;

    /** @param atEnd what happens where control runs off the end of the body */
    StmtLowering(ExprLowering exprs, Context context, String prefix, Leaving leaving, Runnable atEnd) {
        this.atEnd = atEnd;
        this.exprs = exprs;
        this.context = context;
        this.prefix = prefix;
        this.leaving = leaving;
        writer = exprs.writer();
        program = exprs.program();
    }

    /**
     * Writes a body from its beginning, and from labels on that are still needed. Where control may come to a label both inside
     * and outside an atomic section, what follows is written for both.
     */
    void body(List<BoogieStmt> statements) {
        behindLabel = Labels.statements(statements);
        places = Labels.places(statements);
        order = Labels.order(statements);
        from(0, statements);
        while (!needed.isEmpty()) {
            Target target = needed.remove();
            if (written.contains(target)) continue;
            writer.nowIn(target.section());
            from(Objects.requireNonNull(places.get(target.label()), target.label()), statements);
        }
    }

    /** A label of the body, and whether control comes to it inside an atomic section. */
    private record Target(String label, Section section) {}

    private Map<String, Integer> places = Map.of();
    private Map<String, Integer> order = Map.of();
    /** Whatever control passes first is written first: what jumps back is a loop. */
    private final PriorityQueue<Target> needed =
            new PriorityQueue<>((one, other) -> Integer.compare(rank(one), rank(other)));

    private final java.util.Set<Target> written = new java.util.HashSet<>();
    private String nested = "";

    /** What no control comes to is written last. */
    private int rank(Target target) {
        return order.getOrDefault(target.label(), Integer.MAX_VALUE);
    }

    private void from(int first, List<BoogieStmt> statements) {
        var labels = new ArrayList<String>();
        boolean atHead = false;
        for (int i = first; i < statements.size(); i++) {
            BoogieStmt statement = statements.get(i);
            if (statement instanceof BoogieStmt.Label(var name, var span)) {
                var target = new Target(name, writer.section());
                if (i > first) {
                    // A label that nothing leads to yet is written when a jump does; one that must come after others in
                    // the order of labels is written after them.
                    if (!writer.reachable()) return;
                    needed.add(target);
                    if (written.contains(target) || !target.equals(needed.peek())) {
                        writer.jump(text(target), span);
                        return;
                    }
                }
                written.add(target);
                writer.label(text(target), span);
                labels.add(name);
                continue;
            }
            if (!writer.reachable() && i > first) continue;
            nested = prefix + writer.freshLabel("in") + ".";
            atHead = step(statement, labels, atHead);
            labels.clear();
        }
        if (writer.reachable()) atEnd.run();
    }

    private String text(Target target) {
        return prefix + target.label() + (target.section() == Section.INSIDE ? "%inside" : "");
    }

    /** The label that a jump from here goes to. */
    private String target(String label) {
        if (!places.containsKey(label)) return nested + label;
        var target = new Target(label, writer.section());
        needed.add(target);
        return text(target);
    }

    /** @param head whether the block is an atomic section that begins here, so that an {@code assume} waits */
    private void block(List<BoogieStmt> statements, boolean head) {
        var labels = new ArrayList<String>();
        boolean atHead = head;
        for (BoogieStmt statement : statements) {
            if (statement instanceof BoogieStmt.Label(var name, var span)) {
                writer.label(nested + name, span);
                labels.add(name);
                continue;
            }
            atHead = step(statement, labels, atHead);
            labels.clear();
        }
    }

    /** Writes one statement; whether the next one still stands at the beginning of an atomic section. */
    private boolean step(BoogieStmt statement, List<String> labels, boolean atHead) {
        boolean waits = statement instanceof BoogieStmt.Assume assume
                && Attribute.find(assume.attributes(), "timeout").isEmpty()
                && !hasQuantifier(assume.condition());
        writer.nextStatement();
        try {
            if (atHead && waits) waitUntil((BoogieStmt.Assume) statement);
            else labelled(statement, labels);
        } catch (BoogieError e) {
            program.complaints().add(e.diagnostic());
        }
        return atHead && waits || beginsSection(statement);
    }

    private boolean beginsSection(BoogieStmt statement) {
        return statement instanceof BoogieStmt.Call call
                && Builtin.of(call.procedure()).equals(Optional.of(Builtin.ATOMIC_BEGIN))
                && program.options().switching() == Switching.PREEMPTIVE;
    }

    private static boolean hasQuantifier(BoogieExpr expr) {
        var found = new boolean[1];
        Subterms.visit(
                expr, part -> found[0] |= part instanceof BoogieExpr.Quantified || part instanceof BoogieExpr.Code);
        return found[0];
    }

    private void waitUntil(BoogieStmt.Assume statement) {
        new Conditions(exprs).waitUntil(statement.condition(), context, statement.span());
    }

    private void labelled(BoogieStmt statement, List<String> labels) {
        if (labels.isEmpty()) {
            statement(statement);
            return;
        }
        String end = writer.freshLabel("end");
        for (String label : labels) labelledEnds.put(label, end);
        statement(statement);
        for (String label : labels) labelledEnds.remove(label);
        if (usedEnds.remove(end)) writer.label(end, statement.span());
    }

    private final java.util.Set<String> usedEnds = new java.util.HashSet<>();

    private void statement(BoogieStmt statement) {
        SourceSpan span = statement.span();
        switch (statement) {
            case BoogieStmt.Label(var name, var _) -> writer.label(nested + name, span);
            case BoogieStmt.Assert(var condition, var attributes, var _) ->
                new Conditions(exprs)
                        .check(
                                condition,
                                context,
                                Attribute.text(attributes, "msg").orElseGet(() -> "assert " + BoogieText.of(condition)),
                                span);
            case BoogieStmt.Assume s -> assume(s);
            case BoogieStmt.Havoc(var variables, var _) -> havoc(variables, span);
            case BoogieStmt.Assign s -> new AssignLowering(exprs, context).assign(s);
            case BoogieStmt.Call s -> new CallLowering(exprs, context).call(s);
            case BoogieStmt.If s -> conditional(s);
            case BoogieStmt.While s -> loop(s);
            case BoogieStmt.Break(var label, var _) -> {
                String end = label.map(labelledEnds::get).orElseGet(loopEnds::peek);
                usedEnds.add(end);
                writer.jump(end, span);
            }
            case BoogieStmt.Goto(var labels, var _) -> jump(labels, span);
            case BoogieStmt.Return(var value, var _) -> leaving.leave(value, span);
            case BoogieStmt.Yield _ -> letOthersRun(span);
            case BoogieStmt.Atomic(var body, var _) -> {
                boolean begins = writer.section() == Section.OUTSIDE;
                writer.atomically(span, () -> block(body, begins));
            }
            case BoogieStmt.Join(var thread, var _) -> join(thread, span);
        }
    }

    private void assume(BoogieStmt.Assume s) {
        if (Attribute.isSet(s.attributes(), "yield")) letOthersRun(s.span());
        if (Attribute.isSet(s.attributes(), "timeout")) timerNext = true;
        new Conditions(exprs).assume(s.condition(), context, s.span());
    }

    // ---- values ------------------------------------------------------------------------------------------------

    private void havoc(List<BoogieExpr.Name> variables, SourceSpan span) {
        for (BoogieExpr.Name name : variables) {
            BoogieSymbol symbol = program.typing().symbol(name);
            havoc(symbol, span);
        }
        for (BoogieExpr.Name name : variables) {
            program.typing()
                    .symbol(name)
                    .variable()
                    .where()
                    .ifPresent(where -> new Conditions(exprs).assume(where, context, span));
        }
    }

    private void havoc(BoogieSymbol symbol, SourceSpan span) {
        BoogieType wanted = symbol.type().substitute(context.types());
        program.nodes().refuse(wanted, "havoc of a variable", span);
        Type type = program.types().of(wanted, span);
        String name = symbol.variable().name();
        if (context.values().get(symbol) instanceof Local local) {
            writer.emit(new Instr.Nondet(local, "havoc " + name, span));
            exprs.assumeProper(wanted, local, span);
            return;
        }
        Local value = writer.fresh(type);
        writer.emit(new Instr.Nondet(value, "havoc " + name, span));
        exprs.assumeProper(wanted, value, span);
        writer.store(program.address((BoogieSymbol.Global) symbol), value, span);
    }

    // ---- control -----------------------------------------------------------------------------------------------

    private Expr choice(SourceSpan span) {
        Local chosen = writer.fresh(Type.BOOL);
        Source source = timerNext ? new Source.Timer() : new Source.Anything("*");
        timerNext = false;
        writer.emit(new Instr.Nondet(chosen, source, span));
        return chosen;
    }

    private Expr guard(Optional<BoogieExpr> condition, SourceSpan span) {
        return condition.isPresent() ? exprs.value(condition.get(), context) : choice(span);
    }

    private void conditional(BoogieStmt.If s) {
        SourceSpan span = s.span();
        String then = writer.freshLabel("then");
        String otherwise = writer.freshLabel("else");
        String end = writer.freshLabel("fi");
        writer.branch(guard(s.condition(), span), then, s.whenFalse().isEmpty() ? end : otherwise, span);
        writer.label(then, span);
        block(s.whenTrue(), false);
        if (!s.whenFalse().isEmpty()) {
            if (writer.reachable()) writer.jump(end, span);
            writer.label(otherwise, span);
            block(s.whenFalse(), false);
        }
        writer.label(end, span);
    }

    private void loop(BoogieStmt.While s) {
        SourceSpan span = s.span();
        String head = writer.freshLabel("while");
        String body = writer.freshLabel("do");
        String end = writer.freshLabel("od");
        writer.label(head, span);
        for (BoogieStmt.Invariant invariant : s.invariants()) {
            writer.nextStatement();
            if (invariant.free()) new Conditions(exprs).assume(invariant.condition(), context, invariant.span());
            else {
                String message = "invariant " + BoogieText.of(invariant.condition());
                new Conditions(exprs).check(invariant.condition(), context, message, invariant.span());
            }
        }
        writer.nextStatement();
        writer.branch(guard(s.condition(), span), body, end, span);
        writer.label(body, span);
        loopEnds.push(end);
        block(s.body(), false);
        loopEnds.pop();
        if (writer.reachable()) writer.jump(head, span);
        writer.label(end, span);
        usedEnds.remove(end);
    }

    /** {@code goto A, B;} chooses; where A begins with {@code assume c} and B with {@code assume !c}, {@code c} does. */
    private void jump(List<String> labels, SourceSpan span) {
        if (labels.size() == 2) {
            Optional<BoogieExpr> condition = Labels.decision(behindLabel, labels.getFirst(), labels.getLast());
            if (condition.isPresent()) {
                Expr value = exprs.value(condition.get(), context);
                writer.branch(value, target(labels.getFirst()), target(labels.getLast()), span);
                return;
            }
        }
        for (int i = 0; i + 1 < labels.size(); i++) {
            String next = writer.freshLabel("or");
            writer.branch(choice(span), target(labels.get(i)), next, span);
            writer.label(next, span);
        }
        writer.jump(target(labels.getLast()), span);
    }

    // ---- threads -----------------------------------------------------------------------------------------------

    private void letOthersRun(SourceSpan span) {
        Section before = writer.section();
        writer.endSection(span);
        writer.emit(new Instr.Yield(span));
        if (before == Section.INSIDE) writer.beginSection(span);
    }

    /** Waits outside of any section: inside, the others could not end. */
    private void join(BoogieExpr thread, SourceSpan span) {
        Expr number = exprs.value(thread, context);
        Expr whole = number.type().equals(Type.INTEGER) ? number : new Expr.Calculate(Expr.MathOp.UNSIGNED, number);
        Expr handle = new Expr.Bits(
                Type.U64, new Expr.Calculate(Expr.MathOp.SUBTRACT, whole, new Expr.Number(Lowering.FIRST_THREAD)));
        Expr simple = new ThreadNumbers(program, writer, span).handle(writer.simple(handle, span));
        Section before = writer.section();
        writer.endSection(span);
        writer.emit(new Instr.Join(writer.fresh(Type.I32), Optional.empty(), simple, span));
        if (before == Section.INSIDE) writer.beginSection(span);
    }
}
