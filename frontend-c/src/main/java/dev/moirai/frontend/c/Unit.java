package dev.moirai.frontend.c;

/** One parsed file with its scope: the user's, or a bundled one that defines library functions in C. */
record Unit(String file, Spans spans, Scopes scopes, PackPragmas packing, Origin origin) {
    enum Origin {
        USER,
        BUNDLED
    }
}
