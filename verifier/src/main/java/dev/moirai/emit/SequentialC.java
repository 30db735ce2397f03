package dev.moirai.emit;

import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Ghost;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
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
 * The sequential program as one C file: the layout of figure 3 of the CAV 2014 paper, with its macros {@code J} and {@code
 * G}, one function for each thread and a driver. Threads' locals live at file scope, so that they outlast a context.
 */
public final class SequentialC {
    private static final List<Type> SCALARS = List.of(
            new Type.Int(8, true),
            new Type.Int(8, false),
            new Type.Int(16, true),
            new Type.Int(16, false),
            new Type.Int(32, true),
            new Type.Int(32, false),
            new Type.Int(64, true),
            new Type.Int(64, false),
            new Type.Float(32),
            new Type.Float(64),
            Type.VOID_POINTER);

    /** What is odd in C written by people is usual in C written by programs. */
    static final List<String> SILENCED = List.of(
            "unused",
            "address",
            "bool-compare",
            "bool-operation",
            "int-in-bool-context",
            "logical-not-parentheses",
            "tautological-compare",
            "builtin-declaration-mismatch");

    private final SequentialProgram sequential;
    private final Program source;
    private final Dialect dialect;
    private final Names names = new Names();
    private final CTypes types;
    private final CExpressions expressions;
    private final List<String> code = new ArrayList<>();
    /** By position in {@link #code}. */
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
        var file = new ArrayList<String>();
        head(file);
        int above = file.size();
        file.addAll(code);
        var byLine = new HashMap<Integer, EmittedC.Mark>();
        marks.forEach((position, mark) -> byLine.put(above + position + 1, mark));
        return new EmittedC(String.join("\n", file) + "\n", byLine);
    }

    // ---- head --------------------------------------------------------------------------------------------------

    private void head(List<String> file) {
        String model = source.model().pointerBytes() == 4 ? " -m32" : "";
        file.add("/* " + CStatements.comment(source.file()) + " as a sequential program: "
                + sequential.simulations().size() + " thread(s), " + sequential.rounds() + " round(s).");
        file.add("   Signed arithmetic wraps here: compile with gcc -fwrapv -fno-strict-aliasing" + model + ". */");
        for (String warning : SILENCED) {
            file.add("#pragma GCC diagnostic ignored \"-W" + warning + "\"");
        }
        file.add("");
        file.add("void *malloc(__SIZE_TYPE__);");
        file.add("void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);");
        file.add("void *realloc(void *, __SIZE_TYPE__);");
        file.add("void free(void *);");
        if (dialect != Dialect.GCC) {
            for (Type type : SCALARS) file.add(types.declare(type, CStatements.nondetFunction(type)) + "(void);");
        }
        file.add("");
        dialect.prelude().lines().forEach(file::add);
        file.add("#ifdef MOIRAI_UNWINDING_ASSERTIONS");
        file.add("#define CUT(what) do { ASSERT(0, \"bound reached: \" what); ASSUME(0); } while (0)");
        file.add("#else");
        file.add("#define CUT(what) ASSUME(0)");
        file.add("#endif");
        file.add("");
        file.add("/* A context runs from point pc to point cs: J hops over what lies before and behind, G drops guesses"
                + " of");
        file.add("   points that the path jumps over. */");
        file.add("static unsigned pc, cs;");
        file.add("#define J(point, next) if (pc > (point) || (point) >= cs) goto next;");
        file.add("#define G(point) ASSUME(cs >= (point));");
        file.add("");
        file.addAll(types.definitions());
        file.add("");
        Set<String> functions = new TreeSet<>(expressions.functions());
        var initial = new ArrayList<String>();
        var declared = new ArrayList<String>();
        for (Global global : sequential.bounded().globals().values()) declare(global, declared, initial);
        functions.addAll(expressions.functions());
        for (String function : functions) file.add("static char " + CExpressions.functionObject(function) + ";");
        file.addAll(declared);
        file.add("");
        file.add("static void moirai_initial(void) {");
        file.addAll(initial);
        file.add("}");
        file.add("");
    }

    private void declare(Global global, List<String> declared, List<String> initial) {
        String name = expressions.global(global.name());
        declared.add("static " + types.declare(global.type(), name) + ";" + remark(global.span()));
        for (Global.Initial value : global.initial()) {
            Expr address = new Expr.GlobalAddress(global.name(), new Type.Pointer(global.type()));
            String place = value.offset() == 0
                    ? expressions.place(address, value.value().type(), _ -> "")
                    : "*(" + types.declare(value.value().type(), "").strip() + " *)((char *)&" + name + " + "
                            + value.offset() + ")";
            initial.add("    " + place + " = " + expressions.of(value.value(), _ -> "") + ";");
        }
    }

    private static String remark(SourceSpan span) {
        return span.line() == 0 ? "" : " /* " + CStatements.comment(span.file()) + ":" + span.line() + " */";
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

    /** On the first line of its text. */
    private static boolean takesValue(Instr instr) {
        return instr instanceof Instr.Nondet
                || instr instanceof Instr.Load
                || instr instanceof Instr.Rmw
                || instr instanceof Instr.CompareExchange;
    }

    /** The labels that a jump is written to. */
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
                case Instr.ExitProcess _ -> targets.add(BoundedThread.END);
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
                    if (instr instanceof Instr.Block(var condition, var _)) {
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
