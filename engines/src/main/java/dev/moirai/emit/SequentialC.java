package dev.moirai.emit;

import dev.moirai.bound.Ghost;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.sequentialize.SequentialProgram;
import dev.moirai.sequentialize.Simulation;
import dev.moirai.sequentialize.Simulation.Line;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sequential program as one C file, in the layout of figure 3 of the CAV 2014 paper, with its macros {@code J} and
 * {@code G}, one function for each thread and a driver. Threads' locals are at file scope, so that they outlast a
 * context.
 */
public final class SequentialC {
    private static final List<String> CONTEXTS = List.of(
            "/* A context runs from point pc to point cs: J hops over what lies before and behind, G drops guesses of",
            "   points that the path jumps over. */",
            "static unsigned pc, cs;",
            "#define J(point, next) if (pc > (point) || (point) >= cs) goto next;",
            "#define G(point) ASSUME(cs >= (point));",
            "");

    private final SequentialProgram sequential;
    private final Program source;
    private final Dialect dialect;
    private final CNames names = new CNames();
    private final CTypes types;
    private final CExpressions expressions;
    private final List<String> code = new ArrayList<>();
    /** The marks by position in {@link #code}. */
    private final Map<Integer, EmittedC.Mark> marks = new HashMap<>();

    private SequentialC(SequentialProgram sequential, Dialect dialect) {
        this.sequential = sequential;
        this.source = sequential.bounded().source();
        this.dialect = dialect;
        types = new CTypes(source);
        expressions = new CExpressions(source, sequential.bounded().globals(), types, names);
        for (Ghost ghost : Ghost.values()) expressions.global(ghost.global());
    }

    public static EmittedC write(SequentialProgram sequential, Dialect dialect) {
        return new SequentialC(sequential, dialect).write();
    }

    private EmittedC write() {
        var threads = new ArrayList<CStatements>();
        for (Simulation simulation : sequential.simulations()) {
            var statements =
                    new CStatements(sequential.bounded(), simulation.thread(), expressions, types, names, dialect);
            threads.add(statements);
            simulation(simulation, statements);
        }
        if (sequential.options().checksDeadlocks()) deadlockCheck(threads);
        driver();
        String what = sequential.simulations().size() + " thread(s), " + sequential.rounds() + " round(s)";
        var head = new FileHead(source, sequential.bounded().globals(), types, expressions, dialect);
        List<String> file = head.write("as a sequential program: " + what, CONTEXTS);
        int above = file.size();
        file.addAll(code);
        var byLine = new HashMap<Integer, EmittedC.Mark>();
        marks.forEach((position, mark) -> byLine.put(above + position + 1, mark));
        return new EmittedC(String.join("\n", file) + "\n", byLine);
    }

    // ---- threads -----------------------------------------------------------------------------------------------

    private void simulation(Simulation simulation, CStatements statements) {
        Set<String> targets = targets(simulation);
        String thread = simulation.thread().name();
        code.add("/* thread " + CStatements.comment(thread) + ": points 0 to " + simulation.size() + " */");
        simulation
                .thread()
                .locals()
                .forEach(local -> code.add("static " + types.declare(local.type(), statements.local(local)) + ";"));
        code.add("static unsigned " + pc(simulation) + ";");
        code.add("static void " + function(simulation) + "(void) {");
        SourceSpan at = SourceSpan.NOWHERE;
        List<Line> lines = simulation.lines();
        for (int i = 0; i < lines.size(); i++) {
            switch (lines.get(i)) {
                case Line.Point(var number, var _, var _) ->
                    code.add((number == 0 ? "    " : point(number) + ": ") + "J(" + number + ", " + point(number + 1)
                            + ")");
                case Line.Guard(var atLeast, var _) -> code.add("    G(" + atLeast + ")");
                case Line.Code(var instr, var _)
                when instr instanceof Instr.Label(var name, var _) && !targets.contains(name) -> {}
                case Line.Code(var instr, var index) -> {
                    List<String> text = statements.of(instr, nextLabel(lines, i));
                    boolean elsewhere = instr.span().line() != at.line()
                            || !instr.span().file().equals(at.file());
                    if (!text.isEmpty() && elsewhere && instr.span().line() > 0) {
                        at = instr.span();
                        code.add("    /* " + CStatements.comment(at.file()) + ":" + at.line() + ": "
                                + CStatements.comment(source.sources().line(at)) + " */");
                    }
                    if (takesValue(instr)) {
                        marks.put(
                                code.size(),
                                new EmittedC.Mark.Value(simulation.thread().number(), index));
                    }
                    String indent = instr instanceof Instr.Label ? "" : "    ";
                    text.forEach(line -> code.add(indent + line));
                }
            }
        }
        code.add(point(simulation.size()) + ": ;");
        code.add("}");
        code.add("");
    }

