package dev.moirai.jvm;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Boxed whole numbers as values: a box is called by what is in it, not by the number of its object, so that what a program
 * computes through {@code Integer} and {@code Long} is a term. What is in a box is told by the calls that make and open it; so it
 * is learnt while the run is followed for the first time. That two boxes may hold the same and be different objects is lost:
 * what is claimed about such a program must happen on the JVM like everything else.
 */
final class Boxes {
    /** No object has such a number. */
    private static final long BOX = 1L << 56;

    private static final long CLASS = 1L << 48;
    /** Longs beyond are left as they are; so what is in a box never leads to the name of one of another class. */
    private static final long MOST = 1L << 40;

    private static final List<String> CLASSES = List.of(
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Boolean");

    private final Map<Long, Long> names = new HashMap<>();
    private boolean known;

    /** From now on boxes are called by what is in them. */
    void settle() {
        known = true;
    }

    /** What the object with this number is called. */
    long name(long number) {
        return known ? names.getOrDefault(number, number) : number;
    }

    private static long base(String owner) {
        return BOX + (1 + CLASSES.indexOf(owner)) * CLASS;
    }

    private static boolean makes(Call call) {
        return CLASSES.contains(call.owner())
                && call.isStatic()
                && call.name().equals("valueOf")
                && call.argumentCount() == 1
                && call.argument(0).kind() != Kind.REFERENCE;
    }

    private static boolean opens(Call call) {
        return CLASSES.contains(call.owner())
                && !call.isStatic()
                && call.argumentCount() == 0
                && call.name().endsWith("Value")
                && call.result() == content(call.owner())
                && call.name().startsWith(first(call.owner()));
    }

    /** {@code int} for Integer, {@code char} for Character: what the method is called by that opens it. */
    private static String first(String owner) {
        return switch (owner) {
            case "java/lang/Integer" -> "int";
            case "java/lang/Character" -> "char";
            default -> owner.substring("java/lang/".length()).toLowerCase(Locale.ROOT);
        };
    }

    private static Kind content(String owner) {
        return owner.equals("java/lang/Long") ? Kind.LONG : Kind.INT;
    }

    /** Looks at a call that has come back. */
    void learn(Call call, Optional<JvmValue> observed) {
        if (known || observed.isEmpty()) return;
        if (makes(call))
            put(observed.get().bits(), call.owner(), call.argument(0).bits());
        else if (opens(call))
            put(call.receiver().bits(), call.owner(), observed.get().bits());
    }

    private void put(long number, String owner, long content) {
        if (Math.abs(content) < MOST) names.put(number, base(owner) + content);
    }

    /** What a call gives that makes or opens a box; nothing if it does neither, or the box is called by its number. */
    Optional<JvmValue> value(Events events, FollowedThread thread, Call call, Optional<JvmValue> observed) {
        if (!known || observed.isEmpty()) return Optional.empty();
        Kind content = content(call.owner());
        Expr base = Expr.constant(Type.U64, base(call.owner()));
        if (makes(call) && observed.get().bits() >= BOX) {
            Local inside = Events.local("left", content);
            Expr box = new Expr.Binary(
                    Expr.BinaryOp.ADD, base, new Expr.Cast(Type.U64, new Expr.Cast(Kind.LONG.type(), inside)));
            return Optional.of(events.computed(
                    thread, Kind.REFERENCE, observed.get().bits(), box, List.of(inside), List.of(call.argument(0))));
        }
        if (opens(call) && call.receiver().bits() >= BOX) {
            Local box = Events.local("left", Kind.REFERENCE);
            Expr inside = new Expr.Cast(content.type(), new Expr.Binary(Expr.BinaryOp.SUBTRACT, box, base));
            return Optional.of(events.computed(
                    thread, content, observed.get().bits(), inside, List.of(box), List.of(call.receiver())));
        }
        return Optional.empty();
    }
}
