package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import java.util.function.Consumer;

/** Which functions a pointer may hold where it is called or started: a chain of comparisons, unless that is known. */
final class CallDispatch {
    private final Bounding bounding;
    private final Frontier text;
    private final Following following;

    CallDispatch(Bounding bounding, Frontier text, Following following) {
        this.bounding = bounding;
        this.text = text;
        this.following = following;
    }

    /**
     * Does something for each of them.
     *
     * @param only the one it holds on the way before the first thread
     * @param otherwise what is wrong if it holds none
     */
    void forEach(
            Expr pointer,
            int arguments,
            Optional<String> only,
            SourceSpan span,
            String otherwise,
            Consumer<String> action) {
        Expr plain = pointer;
        while (plain instanceof Expr.Cast(var _, var operand)) plain = operand;
        if (plain instanceof Expr.FunctionAddress(var function)
                && bounding.program().functions().containsKey(function)
                && bounding.program().function(function).parameters().size() <= arguments) {
            action.accept(function);
        } else if (only.isPresent()) {
            following.only(isHeld(pointer, only.get()), span);
            action.accept(only.get());
        } else {
            oneByOne(pointer, arguments, span, otherwise, action);
        }
    }

    private void oneByOne(Expr pointer, int arguments, SourceSpan span, String otherwise, Consumer<String> action) {
        Origin site = text.here();
        String after = text.freshLabel("after.call");
        for (String candidate : bounding.targets().at(site, arguments)) {
            String then = text.freshLabel("call." + candidate);
            String next = text.freshLabel("not." + candidate);
            text.branch(isHeld(pointer, candidate), then, next, span);
            text.arrive(then, span);
            if (text.isReachable()) {
                action.accept(candidate);
                text.goTo(site);
                if (text.isReachable()) text.jump(after, span);
            }
            text.arrive(next, span);
            if (!text.isReachable()) break;
        }
        if (text.isReachable()) {
            text.require(Expr.FALSE, new Instr.Assert(Expr.FALSE, Property.MEMORY, otherwise, span));
        }
        text.arrive(after, span);
    }

    private static Expr isHeld(Expr pointer, String function) {
        Expr address = new Expr.FunctionAddress(function);
        Expr same = pointer.type().equals(address.type()) ? address : new Expr.Cast(pointer.type(), address);
        return Folding.fold(new Expr.Compare(Expr.CompareOp.EQUAL, pointer, same), leaf -> leaf);
    }
}
