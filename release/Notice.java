import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.JarFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Writes NOTICE: every archive of a class path that is not ours, with the licence its description names and the licence
 * texts that lie in it. Fails for an archive whose licence is not known.
 */
final class Notice {
    private Notice() {}

    private record Coordinates(String group, String artifact, String version) {
        @Override
        public String toString() {
            return group + ":" + artifact + ":" + version;
        }
    }

    public static void main(String[] args) throws Exception {
        var texts = new LinkedHashMap<String, List<String>>();
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        out.println(
                "Moirai is distributed under the licence in LICENSE. A release contains, beside it, the works below.");
        out.println();
        for (String entry :
                new TreeSet<>(List.of(Files.readString(Path.of(args[0])).strip().split(":")))) {
            Path jar = Path.of(entry);
            Optional<Coordinates> of = coordinates(jar);
            if (of.isEmpty() || of.get().group().equals("dev.moirai")) continue;
            List<String> licences = licences(description(jar));
            if (licences.isEmpty()) throw new IllegalStateException("no licence is named by " + of.get());
            out.println(of.get());
            licences.forEach(licence -> out.println("    " + licence));
            for (String text : textsIn(jar)) {
                texts.computeIfAbsent(text, _ -> new ArrayList<>()).add(of.get().toString());
            }
        }
        out.println("A Java run-time made by jlink from OpenJDK");
        out.println("    GNU General Public License, version 2, with the Classpath Exception: runtime/legal");
        for (Map.Entry<String, List<String>> text : texts.entrySet()) {
            out.println();
            out.println("---- in " + String.join(", ", text.getValue()));
            out.println();
            out.println(text.getKey());
        }
        out.flush();
    }

    /** From the layout of a Maven repository: .../GROUP/ARTIFACT/VERSION/ARTIFACT-VERSION.jar. */
    private static Optional<Coordinates> coordinates(Path jar) {
        Path version = jar.getParent();
        Path artifact = version.getParent();
        if (!jar.getFileName().toString().startsWith(artifact.getFileName() + "-" + version.getFileName())) {
            return Optional.empty();
        }
        var group = new ArrayList<String>();
        for (Path part = artifact.getParent();
                !part.getFileName().toString().equals("repository");
                part = part.getParent()) {
            group.addFirst(part.getFileName().toString());
        }
        return Optional.of(new Coordinates(
                String.join(".", group),
                artifact.getFileName().toString(),
                version.getFileName().toString()));
    }

    private static Path description(Path jar) {
        Path version = jar.getParent();
        return version.resolve(version.getParent().getFileName() + "-" + version.getFileName() + ".pom");
    }

    /** The licences that the description names, or else its parent's. */
    private static List<String> licences(Path description) throws Exception {
        if (!Files.exists(description)) return List.of();
        Element project = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(description.toFile())
                .getDocumentElement();
        var names = new ArrayList<String>();
        for (Element licences : children(project, "licenses")) {
            for (Element licence : children(licences, "license"))
                names.add(text(licence, "name") + ", " + text(licence, "url"));
        }
        if (!names.isEmpty()) return names;
        for (Element parent : children(project, "parent")) {
            Path repository = description;
            while (!repository.getFileName().toString().equals("repository")) repository = repository.getParent();
            String artifact = text(parent, "artifactId");
            String version = text(parent, "version");
            return licences(repository
                    .resolve(text(parent, "groupId").replace('.', '/'))
                    .resolve(artifact)
                    .resolve(version)
                    .resolve(artifact + "-" + version + ".pom"));
        }
        return names;
    }

    private static List<Element> children(Element of, String name) {
        var found = new ArrayList<Element>();
        for (Node child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) found.add(element);
        }
        return found;
    }

    private static String text(Element of, String name) {
        List<Element> found = children(of, name);
        return found.isEmpty() ? "" : found.getFirst().getTextContent().strip();
    }

    private static List<String> textsIn(Path jar) throws IOException {
        var texts = new ArrayList<String>();
        try (var archive = new JarFile(jar.toFile())) {
            for (var entry : archive.stream().toList()) {
                String name = entry.getName().replaceFirst("^META-INF/", "");
                if (!name.matches("(?i)(LICEN[CS]E|NOTICE|COPYING)[^/]*")) continue;
                texts.add(new String(archive.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8).strip());
            }
        }
        return texts;
    }
}
