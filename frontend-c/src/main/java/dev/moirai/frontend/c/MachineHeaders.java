package dev.moirai.frontend.c;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the machine keeps the headers that are not bundled, such as {@code <fcntl.h>} and {@code <netdb.h>}. */
final class MachineHeaders {
    private static final String GCC = "/usr/lib/gcc/x86_64-linux-gnu";

    private MachineHeaders() {}

    /** In the order in which they are searched; folders that do not exist find nothing. */
    static List<String> folders() {
        var folders = new ArrayList<>(List.of("/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"));
        newestCompiler().ifPresent(version -> folders.add(GCC + "/" + version + "/include"));
        return folders;
    }

    /** Whether the header is one of the C library's. */
    static boolean isSystem(String path) {
        return path.startsWith("/usr/include/");
    }

    /** The compiler's own headers, such as {@code <immintrin.h>}, lie in a folder of its version. */
    private static Optional<String> newestCompiler() {
        String[] versions = new File(GCC).list();
        String newest = null;
        for (String version : versions == null ? new String[0] : versions) {
            boolean newer = newest == null
                    || version.length() > newest.length()
                    || version.length() == newest.length() && version.compareTo(newest) > 0;
            if (newer) newest = version;
        }
        return Optional.ofNullable(newest);
    }
}
