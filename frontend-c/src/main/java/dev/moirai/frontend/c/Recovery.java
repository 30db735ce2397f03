package dev.moirai.frontend.c;

import dev.moirai.source.InputException;

/**
 * After an error translation goes on behind the statement, condition or initialiser it stands in, so that all errors of a
 * program are told at once. What was declared stays declared; the function is never used, as the program is refused.
 */
final class Recovery {
    private Recovery() {}

    enum Result {
        FINE,
        FAILED
    }

    /** Does a part of a function's translation that declares nothing. */
    static Result from(Translation in, Runnable part) {
        int depth = in.scopes.depth();
        CBlock block = in.writer.block();
        try {
            part.run();
            return Result.FINE;
        } catch (CError e) {
            in.linker.diagnostics().add(e.diagnostic());
        } catch (InputException e) {
            e.diagnostics().forEach(in.linker.diagnostics()::add);
        }
        while (in.scopes.depth() > depth) in.scopes.close();
        in.writer.backTo(block);
        return Result.FAILED;
    }
}
