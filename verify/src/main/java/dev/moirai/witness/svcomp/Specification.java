package dev.moirai.witness.svcomp;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a {@code .prp} file asks: one or several lines {@code CHECK( init(main()), LTL(...) )}. */
public record Specification(List<Goal> goals) {
    /** A line of a specification. */
    public enum Goal {
        UNREACH_CALL("unreach-call", "G ! call(reach_error())", Property.ASSERTION),
        NO_DATA_RACE("no-data-race", "G ! data-race", Property.DATA_RACE),
        NO_OVERFLOW("no-overflow", "G ! overflow", Property.OVERFLOW),
        VALID_FREE("valid-free", "G valid-free", Property.MEMORY),
        VALID_DEREF("valid-deref", "G valid-deref", Property.MEMORY),
        /** No memory leaks; no engine looks for them. */
        VALID_MEMTRACK("valid-memtrack", "G valid-memtrack", null),
        VALID_MEMCLEANUP("valid-memcleanup", "G valid-memcleanup", null),
        /** What {@code terminates} answers. */
        TERMINATION("termination", "F end", null);

        private final String word;
        private final String formula;
        private final @org.jspecify.annotations.Nullable Property property;

        Goal(String word, String formula, @org.jspecify.annotations.Nullable Property property) {
            this.word = word;
            this.formula = formula;
            this.property = property;
        }

        /** The name in verdicts: {@code unreach-call}. */
        public String word() {
            return word;
        }

        /** What {@code check} looks for, if it can. */
        public Optional<Property> property() {
            return Optional.ofNullable(property);
        }

        /** The line of the specification. */
        public String line() {
            return "CHECK( init(main()), LTL(" + formula + ") )";
        }
    }

    private static final Pattern LINE = Pattern.compile(
            "CHECK\\s*\\(\\s*init\\s*\\(\\s*main\\s*\\(\\s*\\)\\s*\\)\\s*,\\s*LTL\\s*\\((.*)\\)\\s*\\)");

    public Specification {
        goals = List.copyOf(goals);
    }

    /** Throws an {@link IllegalArgumentException} that says which line is not understood. */
    public static Specification read(String text) {
        var goals = new ArrayList<Goal>();
        for (String raw : text.split("\n")) {
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("//") || line.startsWith("#")) continue;
            Matcher match = LINE.matcher(line);
            if (!match.matches()) throw new IllegalArgumentException("this is no line of a specification: " + line);
            goals.add(goal(match.group(1)));
        }
        if (goals.isEmpty()) throw new IllegalArgumentException("no CHECK( init(main()), LTL(...) ) is there");
        return new Specification(goals);
    }

    private static Goal goal(String formula) {
        String plain = formula.replaceAll("\\s", "").replace("__VERIFIER_error", "reach_error");
        for (Goal goal : Goal.values()) if (goal.formula.replaceAll("\\s", "").equals(plain)) return goal;
        throw new IllegalArgumentException("nothing here decides " + formula.strip());
    }

    /** What {@code check} is to look for. */
    public Set<Property> properties() {
        var properties = EnumSet.noneOf(Property.class);
        for (Goal goal : goals) goal.property().ifPresent(properties::add);
        return properties;
    }

    /** The goals that {@code check} cannot decide. */
    public List<Goal> undecided() {
        return goals.stream().filter(goal -> goal.property().isEmpty()).toList();
    }

    /** The goal that the violation fails. */
    static Optional<Goal> failedBy(Violation violation) {
        return switch (violation.property()) {
            case ASSERTION -> Optional.of(Goal.UNREACH_CALL);
            case DATA_RACE -> Optional.of(Goal.NO_DATA_RACE);
            case OVERFLOW, DIVISION -> Optional.of(Goal.NO_OVERFLOW);
            case MEMORY -> {
                boolean isFree = violation
                        .misuse()
                        .filter(misuse -> misuse.use() == Violation.Use.FREE)
                        .isPresent();
                yield Optional.of(isFree ? Goal.VALID_FREE : Goal.VALID_DEREF);
            }
            case LIVELOCK -> Optional.of(Goal.TERMINATION);
            case DEADLOCK, LOCK_MISUSE, ATOMICITY, EXCEPTION -> Optional.empty();
        };
    }
}
