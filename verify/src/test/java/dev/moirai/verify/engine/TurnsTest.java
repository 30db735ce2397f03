package dev.moirai.verify.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Member.Settles;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine lets another have its turn, and goes on if that one does not settle the question. */
@Timeout(60)
class TurnsTest {
    private static final EngineId FIRST = new EngineId("first");
    private static final EngineId SECOND = new EngineId("second");

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    private record Scripted(EngineId id, Function<Account<Void>, Finding<Void>> script)
            implements Engine<String, Void> {
        @Override
        public Finding<Void> run(String question, Budget budget, Account<Void> account) {
            return script.apply(account);
        }
    }

    private Finding<Void> first(Account<Void> account) {
        account.knows(() -> new Finding<>(FIRST, new Verdict.Unknown("still looking"), Map.of("looks", 2L)));
        told.add("looks");
        account.letOthers();
        told.add("goes on");
        return new Finding<>(FIRST, new Verdict.HoldsWithin("some bounds"), Map.of("looks", 5L));
    }

    private Finding<Void> asked(
            Function<Account<Void>, Finding<Void>> first, Function<Account<Void>, Finding<Void>> second) {
        var members = List.of(
                Member.of(new Scripted(FIRST, first), "?", Duration.ZERO, Settles.BY_PROOFS),
                Member.inTurnOf(FIRST, new Scripted(SECOND, second), "?", Settles.BY_PROOFS_ALONE));
        return new Portfolio<>(
                        members, Budget.of(Optional.empty()), Account.<Void>ignored(), (known, _) -> known.getLast())
                .search();
    }

    @Test
    void aProofInItsTurnSettlesIt() {
        var finding = asked(this::first, _ -> new Finding<>(SECOND, new Verdict.Holds(), Map.of()));
        assertThat(finding.engine()).isEqualTo(SECOND);
        assertThat(finding.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(finding.counts())
                .as("what the first did is a part of the cost")
                .containsEntry("looks", 2L);
        assertThat(told.getFirst()).isEqualTo("looks");
    }

    @Test
    void withoutAProofTheFirstGoesOn() {
        var finding = asked(this::first, _ -> {
            told.add("has its turn");
            return Finding.unknown(SECOND, Reason.undecided("no proof"));
        });
        assertThat(finding.engine()).isEqualTo(FIRST);
        assertThat(finding.counts()).containsEntry("looks", 5L);
        assertThat(told).containsExactly("looks", "has its turn", "goes on");
    }

    @Test
    void alsoWhereTheSecondFails() {
        var finding = asked(this::first, _ -> {
            throw new IllegalStateException("broken");
        });
        assertThat(finding.engine()).isEqualTo(FIRST);
        assertThat(finding.verdict()).isEqualTo(new Verdict.HoldsWithin("some bounds"));
        assertThat(finding.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.engine()).isEqualTo("second"));
    }

    @Test
    void whoIsGivenNoTurnDoesNotBegin() {
        var finding = asked(
                _ -> new Finding<>(FIRST, new Verdict.Unknown("cannot"), Map.of()),
                _ -> new Finding<>(SECOND, new Verdict.Holds(), Map.of()));
        assertThat(finding.verdict()).isEqualTo(new Verdict.Unknown("cannot"));
    }

    @Test
    void whoWorksBesideOthersKnowsWhetherTheyGoOn() {
        var seen = new Semaphore(0);
        Function<Account<Void>, Finding<Void>> works = _ -> {
            seen.acquireUninterruptibly();
            return Finding.unknown(FIRST, Reason.undecided("cannot"));
        };
        Function<Account<Void>, Finding<Void>> accompanies = account -> {
            if (account.othersWork()) told.add("goes on");
            seen.release();
            while (account.othersWork()) Thread.onSpinWait();
            told.add("ends");
            return Finding.unknown(SECOND, Reason.undecided("found nothing"));
        };
        var members = List.of(
                Member.of(new Scripted(FIRST, works), "?", Duration.ZERO, Settles.BY_PROOFS),
                Member.of(new Scripted(SECOND, accompanies), "?", Duration.ZERO, Settles.BY_VIOLATIONS));
        var finding = new Portfolio<>(
                        members, Budget.of(Optional.empty()), Account.<Void>ignored(), (known, _) -> known.getLast())
                .search();
        assertThat(finding.engine()).isEqualTo(FIRST);
        assertThat(told).containsExactly("goes on", "ends");
        assertThat(Account.<Void>ignored().othersWork()).isFalse();
    }

    @Test
    void aloneThereIsNobodyToLet() {
        var account = Account.<Void>ignored();
        assertThat(Inquiry.of(new Scripted(FIRST, this::first), "?", Budget.of(Optional.empty()), account)
                        .counts())
                .containsEntry("looks", 5L);
    }
}
