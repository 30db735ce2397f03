package dev.moirai.emit;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.ir.Instr;
import dev.moirai.sequentialize.EndlessProgram;
import dev.moirai.sequentialize.Unrolled;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * The search for a strongly fair lasso in Boogie: MUTANT's own artefact (figure 2), an assertion-annotated sequential program.
 * The assertion fails just if some fair run repeats the lasso for ever.
 */
public final class EndlessBoogie {
    private EndlessBoogie() {}

    public static String write(EndlessProgram endless) {
        Unrolled whole = endless.whole();
        BoundedProgram bounded = whole.sequential().bounded();
        var file = new BoogieFile(bounded);
        var statements = new BoogieStatements(bounded, bounded.main(), file);
        file.locals(whole.function().locals(), statements, SourceSpan.NOWHERE);
        var code = new ArrayList<String>();
        List<Instr> body = whole.body();
        int at = 0;
        int round = -1;
        for (int i = 0; i < body.size(); i++) {
            Instr instr = body.get(i);
            int now = whole.places().get(i).map(Unrolled.Place::round).orElse(round);
            if (now > round) code.add("// ---- round " + now + " ----");
            round = now;
            if (instr.span().line() != at && instr.span().line() > 0 && !(instr instanceof Instr.Label)) {
                at = instr.span().line();
                code.add("// " + instr.span().place() + ": "
                        + bounded.source().sources().line(instr.span()).strip());
            }
            code.addAll(statements.of(instr));
        }
        String rounds =
                endless.stem() + " round(s) of stem, " + (whole.sequential().rounds() - endless.stem())
                        + " of lasso; the assertion fails iff a fair run repeats the lasso for ever";
        return file.write(rounds, List.of(), code);
    }
}
