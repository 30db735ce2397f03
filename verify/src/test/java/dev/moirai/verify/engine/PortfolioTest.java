package dev.moirai.verify.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.EngineId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The answer of several engines together. */
class PortfolioTest {
    private static final Verdict FLOATS =
            new Verdict.Unsupported("floating-point arithmetic", new SourceSpan("f.c", 3, 1));
    private static final Finding<Void> NOTHING = new Finding<>(
            new EngineId("auto"),
            new Verdict.Unknown(new Reason(Reason.Kind.TIME, "time limit of 9 s reached")),
            Map.of());

    @Test
    void enginesThatContradictEachOtherAreAnInternalError() {
        var violation = new Violation(Property.ASSERTION, "assertion failed", SourceSpan.NOWHERE, "main", "main");
        var violated = new Finding<Void>(
                new EngineId("explicit"), new Verdict.Violated(violation, Schedule.of("f.c", List.of())), Map.of());
        var holds = new Finding<Void>(new EngineId("order"), new Verdict.Holds(), Map.of());
        var unknown = new Finding<Void>(new EngineId("lazy"), new Verdict.Unknown("time"), Map.of());
        Portfolio.refuseDisagreement(List.of(violated, unknown));
        Portfolio.refuseDisagreement(List.of(holds, unknown));
        assertThatThrownBy(() -> Portfolio.refuseDisagreement(List.of(holds, unknown, violated)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("explicit")
                .hasMessageContaining("order");
    }

    @Test
    void timeThatIsUpComesBeforeOtherReasons() {
        var refused = new Finding<Void>(new EngineId("order"), FLOATS, Map.of());
        assertThat(Reasons.together(List.of(refused), NOTHING, true).verdict())
                .isInstanceOfSatisfying(
                        Verdict.Unknown.class,
                        unknown -> assertThat(unknown.words())
                                .isEqualTo("time limit of 9 s reached; order: unsupported: floating-point arithmetic at"
                                        + " f.c:3"));
        assertThat(Reasons.together(List.of(NOTHING), NOTHING, true)).isEqualTo(NOTHING);
        assertThat(Reasons.together(List.of(), NOTHING, true)).isEqualTo(NOTHING);
    }

    /** Where nothing was proved and nothing found, what was looked at is told all the same. */
    @Test
    void whatWasCountedIsTold() {
        var states = new LinkedHashMap<String, Long>();
        states.put("states", 5L);
        states.put("depth", 2L);
        var explicit = new Finding<Void>(new EngineId("explicit"), new Verdict.Unknown("time"), states);
        var runs = new Finding<Void>(new EngineId("run"), new Verdict.Unknown("nothing"), Map.of("runs", 3L));
        Finding<Void> order = Finding.of(new EngineId("order"), new Verdict.Unknown("time"), List.of());
        assertThat(NOTHING.counting(List.of(explicit, order))
                        .counting(List.of(runs))
                        .counts())
                .containsExactly(Map.entry("states", 5L), Map.entry("runs", 3L), Map.entry("depth", 2L));
        assertThat(NOTHING.counting(List.of())).isEqualTo(NOTHING);
    }
}
