package dev.moirai.verify.jvm;

import dev.moirai.replay.jvm.JvmReport;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the source files of classes: on the source path, else where they usually lie. */
final class JvmSources {
    private static final List<Path> USUAL =
            List.of(Path.of("src/main/java"), Path.of("src/test/java"), Path.of("src"), Path.of(""));

    private final List<Path> folders;
    private final SourceTexts texts = new SourceTexts();
    private final Map<String, String> files = new HashMap<>();

    JvmSources(List<Path> sourcePath) {
        folders = new ArrayList<>(sourcePath);
        folders.addAll(USUAL);
    }

    /** The place in the file that was found, else in the file as the class's package says. */
    SourceSpan span(JvmReport.Frame frame) {
        if (frame.file().equals("-") || frame.line() == 0) return new SourceSpan(frame.type(), 0, 0);
        int dot = frame.type().lastIndexOf('.');
        String relative = (dot < 0 ? "" : frame.type().substring(0, dot + 1).replace('.', '/')) + frame.file();
        return new SourceSpan(files.computeIfAbsent(relative, this::found), frame.line(), 0);
    }

    private String found(String relative) {
        for (Path folder : folders) {
            Path file = folder.resolve(relative);
            if (Files.isRegularFile(file)) {
                texts.addFile(file.toString(), file);
                return file.toString();
            }
        }
        return relative;
    }

    /** The source line, or nothing. */
    String line(SourceSpan span) {
        return texts.line(span).strip();
    }
}
