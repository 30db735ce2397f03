package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.source.SourceSpan;
import java.util.Optional;

/** Follows a {@link Prelude} while main's text is written: at each of its turns, all other ways are cut off. */
final class Following {
    /** No language has a percent sign in labels. */
    private static final String OTHER_WAYS = "%another.way";

    private final Prelude prelude;
    private final Frontier text;
    private int next;

    Following(Prelude prelude, Frontier text) {
        this.prelude = prelude;
        this.text = text;
    }

    /** Whether the text is still on the way. */
    boolean isOn() {
        return next < prelude.turns().size();
    }

    void branch(Instr.Branch at, Expr condition, String whenTrue, String whenFalse) {
        Optional<Prelude.Turn> turn = turn(at);
        if (!(condition instanceof Expr.Constant)
                && turn.orElse(null) instanceof Prelude.Turn.Branch(var _, var truth)) {
            text.follow(condition, truth, truth ? whenTrue : whenFalse, OTHER_WAYS, at.span());
        } else {
            text.branch(condition, whenTrue, whenFalse, at.span());
        }
    }

    /** The function that is called there on the way, if it is not plain from the text. */
    Optional<String> call(Instr.Call at) {
        if (at.callee() instanceof Expr.FunctionAddress) return Optional.empty();
        return turn(at).map(turn -> ((Prelude.Turn.Call) turn).function());
    }

    /** Goes on if the condition holds, on the way. */
    void only(Expr condition, SourceSpan span) {
        if (condition.equals(Expr.TRUE)) return;
        String on = text.freshLabel("on");
        text.follow(condition, true, on, OTHER_WAYS, span);
        text.arrive(on, span);
    }

    void endOtherWays(SourceSpan span) {
        if (!text.isExpected(OTHER_WAYS)) return;
        text.arrive(OTHER_WAYS, span);
        text.cut(Prelude.elsewhere(span), span);
    }

    /** The turn at this instruction. Nothing if the text has left the way, from where on there are no turns. */
    private Optional<Prelude.Turn> turn(Instr at) {
        if (!isOn()) return Optional.empty();
        Prelude.Turn turn = prelude.turns().get(next++);
        if (turn.at().equals(at)) return Optional.of(turn);
        next = prelude.turns().size();
        return Optional.empty();
    }
}
