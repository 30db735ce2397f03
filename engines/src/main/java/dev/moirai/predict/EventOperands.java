package dev.moirai.predict;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/** The expressions of an event, by what prediction does with them. */
final class EventOperands {
    private EventOperands() {}

    /** Expressions that must keep their recorded value, such as addresses: with another value the event would be another one. */
    static List<Expr> fixed(TraceEvent event) {
        return switch (event.site().instr()) {
            case Instr.ScalarAccess i when i.address() instanceof Expr.Cell cell -> cell.keys();
            case Instr.ScalarAccess i -> List.of(i.address());
            case Instr.Await i -> List.of(i.address());
            case Instr.Free i -> List.of(i.pointer());
            case Instr.Resize i -> List.of(i.pointer(), i.bytes());
            case Instr.Wait i -> List.of(i.object(), i.mutex());
            case Instr.InitSync i -> List.of(i.object(), i.parameter());
            case Instr.OnObject i -> List.of(i.object());
            case Instr.Spawn i -> {
                var operands = new ArrayList<>(List.of(i.function()));
                operands.addAll(i.arguments());
                yield operands;
            }
            case Instr.Join i -> List.of(i.thread());
            case Instr.Detach i -> List.of(i.thread());
            case Instr.Call i -> event.detail() == TraceEvent.ENTER ? List.of(i.callee()) : List.of();
            default -> List.of();
        };
    }

    /** Expressions from which the event computes its result or what it writes. */
    static List<Expr> computed(TraceEvent event) {
        return switch (event.site().instr()) {
            case Instr.Assign i -> List.of(i.value());
            case Instr.Store i -> List.of(i.value());
            case Instr.Rmw i -> List.of(i.operand());
            case Instr.CompareExchange i -> List.of(i.expected(), i.desired());
            case Instr.Await i -> List.of(i.expected());
            case Instr.Call i -> event.detail() > 0 ? List.of(i.arguments().get(event.detail() - 1)) : List.of();
            case Instr.Return i ->
                event.detail() == TraceEvent.LEAVE
                        ? List.of()
                        : i.value().map(List::of).orElse(List.of());
            case Instr.ExitThread i -> List.of(i.value());
            case Instr.Branch i -> List.of(i.condition());
            case Instr.Assume i -> List.of(i.condition());
            case Instr.Block i -> List.of(i.condition());
            case Instr.Assert i -> List.of(i.condition());
            default -> List.of();
        };
    }

    /** All expressions that are evaluated when the event happens, also for a result that nobody wants. */
    static List<Expr> evaluated(TraceEvent event) {
        var all = new ArrayList<>(fixed(event));
        all.addAll(computed(event));
        if (event.site().instr() instanceof Instr.Return(var value, var _) && event.detail() == TraceEvent.LEAVE) {
            value.ifPresent(all::add);
        }
        return all;
    }

    /** Whether the event ends the thread with a value that a join can receive. */
    static boolean endsThread(TraceEvent event) {
        return switch (event.site().instr()) {
            case Instr.ExitThread _ -> true;
            case Instr.Return i ->
                event.detail() == TraceEvent.NOTHING && i.value().isPresent();
            default -> false;
        };
    }

    static boolean isCondition(TraceEvent event) {
        return switch (event.site().instr()) {
            case Instr.Branch _, Instr.Assume _, Instr.Block _, Instr.Assert _ -> true;
            default -> false;
        };
    }
}
