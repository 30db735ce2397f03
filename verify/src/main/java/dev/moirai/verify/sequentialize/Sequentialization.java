package dev.moirai.verify.sequentialize;

import dev.moirai.analysis.EntryArrays;
import dev.moirai.analysis.VisibleWaits;
import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.bound.TooLargeException;
import dev.moirai.bound.Unencodable;
import dev.moirai.emit.Dialect;
import dev.moirai.emit.EndlessBoogie;
import dev.moirai.emit.EndlessC;
import dev.moirai.emit.SequentialBoogie;
import dev.moirai.emit.SequentialC;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.sequentialize.EndlessProgram;
import dev.moirai.sequentialize.Lasso;
import dev.moirai.sequentialize.Lazy;
import dev.moirai.sequentialize.LazyOptions;
import dev.moirai.sequentialize.SequentialProgram;
import dev.moirai.solve.Limit;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Sequentialized;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.livelock.LassoBounds;
import dev.moirai.verify.livelock.LassoQuery;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Turns a program with threads into a sequential one, for other tools. */
public final class Sequentialization {
    /** The tools that a sequential program can be written for. */
    public enum Tool {
        CBMC,
        ESBMC,
        /** To be compiled and run; the program takes its choices from a seed or a file. */
        GCC,
        /** Any verifier for Boogie, Corral among them. */
        BOOGIE;

        /** The program as the tool can be told it: Boogie has no memory but globals. */
        private Program fitted(Program program) {
            return this == BOOGIE ? new EntryArrays().apply(program) : program;
        }

        private String text(SequentialProgram program) {
            return switch (this) {
                case CBMC -> SequentialC.write(program, Dialect.CBMC).text();
                case ESBMC -> SequentialC.write(program, Dialect.ESBMC).text();
                case GCC -> SequentialC.write(program, Dialect.GCC).text();
                case BOOGIE -> SequentialBoogie.write(program);
            };
        }

        private String text(EndlessProgram program) {
            return switch (this) {
                case CBMC -> EndlessC.write(program, Dialect.CBMC);
                case ESBMC -> EndlessC.write(program, Dialect.ESBMC);
                case GCC -> EndlessC.write(program, Dialect.GCC);
                case BOOGIE -> EndlessBoogie.write(program);
            };
        }
    }

    /** The options mean the same as in {@link SearchBounds}, but the bounds do not grow. */
    public record Options(
            Bounds bounds, Map<String, Integer> unwindSet, Optional<Integer> threads, Set<Property> properties) {}

    /** The sequential program's text. {@code cut} says whether the bounds may leave something out. */
    public record Result(String text, int threads, boolean cut) {}

    private static final String HINT = "; try smaller bounds";

    private Sequentialization() {}

    /** Throws an {@link InputException} if the program cannot be sequentialized, and a {@link GaveUpException}. */
    public static Result of(Input input, Options options, Tool tool, Budget budget) {
        return named(budget, () -> written(input, options, tool));
    }

    /** The same for the search for a strongly fair lasso, as {@code livelock} makes it. */
    public static Result ofLasso(Input input, LassoBounds bounds, Tool tool, Budget budget) {
        return named(budget, () -> writtenLasso(input, bounds, tool));
    }

    private static Result named(Budget budget, Supplier<Result> writing) {
        try {
            return Inquiry.inTime(budget, HINT, writing);
        } catch (Unencodable e) {
            throw new InputException(Diagnostic.error(e.span(), "not supported: " + e.getMessage()));
        } catch (TooLargeException e) {
            throw new GaveUpException(new Reason(Reason.Kind.SIZE, e.getMessage() + HINT));
        }
    }

    private static Result written(Input input, Options options, Tool tool) {
        Set<Property> properties = options.properties();
        Program program = tool.fitted(input.read());
        SearchBounds.refuseUnknownNames(options.unwindSet(), program);
        var bounds = new SearchBounds(Optional.of(options.bounds()), options.unwindSet(), options.threads());
        BoundedProgram bounded =
                Bounding.bound(program, bounds.unwinding(options.bounds().unwind()));
        BoundedProgram lowered = ArithmeticChecks.add(SyncLowering.lower(bounded, properties), properties);
        LazyOptions lazy = Sequentialized.options(properties, options.bounds().rounds());
        String text = tool.text(Lazy.sequentialize(lowered, lazy));
        return new Result(text, bounded.threads().size(), bounded.isCut());
    }

    private static Result writtenLasso(Input input, LassoBounds bounds, Tool tool) {
        Program program = new VisibleWaits().apply(tool.fitted(input.read()));
        BoundedProgram bounded = LassoQuery.bounded(program, bounds.unwind(), Limit.none());
        var endless = Lasso.sequentialize(bounded, LassoQuery.options(LivenessProperty.any(Fairness.STRONG), bounds));
        return new Result(tool.text(endless), bounded.threads().size(), bounded.isCut());
    }
}
