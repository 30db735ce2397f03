package dev.moirai.frontend.c;

import dev.moirai.source.SourceTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.cdt.core.index.IIndexFileLocation;
import org.eclipse.cdt.internal.core.parser.IMacroDictionary;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContent;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContentProvider;
import org.jspecify.annotations.Nullable;

/**
 * Resolves {@code #include}: first the user's files, then the bundled headers, which lie in a folder that exists on no
 * disk.
 */
final class Headers extends InternalFileContentProvider {
    /** The folder under which the search path offers the bundled headers. */
    static final String BUNDLED = "/<bundled>";

    private static final String RESOURCES = "headers/";

    /** When a file was written or read, which nobody asks. */
    private static final long NO_TIME = -1;

    private final SourceTexts sources;
    private final Map<String, Optional<String>> texts = new HashMap<>();
    private final Map<String, Optional<FileLines>> lines = new HashMap<>();

    Headers(SourceTexts sources) {
        this.sources = sources;
    }

    private Optional<String> text(String path) {
        return texts.computeIfAbsent(path, this::read);
    }

    private Optional<String> read(String path) {
        Optional<String> text = path.startsWith(BUNDLED) ? bundled(path.substring(BUNDLED.length() + 1)) : onDisk(path);
        text.ifPresent(t -> sources.add(FileLines.shown(path), t));
        return text;
    }

    /** Whether there is such a file; its lines are then known to messages. It is not read for that. */
    boolean canBeRead(String path) {
        if (texts.containsKey(path) || path.startsWith(BUNDLED))
            return text(path).isPresent();
        Path file = Path.of(path);
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) return false;
        sources.addFile(FileLines.shown(path), file);
        return true;
    }

    Optional<FileLines> lines(String path) {
        return lines.computeIfAbsent(
                path, _ -> text(path).map(text -> new FileLines(FileLines.shown(path), text, _ -> false)));
    }

    private static Optional<String> bundled(String name) {
        return name.isEmpty() || name.contains("..") ? Optional.empty() : BundledFiles.text(RESOURCES + name);
    }

    /** On the first line, so that the others keep their numbers; headers begin with a comment. */
    private static final String EXPECTED = "#include <moirai/machine.h> ";

    private static String machines(String text) {
        return EXPECTED + (text.startsWith("/*") ? "" : "\n") + text;
    }

    private static Optional<String> onDisk(String path) {
        Path file = Path.of(path);
        if (!Files.isRegularFile(file)) return Optional.empty();
        try {
            String text =
                    VariadicChoice.spelledOut(unmarked(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
            return Optional.of(MachineHeaders.isSystem(path) ? machines(text) : text);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The text without a mark of UTF-8, in whose place there is a blank, so that places stay as they are. */
    static String unmarked(String text) {
        return text.startsWith("\uFEFF") ? " " + text.substring(1) : text;
    }

    @Override
    public boolean getInclusionExists(String path) {
        return text(path).isPresent();
    }

    @Override
    public @Nullable InternalFileContent getContentForInclusion(String path, IMacroDictionary macros) {
        return text(path)
                .map(text -> new InternalFileContent(path, new HeaderText(text), NO_TIME, text.length(), NO_TIME))
                .orElse(null);
    }

    @Override
    public @Nullable InternalFileContent getContentForInclusion(IIndexFileLocation location, String path) {
        return null;
    }
}
