package dev.moirai.ir;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A flat list of instructions with labels; control never falls off its end. {@code locals} lists all, parameters too.
 * {@code libraryLoops} are the labels of loops in a user's function that the user has not written as loops, each with
 * what was written instead: {@code memset}, the assignment of a struct. The user's bound on loops does not apply to
 * them.
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
    /** Who wrote the function. */
    public enum Author {
        USER,
        /** The function models one of the C library. */
        LIBRARY
    }

    public Function {
        parameters = List.copyOf(parameters);
        locals = List.copyOf(locals);
        body = List.copyOf(body);
        libraryLoops = Map.copyOf(libraryLoops);
    }

    /** A function that the user wrote, without library loops. */
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

    /** What the user has written in place of the loop that begins at the label, if the user has not written that loop. */
    public Optional<String> libraryLoop(String label) {
        return author == Author.LIBRARY ? Optional.of(name) : Optional.ofNullable(libraryLoops.get(label));
    }
}
