package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Input. From outside it can be anything; files and what the user hands over are read by bundled C. */
final class InputFunctions {
    private InputFunctions() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "getchar", "getchar_unlocked" -> site -> character(site, site.standardStream("stdin"));
                    case "getc", "fgetc", "getc_unlocked" -> site -> character(site, site.argument(0));
                    case "fgets", "fgets_unlocked" -> InputFunctions::line;
                    case "read" -> InputFunctions::bytes;
                    case "scanf", "__isoc99_scanf", "__isoc23_scanf" ->
                        site -> scan(site, site.standardStream("stdin"), 0);
                    case "fscanf", "__isoc99_fscanf", "__isoc23_fscanf" -> site -> scan(site, site.argument(0), 1);
                    default -> null;
                });
    }

    /** A byte, or {@code EOF}. */
    private static Optional<Expr> character(CallSite site, Expr stream) {
        if (!StandardStreams.isFreeInput(site, stream)) return site.invoke("fgetc", List.of(stream));
        var pen = new Pen(site);
        Local more = pen.any(Type.BOOL);
        Local c = pen.any(Type.U8);
        return Optional.of(new Expr.Select(more, new Expr.Cast(Type.I32, c), Pen.number(-1)));
    }

    private static Optional<Expr> line(CallSite site) {
        boolean free = StandardStreams.isFreeInput(site, site.argument(2));
        List<Expr> buffer = List.of(site.argument(0), site.argument(1));
        return free
                ? site.invoke("__moirai_read_line", buffer)
                : site.invoke("fgets", List.of(buffer.get(0), buffer.get(1), site.argument(2)));
    }

    private static Optional<Expr> bytes(CallSite site) {
        Cancellation.pointOfUser(site);
        return StandardStreams.isFreeDescriptor(site, site.argument(0))
                ? site.invoke("__moirai_read_standard", List.of(site.argument(1), site.argument(2)))
                : site.invoke("read", List.of(site.argument(0), site.argument(1), site.argument(2)));
    }

    private static Optional<Expr> scan(CallSite site, Expr stream, int formatAt) {
        boolean real = site.options().world() == LibraryOptions.World.REAL;
        return real || StandardStreams.isFreeInput(site, stream)
                ? anyItems(site, formatAt)
                : Scanning.ofStream(site, stream, formatAt);
    }

    /** Reads some of the items asked for, from none (or {@code EOF}) to all. */
    private static Optional<Expr> anyItems(CallSite site, int formatAt) {
        String format = site.literal(formatAt)
                .orElseThrow(() ->
                        site.error(site.function() + " with a format that is not a literal is not supported", ""));
        List<Item> items = items(site, format);
        if (items.size() != site.argumentCount() - formatAt - 1) {
            throw site.error(site.function() + ": the format asks for " + items.size() + " items", "");
        }
        var pen = new Pen(site);
        boolean real = site.options().world() == LibraryOptions.World.REAL;
        Local count = real
                ? pen.keep(site.invoke("__moirai_scan", List.of(site.argument(formatAt)))
                        .orElseThrow())
                : pen.any(Type.I32);
        site.emit(new Instr.Assume(between(count, -1, items.size()), site.span()));
        String end = site.freshLabel("scanned");
        for (int i = 0; i < items.size(); i++) {
            String next = site.freshLabel("item");
            Expr read = new Expr.Compare(CompareOp.GREATER, count, Pen.number(i));
            site.emit(new Instr.Branch(read, next, end, site.span()));
            pen.label(next);
            Expr place = site.argument(formatAt + 1 + i);
            if (real) items.get(i).takeInto(site, place, i);
            else items.get(i).readInto(site, place);
        }
        pen.label(end);
        return Optional.of(count);
    }

    private static Expr between(Local value, long least, long most) {
        return new Expr.Select(
                new Expr.Compare(CompareOp.GREATER_OR_EQUAL, value, Pen.number(least)),
                new Expr.Compare(CompareOp.LESS_OR_EQUAL, value, Pen.number(most)),
                Expr.FALSE);
    }

    private sealed interface Item {
        void readInto(CallSite site, Expr place);

        /** Like {@link #readInto}, but takes item {@code number} that the native runtime has scanned. */
        void takeInto(CallSite site, Expr place, int number);

        record Scalar(Type type) implements Item {
            @Override
            public void readInto(CallSite site, Expr place) {
                var pen = new Pen(site);
                pen.store(pen.at(place, 0, type), pen.any(type));
            }

            @Override
            public void takeInto(CallSite site, Expr place, int number) {
                var pen = new Pen(site);
                Expr item = Pen.number(number);
                Expr bytes = Pen.number(site.sizes().of(type));
                Optional<Expr> value = type instanceof Type.Int(var _, var signed)
                        ? site.invoke("__moirai_scanned_integer", List.of(item, bytes, Pen.number(signed ? 1 : 0)))
                        : site.invoke("__moirai_scanned_double", List.of(item, bytes));
                pen.store(pen.at(place, 0, type), site.convert(value.orElseThrow(), type));
            }
        }

        /** At most {@code width} characters that are not white space, and a final zero. */
        record Word(int width) implements Item {
            @Override
            public void readInto(CallSite site, Expr place) {
                site.invoke("__moirai_read_word", List.of(place, Pen.number(width)));
            }

            @Override
            public void takeInto(CallSite site, Expr place, int number) {
                site.invoke("__moirai_scanned_word", List.of(place, Pen.number(number)));
            }
        }
    }

    private static List<Item> items(CallSite site, String format) {
        List<Item> items = new ArrayList<>();
        for (Conversion conversion : Conversion.in(format)) {
            if (conversion.suppressed()) continue;
            items.add(
                    switch (conversion.letter()) {
                        case 'd', 'i' -> new Item.Scalar(conversion.integer(site.model(), true));
                        case 'u', 'x', 'X', 'o' -> new Item.Scalar(conversion.integer(site.model(), false));
                        case 'c' -> {
                            if (conversion.width().orElse(1) != 1) throw refusal(site, conversion);
                            yield new Item.Scalar(Type.U8);
                        }
                        case 'f', 'e', 'g' ->
                            new Item.Scalar(new Type.Float(conversion.length().equals("l") ? 64 : 32));
                        case 's' ->
                            new Item.Word(conversion
                                    .width()
                                    .orElseThrow(() -> site.error(
                                            site.function() + " of a word of any length overflows every buffer",
                                            "give the conversion a width: %15s")));
                        default -> throw refusal(site, conversion);
                    });
        }
        return items;
    }

    private static RuntimeException refusal(CallSite site, Conversion conversion) {
        return site.error(site.function() + " with " + conversion + " is not supported", "");
    }
}
