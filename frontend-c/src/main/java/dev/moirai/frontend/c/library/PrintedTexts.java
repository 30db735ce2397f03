package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The texts that {@code printf} is given. Bundled C reads them byte by byte before they are shown, so that every engine sees
 * who reads what; texts that nobody can change need not be read.
 */
final class PrintedTexts {
    private PrintedTexts() {}

    /** Reads the texts that a literal format takes from the arguments, the first of which has this index. */
    static void look(CallSite site, String format, int firstArgument) {
        int next = firstArgument;
        for (Conversion conversion : Conversion.in(format)) {
            char letter = conversion.letter();
            if (letter == 'n' || letter == 'V') {
                throw site.error(site.function() + " with %" + letter + " is not supported", "");
            }
            if (conversion.isNumbered()) throw site.error(site.function() + " with %N$ is not supported", "");
            if (conversion.isTooWide()) throw site.error(site.function() + " with a width beyond 999999999", "");
            if (conversion.isWideText()) throw site.error(site.function() + " with %ls is not supported", "");
            // Neither has an argument.
            if (letter == 'm' || letter == Conversion.UNKNOWN) continue;
            if (conversion.starredWidth()) next++;
            Expr precision = Pen.number(conversion.precision().orElse(-1));
            if (conversion.starredPrecision() && next < site.argumentCount()) {
                precision = site.argument(next++, Type.I32);
            }
            int at = next++;
            if (letter != 's' || !conversion.length().isEmpty() || at >= site.argumentCount()) continue;
            if (!site.isFixedText(at)) {
                site.invoke("__moirai_look_printed", List.of(site.argument(at), precision));
            }
        }
    }

    /** Whether so many bytes from the argument on are surely there, and nobody can change them. */
    static boolean isWithinFixedText(CallSite site, int index, Expr size) {
        OptionalLong bytes = Pen.constant(size);
        Optional<String> text = site.literal(index);
        return text.isPresent()
                && bytes.isPresent()
                && bytes.getAsLong() >= 0
                && bytes.getAsLong() <= text.get().length();
    }
}
