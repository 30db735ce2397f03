import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Packs the agent: the classes of this module and ASM, which gets a name of our own so that it meets no other ASM in the user's
 * JVM; our stand-in for a class of the JDK's gets that class's name. The build runs this as soon as the classes are compiled; the archive is a resource among them.
 */
final class PackAgent {
    private static final String FROM = "org/objectweb/asm";
    private static final String TO = "dev/moirai/jvm/asm";
    private static final String STAND_IN = "dev/moirai/jvm/agent/JdkUnsafe";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String ARCHIVE = "dev/moirai/jvm/moirai-agent.jar";

    private PackAgent() {}

    public static void main(String[] args) throws IOException {
        Path classes = Path.of(args[0]);
        Map<String, byte[]> entries = new TreeMap<>();
        try (var files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = classes.relativize(file).toString().replace('\\', '/');
                boolean isOurs =
                        name.startsWith("dev/moirai/jvm/") && name.endsWith(".class") && !name.startsWith(STAND_IN);
                if (isOurs || name.startsWith("META-INF/LICENSE")) entries.put(name, Files.readAllBytes(file));
            }
        }
        Path asm = null;
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            if (Path.of(entry).getFileName().toString().startsWith("asm-9")) asm = Path.of(entry);
        }
        if (asm == null) throw new IOException("ASM is not on the class path");
        try (var jar = new JarFile(asm.toFile())) {
            for (var entry : (Iterable<java.util.jar.JarEntry>) jar.stream()::iterator) {
                if (entry.getName().startsWith(FROM) && entry.getName().endsWith(".class")) {
                    entries.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
                }
            }
        }
        var manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(new Attributes.Name("Premain-Class"), "dev.moirai.jvm.agent.Premain");
        main.put(new Attributes.Name("Can-Retransform-Classes"), "true");
        Path archive = classes.resolve(ARCHIVE);
        Files.createDirectories(archive.getParent());
        try (var out = new JarOutputStream(Files.newOutputStream(archive), manifest)) {
            for (var entry : entries.entrySet()) {
                boolean isClass = entry.getKey().endsWith(".class");
                var zipped = new ZipEntry(entry.getKey().replace(FROM, TO));
                zipped.setTime(0);
                out.putNextEntry(zipped);
                out.write(isClass ? renamed(entry.getValue()) : entry.getValue());
                out.closeEntry();
            }
        }
    }

    /** The class file with the new names wherever its constants have the old ones. */
    private static byte[] renamed(byte[] bytes) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(bytes));
        var result = new ByteArrayOutputStream();
        var out = new DataOutputStream(result);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> out.writeUTF(in.readUTF().replace(FROM, TO).replace(STAND_IN, UNSAFE));
                case 3, 4, 9, 10, 11, 12, 17, 18 -> out.writeInt(in.readInt());
                case 5, 6 -> {
                    out.writeLong(in.readLong());
                    i++;
                }
                case 7, 8, 16, 19, 20 -> out.writeShort(in.readUnsignedShort());
                case 15 -> {
                    out.writeByte(in.readUnsignedByte());
                    out.writeShort(in.readUnsignedShort());
                }
                default -> throw new IOException("a constant of kind " + tag);
            }
        }
        in.transferTo(out);
        return result.toByteArray();
    }
}
