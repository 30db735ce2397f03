package dev.moirai.frontend.c.library;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which library functions are written in C, and where. */
final class BundledC {
    private static final String FOLDER = "dev/moirai/frontend/c/models/";

    private static final Map<String, String> FILE_OF = new HashMap<>();

    static {
        put("errno.c", "__errno_location __moirai_set_errno");
    }

    private BundledC() {}

    private static void put(String file, String functions) {
        for (String function : functions.split(" ")) FILE_OF.put(function, FOLDER + file);
    }

    static Optional<String> find(String function) {
        return Optional.ofNullable(FILE_OF.get(function));
    }
}
