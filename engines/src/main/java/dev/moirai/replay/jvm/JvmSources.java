package dev.moirai.replay.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the source files of classes: on the source path, else where they usually lie. May be asked by several threads. */
public final class JvmSources {
    private static final List<Path> USUAL =
            List.of(Path.of("src/main/java"), Path.of("src/test/java"), Path.of("src"), Path.of(""));

    private final List<Path> folders;
    private final SourceTexts texts = new SourceTexts();
    private final Map<String, String> files = new ConcurrentHashMap<>();

    public JvmSources(List<Path> sourcePath) {
        folders = new ArrayList<>(sourcePath);
        folders.addAll(USUAL);
    }

    /** The place in the file that was found, else in the file as the class's package says. */
    SourceSpan span(RunReport.Place place) {
        if (place.file().equals("-") || place.line() == 0) return new SourceSpan(place.type(), 0, 0);
        int dot = place.type().lastIndexOf('.');
        String relative = (dot < 0 ? "" : place.type().substring(0, dot + 1).replace('.', '/')) + place.file();
        return new SourceSpan(files.computeIfAbsent(relative, this::found), place.line(), 0);
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
