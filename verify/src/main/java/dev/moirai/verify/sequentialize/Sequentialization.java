package dev.moirai.verify.sequentialize;

import dev.moirai.analysis.VisibleWaits;
import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.bound.Unencodable;
import dev.moirai.emit.Dialect;
import dev.moirai.emit.EndlessC;
import dev.moirai.emit.SequentialC;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.ir.Program;
import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.Lasso;
import dev.moirai.sequentialize.Lazy;
import dev.moirai.sequentialize.LazyOptions;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.livelock.LassoBounds;
import dev.moirai.verify.livelock.LassoQuery;
import java.util.Set;
import java.util.function.Supplier;

/** A threaded C program in, a sequential one out, for other people's tools. */
public final class Sequentialization {
    public record Options(BoundOptions bounds, int rounds, Set<Property> properties, Dialect dialect) {}

    /** The C text; {@code cut}: whether something may lie beyond the bounds. */
    public record Result(String text, int threads, boolean cut) {}

    private Sequentialization() {}

    /** Throws an {@link InputException} for what has no sequential program. */
    public static Result of(Input input, Options options) {
        return named(() -> written(input, options));
    }

    /** The search for a strongly fair lasso instead, as {@code livelock} makes it. */
    public static Result ofLasso(Input input, LassoBounds bounds, Dialect dialect) {
        return named(() -> writtenLasso(input, bounds, dialect));
    }

    private static Result named(Supplier<Result> writing) {
        try {
            return writing.get();
        } catch (Unencodable e) {
            throw new InputException(Diagnostic.error(e.span(), "not supported: " + e.getMessage()));
        }
    }

    private static Result written(Input input, Options options) {
        Set<Property> properties = options.properties();
        Program program = input.read();
        SearchBounds.refuseUnknownNames(options.bounds().unwindSet(), program);
        BoundedProgram bounded = Bounding.bound(program, options.bounds());
        BoundedProgram lowered = ArithmeticChecks.add(SyncLowering.lower(bounded, properties), properties);
        LazyOptions lazy = LazyOptions.rounds(options.rounds());
        if (properties.contains(Property.DEADLOCK)) lazy = lazy.withDeadlocks();
        String text = SequentialC.write(Lazy.sequentialize(lowered, lazy), options.dialect())
                .text();
        return new Result(text, bounded.threads().size(), bounded.isCut());
    }

    private static Result writtenLasso(Input input, LassoBounds bounds, Dialect dialect) {
        Program program = new VisibleWaits().apply(input.read());
        BoundedProgram bounded = LassoQuery.bounded(program, bounds.unwind());
        var endless = Lasso.sequentialize(bounded, LassoQuery.options(LivenessProperty.any(Fairness.STRONG), bounds));
        return new Result(EndlessC.write(endless, dialect), bounded.threads().size(), bounded.isCut());
    }
}
