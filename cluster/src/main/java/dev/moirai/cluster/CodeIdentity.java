package dev.moirai.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * What tells this code from any other. Parts are told by numbers of programs that whoever answers makes anew, so both sides
 * must have the very same code: all our classes count, by name and check sum.
 */
final class CodeIdentity {
    private static final String OURS = "dev/moirai/";

    private CodeIdentity() {}

    /** @param words what both sides must have in common besides */
    static byte[] of(String words) {
        var lines = new TreeSet<String>();
        try {
            for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
                Path path = Path.of(entry);
                if (Files.isDirectory(path)) ofFolder(path, lines);
                else if (Files.isRegularFile(path)) ofArchive(path, lines);
            }
            var sum = MessageDigest.getInstance("SHA-256");
            for (String line : lines) sum.update(line.getBytes(StandardCharsets.UTF_8));
            sum.update(words.getBytes(StandardCharsets.UTF_8));
            return sum.digest();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void ofArchive(Path path, Set<String> lines) throws IOException {
        try (var archive = new ZipFile(path.toFile())) {
            archive.stream()
                    .filter(entry -> entry.getName().startsWith(OURS))
                    .forEach(entry -> lines.add(entry.getName() + " " + entry.getCrc()));
        }
    }

    private static void ofFolder(Path folder, Set<String> lines) throws IOException {
        Path ours = folder.resolve(OURS);
        if (!Files.isDirectory(ours)) return;
        try (Stream<Path> files = Files.walk(ours)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                var sum = new CRC32();
                sum.update(Files.readAllBytes(file));
                lines.add(folder.relativize(file) + " " + sum.getValue());
            }
        }
    }
}
