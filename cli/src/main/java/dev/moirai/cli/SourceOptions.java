package dev.moirai.cli;

import dev.moirai.verify.input.CompilerFlags;
import dev.moirai.verify.input.Project;
import dev.moirai.verify.input.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Which files make up the program, and how they are compiled. */
final class SourceOptions {
    private final Syntax syntax;
    private final Option<Optional<Path>> project;
    private final Option<Optional<String>> target;
    private final Option<Optional<Path>> main;
    private final Option<List<String>> stubs;

    SourceOptions(Syntax syntax) {
        this.syntax = syntax;
        syntax.takeCompilerFlags(
                "-IDIR, -DNAME[=VALUE], ...",
                "gcc's options, so that $(CFLAGS) can stand here: -I, -D, -U, -include, -isystem, -std=, -m32 and"
                        + " others with a meaning are followed; warnings, optimisation, libraries and the like change"
                        + " nothing. @FILE stands for the words in a file.");
        project = syntax.value(
                "-p",
                "DIR",
                Optional.empty(),
                "Take files and options from the compile_commands.json there; moirai capture -- make writes one.",
                Readers::optionalPath);
        target = syntax.value(
                "--target",
                "NAME",
                Optional.empty(),
                "With -p: only the files that are linked into this program or library.",
                Readers::optionalText);
        main = syntax.value(
                "--main",
                "FILE.c",
                Optional.empty(),
                "The program's main is the one in this file, such as a test driver; those of other files are left out.",
                Readers::optionalPath);
        stubs = syntax.value(
                "--stub",
                "FILE.c",
                List.of(),
                "Functions in this file take the place of all others of their names, those of the C library and of"
                        + " threads included. May be given several times.",
                Readers::several);
    }

    /**
     * The program that the command line names.
     *
     * @param flags the compiler flags of a program of one file
     * @param sources the files with their flags; empty for a program of one file
     */
    record Program(String name, List<String> flags, List<SourceFile> sources, boolean is32Bit) {}

    boolean areGiven() {
        return project.isGiven() || main.isGiven() || target.isGiven();
    }

    boolean haveStubs() {
        return stubs.isGiven();
    }

    /** The words given that say which files there are and how they are compiled. */
    List<String> given() {
        var words = new ArrayList<>(syntax.compilerFlags());
        if (project.isGiven()) words.add("-p");
        if (target.isGiven()) words.add("--target");
        if (main.isGiven()) words.add("--main");
        return words;
    }

    private List<String> flags() {
        List<String> flags = syntax.compilerFlags();
        if (flags.isEmpty()) return flags;
        List<String> refused = CompilerFlags.refused(flags);
        if (!refused.isEmpty()) throw new UsageException(refusal(refused));
        return flags;
    }

    /** A program of one file. */
    Program alone(String file) {
        List<String> flags = flags();
        return new Program(file, flags, List.of(), !flags.isEmpty() && CompilerFlags.areForILP32(flags));
    }

    private static String refusal(List<String> refused) {
        return "option " + String.join(", ", refused) + " would change what the program means, and is not followed";
    }

    /** The program of these files and those of the project. */
    Program program(List<String> operands) {
        if (target.isGiven() && !project.isGiven()) throw new UsageException("--target is of a project: add -p DIR");
        List<String> flags = flags();
        var sources = new ArrayList<SourceFile>();
        boolean wide = !CompilerFlags.areForILP32(flags);
        if (project.value().isPresent()) {
            Project found = Project.read(project.value().get());
            sources.addAll(found.sources(target.value(), main.value(), flags));
            wide &= !found.is32Bit();
            for (SourceFile source : sources) {
                List<String> refused = CompilerFlags.refused(source.flags());
                if (!refused.isEmpty()) throw new UsageException(source.file() + ": " + refusal(refused));
            }
        } else {
            main.value().ifPresent(path -> sources.add(new SourceFile(path, flags, SourceFile.Part.ALL)));
        }
        SourceFile.Part part = main.isGiven() ? SourceFile.Part.ALL_BUT_MAIN : SourceFile.Part.ALL;
        var given = new HashSet<Path>();
        for (String operand : operands) {
            Path path = Readers.toPath(operand);
            if (!given.add(path)) throw new UsageException(operand + " is given twice");
            boolean known = sources.stream().anyMatch(source -> source.file().equals(path));
            if (!known) sources.add(new SourceFile(path, flags, part));
        }
        for (String stub : stubs.value()) {
            sources.add(new SourceFile(Readers.toPath(stub), flags, SourceFile.Part.STUBS));
        }
        return new Program(sources.getFirst().file().toString(), List.of(), sources, !wide);
    }
}
