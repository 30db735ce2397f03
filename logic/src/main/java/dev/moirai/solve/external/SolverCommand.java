package dev.moirai.solve.external;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A program and its arguments, as a user wrote them, separated by blanks. */
public record SolverCommand(String program, List<String> arguments) {
    public SolverCommand {
        arguments = List.copyOf(arguments);
    }

    public static SolverCommand parse(String text) {
        List<String> words = List.of(text.strip().split("\\s+"));
        return new SolverCommand(words.getFirst(), words.subList(1, words.size()));
    }

    /** The file name of the program, without folders. */
    String programName() {
        Path name = Path.of(program).getFileName();
        return name == null ? program : name.toString();
    }

    List<String> words() {
        return Stream.concat(Stream.of(program), arguments.stream()).toList();
    }

    /** Why the command cannot be run, if that can be seen without running it. */
    public Optional<String> unavailable() {
        if (program.indexOf(File.separatorChar) >= 0) {
            return Files.isExecutable(Path.of(program)) ? Optional.empty() : Optional.of("cannot execute " + program);
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        for (String folder : path.split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(folder, program))) return Optional.empty();
        }
        return Optional.of("no program " + program + " on the PATH");
    }

    @Override
    public String toString() {
        return String.join(" ", words());
    }
}
