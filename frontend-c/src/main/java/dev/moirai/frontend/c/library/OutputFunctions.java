package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Output. There are no files but the three standard streams. */
final class OutputFunctions {
    private OutputFunctions() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "printf" -> site -> formatted(site, 0);
                    case "fprintf", "dprintf" -> site -> formatted(site, 1);
                    // With _FORTIFY_SOURCE glibc passes a flag before the format.
                    case "__printf_chk" -> site -> formatted(site, 1);
                    case "__fprintf_chk" -> site -> formatted(site, 2);
                    case "puts" -> site -> print(site, "%s\n", site.argument(0));
                    case "fputs", "fputs_unlocked" -> site -> print(site, "%s", site.argument(0));
                    case "putchar", "putc", "fputc", "putchar_unlocked", "putc_unlocked" -> OutputFunctions::character;
                    case "perror" -> site -> print(site, "%s: error\n", site.argument(0));
                    // Its arguments are not at hand, so the format is printed as it stands; nothing depends on output.
                    case "vprintf" -> site -> print(site, "%s", site.argument(0));
                    case "vfprintf", "vdprintf" -> site -> print(site, "%s", site.argument(1));
                    case "write" -> OutputFunctions::bytes;
                    case "fflush", "setvbuf", "setbuf", "ferror" -> _ -> Pen.zero();
                    default -> null;
                });
    }

    private static Optional<Expr> formatted(CallSite site, int at) {
        Optional<String> format = site.literal(at);
        if (format.isEmpty()) return print(site, "%s", site.argument(at));
        for (Conversion conversion : Conversion.in(format.get())) {
            if (conversion.letter() == 'n') throw site.error(site.function() + " with %n is not supported", "");
        }
        List<Expr> arguments = new ArrayList<>();
        for (int i = at + 1; i < site.argumentCount(); i++) arguments.add(site.argument(i));
        site.emit(new Instr.Print(format.get(), arguments, site.span()));
        return length(site);
    }

    private static Optional<Expr> print(CallSite site, String format, Expr argument) {
        site.emit(new Instr.Print(format, List.of(argument), site.span()));
        return length(site);
    }

    private static Optional<Expr> character(CallSite site) {
        Expr c = site.argument(0, Type.I32);
        site.emit(new Instr.Print("%c", List.of(c), site.span()));
        return Optional.of(new Expr.Cast(Type.I32, new Expr.Cast(Type.U8, c)));
    }

    private static Optional<Expr> bytes(CallSite site) {
        Expr size = site.argument(2, new Pen(site).longType());
        site.emit(new Instr.Print("%.*s", List.of(site.convert(size, Type.I32), site.argument(1)), site.span()));
        return Optional.of(size);
    }

    /** The number of characters printed is not computed: any number, or a negative one for an error. */
    private static Optional<Expr> length(CallSite site) {
        return site.resultUsed() ? Optional.of(new Pen(site).any(Type.I32)) : Pen.zero();
    }
}
