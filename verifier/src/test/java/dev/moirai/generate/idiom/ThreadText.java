package dev.moirai.generate.idiom;

import dev.moirai.generate.Dice;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The text of one program while it is written: where idioms put their statements, and what they make them of. */
public final class ThreadText {
    private final Dice dice;
    private final List<Idiom> idioms;
    private final Set<String> declarations = new LinkedHashSet<>();
    private final Set<String> preparations = new LinkedHashSet<>();
    private StringBuilder out = new StringBuilder();
    private int depth = 1;
    private int names;
    private int left;
    private boolean inSection;

    /** @param statements how many there may be in all, so that nesting does not make programs large */
    public ThreadText(Dice dice, List<Idiom> idioms, int statements) {
        this.dice = dice;
        this.idioms = idioms;
        this.left = statements;
    }

    public Dice dice() {
        return dice;
    }

    public boolean inSection() {
        return inSection;
    }

    // ---- writing -----------------------------------------------------------------------------------------------

    /** At file scope, once, before all functions. */
    public void declare(String text) {
        declarations.add(text);
    }

    /** At the beginning of {@code main}, once. */
    public void prepare(String statement) {
        preparations.add(statement);
    }

    public void line(String statement) {
        out.append("    ".repeat(depth)).append(statement).append('\n');
    }

    public void block(String head, Runnable body) {
        line(head.isEmpty() ? "{" : head + " {");
        depth++;
        body.run();
        depth--;
        line("}");
    }

    /** A function at file scope, written meanwhile. */
    public void function(String head, Runnable body) {
        String inside = written(body);
        declare(head + "\n{\n" + inside + "}\n");
    }

    /** What {@code body} writes, as the inside of a function. */
    public String written(Runnable body) {
        StringBuilder outer = out;
        int outerDepth = depth;
        out = new StringBuilder();
        depth = 1;
        body.run();
        String text = out.toString();
        out = outer;
        depth = outerDepth;
        return text;
    }

    /** What {@code body} writes stands in an atomic section; nothing waits there. */
    public void section(Runnable body) {
        boolean before = inSection;
        inSection = true;
        body.run();
        inSection = before;
    }

    /** A name that nothing else has. */
    public String fresh(String prefix) {
        return prefix + ++names;
    }

    /** A few statements of any kind, at least one. */
    public void statements(int most) {
        for (int i = dice.below(most); i >= 0; i--) statement();
    }

    public void statement() {
        // Half of all is plain traffic on shared memory: without it the rest has little to go wrong with.
        if (idioms.isEmpty() || left-- <= 0 || dice.chance(50)) {
            plain();
            return;
        }
        var possible = new ArrayList<Idiom>();
        for (Idiom idiom : idioms) if (!inSection || !idiom.mayWait()) possible.add(idiom);
        if (possible.isEmpty() || dice.chance(15)) branch();
        else dice.one(possible).write(this);
    }

    private void plain() {
        line(dice.write(
                () -> variable() + " = " + value() + ";",
                () -> variable() + " = " + value() + ";",
                () -> local() + " = " + variable() + ";",
                () -> "assert(" + claim() + ");"));
    }

    private void branch() {
        block("if (" + condition() + ")", () -> statements(2));
        if (dice.chance(40)) block("else", this::statement);
    }

    /**
     * A call that returns a code: it is looked at, or dropped, or claimed to be none of the {@code codes}. If {@code success} is
     * to follow, it does so only where the code is zero, mostly.
     */
    public void call(String call, Runnable success, String... codes) {
        switch (dice.below(8)) {
            case 0 -> {
                line(call + ";");
                success.run();
            }
            case 1 -> {
                String code = fresh("code");
                line("int " + code + " = " + call + ";");
                line("assert(" + code + " != " + dice.one(codes) + ");");
                block("if (" + code + " == 0)", success);
            }
            case 2, 3 -> {
                block("if (" + call + " == 0)", success);
                block("else", this::statement);
            }
            default -> block("if (" + call + " == 0)", success);
        }
    }

    // ---- values ------------------------------------------------------------------------------------------------

    public String variable() {
        return dice.one("x", "x", "y", "y", "z");
    }

    /** One of the thread's own; between 0 and 3. */
    public String local() {
        return dice.one("a", "b");
    }

    /** Between 0 and 3. */
    public String value() {
        return dice.write(
                () -> dice.one("0", "1", "1", "2"),
                () -> dice.one(variable(), local()),
                () -> "(" + variable() + " + 1) & 3",
                () -> "(" + variable() + " + 1) & 3",
                () -> variable() + " ^ " + local());
    }

    public String condition() {
        return dice.write(
                () -> variable() + " == " + dice.below(3),
                () -> variable() + " != " + variable(),
                () -> local() + " < " + (1 + dice.below(2)),
                () -> variable() + " && !" + variable());
    }

    /** True in many runs, not in all. */
    public String claim() {
        return dice.write(
                () -> variable() + " != " + (1 + dice.below(3)),
                () -> variable() + " <= " + (1 + dice.below(2)),
                () -> local() + " != " + (1 + dice.below(3)),
                () -> "!(x == " + dice.below(3) + " && y == " + (1 + dice.below(2)) + ")",
                () -> "x + y + z < " + (2 + dice.below(4)));
    }

    // ---- what came of it ---------------------------------------------------------------------------------------

    public String declarations() {
        return String.join("\n", declarations);
    }

    public List<String> preparations() {
        return List.copyOf(preparations);
    }
}
