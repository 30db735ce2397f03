package dev.moirai.verify.predict;

import dev.moirai.ir.Program;
import dev.moirai.predict.CandidateFates;
import dev.moirai.predict.InterpreterJudge;
import dev.moirai.predict.Judge;
import dev.moirai.predict.Predictor;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.predict.ProgramOrigin;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.verify.engine.Subquestion;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Input;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Some of the candidates of a trace: those with the numbers {@code first}, {@code first + step} and so on. Candidates are
 * independent of each other, so what became of all is what became of each.
 *
 * @param fingerprint of all candidates, so that everybody means the same by a number
 */
public record CandidatesPart(Task task, int first, int step, String fingerprint)
        implements Subquestion<CandidateFates> {
    public record Task(Program program, RecordedTrace trace, Predictor.Options options) {
        Predictor predictor(Limit limit) {
            return new Predictor(new ProgramOrigin(program), trace, judge(), options, limit);
        }

        private Judge judge() {
            return new InterpreterJudge(program, trace, options.properties());
        }
    }

    /** Who decides the candidates of this trace, if others do. */
    static CandidateFates.Deciders others(Task task, Workforce workforce, Limit limit) {
        return (candidates, fingerprint) -> {
            int step = Math.min(candidates, workforce.parts());
            var parts = new ArrayList<CandidatesPart>();
            for (int first = 0; first < step; first++) parts.add(new CandidatesPart(task, first, step, fingerprint));
            var fated = new ArrayList<CandidateFates.Fated>();
            var relevant = new AtomicInteger();
            workforce.ask(parts, limit, new Workforce.Answers<CandidateFates>() {
                @Override
                public Wanted take(int part, CandidateFates answer) {
                    fated.addAll(answer.fates());
                    relevant.accumulateAndGet(answer.relevantSteps(), Math::max);
                    return Wanted.MORE;
                }

                @Override
                public void lost(int part, String why) {
                    for (int i = part; i < candidates; i += step) {
                        fated.add(new CandidateFates.Fated(i, Fate.OPEN, Optional.empty(), why));
                    }
                }
            });
            return new CandidateFates(fated, relevant.get());
        };
    }

    @Override
    public String name() {
        return "predict " + task.program().file() + ", candidates " + first + ", " + (first + step) + ", ...";
    }

    @Override
    public CandidateFates answer(Limit limit) {
        return task.predictor(limit).decideSome(first, step, fingerprint);
    }

    @Override
    public boolean isFinal(CandidateFates answer) {
        return answer.fates().stream().noneMatch(each -> each.fate() == Fate.OPEN);
    }

    @Override
    public CandidateFates confirmed(CandidateFates answer) {
        for (CandidateFates.Fated each : answer.fates()) {
            boolean isOurs = each.candidate() >= first && (each.candidate() - first) % step == 0;
            if (!isOurs) throw new IllegalStateException("another candidate than was asked about");
            each.forecast().ifPresent(forecast -> {
                if (!(task.judge().judge(forecast) instanceof Judge.Ruling.Confirmed)) {
                    throw new IllegalStateException("an order that does not show what is claimed");
                }
            });
        }
        return answer;
    }

    @Override
    public boolean isPortable() {
        return Solvers.isOurs(task.options().solver())
                && !Input.isBoogie(Path.of(task.program().file()));
    }

    @Override
    public Optional<Record> shared() {
        return Optional.of(task);
    }
}
