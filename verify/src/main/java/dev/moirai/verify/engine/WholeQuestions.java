package dev.moirai.verify.engine;

import dev.moirai.solve.Limit;
import java.util.List;

/** Others who are asked whole questions, many at a time, so that none is cut into parts. */
record WholeQuestions(Workforce others) implements Workforce {
    /** One place each: a question that is handed over is not cut. */
    @Override
    public int places() {
        return 1;
    }

    @Override
    public boolean takesWhole() {
        return true;
    }

    @Override
    public <R> void ask(List<? extends Subquestion<R>> parts, Limit limit, Answers<R> answers) {
        others.ask(parts, limit, answers);
    }
}
