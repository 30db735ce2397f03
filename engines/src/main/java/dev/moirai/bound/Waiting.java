package dev.moirai.bound;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.List;

/** Whether a thread has to wait before an atomic section. */
public final class Waiting {
    private Waiting() {}

    /**
     * What finds out whether the atomic section that begins here would block: its loads and assignments up to the {@link
     * Instr.Block}, and that. Empty if it never blocks.
     */
    public static List<Instr> question(List<Instr> body, int begin) {
        if (!(body.get(begin) instanceof Instr.AtomicBegin)) return List.of();
        var question = new ArrayList<Instr>();
        for (int i = begin + 1; i < body.size() && !(body.get(i) instanceof Instr.AtomicEnd); i++) {
            switch (body.get(i)) {
                case Instr.Load load -> question.add(load);
                case Instr.Assign assign -> question.add(assign);
                case Instr.Block block -> {
                    question.add(block);
                    return question;
                }
                default -> {}
            }
        }
        return List.of();
    }
}
