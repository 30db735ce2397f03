package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;
import dev.moirai.sequentialize.Answers.Answer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the sequentialized program within these bounds reaches a violation: its choices, in order.
 *
 * @param unwindSet other bounds for single loops and functions
 */
public record Choices(Bounds bounds, Map<String, Integer> unwindSet, List<Answer> answers) implements Shown {
    public Choices {
        unwindSet = Collections.unmodifiableMap(new TreeMap<>(unwindSet));
        answers = List.copyOf(answers);
    }

    /** Whether uninitialised memory must hold something other than zero to reach the violation. */
    public boolean needWildMemory() {
        return answers.stream().anyMatch(answer -> answer.isFound() && answer.value() != 0);
    }

    /** The text that the program of {@code sequentialize --for gcc} reads: one number on each line, with a remark. */
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