    /** Whether the first line of the instruction's text takes a value. */
    private static boolean takesValue(Instr instr) {
        return instr instanceof Instr.Nondet
                || instr instanceof Instr.Load
                || instr instanceof Instr.Rmw
                || instr instanceof Instr.CompareExchange;
    }

    /** The labels that jumps need. */
    private static Set<String> targets(Simulation simulation) {
        var targets = new TreeSet<String>();
        List<Line> lines = simulation.lines();
        for (int i = 0; i < lines.size(); i++) {
            if (!(lines.get(i) instanceof Line.Code(var instr, var _))) continue;
            Optional<String> next = nextLabel(lines, i);
            switch (instr) {
                case Instr.Goto(var target, var _) -> targets.add(target);
                case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                    if (!next.equals(Optional.of(whenTrue))) targets.add(whenTrue);
                    if (next.equals(Optional.of(whenTrue)) || !next.equals(Optional.of(whenFalse))) {
                        targets.add(whenFalse);
                    }
                }
                case Instr.ExitProcess _ -> targets.add(simulation.thread().end());
                default -> {}
            }
        }
        return targets;
    }

    private static Optional<String> nextLabel(List<Line> lines, int index) {
        return index + 1 < lines.size()
                        && lines.get(index + 1) instanceof Line.Code(var instr, var _)
                        && instr instanceof Instr.Label(var name, var _)
                ? Optional.of(name)
                : Optional.empty();
    }

    private static String point(int number) {
        return "point_" + number;
    }

    private String function(Simulation simulation) {
        return names.of("simulation", "thread_", simulation.thread().name());
    }

    private String pc(Simulation simulation) {
        return names.of("pc", "pc_", simulation.thread().name());
    }

    // ---- driver ------------------------------------------------------------------------------------------------

    private void deadlockCheck(List<CStatements> threads) {
        code.add("/* Every thread that was started and has not ended waits, and there is one. */");
        code.add("static void moirai_deadlock(void) {");
        code.add("    int waits = 0;");
        for (int i = 0; i < threads.size(); i++) {
            Simulation simulation = sequential.simulations().get(i);
            int number = simulation.thread().number();
            code.add("    if (moirai_active[" + number + "] && !moirai_done[" + number + "]) {");
            code.add("        switch (" + pc(simulation) + ") {");
            for (Line line : simulation.lines()) {
                if (!(line instanceof Line.Point(var point, var question, var _)) || question.isEmpty()) continue;
                code.add("        case " + point + ":");
                for (Instr instr : question) {
                    if (instr instanceof Instr.Block(var condition, var _, var _)) {
                        code.add("            if (" + threads.get(i).value(condition) + ") return;");
                    } else {
                        threads.get(i).of(instr, Optional.empty()).forEach(text -> code.add("            " + text));
                    }
                }
                code.add("            waits = 1;");
                code.add("            break;");
            }
            code.add("        default:");
            code.add("            return;");
            code.add("        }");
            code.add("    }");
        }
        code.add("    ASSERT(!waits, \"deadlock\");");
        code.add("}");
        code.add("");
    }

    private void driver() {
        boolean native_ = dialect == Dialect.GCC;
        code.add(native_ ? "int main(int count, char **words) {" : "int main(void) {");
        if (native_) code.add("    moirai_arguments(count, words);");
        code.add("    moirai_initial();");
        for (SequentialProgram.Context context : sequential.contexts()) {
            String thread = CStatements.comment(context.simulation().thread().name());
            code.add("    /* round " + context.round() + ", " + thread + " */");
            context(context);
        }
        if (sequential.options().checksDeadlocks()) code.add("    moirai_deadlock();");
        code.add("    return 0;");
        code.add("}");
    }

    private void context(SequentialProgram.Context context) {
        Simulation simulation = context.simulation();
        String active = "moirai_active[" + simulation.thread().number() + "]";
        String own = pc(simulation);
        code.add("    pc = " + own + ";");
        if (sequential.runsFreely(context)) {
            code.add("    cs = " + simulation.size() + ";");
            code.add("    if (" + active + ") " + function(simulation) + "();");
            return;
        }
        marks.put(code.size(), new EmittedC.Mark.Guess(simulation.thread().number(), context.round()));
        code.add(
                dialect == Dialect.GCC
                        ? "    cs = (unsigned)moirai_choose(pc, " + active + " ? " + simulation.size() + " : 0);"
                        : "    cs = nondet_u32();");
        code.add("    ASSUME(pc <= cs && cs <= " + simulation.size() + " && (" + active + " || cs == 0));");
        code.add("    " + function(simulation) + "();");
        code.add("    " + own + " = cs;");
    }
}
