package dev.moirai.verify.input;

import dev.moirai.frontend.c.CommandWords;
import dev.moirai.frontend.c.GccCommand;
import dev.moirai.ir.DataModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One command of a build, as far as it concerns C: the files that it compiles, and the objects that it links or archives.
 *
 * @param others the files in other languages that it compiles
 * @param otherObjects the object files made from those
 */
public record BuildCommand(
        List<Compilation> compilations, Optional<Link> link, List<Path> others, List<Path> otherObjects) {
    /**
     * A C file that is compiled. All paths are absolute, those in flags too.
     *
     * @param flags the options on which the meaning of the file depends
     * @param object the object file made from it; the C file itself if the same command links it
     */
    public record Compilation(Path file, List<String> flags, Path object, boolean is32Bit) {}

    /**
     * Objects, archives and sources that become one program or library.
     *
     * @param libraries the libraries from outside that it is linked with: gcc's options {@code -LFOLDER}, then {@code -lNAME}
     */
    public record Link(Path target, List<Path> parts, List<String> libraries) {
        public Link {
            parts = List.copyOf(parts);
            libraries = List.copyOf(libraries);
        }
    }

    private static final Set<String> IN_FRONT = Set.of("ccache", "distcc", "sccache");
    private static final BuildCommand NOTHING = new BuildCommand(List.of(), Optional.empty(), List.of(), List.of());

    /** @param words the program's name first */
    static BuildCommand of(List<String> words, Path directory) {
        int first = 0;
        while (first < words.size() && IN_FRONT.contains(name(words.get(first)))) first++;
        if (first >= words.size()) return NOTHING;
        List<String> rest = CommandWords.expanded(words.subList(first + 1, words.size()), directory);
        String program = name(words.get(first));
        if (program.equals("ar") || program.endsWith("-ar")) return archiving(rest, directory);
        return program.endsWith("ranlib") ? NOTHING : compiling(GccCommand.of(rest, directory), directory);
    }

    private static String name(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /** {@code ar rcs libx.a x.o y.o} */
    private static BuildCommand archiving(List<String> words, Path directory) {
        boolean adds = words.size() > 2
                && (words.getFirst().contains("r") || words.getFirst().contains("q"));
        if (!adds) return NOTHING;
        var parts = new ArrayList<Path>();
        for (String word : words.subList(2, words.size())) {
            if (!word.startsWith("-")) parts.add(absolute(directory.resolve(word)));
        }
        var link = new Link(absolute(directory.resolve(words.get(1))), parts, List.of());
        return new BuildCommand(List.of(), Optional.of(link), List.of(), List.of());
    }

    private static BuildCommand compiling(GccCommand command, Path directory) {
        if (command.goal() == GccCommand.Goal.NOTHING) return NOTHING;
        boolean linked = command.goal() == GccCommand.Goal.LINKED;
        var compilations = new ArrayList<Compilation>();
        var parts = new ArrayList<Path>();
        var others = new ArrayList<Path>();
        var otherObjects = new ArrayList<Path>();
        List<String> flags = new ArrayList<>(CompilerFlags.words(command.flags()));
        flags.addAll(command.refused());
        for (Path input : command.inputs()) {
            Path file = absolute(input);
            parts.add(file);
            Path object =
                    linked ? file : command.output().map(BuildCommand::absolute).orElse(object(file, directory));
            if (isOfOtherLanguage(file)) {
                others.add(file);
                otherObjects.add(object);
            }
            if (!isC(file)) continue;
            compilations.add(
                    new Compilation(file, flags, object, command.model().equals(Optional.of(DataModel.ILP32))));
        }
        var libraries = new ArrayList<String>();
        for (Path folder : command.folders()) libraries.add("-L" + absolute(folder));
        for (String library : command.libraries()) {
            libraries.add("-l" + library);
            for (Path folder : command.folders()) {
                parts.add(absolute(folder.resolve("lib" + library + ".a")));
                parts.add(absolute(folder.resolve("lib" + library + ".so")));
            }
        }
        boolean makesSomething = linked && !parts.isEmpty();
        Path target = absolute(command.output().orElse(directory.resolve("a.out")));
        Optional<Link> link = makesSomething ? Optional.of(new Link(target, parts, libraries)) : Optional.empty();
        return new BuildCommand(compilations, link, others, otherObjects);
    }

    private static boolean isC(Path file) {
        String name = file.toString();
        return name.endsWith(".c") || name.endsWith(".i");
    }

    private static final Set<String> OTHER_LANGUAGES =
            Set.of("cc", "cpp", "cxx", "c++", "C", "m", "mm", "s", "S", "f", "f90");

    private static boolean isOfOtherLanguage(Path file) {
        String name = file.getFileName().toString();
        return OTHER_LANGUAGES.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    /** What gcc calls the object file of a source if nobody says otherwise. */
    private static Path object(Path file, Path directory) {
        String name = file.getFileName().toString();
        return absolute(directory.resolve(name.substring(0, name.lastIndexOf('.')) + ".o"));
    }

    static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
