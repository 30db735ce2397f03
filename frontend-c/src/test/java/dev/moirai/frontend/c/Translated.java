package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Function;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** C text to IR text, for tests. */
final class Translated {
    private Translated() {}

    static Program program(String text, COptions options) {
        Path file = write(text);
        try {
            Program program = CFrontend.translate(file, options);
            assertThat(WellFormed.check(program)).isEmpty();
            return program;
        } finally {
            delete(file);
        }
    }

    static Program program(String text) {
        return program(text, COptions.DEFAULT);
    }

    /** The instructions of a function, one a line, without labels' numbers getting in the way of spaces and comments. */
    static List<String> body(Program program, String function) {
        Function found = program.function(function);
        var printer = new Printer(program.layouts());
        return found.body().stream().map(printer::instr).toList();
    }

    static List<String> main(String text) {
        return body(program(text), "main");
    }

    /** What the translation refuses the text for, as {@code line:column message}. */
    static List<String> complaints(String text, COptions options) {
        Path file = write(text);
        try {
            CFrontend.translate(file, options);
            return List.of();
        } catch (InputException e) {
            return e.diagnostics().stream().map(Translated::brief).toList();
        } finally {
            delete(file);
        }
    }

    static List<String> complaints(String text) {
        return complaints(text, COptions.DEFAULT);
    }

    private static String brief(Diagnostic diagnostic) {
        return diagnostic.span().line() + ":" + diagnostic.span().column() + " " + diagnostic.message();
    }

    private static Path write(String text) {
        try {
            return Files.writeString(Files.createTempFile("translated", ".c"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
