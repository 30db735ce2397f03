package dev.moirai.verify.input;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.input.BuildCommand.Compilation;
import dev.moirai.verify.input.BuildCommand.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The C files of a build, how each is compiled, and what is linked from which.
 *
 * @param origin the file that says so
 */
public record Project(Path origin, List<Compilation> compilations, List<Link> links) {
    /**
     * A definition of main, as it usually looks, also with its parameters declared behind their names; what lies in a comment or
     * under {@code #if 0} is taken for one too.
     */
    private static final Pattern MAIN = Pattern.compile("(?m)^[ \\t]*(?:[A-Za-z_][\\w\\s*]*[\\s*])?main\\s*\\([^;]*?\\)"
            + "(?:\\s*[A-Za-z_][\\w\\s*,\\[\\]]*;)*\\s*\\{");

    private static final Path HERE = BuildCommand.absolute(Path.of(""));

    public Project {
        compilations = List.copyOf(compilations);
        links = List.copyOf(links);
    }

    /** @param place a {@code compile_commands.json}, or its folder */
    public static Project read(Path place) {
        return CompileCommands.read(place);
    }

    /**
     * The files of one program.
     *
     * @param target the program or library whose files they are; without one, all
     * @param main the file that has the program's main, of the project or not; any other main is left out
     * @param further flags for all files
     * @throws InputException where it is not clear which program is meant
     */
    public List<SourceFile> sources(Optional<String> target, Optional<Path> main, List<String> further) {
        var chosen = new LinkedHashMap<Path, Compilation>();
        for (Compilation compilation : target.map(this::ofTarget).orElse(compilations)) {
            chosen.putIfAbsent(compilation.file(), compilation);
        }
        if (main.isEmpty()) refuseUnlessOneMain(chosen.keySet());
        var sources = new ArrayList<SourceFile>();
        SourceFile.Part others = main.isEmpty() ? SourceFile.Part.ALL : SourceFile.Part.ALL_BUT_MAIN;
        if (main.isPresent()) {
            Compilation known = chosen.remove(BuildCommand.absolute(main.get()));
            List<String> flags = known != null
                    ? known.flags()
                    : flagsOfAll(chosen.values().stream().toList());
            sources.add(new SourceFile(main.get(), joined(flags, further), SourceFile.Part.ALL));
        }
        for (Compilation compilation : chosen.values()) {
            sources.add(new SourceFile(shown(compilation.file()), joined(compilation.flags(), further), others));
        }
        if (!sources.isEmpty()) {
            SourceFile first = sources.getFirst();
            sources.set(0, new SourceFile(first.file(), joined(first.flags(), libraries(target)), first.part()));
        }
        return sources;
    }

    /** The libraries from outside that a target is linked with, or, if none is named, any target: native runs need them. */
    private List<String> libraries(Optional<String> target) {
        var words = new LinkedHashSet<String>();
        for (Link link : target.map(this::linksOf).orElse(links)) {
            for (String word : link.libraries()) {
                boolean own = word.startsWith("-l") && isOwn(word.substring("-l".length()), link);
                if (!own) words.add(word);
            }
        }
        return List.copyOf(words);
    }

    /** Whether the project makes the library that a link names. */
    private boolean isOwn(String library, Link link) {
        Set<String> files = Set.of("lib" + library + ".a", "lib" + library + ".so");
        return link.parts().stream()
                .anyMatch(part -> files.contains(part.getFileName().toString())
                        && links.stream().anyMatch(other -> other.target().equals(part)));
    }

    /** Whether the files are compiled for 32 bits. */
    public boolean is32Bit() {
        return compilations.stream().allMatch(Compilation::is32Bit);
    }

    /** The names of the programs and libraries, as {@code --target} takes them. */
    public List<String> targets() {
        return links.stream()
                .map(link -> link.target().getFileName().toString())
                .distinct()
                .toList();
    }

    private static List<String> joined(List<String> flags, List<String> further) {
        var all = new ArrayList<>(flags);
        all.addAll(further);
        return all;
    }

