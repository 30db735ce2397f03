package dev.moirai.frontend.c;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.ir.WellFormed;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One translation unit without the others of its program: what other units can name is translated, with all it
 * needs, and what the unit only declares is taken to be defined elsewhere. This says what of C the front end understands; {@link CFrontend}
 * makes programs.
 */
public final class UnitAlone {
    private static final String ENTRY = "@unit";

    /**
     * What became of a unit.
     *
     * @param parsed whether its syntax was understood
     * @param refusals what was refused, or is wrong; none if the unit was translated
     */
    public record Result(boolean parsed, List<String> refusals) {}

    private UnitAlone() {}

    public static Result translate(Path file, COptions options) throws IOException {
        var sources = new SourceTexts();
        var diagnostics = new Diagnostics();
        var linker = new Linker(options, sources, diagnostics);
        Optional<Unit> unit = linker.read(
                file.toString(),
                Files.readString(file, StandardCharsets.ISO_8859_1),
                Unit.Origin.USER,
                options.flags());
        unit.ifPresent(read -> read.scopes().declareWaiting());
        if (!linker.isWhole()) return new Result(false, messages(diagnostics));
        List<String> functions = linker.offeredFunctions();
        List<String> variables = linker.variables().offered();
        linker.readAlone();
        var assembly = new Assembly(linker);
        var entry = new Function(
                ENTRY,
                List.of(),
                Type.VOID,
                List.of(),
                List.of(new Instr.Return(Optional.empty(), SourceSpan.NOWHERE)),
                SourceSpan.NOWHERE);
        assembly.add(entry);
        for (String name : functions) assembly.need(name, SourceSpan.NOWHERE);
        for (String name : variables) assembly.needVariable(name, SourceSpan.NOWHERE);
        if (diagnostics.failed()) return new Result(true, messages(diagnostics));
        var program = new Program(
                file.toString(),
                options.model(),
                assembly.layouts(),
                assembly.globals(),
                assembly.functions(),
                ENTRY,
                Optional.empty(),
                sources);
        return new Result(true, WellFormed.check(program));
    }

    private static List<String> messages(Diagnostics diagnostics) {
        try {
            diagnostics.throwIfFailed();
            return List.of();
        } catch (InputException e) {
            var messages = new ArrayList<String>();
            for (Diagnostic diagnostic : e.diagnostics()) {
                messages.add(
                        diagnostic.message() + " (line " + diagnostic.span().line() + ")");
            }
            return messages;
        }
    }
}
