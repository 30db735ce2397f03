package dev.moirai.frontend.c;

import java.nio.file.Path;

/** One of a program's files, and how it is compiled. */
public record CSource(Path file, CFlags flags, Role role) {
    public enum Role {
        /** All of it is part of the program. */
        WHOLE,
        /** Its {@code main} is left out: the program has another file's. */
        WITHOUT_MAIN,
        /** Its functions take the place of others of their names, the library's included. */
        STUBS
    }
}
