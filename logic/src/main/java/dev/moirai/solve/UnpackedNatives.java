package dev.moirai.solve;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Native libraries from the class path, for programs that take Moirai from a Maven repository: the artefact with classifier
 * {@code natives-linux-x64} holds them. Each is unpacked once into the user's cache, into a folder named after its checksum.
 */
final class UnpackedNatives {
    private static final String FOLDER = "/dev/moirai/natives/";

    private UnpackedNatives() {}

    /** The library's file on disk, if the class path has it and it can be unpacked. */
    static Optional<Path> find(String file) {
        URL resource = UnpackedNatives.class.getResource(FOLDER + file);
        if (resource == null) return Optional.empty();
        try {
            if (!(resource.openConnection() instanceof JarURLConnection inArchive)) return Optional.empty();
            String checksum = Long.toHexString(inArchive.getJarEntry().getCrc());
            Path home = Files.createDirectories(cache().resolve("natives").resolve(checksum));
            Path library = home.resolve(file);
            if (!Files.isRegularFile(library)) unpack(inArchive, home, library);
            return Optional.of(library);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Who finds the library finds it whole: it gets its name when all of it is there. */
    private static void unpack(JarURLConnection from, Path home, Path library) throws IOException {
        Path part = Files.createTempFile(home, "part", ".so");
        try (InputStream bytes = from.getInputStream()) {
            Files.copy(bytes, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static Path cache() {
        String named = System.getenv("XDG_CACHE_HOME");
        Path folder = named == null || named.isEmpty()
                ? Path.of(System.getProperty("user.home", ""), ".cache")
                : Path.of(named);
        return folder.resolve("moirai");
    }
}
