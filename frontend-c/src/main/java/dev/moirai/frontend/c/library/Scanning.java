package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code sscanf} with a literal format: a walk along the text by calls to bundled C, exact for numbers, characters,
 * words and sets of characters. The first mismatch ends the walk.
 */
final class Scanning {
    private static final int ANY_WIDTH = Integer.MAX_VALUE;

    private final CallSite site;
    private final Pen pen;
    /** The current position in the text. */
    private final Local at;

    private final Local count;
    private final String end;
    private final Expr text;
    private final Source source;
    /** Whether the end of the stream was seen. */
    private final Local looked;

    private int argument;

    private Scanning(CallSite site, Source source, Expr text, int firstPlace) {
        this.site = site;
        this.source = source;
        this.text = text;
        argument = firstPlace;
        pen = new Pen(site);
        at = site.fresh(text.type());
        count = pen.result();
        looked = pen.result();
        end = site.freshLabel("scanned");
    }

    static Optional<FunctionModel> find(String function) {
        return switch (function) {
            case "sscanf", "__isoc99_sscanf", "__isoc23_sscanf" -> Optional.of(Scanning::scan);
            default -> Optional.empty();
        };
    }

    private static Optional<Expr> scan(CallSite site) {
        return Optional.of(new Scanning(site, Source.STRING, site.argument(0), 2).along(format(site, 1)));
    }

    private static String format(CallSite site, int at) {
        return site.literal(at)
                .orElseThrow(() ->
                        site.error(site.function() + " with a format that is not a literal is not supported", ""));
    }

    /** {@code fscanf}: walks along what the stream still holds, and moves the stream as far as it came. */
    static Optional<Expr> ofStream(CallSite site, Expr stream, int formatAt) {
        var pen = new Pen(site);
        Local text =
                pen.keep(site.invoke("__moirai_scan_begin", List.of(stream)).orElseThrow());
        var walk = new Scanning(site, Source.STREAM, text, formatAt + 1);
        Expr count = walk.along(format(site, formatAt));
        site.invoke("__moirai_scan_end", List.of(stream, text, walk.at, walk.looked));
        return Optional.of(count);
    }

    private Expr along(String format) {
        pen.set(at, text);
        pen.set(count, Pen.number(0));
        if (source == Source.STREAM) pen.set(looked, Pen.number(0));
        Conversion.split(format, this::text, this::convert);
        pen.label(end);
        return count;
    }

    private void text(String text) {
        for (char c : text.toCharArray()) {
            boolean space = Character.isWhitespace(c);
            // A percent sign can only come from %%, which skips white space like a conversion.
            if (space || c == '%') goOn("__moirai_scan_space", List.of(at), Taken.NOTHING);
            if (!space) goOn("__moirai_scan_character", List.of(at, Pen.number(c)), Taken.NOTHING, Pen.number(1));
        }
    }

    private void convert(Conversion conversion) {
        Expr width = Pen.number(conversion.width().orElse(ANY_WIDTH));
        switch (conversion.letter()) {
            case 'd', 'i', 'u', 'x', 'X', 'o' -> integer(conversion, width);
            case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' -> real(conversion, width);
            case 'c' -> {
                Expr most = Pen.number(conversion.width().orElse(1));
                text(conversion, "__moirai_scan_some", List.of(most), Taken.NOTHING, most);
            }
            case 's' -> text(conversion, "__moirai_scan_word", List.of(width), Taken.SPACES, width);
            case '[' -> {
                List<Expr> arguments = new ArrayList<>(List.of(width));
                for (long word : conversion.members()) arguments.add(Expr.constant(Type.U64, word));
                text(conversion, "__moirai_scan_set", arguments, Taken.NOTHING, width);
            }
            case 'n' -> {
                if (conversion.suppressed()) throw refusal(conversion);
                Type type = conversion.integer(site.model(), true);
                Expr passed = new Expr.Distance(at, text, site.model().distanceType());
                pen.store(pen.at(place(), 0, type), site.convert(passed, type));
            }
            default -> throw refusal(conversion);
        }
    }

