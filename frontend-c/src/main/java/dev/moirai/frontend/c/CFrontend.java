package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.Library;
import dev.moirai.ir.Program;
import dev.moirai.source.DeepRecursion;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import dev.moirai.source.StandardInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** From a C file, preprocessed or not, to a program of the IR. */
public final class CFrontend {
    private static final String ENTRY = "main";

    private static final long STACK_BYTES = 512L << 20;

    private CFrontend() {}

    /** @throws InputException with everything that is wrong with the file */
    public static Program translate(Path file, COptions options) {
        return translate(List.of(new CSource(file, options.flags(), CSource.Role.WHOLE)), options);
    }

    /**
     * One program of several files.
     *
     * @throws InputException with everything that is wrong with them
     */
    public static Program translate(List<CSource> files, COptions options) {
        return read(files, options).program();
    }

    /**
     * A program, and the names in the IR of all functions that the user's files define, also of those it does not need.
     */
    public record Translated(Program program, Set<String> defined) {}

    /** As {@link #translate}, with what the files define. */
    public static Translated read(List<CSource> files, COptions options) {
        String first = files.getFirst().file().toString();
        return DeepRecursion.run("c-frontend", STACK_BYTES, first, () -> translated(files, options));
    }

    private static Translated translated(List<CSource> files, COptions options) {
        Set<String> known = Set.of();
        while (true) {
            Attempt attempt = translated(files, options, known);
            if (attempt.program().isPresent()) return attempt.program().get();
            known = attempt.known();
        }
    }

    /** A program, or what must be known of it before it can be translated. */
    private record Attempt(Optional<Translated> program, Set<String> known) {}

    private static Attempt translated(List<CSource> files, COptions options, Set<String> known) {
        var sources = new SourceTexts();
        var diagnostics = new Diagnostics();
        var linker = new Linker(options, sources, diagnostics);
        linker.know(known);
        for (CSource source : files) read(source, linker);
        if (files.size() > 1) linker.merge();
        Optional<Definition.Procedure> main =
                linker.knownFunction(ENTRY).filter(f -> f.body().isPresent());
        if (main.isEmpty()) {
            // After a syntax error the function may only seem to be missing.
            if (!diagnostics.failed()) {
                String first = files.getFirst().file().toString();
                diagnostics.add(Diagnostic.error(new SourceSpan(first, 0, 0), noMain(files)));
            }
            diagnostics.throwIfFailed();
        }

        String file = main.get().body().get().unit().file();
        var assembly = new Assembly(linker);
        linker.lifeHooks().destructors().ifPresent(assembly::add);
        assembly.need(ENTRY, SourceSpan.NOWHERE);
        Set<String> unknown = linker.control().unknown(assembly.functions().keySet());
        if (!unknown.isEmpty() && !diagnostics.failed()) {
            unknown.addAll(known);
            return new Attempt(Optional.empty(), unknown);
        }
        Optional<String> epilogue = Library.threadEpilogueFor(
                        assembly.functions().keySet())
                .map(name -> linker.bundledFunction(name).name());
        epilogue.ifPresent(name -> assembly.need(name, SourceSpan.NOWHERE));
        diagnostics.throwIfFailed();
        String entry = new StartUp(linker, assembly, options.arguments()).entry(ENTRY);
        ThreadExits.runHandlers(linker, assembly);
        SignalPoints.insert(linker, assembly);
        ReturnPoints.lower(assembly, linker.control().returnPoints());
        diagnostics.throwIfFailed();
        var program = new Program(
                file,
                options.model(),
                assembly.layouts(),
                assembly.globals(),
                assembly.functions(),
                entry,
                epilogue,
                sources);
        return new Attempt(Optional.of(new Translated(program, linker.usersFunctions())), known);
    }

    private static String noMain(List<CSource> files) {
        return files.size() == 1
                ? "there is no function main"
                : "there is no function main, neither here nor in the " + (files.size() - 1) + " other files";
    }

    private static void read(CSource source, Linker linker) {
        Unit.Origin origin = switch (source.role()) {
            case WHOLE -> Unit.Origin.USER;
            case WITHOUT_MAIN -> Unit.Origin.USER_WITHOUT_MAIN;
            case STUBS -> Unit.Origin.STUBS;
        };
        try {
            linker.read(source.file().toString(), read(source.file()), origin, source.flags());
        } catch (InputException e) {
            e.diagnostics().forEach(linker.diagnostics()::add);
            linker.lackAFile();
        }
    }

    private static String read(Path file) {
        try {
            if (Files.isDirectory(file)) throw refused(file, "this is a directory, not a C file");
            byte[] bytes = StandardInput.bytesOf(file);
            for (byte b : bytes) {
                if (b == 0) throw refused(file, "this is a binary file, not C source");
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (text.isBlank()) throw refused(file, "the file is empty");
            return text;
        } catch (NoSuchFileException e) {
            throw refused(file, "there is no such file");
        } catch (IOException e) {
            throw refused(file, "the file cannot be read");
        }
    }

    private static InputException refused(Path file, String message) {
        return InputException.about(file.toString(), message);
    }
}
