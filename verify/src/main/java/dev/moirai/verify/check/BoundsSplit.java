package dev.moirai.verify.check;

import dev.moirai.property.Bounds;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.engine.Workforce.Answers.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tries many bounds at once instead of one after the other: each is a question of its own. A violation within some of them,
 * or a proof, is the answer; else the largest bounds that were answered say how far nothing was found.
 */
final class BoundsSplit {
    private BoundsSplit() {}

    /** The question within growing bounds, at most so many, the smallest first. */
    static List<CheckPart> of(CheckEngine engine, CheckQuestion question, int atMost) {
        var parts = new ArrayList<CheckPart>();
        int unwind = 1;
        for (int step = 1; parts.size() < atMost; step++) {
            if (engine != CheckEngine.LAZY) parts.add(part(CheckEngine.ORDER, question, new Bounds(unwind, 1)));
            if (engine != CheckEngine.ORDER && parts.size() < atMost) {
                parts.add(part(CheckEngine.LAZY, question, new Bounds(step, step)));
            }
            unwind += (unwind + 1) / 2;
        }
        return parts;
    }

    private static CheckPart part(CheckEngine engine, CheckQuestion question, Bounds bounds) {
        SearchBounds given = question.searchBounds();
        var within = new SearchBounds(Optional.of(bounds), given.unwindSet(), given.threads());
        return new CheckPart(engine, question.within(within));
    }

    static Finding<Shown> search(CheckEngine engine, CheckQuestion question, Budget budget, Account<Shown> account) {
        Workforce workforce = budget.workforce();
        List<CheckPart> parts = of(engine, question, workforce.parts());
        var together = new Combination(parts);
        account.knows(() -> together.finding(engine, Optional.of(budget.reason())));
        workforce.ask(parts, budget.limit(), together);
        return together.finding(engine, Optional.of(budget.reason()));
    }

    /** Combines the answers. */
    static final class Combination implements Workforce.Answers<CheckPart.Found> {
        private final List<CheckPart> parts;
        private final List<Optional<CheckPart.Found>> answers = new ArrayList<>();
        private Optional<CheckPart.Found> settled = Optional.empty();
        private Optional<Reason> lost = Optional.empty();

        Combination(List<CheckPart> parts) {
            this.parts = parts;
            for (int i = 0; i < parts.size(); i++) answers.add(Optional.empty());
        }

        @Override
        public synchronized Wanted take(int part, CheckPart.Found answer) {
            answers.set(part, Optional.of(answer));
            boolean settles = answer.verdict() instanceof Verdict.Violated || answer.verdict() instanceof Verdict.Holds;
            if (settles) settled = Optional.of(answer);
            return settles ? Wanted.NO_MORE : Wanted.MORE;
        }

        /** Smaller bounds than those in which an engine has found nothing show nothing more. */
        @Override
        public synchronized boolean isWanted(int part) {
            for (int larger = part + 1; larger < parts.size(); larger++) {
                boolean isSameEngine =
                        parts.get(larger).engine() == parts.get(part).engine();
                if (isSameEngine
                        && answers.get(larger).filter(Combination::isClean).isPresent()) return false;
            }
            return true;
        }

        @Override
        public synchronized void lost(int part, String why) {
            lost = Optional.of(Reason.undecided(why));
        }

        /** @param noTime why there are no more answers, if some are missing */
        synchronized Finding<Shown> finding(CheckEngine engine, Optional<Reason> noTime) {
            if (settled.isPresent()) return settled.get().finding();
            Optional<CheckPart.Found> best = Optional.empty();
            // Order's bounds say more than lazy's, which bound the rounds too.
            for (CheckEngine asked : List.of(CheckEngine.LAZY, CheckEngine.ORDER)) {
                for (int i = 0; i < parts.size(); i++) {
                    if (parts.get(i).engine() == asked
                            && answers.get(i).filter(Combination::isClean).isPresent()) {
                        best = answers.get(i);
                    }
                }
            }
            boolean isComplete = true;
            for (int i = 0; i < parts.size(); i++) {
                isComplete &= !isWanted(i)
                        || answers.get(i).filter(Combination::isClean).isPresent();
            }
            Reason reason = lost.or(() -> undecided()).or(() -> noTime).orElseThrow();
            if (best.isEmpty()) return Finding.unknown(engine.id(), reason);
            Finding<Shown> finding = best.get().finding();
            if (isComplete || !(finding.verdict() instanceof Verdict.HoldsWithin(var within))) return finding;
            var stopped = new Within.Stopped(reason.words(), "");
            return finding.with(
                    new Verdict.HoldsWithin(new Within(within.limits(), within.unreached(), Optional.of(stopped))));
        }

        private Optional<Reason> undecided() {
            return answers.stream()
                    .flatMap(Optional::stream)
                    .map(CheckPart.Found::verdict)
                    .filter(Verdict.Unknown.class::isInstance)
                    .map(verdict -> ((Verdict.Unknown) verdict).reasons().getFirst())
                    .findFirst();
        }

        private static boolean isClean(CheckPart.Found answer) {
            return answer.verdict() instanceof Verdict.HoldsWithin;
        }
    }
}
