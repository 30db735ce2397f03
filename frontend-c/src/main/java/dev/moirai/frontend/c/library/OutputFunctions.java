package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Output: what goes to the standard streams is shown, the rest is written by bundled C. */
final class OutputFunctions {
    private OutputFunctions() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "printf" -> site -> formatted(site, site.standardStream("stdout"), 0);
                    case "fprintf" -> site -> formatted(site, site.argument(0), 1);
                    case "dprintf" -> site -> toDescriptor(site, site.list(2));
                    // With _FORTIFY_SOURCE glibc passes a flag before the format.
                    case "__printf_chk" -> site -> formatted(site, site.standardStream("stdout"), 1);
                    case "__fprintf_chk" -> site -> formatted(site, site.argument(0), 2);
                    case "puts" -> OutputFunctions::line;
                    case "fputs", "fputs_unlocked" ->
                        site -> StandardStreams.isShown(site.argument(1))
                                ? text(site, "%s")
                                : site.invoke("__moirai_file_puts", List.of(site.argument(0), site.argument(1)));
                    case "putchar", "putchar_unlocked" -> site -> character(site, site.standardStream("stdout"));
                    case "putc", "fputc", "putc_unlocked" -> site -> character(site, site.argument(1));
                    case "vprintf" ->
                        site -> toStream(site, site.standardStream("stdout"), site.argument(0), site.argument(1));
                    case "__vprintf_chk" ->
                        site -> toStream(site, site.standardStream("stdout"), site.argument(1), site.argument(2));
                    case "vfprintf" -> site -> toStream(site, site.argument(0), site.argument(1), site.argument(2));
                    case "__vfprintf_chk" ->
                        site -> toStream(site, site.argument(0), site.argument(2), site.argument(3));
                    case "vdprintf" -> site -> toDescriptor(site, site.argument(2));
                    case "write" -> OutputFunctions::bytes;
                    case "fflush", "fflush_unlocked" -> OutputFunctions::flush;
                    case "fclose" -> OutputFunctions::close;
                    case "open_memstream" -> OutputFunctions::openMemory;
                    case "setvbuf", "setbuf", "setlinebuf", "setbuffer" -> _ -> Pen.zero();
                    default -> null;
                });
    }

    private static Optional<Expr> formatted(CallSite site, int at) {
        Optional<String> format = site.literal(at);
        if (format.isEmpty()) return listed(site, site.argument(at), site.list(at + 1));
        PrintedTexts.look(site, format.get(), at + 1);
        List<Expr> arguments = new ArrayList<>();
        for (int i = at + 1; i < site.argumentCount(); i++) arguments.add(site.argument(i));
        site.emit(new Instr.Print(format.get(), arguments, site.span()));
        return length(site);
    }

    private static Optional<Expr> formatted(CallSite site, Expr stream, int at) {
        if (StandardStreams.isShown(stream)) return formatted(site, at);
        return toStream(site, stream, site.argument(at), site.list(at + 1));
    }

    private static Optional<Expr> toStream(CallSite site, Expr stream, Expr format, Expr list) {
        if (StandardStreams.isShown(stream)) return listed(site, format, list);
        var pen = new Pen(site);
        Local length = pen.result();
        pen.either(
                StandardStreams.isShownNow(stream),
                () -> pen.set(length, listed(site, format, list).orElseThrow()),
                () -> pen.set(
                        length,
                        site.invoke("__moirai_file_format", List.of(stream, format, list))
                                .orElseThrow()));
        return Optional.of(length);
    }

    private static Optional<Expr> toDescriptor(CallSite site, Expr list) {
        return StandardStreams.isShownDescriptor(site.argument(0))
                ? listed(site, site.argument(1), list)
                : site.invoke("__moirai_descriptor_format", List.of(site.argument(0), site.argument(1), list));
    }

    /** A format that is known only at run time, and a list of its arguments. */
    private static Optional<Expr> listed(CallSite site, Expr format, Expr list) {
        site.invoke("__moirai_look_listed", List.of(format, list));
        site.emit(new Instr.Print(Instr.Print.LISTED, List.of(format, list), site.span()));
        return length(site);
    }

    private static Optional<Expr> text(CallSite site, String format) {
        if (!site.isFixedText(0)) {
            site.invoke("__moirai_look_text", List.of(site.argument(0), new Pen(site).size(-1)));
        }
        site.emit(new Instr.Print(format, List.of(site.argument(0)), site.span()));
        return length(site);
    }

    private static Optional<Expr> line(CallSite site) {
        Expr stream = site.standardStream("stdout");
        if (StandardStreams.isShown(stream)) return text(site, "%s\n");
        site.invoke("__moirai_file_puts", List.of(site.argument(0), stream));
        return site.invoke("__moirai_file_putc", List.of(Pen.number('\n'), stream));
    }

    private static Optional<Expr> character(CallSite site, Expr stream) {
        if (!StandardStreams.isShown(stream)) {
            return site.invoke("__moirai_file_putc", List.of(site.argument(0), stream));
        }
        Expr c = site.argument(0, Type.I32);
        site.emit(new Instr.Print("%c", List.of(c), site.span()));
        return Optional.of(new Expr.Cast(Type.I32, new Expr.Cast(Type.U8, c)));
    }

    private static Optional<Expr> bytes(CallSite site) {
        Cancellation.pointOfUser(site);
        if (!StandardStreams.isShownDescriptor(site.argument(0))) {
            return site.invoke("write", List.of(site.argument(0), site.argument(1), site.argument(2)));
        }
        Expr size = site.argument(2, new Pen(site).sizeType());
        if (!PrintedTexts.isWithinFixedText(site, 1, size)) {
            site.invoke("__moirai_look", List.of(site.argument(1), size));
        }
        site.emit(new Instr.Print("%.*s", List.of(site.convert(size, Type.I32), site.argument(1)), site.span()));
        return Optional.of(site.convert(size, new Pen(site).longType()));
    }

    /** Streams keep nothing back; only of those on its memory the program is told what there is. */
    private static Optional<Expr> flush(CallSite site) {
        return site.opensMemory() && site.isUsers() && !StandardStreams.isShown(site.argument(0))
                ? site.invoke("__moirai_flush", List.of(site.argument(0)))
                : Pen.zero();
    }

    private static Optional<Expr> close(CallSite site) {
        String function = site.opensMemory() && site.isUsers() ? "__moirai_close" : "__moirai_fclose";
        return site.invoke(function, List.of(site.argument(0)));
    }

    private static Optional<Expr> openMemory(CallSite site) {
        if (site.options().world() == LibraryOptions.World.REAL) {
            throw site.error("open_memstream: what the real one does to the program's memory is not seen", "");
        }
        return site.invoke("open_memstream", List.of(site.argument(0), site.argument(1)));
    }

    /** The number of characters printed is not computed: any number, or a negative one for an error. */
    private static Optional<Expr> length(CallSite site) {
        return site.resultUsed() ? Optional.of(new Pen(site).any(Type.I32)) : Pen.zero();
    }
}