    private void text(Conversion conversion, String function, List<Expr> more, Taken taken, Expr width) {
        if (!conversion.length().isEmpty()) throw refusal(conversion);
        List<Expr> arguments = new ArrayList<>(List.of(at, conversion.suppressed() ? Pen.nothing() : place()));
        arguments.addAll(more);
        goOn(function, arguments, taken, width);
        if (!conversion.suppressed()) counted();
    }

    private void integer(Conversion conversion, Expr width) {
        boolean signed = conversion.letter() == 'd' || conversion.letter() == 'i';
        Expr base = Pen.number(
                switch (conversion.letter()) {
                    case 'i' -> 0;
                    case 'o' -> 8;
                    case 'x', 'X' -> 16;
                    default -> 10;
                });
        Local here = copyOf(at);
        goOn("__moirai_scan_integer", List.of(at, base, width), Taken.INTEGER, width);
        if (conversion.suppressed()) return;
        String value = signed ? "__moirai_scan_signed" : "__moirai_scan_unsigned";
        Type type = conversion.integer(site.model(), signed);
        assign(site.convert(site.invoke(value, List.of(here, base, width)).orElseThrow(), type), type);
    }

    private void real(Conversion conversion, Expr width) {
        boolean wide = conversion.length().equals("l");
        if (!wide && !conversion.length().isEmpty()) throw refusal(conversion);
        Local here = copyOf(at);
        goOn("__moirai_scan_real", List.of(at, width), Taken.REAL, width);
        if (conversion.suppressed()) return;
        String value = wide ? "__moirai_scan_double" : "__moirai_scan_float";
        assign(site.invoke(value, List.of(here, width)).orElseThrow(), new Type.Float(wide ? 64 : 32));
    }

    private Local copyOf(Local local) {
        Local copy = site.fresh(local.type());
        pen.set(copy, local);
        return copy;
    }

    private Expr place() {
        if (argument >= site.argumentCount()) throw site.error(site.function() + ": too few arguments", "");
        return site.argument(argument++);
    }

    private void assign(Expr value, Type type) {
        pen.store(pen.at(place(), 0, type), value);
        counted();
    }

    private void counted() {
        pen.set(count, Pen.binary(Expr.BinaryOp.ADD, count, Pen.number(1)));
    }

    private enum Source {
        STRING,
        STREAM
    }

    /** What may be taken from a stream before it is plain that there is no match. */
    private enum Taken {
        NOTHING,
        SPACES,
        /** White space and a sign. */
        INTEGER,
        /** These, and the beginning of a number in some other form. */
        REAL
    }

    private void goOn(String function, List<Expr> arguments, Taken taken) {
        goOn(function, arguments, taken, Pen.number(ANY_WIDTH));
    }

    /** Moves to where the function returns, or ends the walk if it returns null. */
    private void goOn(String function, List<Expr> arguments, Taken taken, Expr width) {
        Local next = pen.keep(Pen.as(site.invoke(function, arguments).orElseThrow(), at.type()));
        pen.when(Pen.isZero(next), () -> {
            Expr passed = Pen.number(taken == Taken.NOTHING ? 0 : 1);
            pen.set(
                    count,
                    site.invoke("__moirai_scan_stopped", List.of(at, count, passed))
                            .orElseThrow());
            if (source == Source.STREAM) {
                List<Expr> leaving = List.of(at, Pen.number(taken.ordinal()), width);
                Expr left = site.invoke("__moirai_scan_left", leaving).orElseThrow();
                moveTo(pen.keep(Pen.as(left, at.type())), taken, width);
            }
            site.emit(new Instr.Goto(end, site.span()));
        });
        moveTo(next, taken, width);
    }

    private void moveTo(Local next, Taken taken, Expr width) {
        if (source == Source.STREAM) {
            List<Expr> way = List.of(at, next, Pen.number(taken.ordinal()), width);
            Expr now = site.invoke("__moirai_scan_looked", way).orElseThrow();
            pen.set(looked, Pen.binary(Expr.BinaryOp.OR, looked, now));
        }
        pen.set(at, next);
    }

    private RuntimeException refusal(Conversion conversion) {
        return site.error(
                site.function() + " with " + conversion + " is not supported",
                "numbers, characters, words and sets of characters are");
    }
}
