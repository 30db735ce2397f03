package dev.moirai.verify.input;

import dev.moirai.frontend.c.CommandWords;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.input.BuildCommand.Compilation;
import dev.moirai.verify.input.BuildCommand.Link;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The file {@code compile_commands.json} of a build, as CMake, Meson, Bear and our own {@code capture} write it; beside it
 * {@code compile_targets.json}, where capture says what was put together. CMake's {@code link.txt} files say that too.
 */
final class CompileCommands {
    static final String NAME = "compile_commands.json";
    static final String TARGETS = "compile_targets.json";

    private final Path file;

    private CompileCommands(Path file) {
        this.file = file;
    }

    /** @param place the file, or its folder */
    static Project read(Path place) {
        Path file = Files.isDirectory(place) ? place.resolve(NAME) : place;
        if (!Files.isRegularFile(file)) {
            throw new InputException(Diagnostic.error(
                    new SourceSpan(file.toString(), 0, 0),
                    "there is no such file",
                    "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; else: moirai capture -- make"));
        }
        return new CompileCommands(file).project();
    }

    private Project project() {
        var compilations = new ArrayList<Compilation>();
        var links = new ArrayList<Link>();
        var cmakeFolders = new TreeMap<Path, Path>();
        for (Json entry : array(file)) {
            Map<String, Json> members = object(entry);
            Path directory = BuildCommand.absolute(BuildCommand.absolute(file)
                    .resolveSibling(text(members, "directory").orElse(".")));
            BuildCommand command = BuildCommand.of(words(members), directory);
            compilations.addAll(command.compilations());
            command.link().ifPresent(links::add);
            for (Compilation compilation : command.compilations()) cmakeFolder(compilation.object(), cmakeFolders);
        }
        links.addAll(NinjaFile.links(file.resolveSibling(NinjaFile.NAME)));
        cmakeFolders.forEach((folder, build) -> cmakeLink(folder, build, compilations, links));
        Path targets = file.resolveSibling(TARGETS);
        if (Files.isRegularFile(targets)) for (Json entry : array(targets)) links.add(link(object(entry)));
        if (compilations.isEmpty())
            throw refused("it has no C file", "build from scratch, so that all is compiled again");
        return new Project(file, compilations, links);
    }

    private List<String> words(Map<String, Json> members) {
        if (members.get("arguments") instanceof Json.Arr) return texts(members, "arguments");
        return CommandWords.split(text(members, "command")
                .orElseThrow(() -> refused("an entry has neither arguments nor a command", "")));
    }

    /**
     * {@code .../CMakeFiles/app.dir/main.c.o} lies in the folder of target {@code app}.
     *
     * @param folders of targets, each with the folder it is built in
     */
    private static void cmakeFolder(Path object, Map<Path, Path> folders) {
        for (Path at = object.getParent(); at != null && at.getFileName() != null; at = at.getParent()) {
            Path above = at.getParent();
            if (above == null || above.getFileName() == null || above.getParent() == null) return;
            boolean found = at.getFileName().toString().endsWith(".dir")
                    && above.getFileName().toString().equals("CMakeFiles");
            if (found) folders.put(at, above.getParent());
        }
    }

    private void cmakeLink(Path folder, Path build, List<Compilation> compilations, List<Link> links) {
        Path text = folder.resolve("link.txt");
        if (Files.isRegularFile(text)) {
            for (String line : content(text).lines().toList()) {
                BuildCommand.of(CommandWords.split(line), build).link().ifPresent(links::add);
            }
            return;
        }
        String name = folder.getFileName().toString();
        String target = name.substring(0, name.length() - ".dir".length());
        // What build.ninja says of a target is more exact than the folder of its objects.
        if (links.stream().anyMatch(link -> link.parts().stream().anyMatch(part -> part.startsWith(folder)))) return;
        var parts = new ArrayList<Path>();
        for (Compilation compilation : compilations) {
            if (compilation.object().startsWith(folder)) parts.add(compilation.object());
        }
        links.add(new Link(build.resolve(target), parts, List.of()));
    }

    private static Link link(Map<String, Json> members) {
        List<Path> parts = texts(members, "parts").stream().map(Path::of).toList();
        return new Link(Path.of(text(members, "target").orElse("")), parts, texts(members, "libraries"));
    }

    private static List<String> texts(Map<String, Json> members, String name) {
        var texts = new ArrayList<String>();
        if (members.get(name) instanceof Json.Arr(var elements)) {
            for (Json element : elements) if (element instanceof Json.Str(var text)) texts.add(text);
        }
        return texts;
    }

    private List<Json> array(Path path) {
        try {
            if (JsonReader.read(content(path)) instanceof Json.Arr(var elements)) return elements;
        } catch (JsonException e) {
            throw refused("this is not JSON: " + e.getMessage(), "");
        }
        throw refused("this is not a list of commands", "");
    }

    private Map<String, Json> object(Json entry) {
        if (entry instanceof Json.Obj(var members)) return members;
        throw refused("an entry is no object", "");
    }

    private static Optional<String> text(Map<String, Json> members, String name) {
        return members.get(name) instanceof Json.Str(var text) ? Optional.of(text) : Optional.empty();
    }

    private String content(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw refused("it cannot be read: " + e.getMessage(), "");
        }
    }

    private InputException refused(String why, String hint) {
        return new InputException(Diagnostic.error(new SourceSpan(file.toString(), 0, 0), why, hint));
    }
}
