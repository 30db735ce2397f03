package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code sprintf} and {@code snprintf}. Where the format is a literal, a chain of calls to bundled C, one for each piece;
 * else one call that walks along the format. Exact for characters, strings and numbers; other conversions are refused by
 * name.
 */
final class Formatting {
    private static final int LEFT = 1;
    private static final int ZEROS = 2;
    private static final int PLUS = 4;
    private static final int SPACE = 8;
    private static final int PREFIX = 16;
    private static final int CAPITALS = 32;

    private final CallSite site;
    private final Expr into;
    private final Expr size;
    private final Local at;
    private int argument;

    private Formatting(CallSite site, Expr into, Expr size, int firstArgument) {
        this.site = site;
        this.into = into;
        this.size = size;
        this.at = site.fresh(new Pen(site).sizeType());
        this.argument = firstArgument;
    }

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "sprintf" -> site -> format(site, new Pen(site).size(-1), 1);
                    case "snprintf" -> site -> format(site, site.argument(1, new Pen(site).sizeType()), 2);
                    // With _FORTIFY_SOURCE glibc passes a flag and the buffer's size before the format.
                    case "__sprintf_chk" -> site -> format(site, new Pen(site).size(-1), 3);
                    case "__snprintf_chk" -> site -> format(site, site.argument(1, new Pen(site).sizeType()), 4);
                    case "__vsnprintf_chk" ->
                        site -> listed(site, site.argument(1), site.argument(4), site.argument(5));
                    case "__vsprintf_chk" ->
                        site -> listed(site, new Pen(site).size(-1), site.argument(3), site.argument(4));
                    case "__moirai_unknown_format" ->
                        site -> unknown(site, "a conversion that is not supported in a format");
                    case "__moirai_unknown_mapping" ->
                        site -> unknown(site, "a mapping of memory that is shared or has a fixed address");
                    case "__moirai_unknown_source" ->
                        site -> unknown(site, "fscanf of zero bytes, or from what is no file");
                    default -> null;
                });
    }

    /** Something that only a run shows not to be supported: what comes after it is not known. */
    private static Optional<Expr> unknown(CallSite site, String construct) {
        var reason = new CutReason.Construct(construct, site.span());
        site.emit(new Instr.Cut(reason, site.span()));
        return Pen.none();
    }

    private static Optional<Expr> listed(CallSite site, Expr size, Expr format, Expr list) {
        return site.invoke("vsnprintf", List.of(site.argument(0), size, format, list));
    }

    private static Optional<Expr> format(CallSite site, Expr size, int formatAt) {
        Optional<String> literal = site.literal(formatAt);
        if (literal.isEmpty() || Conversion.in(literal.get()).stream().anyMatch(Formatting::isLeftToTheWalk)) {
            return listed(site, size, site.argument(formatAt), site.list(formatAt + 1));
        }
        String format = literal.get();
        var pen = new Pen(site);
        Expr into = site.argument(0);
        Expr kept = Pen.constant(size).isPresent() ? size : pen.keep(size);
        return Optional.of(new Formatting(site, into, kept, formatAt + 1).write(format));
    }

    private static boolean isLeftToTheWalk(Conversion conversion) {
        return conversion.starredWidth() || conversion.starredPrecision() || "pnm".indexOf(conversion.letter()) >= 0;
    }

    private Expr write(String format) {
        new Pen(site).set(at, new Pen(site).size(0));
        Conversion.split(
                format,
                text -> {
                    for (byte b : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
                        put("__moirai_put", Pen.number(b));
                    }
                },
                this::convert);
        site.invoke("__moirai_put_end", List.of(into, size, at));
        return site.convert(at, Type.I32);
    }

    private void put(String function, Expr... more) {
        List<Expr> arguments = new ArrayList<>(List.of(into, size, at));
        arguments.addAll(List.of(more));
        new Pen(site).set(at, site.invoke(function, arguments).orElseThrow());
    }

    private void convert(Conversion conversion) {
        boolean wide = !conversion.length().isEmpty() && "cs".indexOf(conversion.letter()) >= 0;
        if (wide || argument >= site.argumentCount()) throw refusal(conversion);
        Expr flags = Pen.number(flags(conversion));
        Expr width = Pen.number(conversion.width().orElse(0));
        Expr precision = Pen.number(conversion.precision().orElse(-1));
        int from = argument++;
        switch (conversion.letter()) {
            case 'c' -> put("__moirai_put_padded", site.argument(from, Type.I32), width, flags);
            case 's' -> put("__moirai_put_text", site.argument(from), width, precision, flags);
            case 'd', 'i' -> {
                Expr value = site.convert(site.argument(from, conversion.integer(site.model(), true)), Type.I64);
                put("__moirai_put_signed", value, width, precision, flags);
            }
            case 'u', 'x', 'X', 'o' -> {
                int base = switch (conversion.letter()) {
                    case 'u' -> 10;
                    case 'o' -> 8;
                    default -> 16;
                };
                Expr value = site.convert(site.argument(from, conversion.integer(site.model(), false)), Type.U64);
                put("__moirai_put_unsigned", value, Pen.number(base), width, precision, flags);
            }
            case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' -> {
                if (!conversion.length().isEmpty() && !conversion.length().equals("l")) throw refusal(conversion);
                Expr value = site.argument(from, new Type.Float(64));
                Expr letter = Pen.number(Character.toLowerCase(conversion.letter()));
                put("__moirai_put_real", value, letter, width, precision, flags);
            }
            default -> throw refusal(conversion);
        }
    }

    private static int flags(Conversion conversion) {
        int flags = Character.isUpperCase(conversion.letter()) ? CAPITALS : 0;
        for (char c : conversion.flags().toCharArray()) {
            flags |= switch (c) {
                case '-' -> LEFT;
                case '0' -> ZEROS;
                case '+' -> PLUS;
                case ' ' -> SPACE;
                case '#' -> PREFIX;
                default -> 0;
            };
        }
        return flags;
    }

    private RuntimeException refusal(Conversion conversion) {
        return site.error(
                site.function() + " with " + conversion + " is not supported", "numbers, characters and strings are");
    }
}
