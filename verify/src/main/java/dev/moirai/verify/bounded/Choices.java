package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;
import dev.moirai.sequentialize.Answers.Answer;
import java.util.List;

/** How the sequentialized program gets to a violation: what it chooses, in order, within these bounds. */
public record Choices(Bounds bounds, List<Answer> answers) {
    public Choices {
        answers = List.copyOf(answers);
    }

    /** Whether the way needs memory that nobody has written to hold something else than zero. */
    public boolean needWildMemory() {
        return answers.stream().anyMatch(answer -> answer.isFound() && answer.value() != 0);
    }

    /** As the program of {@code sequentialize --for gcc} reads it: a number a line, with a remark. */
    public String text() {
        var text = new StringBuilder();
        for (Answer answer : answers) {
            if (!answer.isFound()) {
                text.append(answer.value())
                        .append(" (")
                        .append(answer.question())
                        .append(")\n");
            }
        }
        return text.toString();
    }
}
