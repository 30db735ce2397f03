package dev.moirai.jvm;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import java.util.List;
import java.util.Optional;

/** Calls whose results follow from their arguments alone: boxing, {@code Math}. And calls that only print. */
final class PureCalls {
    private PureCalls() {}

    /** The result as a term, if the call is such a one. */
    static Optional<JvmValue> value(Events events, FollowedThread thread, Call call, Optional<JvmValue> observed) {
        if (observed.isEmpty()) return Optional.empty();
        boolean isMath = switch (call.owner()) {
            case "java/lang/Math", "java/lang/Integer", "java/lang/Long" -> true;
            default -> false;
        };
        if (!isMath || !call.isStatic() || call.argumentCount() != 2) return Optional.empty();
        Kind kind = call.result();
        if (kind.isFloating()
                || kind != call.argument(0).kind()
                || kind != call.argument(1).kind()) {
            return Optional.empty();
        }
        Local a = Events.local("left", kind);
        Local b = Events.local("right", kind);
        Expr less = new Expr.Compare(Expr.CompareOp.LESS, a, b);
        Optional<Expr> term = switch (call.name()) {
            case "max" -> Optional.of(new Expr.Select(less, b, a));
            case "min" -> Optional.of(new Expr.Select(less, a, b));
            case "sum" -> Optional.of(new Expr.Binary(Expr.BinaryOp.ADD, a, b));
            default -> Optional.empty();
        };
        return term.map(it -> events.computed(
                thread, kind, observed.get().bits(), it, List.of(a, b), List.of(call.argument(0), call.argument(1))));
    }

    /** What such a call on whole numbers gives. */
    static Optional<Long> result(Call call) {
        if (call.argumentCount() != 2) return Optional.empty();
        long a = call.argument(0).bits();
        long b = call.argument(1).bits();
        return switch (call.name()) {
            case "max" -> Optional.of(Math.max(a, b));
            case "min" -> Optional.of(Math.min(a, b));
            case "sum" -> Optional.of(call.result() == Kind.INT ? (int) (a + b) : a + b);
            default -> Optional.empty();
        };
    }

    /** Whether the program would find everything as it was after such a call; what it shows to people does not count. */
    static boolean isWithoutEffect(Call call) {
        if (isMute(call)) return true;
        return switch (call.owner()) {
            case "java/lang/Thread" ->
                switch (call.name()) {
                    case "yield",
                            "onSpinWait",
                            "sleep",
                            "currentThread",
                            "getName",
                            "isAlive",
                            "isInterrupted",
                            "threadId" -> true;
                    default -> false;
                };
            // Waiting and notifying are followed as such.
            case "java/lang/Object",
                    "java/lang/Math",
                    "java/util/Objects",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Boolean",
                    "java/lang/String",
                    "java/lang/Class" -> true;
            default -> false;
        };
    }

    /** Whether the call only shows what it was given: nothing depends on that. */
    static boolean isMute(Call call) {
        return call.owner().equals("java/io/PrintStream")
                || call.owner().equals("java/lang/StringBuilder")
                || call.owner().isEmpty() && call.name().equals("makeConcatWithConstants");
    }
}
