package dev.moirai.jvm;

import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * A recorded run as its files tell it: a folder, or a {@code *.jrun}, which is a zip of one.
 *
 * @param name what messages call it
 * @param methods by number: {@code shop/Account.withdraw(I)V}
 * @param objects by number, from 1 on
 * @param classes class files by internal name, as they were before instrumentation
 * @param options as the agent was given them: a key and a value a line
 * @param report the lines of the report, or none if the JVM did not come to its end
 */
public record JvmRun(
        String name,
        byte[] log,
        List<String> methods,
        List<ObjectType> objects,
        Map<String, byte[]> classes,
        List<String> command,
        List<String> options,
        List<String> report) {
    /** @param length of an array, else -1 */
    public record ObjectType(String type, long length) {}

    private static final ObjectType NONE = new ObjectType("null", -1);

    /** Throws an {@link InputException} for what is no recorded run. */
    public static JvmRun read(Path file) throws IOException {
        if (Files.isDirectory(file)) return folder(file.toString(), file);
        try (FileSystem zip = FileSystems.newFileSystem(file)) {
            return folder(file.toString(), zip.getPath("/"));
        } catch (ProviderNotFoundException | ZipException e) {
            throw refused(file.toString(), "this is no recorded run of a JVM program: it is no zip file");
        }
    }

    /** The same under another name. */
    public JvmRun named(String other) {
        return new JvmRun(other, log, methods, objects, classes, command, options, report);
    }

    private static JvmRun folder(String name, Path root) throws IOException {
        if (!Files.isRegularFile(root.resolve("log"))) {
            throw refused(name, "this is no recorded run of a JVM program: it has no log");
        }
        List<String> types = lines(root.resolve("types"));
        return new JvmRun(
                name,
                Files.readAllBytes(root.resolve("log")),
                lines(root.resolve("methods")),
                objects(name, types, root.resolve("objects")),
                classes(root.resolve("classes")),
                lines(root.resolve("command")),
                lines(root.resolve("options")),
                lines(root.resolve("report")));
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
    }

    private static List<ObjectType> objects(String name, List<String> types, Path file) throws IOException {
        var all = new ArrayList<ObjectType>();
        all.add(NONE);
        if (!Files.isRegularFile(file)) return all;
        var numbers = new LogReader(Files.readAllBytes(file));
        try {
            while (numbers.next() != Tag.NOTHING) {
                int type = (int) numbers.number();
                if (type < 0 || type >= types.size()) throw refused(name, "an object of unknown type " + type);
                String called = types.get(type);
                all.add(new ObjectType(called, called.startsWith("[") ? numbers.number() : -1));
            }
        } catch (LogReader.BrokenOff _) {
            // The JVM was killed: objects that are not told have no type.
        } catch (FollowException e) {
            throw refused(name, "its list of objects is damaged: " + e.getMessage());
        }
        return all;
    }

    private static Map<String, byte[]> classes(Path folder) throws IOException {
        var all = new HashMap<String, byte[]>();
        if (!Files.isDirectory(folder)) return all;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String path = folder.relativize(file).toString();
                all.put(path.substring(0, path.length() - ".class".length()), Files.readAllBytes(file));
            }
        }
        return all;
    }

    /** The values of an option. */
    public List<String> options(String key) {
        return options.stream()
                .filter(line -> line.startsWith(key + " "))
                .map(line -> line.substring(key.length() + 1))
                .toList();
    }

    /** The type of an object; an unknown one where the recording broke off before it was told. */
    public ObjectType object(long number) {
        return number > 0 && number < objects.size() ? objects.get((int) number) : NONE;
    }

    private static InputException refused(String file, String why) {
        return InputException.about(file, why);
    }
}
