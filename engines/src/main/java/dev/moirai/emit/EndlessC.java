package dev.moirai.emit;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Ghost;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.sequentialize.EndlessProgram;
import dev.moirai.sequentialize.Unrolled;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The search for a stem and a lasso as one C file: all rounds one after the other in one function without loops, whose
 * one assertion fails iff there is such a run.
 */
public final class EndlessC {
    private EndlessC() {}

    public static String write(EndlessProgram endless, Dialect dialect) {
        Unrolled whole = endless.whole();
        BoundedProgram bounded = whole.sequential().bounded();
        Program source = bounded.source();
        var names = new CNames();
        var types = new CTypes(source);
        var expressions = new CExpressions(source, bounded.globals(), types, names);
        for (Ghost ghost : Ghost.values()) expressions.global(ghost.global());
        var statements = new CStatements(bounded, bounded.main(), expressions, types, names, dialect);
        var code = new ArrayList<String>();
        boolean isRun = dialect == Dialect.GCC;
        for (Local local : whole.function().locals()) {
            code.add("static " + types.declare(local.type(), statements.local(local)) + ";");
        }
        code.add("");
        code.add(isRun ? "int main(int count, char **words) {" : "int main(void) {");
        if (isRun) code.add("    moirai_arguments(count, words);");
        code.add("    moirai_initial();");
        body(whole, source, statements, code);
        code.add("    return 0;");
        code.add("}");
        String rounds =
                endless.stem() + " round(s) of stem, " + (whole.sequential().rounds() - endless.stem())
                        + " of lasso; the assertion fails iff a fair run repeats the lasso for ever";
        var file = new FileHead(source, bounded.globals(), types, expressions, dialect).write(rounds, List.of());
        file.addAll(code);
        return String.join("\n", file) + "\n";
    }

    private static void body(Unrolled whole, Program source, CStatements statements, List<String> code) {
        List<Instr> body = whole.body();
        Set<String> targets = targets(body);
        SourceSpan at = SourceSpan.NOWHERE;
        int round = 0;
        for (int i = 0; i < body.size(); i++) {
            Instr instr = body.get(i);
            if (instr instanceof Instr.Label(var name, var _) && !targets.contains(name)) continue;
            int now = whole.places().get(i).map(Unrolled.Place::round).orElse(round);
            if (now > round) code.add("    /* ---- round " + now + " ---- */");
            round = now;
            boolean elsewhere =
                    instr.span().line() != at.line() || !instr.span().file().equals(at.file());
            if (elsewhere && instr.span().line() > 0 && !(instr instanceof Instr.Label)) {
                at = instr.span();
                code.add("    /* " + CStatements.comment(at.file()) + ":" + at.line() + ": "
                        + CStatements.comment(source.sources().line(at)) + " */");
            }
            String indent = instr instanceof Instr.Label ? "" : "    ";
            statements.of(instr, next(body, i)).forEach(line -> code.add(indent + line));
        }
    }

    /** The labels that jumps need: jumps to the next line are left out. */
    private static Set<String> targets(List<Instr> body) {
        var targets = new HashSet<String>();
        for (int i = 0; i < body.size(); i++) {
            Optional<String> next = next(body, i);
            switch (body.get(i)) {
                case Instr.Goto(var target, var _) -> targets.add(target);
                case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                    boolean fallsThrough = next.equals(Optional.of(whenTrue));
                    if (!fallsThrough) targets.add(whenTrue);
                    if (fallsThrough || !next.equals(Optional.of(whenFalse))) targets.add(whenFalse);
                }
                default -> {}
            }
        }
        return targets;
    }

    private static Optional<String> next(List<Instr> body, int index) {
        return index + 1 < body.size() && body.get(index + 1) instanceof Instr.Label(var name, var _)
                ? Optional.of(name)
                : Optional.empty();
    }
}
