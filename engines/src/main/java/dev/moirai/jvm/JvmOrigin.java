package dev.moirai.jvm;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.predict.FailedCondition;
import dev.moirai.predict.TraceOrigin;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.TraceEvent;
import java.util.Optional;
import java.util.OptionalLong;

/** A JVM program: objects are numbers, there are no addresses, and the follower has told which conditions are assertions. */
public final class JvmOrigin implements TraceOrigin {
    private static final int WORD = 64;

    @Override
    public int pointerWidth() {
        return WORD;
    }

    @Override
    public long size(Type type) {
        throw new Unencodable("the size of a type", SourceSpan.NOWHERE);
    }

    @Override
    public long offset(String struct, int field) {
        throw new Unencodable("a struct", SourceSpan.NOWHERE);
    }

    @Override
    public OptionalLong addressOf(String global, int thread) {
        return OptionalLong.empty();
    }

    @Override
    public long functionAddress(String function) {
        throw new Unencodable("the address of a function", SourceSpan.NOWHERE);
    }

    @Override
    public Optional<FailedCondition> failure(TraceEvent event) {
        return event.site().instr() instanceof Instr.Assert i
                ? Optional.of(new FailedCondition(
                        i.property(), i.message(), i.span(), event.site().function()))
                : Optional.empty();
    }
}