    /** Flags for a file from outside the project: every include folder of any file, and the other flags common to all files. */
    private static List<String> flagsOfAll(List<Compilation> compilations) {
        Set<String> common = null;
        var folders = new LinkedHashSet<String>();
        for (Compilation compilation : compilations) {
            var rest = new LinkedHashSet<String>();
            List<String> flags = compilation.flags();
            for (int i = 0; i < flags.size(); ) {
                int length = Math.max(CompilerFlags.length(flags, i), 1);
                String word = String.join("\n", flags.subList(i, i + length));
                boolean folder = word.startsWith("-I") || word.startsWith("-iquote") || word.startsWith("-isystem");
                (folder ? folders : rest).add(word);
                i += length;
            }
            if (common == null) common = rest;
            else common.retainAll(rest);
        }
        folders.addAll(common == null ? Set.of() : common);
        var words = new ArrayList<String>();
        for (String word : folders) words.addAll(List.of(word.split("\n")));
        return words;
    }

    /** The links that make a target, with those of the project's libraries that it is made of. */
    private List<Link> linksOf(String target) {
        var made = new LinkedHashSet<Path>();
        collect(link(target), Map.of(), made, new LinkedHashSet<>());
        return links.stream().filter(link -> made.contains(link.target())).toList();
    }

    private List<Compilation> ofTarget(String name) {
        Map<Path, Compilation> byObject = new LinkedHashMap<>();
        for (Compilation compilation : compilations) byObject.put(compilation.object(), compilation);
        var found = new LinkedHashSet<Compilation>();
        collect(link(name), byObject, new LinkedHashSet<>(), found);
        if (found.isEmpty()) throw refused("no C file of target " + name + " is known", "build from scratch");
        return List.copyOf(found);
    }

    private Link link(String name) {
        List<Link> meant = links.stream()
                .filter(link ->
                        link.target().endsWith(name) || link.target().equals(BuildCommand.absolute(Path.of(name))))
                .toList();
        if (meant.isEmpty()) {
            String hint = links.isEmpty()
                    ? "nothing here says what is linked from what; moirai capture -- make finds out"
                    : "there are: " + String.join(", ", targets());
            throw refused("there is no target " + name, hint);
        }
        // The last link counts, as the last one writes the file.
        return meant.getLast();
    }

    private void collect(Link link, Map<Path, Compilation> byObject, Set<Path> seen, Set<Compilation> found) {
        if (!seen.add(link.target())) return;
        for (Path part : link.parts()) {
            Compilation compilation = byObject.get(part);
            if (compilation != null) found.add(compilation);
            for (Link inner : links) if (inner.target().equals(part)) collect(inner, byObject, seen, found);
        }
    }

    private void refuseUnlessOneMain(Set<Path> files) {
        List<String> mains = files.stream()
                .filter(Project::definesMain)
                .map(file -> shown(file).toString())
                .toList();
        if (mains.size() == 1) return;
        String choice = targets().isEmpty() ? "" : ", or --target of: " + String.join(", ", targets());
        if (mains.isEmpty()) {
            throw refused(
                    "none of its " + files.size() + " files defines main",
                    "give a test driver with --main FILE.c" + choice);
        }
        throw refused(
                mains.size() + " files define main: " + String.join(", ", mains), "choose with --main FILE" + choice);
    }

    /** Whether the file has a function main, as far as its text shows. */
    public static boolean definesMain(Path file) {
        try {
            return MAIN.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                    .find();
        } catch (IOException _) {
            return false; // a file that cannot be read is reported when it is parsed
        }
    }

    /** The path relative to the current folder, as the user would write it. */
    private static Path shown(Path file) {
        return file.startsWith(HERE) ? HERE.relativize(file) : file;
    }

    private InputException refused(String why, String hint) {
        return new InputException(Diagnostic.error(new SourceSpan(origin.toString(), 0, 0), why, hint));
    }
}
