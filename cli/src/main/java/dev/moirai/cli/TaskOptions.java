package dev.moirai.cli;

import dev.moirai.witness.svcomp.Specification;
import dev.moirai.witness.svcomp.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code --spec} and {@code --task}: what is asked, as the Competition on Software Verification writes it. */
final class TaskOptions {
    private final Option<Optional<Path>> spec;
    private final Option<Optional<Path>> task;

    TaskOptions(Syntax syntax) {
        spec = syntax.value(
                "--spec",
                "FILE.prp",
                Optional.empty(),
                "Look for what this specification of the competition says, and print its verdict word: RESULT:"
                        + " false(unreach-call).",
                Readers::optionalPath);
        task = syntax.value(
                "--task",
                "FILE.yml",
                Optional.empty(),
                "Take program, data model and specification from this task definition; --spec chooses if it has"
                        + " several.",
                Readers::optionalPath);
    }

    /** The files to check: those given, or those of the task. What is asked goes to the common options. */
    List<String> files(List<String> operands, CommonOptions common) {
        List<String> files = operands;
        Optional<Path> specification = spec.value();
        if (task.value().isPresent()) {
            if (!operands.isEmpty())
                throw new UsageException("--task names its program: leave " + operands.getFirst() + " out");
            Path path = task.value().get();
            Task read = understood(path, "task", Task::read);
            files = read.inputFiles().stream()
                    .map(file -> path.resolveSibling(file).toString())
                    .toList();
            if (read.is32Bit()) common.readWith32Bits();
            if (specification.isEmpty()) specification = onlySpecification(path, read);
        }
        specification.ifPresent(
                path -> common.ask(decidable(path, understood(path, "specification", Specification::read))));
        return files;
    }

    private static Optional<Path> onlySpecification(Path path, Task task) {
        if (task.propertyFiles().size() > 1) {
            throw new UsageException("task " + path + " has several specifications: choose by --spec, of "
                    + String.join(", ", task.propertyFiles()));
        }
        return task.propertyFiles().stream().findFirst().map(path::resolveSibling);
    }

    private static Specification decidable(Path path, Specification specification) {
        if (specification.properties().isEmpty()) {
            String word = specification.goals().getFirst().word();
            throw new UsageException(path + " asks for " + word
                    + (word.equals("termination")
                            ? ": that is what moirai terminates answers"
                            : ", which nothing here decides"));
        }
        return specification;
    }

    private static <T> T understood(Path path, String what, java.util.function.Function<String, T> reader) {
        try {
            return reader.apply(Saving.read(path, what));
        } catch (IllegalArgumentException e) {
            throw new UsageException("cannot read " + what + " " + path + ": " + e.getMessage());
        }
    }
}
