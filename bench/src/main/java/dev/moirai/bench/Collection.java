package dev.moirai.bench;

import dev.moirai.ir.DataModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The files of a benchmark collection that a command line names, worked through on the cores there are. */
record Collection(Path root, List<Path> files, DataModel model) {
    /** What is done with one file; {@code folder} is where it lies below the root. */
    interface Work<T> {
        T on(Path folder, Path file, DataModel model);
    }

    /** Reads {@code ROOT [FOLDER...] [--c] [--64]}; empty, with a message, where that is not what stands there. */
    static Optional<Collection> read(String program, String[] args) throws IOException {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        String suffix = words.remove("--c") ? ".c" : ".i";
        DataModel model = words.remove("--64") ? DataModel.LP64 : DataModel.ILP32;
        if (words.isEmpty() || words.stream().anyMatch(word -> word.startsWith("-"))) {
            System.err.println("usage: " + program + " ROOT [FOLDER...] [--c] [--64]");
            System.err.println(
                    "  ROOT is a folder of benchmarks, as c/ of sv-benchmarks; FOLDERs lie below it (all by default).");
            System.err.println(
                    "  --c takes the .c files instead of the preprocessed .i; --64 the LP64 data model instead of"
                            + " ILP32.");
            return Optional.empty();
        }
        Path root = Path.of(words.removeFirst());
        List<Path> starts = words.isEmpty()
                ? List.of(root)
                : words.stream().map(root::resolve).toList();
        List<Path> files = new ArrayList<>();
        for (Path start : starts) {
            if (!Files.isDirectory(start)) {
                System.err.println(program + ": " + start + " is not a folder");
                return Optional.empty();
            }
            try (var below = Files.walk(start)) {
                below.filter(file -> file.toString().endsWith(suffix)).sorted().forEach(files::add);
            }
        }
        return Optional.of(new Collection(root, files, model));
    }

    <T> List<T> map(Work<T> work) throws InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        try (var workers = Executors.newFixedThreadPool(cores)) {
            List<Future<T>> futures = files.stream()
                    .map(file -> workers.submit(() -> work.on(folder(file), file, model)))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) results.add(future.get());
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Path folder(Path file) {
        Path parent = file.getParent();
        return parent == null ? Path.of("") : root.relativize(parent);
    }
}
