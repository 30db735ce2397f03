package dev.moirai.verify.input;

import dev.moirai.verify.input.BuildCommand.Compilation;
import dev.moirai.verify.input.BuildCommand.Link;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Watches a build. A small library is preloaded into every program of the build and writes down each start of a compiler, by
 * whatever path it is called. Programs that are linked statically take no such library; for them, wrappers that write the same
 * stand in front of the compilers on the path. From these notes a {@code compile_commands.json} is made.
 *
 * <p>A call is a file with the folder and the words, each ended by a zero byte. Builds run in parallel, so every call has
 * a file of its own, named by the time.
 */
public final class Capture {
    /** The programs that have a wrapper, if they are on the path. */
    private static final List<String> WATCHED =
            List.of("cc", "gcc", "clang", "c99", "c89", "tcc", "ar", "gcc-ar", "llvm-ar");

    private static final String WRAPPER = """
        #!/bin/sh
        # Writes down how it is called, then does what was asked.
        call="@CALLS@/$(date +%s%N)-$$"
        printf '%s\\0' "$PWD" "@NAME@" "$@" > "$call.part" && mv "$call.part" "$call.call"
        exec "@REAL@" "$@"
        """;

    /**
     * What was seen of the build.
     *
     * @param missed what belongs to the project and is not known as C: files in other languages, and objects that were linked
     *     but not compiled
     */
    public record Result(int exitCode, int files, List<String> targets, List<String> missed) {
        public Result {
            targets = List.copyOf(targets);
            missed = List.copyOf(missed);
        }
    }

    private final Path folder;

    private Capture(Path folder) {
        this.folder = folder;
    }

    /** Runs the command with our wrappers in front, its output being ours, and writes what was compiled. */
    public static Result run(List<String> command, Path out) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("moirai-capture");
        try {
            return new Capture(folder).captured(command, out);
        } finally {
            delete(folder);
        }
    }

    private Result captured(List<String> command, Path out) throws IOException, InterruptedException {
        Path calls = Files.createDirectory(folder.resolve("calls"));
        Path wrappers = Files.createDirectory(folder.resolve("bin"));
        var builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = builder.environment();
        String path = environment.getOrDefault("PATH", "");
        for (String name : watched(environment)) wrap(name, path, wrappers, calls);
        environment.put("PATH", wrappers + ":" + path);
        // A compiler that CC names with its folder would not go through our wrappers.
        String compiler = environment.getOrDefault("CC", "");
        if (compiler.startsWith("/")) environment.put("CC", compiler.substring(compiler.lastIndexOf('/') + 1));
        preload(calls, environment);
        int exitCode = builder.start().waitFor();
        return written(commands(calls), out, exitCode);
    }

    /** Compiles the library to preload, if there is a compiler here; if not, the wrappers see what is called by name. */
    private void preload(Path calls, Map<String, String> environment) throws IOException, InterruptedException {
        Path source = folder.resolve("capture.c");
        Path library = folder.resolve("capture.so");
        try (InputStream in = Capture.class.getResourceAsStream("capture.c")) {
            Files.copy(Objects.requireNonNull(in), source);
        }
        var compiler = new ProcessBuilder(
                        "cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString(), "-ldl")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            if (compiler.start().waitFor() != 0) return;
        } catch (IOException _) {
            return;
        }
        String others = environment.getOrDefault("LD_PRELOAD", "");
        environment.put("LD_PRELOAD", others.isEmpty() ? library.toString() : library + ":" + others);
        environment.put("MOIRAI_CAPTURE", calls.toString());
    }

    private static List<String> watched(Map<String, String> environment) {
        var names = new ArrayList<>(WATCHED);
        String compiler = environment.getOrDefault("CC", "").strip().split(" ")[0];
        String name = compiler.substring(compiler.lastIndexOf('/') + 1);
        if (!name.isEmpty() && !names.contains(name)) names.add(name);
        return names;
    }

    private static void wrap(String name, String path, Path wrappers, Path calls) throws IOException {
        for (String folder : path.split(":")) {
            Path real = Path.of(folder).resolve(name);
            if (folder.isEmpty() || !Files.isExecutable(real)) continue;
            String text = WRAPPER.replace("@CALLS@", calls.toString())
                    .replace("@NAME@", name)
                    .replace("@REAL@", real.toAbsolutePath().toString());
            Path wrapper = Files.writeString(wrappers.resolve(name), text);
            Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
            return;
        }
    }

    private record Call(Path directory, List<String> words) {}

    private static List<Call> commands(Path calls) throws IOException {
        var found = new ArrayList<Call>();
        try (var files = Files.list(calls)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".call"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList()) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                List<String> words = List.of(text.split("\0", -1));
                found.add(new Call(Path.of(words.getFirst()), words.subList(1, words.size() - 1)));
            }
        }
        return found;
    }

    private static Result written(List<Call> calls, Path out, int exitCode) throws IOException {
        var entries = new LinkedHashMap<String, Json>();
        var links = new LinkedHashMap<Path, Link>();
        var objects = new HashSet<Path>();
        var missed = new LinkedHashSet<String>();
        for (Call call : calls) {
            BuildCommand command = BuildCommand.of(call.words(), call.directory());
            for (Compilation compilation : command.compilations()) {
                if (!isThere(compilation.file())) continue;
                entries.put(compilation.file() + "\0" + compilation.object(), entry(call, compilation));
                objects.add(real(compilation.object()));
            }
            for (Path file : command.others()) if (isThere(file)) missed.add(file.getFileName() + " (not C)");
            for (Path object : command.otherObjects()) objects.add(real(object));
            command.link().ifPresent(link -> links.put(link.target(), real(link)));
        }
        links.keySet().removeIf(target -> !isThere(target));
        for (Link link : links.values()) {
            for (Path part : link.parts()) {
                boolean object = part.toString().endsWith(".o") && isThere(part);
                if (object && !objects.contains(part)) {
                    missed.add(part.getFileName() + " (not compiled in this build)");
                }
            }
        }
        if (!entries.isEmpty()) {
            Files.writeString(out, JsonWriter.write(new Json.Arr(List.copyOf(entries.values()))));
            var targets = links.values().stream().map(Capture::entry).toList();
            Files.writeString(out.resolveSibling(CompileCommands.TARGETS), JsonWriter.write(new Json.Arr(targets)));
        }
        List<String> names = links.keySet().stream()
                .map(target -> target.getFileName().toString())
                .toList();
        return new Result(exitCode, entries.size(), names, List.copyOf(missed));
    }

    /** The link with symbolic links resolved: libtool names objects by symbolic links to them. */
    private static Link real(Link link) {
        return new Link(
                real(link.target()), link.parts().stream().map(Capture::real).toList(), link.libraries());
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException _) {
            return file;
        }
    }

    /** Whether it still exists: what {@code configure} compiles and deletes again is no part of the project. */
    private static boolean isThere(Path file) {
        return Files.exists(file);
    }

    private static Json entry(Call call, Compilation compilation) {
        return new Json.Builder()
                .put("directory", call.directory().toString())
                .put("file", compilation.file().toString())
                .put("arguments", Json.array(call.words(), Json.Str::new))
                .put("output", compilation.object().toString())
                .build();
    }

    private static Json entry(Link link) {
        return new Json.Builder()
                .put("target", link.target().toString())
                .put("parts", Json.array(link.parts(), part -> new Json.Str(part.toString())))
                .put("libraries", Json.array(link.libraries(), Json.Str::new))
                .build();
    }

    private static void delete(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
