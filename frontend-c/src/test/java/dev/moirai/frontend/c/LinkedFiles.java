package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of a program that a test writes into a folder and has linked. */
final class LinkedFiles {
    private final Path folder;
    private final List<CSource> files = new ArrayList<>();

    LinkedFiles(Path folder) {
        this.folder = folder;
    }

    LinkedFiles with(String name, String text) throws IOException {
        return with(name, text, CFlags.NONE, CSource.Role.WHOLE);
    }

    LinkedFiles with(String name, String text, CFlags flags, CSource.Role role) throws IOException {
        files.add(new CSource(header(name, text), flags, role));
        return this;
    }

    /** Writes a file that only others include. */
    Path header(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    void clear() {
        files.clear();
    }

    Program linked() {
        Program program = CFrontend.translate(files, COptions.DEFAULT);
        assertThat(WellFormed.check(program)).isEmpty();
        return program;
    }

    /** What is refused, as {@code FILE:LINE message}, without the folder. */
    List<String> complaints() {
        try {
            CFrontend.translate(files, COptions.DEFAULT);
            return List.of();
        } catch (InputException e) {
            String start = folder + "/";
            return e.diagnostics().stream()
                    .map(d -> (d.span().file() + ":" + d.span().line() + " " + d.message()).replace(start, ""))
                    .toList();
        }
    }
}
