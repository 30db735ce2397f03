package dev.moirai.frontend.c.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Headers, C files and models belong together. */
class LibraryTest {
    private static final Pattern PROTOTYPE =
            Pattern.compile("^(?!static)[a-zA-Z_][\\w *]*?\\**(\\w+)\\((?!\\*).*\\)[;{ ]", Pattern.MULTILINE);

    @Test
    void everyFunctionThatAHeaderDeclaresHasAMeaningOrARefusal() throws Exception {
        var declared = new TreeSet<String>();
        try (Stream<Path> headers = Files.walk(folder("headers"))) {
            for (Path header : headers.filter(p -> p.toString().endsWith(".h")).toList()) {
                for (String function : found(header, PROTOTYPE)) {
                    declared.add(function);
                    assertThat(Library.find(function).isPresent()
                                    || Library.cSource(function).isPresent())
                            .as("%s declares %s", header.getFileName(), function)
                            .isTrue();
                }
            }
        }
        assertThat(declared).contains("pthread_create", "strlen", "printf", "sem_wait", "thrd_join");
    }

    @Test
    void everyBundledFileDefinesWhatItIsListedFor() throws Exception {
        Pattern definition =
                Pattern.compile("^(?!static)[a-zA-Z_][\\w *]*?\\**(\\w+)\\([^;]*?\\) \\{", Pattern.MULTILINE);
        var defined = new TreeSet<String>();
        try (Stream<Path> files = Files.list(folder("models"))) {
            for (Path file : files.toList()) {
                for (String function : found(file, definition)) {
                    defined.add(function);
                    boolean real = file.getFileName().toString().startsWith("real_") || file.endsWith("outside.c");
                    assertThat(real ? RealWorld.cSource(function) : Library.cSource(function))
                            .as("%s defines %s", file.getFileName(), function)
                            .hasValueSatisfying(path -> assertThat(path).endsWith("/" + file.getFileName()));
                }
            }
        }
        assertThat(defined).containsAll(BundledC.functions());
    }

    @Test
    void bundledFilesAreOnTheClassPath() {
        for (String function : BundledC.functions()) {
            String path = Library.cSource(function).orElseThrow();
            assertThat(LibraryTest.class.getResource("/dev/moirai/frontend/c/" + path))
                    .as(path)
                    .isNotNull();
        }
    }

    @Test
    void builtinsAreKnownByTheirPlainNames() {
        assertThat(Library.canonicalName("__builtin_strlen")).isEqualTo("strlen");
        assertThat(Library.canonicalName("__builtin_memcpy")).isEqualTo("memcpy");
        assertThat(Library.canonicalName("__builtin_abort")).isEqualTo("abort");
        assertThat(Library.canonicalName("__builtin_popcount")).isEqualTo("__builtin_popcount");
        assertThat(Library.canonicalName("__builtin_no_such_thing")).isEqualTo("__builtin_no_such_thing");
    }

    @Test
    void threadsThatUseKeysOrHandlersHaveAnEpilogue() {
        assertThat(Library.threadEpilogueFor(Set.of("pthread_create"))).isEmpty();
        for (String cause : Set.of("pthread_key_create", "tss_create", "__moirai_cleanup_push")) {
            assertThat(Library.threadEpilogueFor(Set.of(cause)))
                    .hasValueSatisfying(
                            name -> assertThat(Library.cSource(name)).isPresent());
        }
    }

    @Test
    void unknownFunctionsAreUnknown() {
        assertThat(Library.find("frobnicate")).isEmpty();
        assertThat(Library.find("__atomic_frobnicate")).isEmpty();
        assertThat(Library.find("__sync_fetch_and_frobnicate")).isEmpty();
        assertThat(Library.cSource("frobnicate")).isEmpty();
    }

    private static Path folder(String name) throws URISyntaxException {
        URI uri =
                LibraryTest.class.getResource("/dev/moirai/frontend/c/" + name).toURI();
        return Path.of(uri);
    }

    private static Set<String> found(Path file, Pattern pattern) throws IOException {
        var names = new TreeSet<String>();
        Matcher matcher = pattern.matcher(Files.readString(file));
        while (matcher.find()) names.add(matcher.group(1));
        return names;
    }
}
