package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The three streams that are there from the beginning. Their {@code FILE *} are the numbers below, which no object has as
 * its address; a call that names one of them needs nothing of the bundled C for files. In programs that assign to one of the
 * variables {@code stdin}, {@code stdout} and {@code stderr}, that one is a variable as any other (standard_streams.c).
 */
public final class StandardStreams {
    private static final int STDIN = 1;
    private static final int STDOUT = 2;
    private static final int STDERR = 3;

    private StandardStreams() {}

    /** The address that stands for the stream with this name in C. */
    public static OptionalInt address(String name) {
        return switch (name) {
            case "stdin" -> OptionalInt.of(STDIN);
            case "stdout" -> OptionalInt.of(STDOUT);
            case "stderr" -> OptionalInt.of(STDERR);
            default -> OptionalInt.empty();
        };
    }

    /** Whether the stream is surely standard output or error: what is written there is shown. */
    static boolean isShown(Expr stream) {
        OptionalLong known = Pen.constant(stream);
        return known.isPresent() && (known.getAsLong() == STDOUT || known.getAsLong() == STDERR);
    }

    static Expr isShownNow(Expr stream) {
        return new Expr.Select(is(stream, STDOUT), Expr.TRUE, is(stream, STDERR));
    }

    private static Expr is(Expr stream, int address) {
        return Pen.equal(Pen.as(stream, Type.VOID_POINTER), Expr.constant(Type.VOID_POINTER, address));
    }

    /** Whether the stream is surely standard input and the user has not handed it over: anything may come. */
    static boolean isFreeInput(CallSite site, Expr stream) {
        OptionalLong known = Pen.constant(stream);
        return site.options().outside().input().isEmpty() && known.isPresent() && known.getAsLong() == STDIN;
    }

    /** The same for a file descriptor. */
    static boolean isFreeDescriptor(CallSite site, Expr descriptor) {
        OptionalLong known = Pen.constant(descriptor);
        return site.options().outside().input().isEmpty() && known.isPresent() && known.getAsLong() == 0;
    }

    static boolean isShownDescriptor(Expr descriptor) {
        OptionalLong known = Pen.constant(descriptor);
        return known.isPresent() && (known.getAsLong() == 1 || known.getAsLong() == 2);
    }

    static Expr original(String name) {
        return Expr.constant(Type.VOID_POINTER, address(name).orElseThrow());
    }
}
