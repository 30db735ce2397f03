package dev.moirai.verify.input;

import dev.moirai.frontend.c.CSource;
import java.nio.file.Path;
import java.util.List;

/**
 * One of a program's files.
 *
 * @param flags gcc's options for this file
 */
public record SourceFile(Path file, List<String> flags, Part part) {
    /** How much of it belongs to the program. */
    public enum Part {
        ALL,
        /** All but its {@code main}: another file has the program's. */
        ALL_BUT_MAIN,
        /** All of it, and its functions replace those of the same names in other files. */
        STUBS
    }

    public SourceFile {
        flags = List.copyOf(flags);
    }

    CSource forC() {
        CSource.Role role = switch (part) {
            case ALL -> CSource.Role.WHOLE;
            case ALL_BUT_MAIN -> CSource.Role.WITHOUT_MAIN;
            case STUBS -> CSource.Role.STUBS;
        };
        return new CSource(file, CompilerFlags.meaning(flags), role);
    }
}
