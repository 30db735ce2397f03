package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A statement as it is written. */
sealed interface BoogieStmt {
    SourceSpan span();

    /** {@code name:} before whatever follows. */
    record Label(String name, SourceSpan span) implements BoogieStmt {}

    record Assert(BoogieExpr condition, List<Attribute> attributes, SourceSpan span) implements BoogieStmt {}

    record Assume(BoogieExpr condition, List<Attribute> attributes, SourceSpan span) implements BoogieStmt {}

    record Havoc(List<BoogieExpr.Name> variables, SourceSpan span) implements BoogieStmt {}

    /** {@code x, m[i][j] := e, f;}: a target is a name, or a cell or field of a target. */
    record Assign(List<BoogieExpr> targets, List<BoogieExpr> values, SourceSpan span) implements BoogieStmt {
        public Assign {
            targets = List.copyOf(targets);
            values = List.copyOf(values);
        }
    }

    record Call(
            boolean async,
            List<BoogieExpr.Name> results,
            String procedure,
            List<BoogieExpr> arguments,
            List<Attribute> attributes,
            SourceSpan span)
            implements BoogieStmt {
        public Call {
            results = List.copyOf(results);
            arguments = List.copyOf(arguments);
        }
    }

    /** Without a condition: {@code if (*)}. */
    record If(Optional<BoogieExpr> condition, List<BoogieStmt> whenTrue, List<BoogieStmt> whenFalse, SourceSpan span)
            implements BoogieStmt {}

    record While(Optional<BoogieExpr> condition, List<Invariant> invariants, List<BoogieStmt> body, SourceSpan span)
            implements BoogieStmt {}

    record Invariant(BoogieExpr condition, boolean free, SourceSpan span) {}

    /** Leaves the innermost loop, or the statement that the label stands before. */
    record Break(Optional<String> label, SourceSpan span) implements BoogieStmt {}

    record Goto(List<String> labels, SourceSpan span) implements BoogieStmt {}

    /** With a value only inside {@code |{ }|}. */
    record Return(Optional<BoogieExpr> value, SourceSpan span) implements BoogieStmt {}

    /** {@code yield;}: others may run here; with {@code --cooperative}, only here. */
    record Yield(SourceSpan span) implements BoogieStmt {}

    /** {@code atomic { ... }}, a word of our own: nobody else runs in between. */
    record Atomic(List<BoogieStmt> body, SourceSpan span) implements BoogieStmt {}

    /** {@code join t;}, a word of our own: waits until the thread of that number has ended. */
    record Join(BoogieExpr thread, SourceSpan span) implements BoogieStmt {}
}
