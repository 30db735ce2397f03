package dev.moirai.frontend.c;

/** One parsed file with its scope: the user's, or a bundled one that defines library functions in C. */
record Unit(String file, Spans spans, Scopes scopes, PackPragmas packing, Origin origin, CFlags flags) {
    enum Origin {
        USER,
        /** The user's, but its {@code main} is not the program's. */
        USER_WITHOUT_MAIN,
        /** The user's, and its functions count before all others. */
        STUBS,
        BUNDLED
    }
}
