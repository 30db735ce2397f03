package dev.moirai.verify.input;

import dev.moirai.frontend.c.CommandWords;
import dev.moirai.verify.input.BuildCommand.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What CMake lets Ninja link, as its {@code build.ninja} says: lines {@code build app: C_EXECUTABLE_LINKER__app main.c.o | libx.a},
 * and below them {@code LINK_LIBRARIES = libx.a -lz}.
 */
final class NinjaFile {
    static final String NAME = "build.ninja";

    private NinjaFile() {}

    /** None if there is no such file. */
    static List<Link> links(Path file) {
        var links = new ArrayList<Link>();
        List<String> lines;
        try {
            lines = Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException _) {
            return links;
        }
        Path folder = BuildCommand.absolute(file).resolveSibling("");
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int colon = line.indexOf(": ");
            if (!line.startsWith("build ")
                    || colon < 0
                    || !line.substring(colon).contains("_LINKER__")) continue;
            var libraries = new ArrayList<String>();
            for (int k = i + 1; k < lines.size() && lines.get(k).startsWith(" "); k++) {
                String[] words = lines.get(k).strip().split(" = ", 2);
                if (words.length < 2 || !words[0].equals("LINK_LIBRARIES")) continue;
                for (String word : CommandWords.split(words[1])) if (word.startsWith("-l")) libraries.add(word);
            }
            String target = line.substring("build ".length(), colon).split(" ")[0];
            links.add(new Link(path(folder, target), parts(folder, line.substring(colon + 2)), libraries));
        }
        return links;
    }

    /** The words after the rule, up to what only has to be there before ({@code ||}). */
    private static List<Path> parts(Path folder, String rest) {
        var parts = new ArrayList<Path>();
        String[] words = rest.split(" +");
        for (int i = 1; i < words.length && !words[i].equals("||"); i++) {
            if (!words[i].equals("|")) parts.add(path(folder, words[i]));
        }
        return parts;
    }

    private static Path path(Path folder, String word) {
        return BuildCommand.absolute(folder.resolve(word.replace("$ ", " ").replace("$:", ":")));
    }
}
