package dev.moirai.ir;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A flat list of instructions with labels; control never falls off its end. {@code locals} lists all, parameters too.
 * {@code libraryLoops} are labels at which loops begin that the user has not written, though the function is his, each with
 * what he wrote instead: {@code memset}, the assignment of a struct. A user's bound on loops is not about those.
 */
public record Function(
        String name,
        List<Local> parameters,
        Type result,
        List<Local> locals,
        List<Instr> body,
        SourceSpan span,
        Author author,
        Map<String, String> libraryLoops) {
    /** Who wrote it. */
    public enum Author {
        USER,
        /** It stands for a function of the C library. */
        LIBRARY
    }

    public Function {
        parameters = List.copyOf(parameters);
        locals = List.copyOf(locals);
        body = List.copyOf(body);
        libraryLoops = Map.copyOf(libraryLoops);
    }

    /** A user's, with loops of his own only. */
    public Function(
            String name, List<Local> parameters, Type result, List<Local> locals, List<Instr> body, SourceSpan span) {
        this(name, parameters, result, locals, body, span, Author.USER, Map.of());
    }

    public Function withBody(List<Instr> newBody) {
        return with(locals, newBody, libraryLoops);
    }

    public Function with(List<Local> newLocals, List<Instr> newBody, Map<String, String> newLibraryLoops) {
        return new Function(name, parameters, result, newLocals, newBody, span, author, newLibraryLoops);
    }

    /** What the user has written instead of the loop that begins at the label, if it is not a loop of his. */
    public Optional<String> libraryLoop(String label) {
        return author == Author.LIBRARY ? Optional.of(name) : Optional.ofNullable(libraryLoops.get(label));
    }
}
