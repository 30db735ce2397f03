import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes pattern switches, and equality and hashing of records, as plain code into the classes of a folder. The compiler
 * leaves them to be made up when first used: hidden classes, made again at every start, since the ahead-of-time cache does
 * not keep them. What that costs is in docs/performance.md. The build runs this on each module as soon as it is compiled, so
 * that the tests run the code that users run.
 */
final class Flatten {
    private Flatten() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!Files.isDirectory(folder)) return;
        List<Path> classes;
        try (var files = Files.walk(folder)) {
            classes = files.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : classes) {
            ClassModel before = ClassFile.of().parse(file);
            if (before.findAttribute(Attributes.bootstrapMethods()).isEmpty()) continue;
            var flattening = new Flattening(before);
            byte[] after = ClassFile.of().transformClass(before, flattening.transform());
            if (flattening.hasChanged()) Files.write(file, after);
        }
    }
}
