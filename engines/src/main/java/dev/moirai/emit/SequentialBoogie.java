package dev.moirai.emit;

import dev.moirai.bound.Ghost;
import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.sequentialize.SequentialProgram;
import dev.moirai.sequentialize.Simulation;
import dev.moirai.sequentialize.Simulation.Line;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * The sequential program in Boogie: a procedure a thread and a driver, as {@link SequentialC} writes them in C. A context runs
 * from point {@code pc} to point {@code cs} of its thread; before every point stands what hops over what lies before and behind.
 */
public final class SequentialBoogie {
    private final SequentialProgram sequential;
    private final BoogieFile file;
    private final List<String> code = new ArrayList<>();
    private final String from;
    private final String to;

    private SequentialBoogie(SequentialProgram sequential) {
        this.sequential = sequential;
        file = new BoogieFile(sequential.bounded());
        from = file.names.of("counter", "pc");
        to = file.names.of("counter", "cs");
    }

    /** @throws Unencodable for what has no counterpart in Boogie: memory reached by pointers, dynamic memory */
    public static String write(SequentialProgram sequential) {
        return new SequentialBoogie(sequential).write();
    }

    private String write() {
        if (sequential.options().checksDeadlocks()) {
            throw new Unencodable("the search for deadlocks in Boogie", SourceSpan.NOWHERE);
        }
        file.variable(from, "int");
        file.variable(to, "int");
        sequential.simulations().forEach(this::simulation);
        var driver = new ArrayList<String>();
        for (Simulation simulation : sequential.simulations()) driver.add(pc(simulation) + " := 0;");
        for (SequentialProgram.Context context : sequential.contexts()) context(context, driver);
        String what = sequential.simulations().size() + " thread(s), " + sequential.rounds() + " round(s)";
        return file.write(what, code, driver);
    }

    private void simulation(Simulation simulation) {
        var statements = new BoogieStatements(sequential.bounded(), simulation.thread(), file);
        file.locals(simulation.thread().locals(), statements, SourceSpan.NOWHERE);
        file.variable(pc(simulation), "int");
        code.add("// thread " + simulation.thread().name() + ": points 0 to " + simulation.size());
        code.add("procedure " + procedure(simulation) + "()");
        code.add(BoogieFile.MODIFIES);
        code.add("{");
        int at = 0;
        for (Line line : simulation.lines()) {
            switch (line) {
                case Line.Point(var number, var _, var _) -> {
                    code.add(statements.point(number) + ":");
                    code.add("  if (" + from + " > " + number + " || " + number + " >= " + to + ") { goto "
                            + statements.point(number + 1) + "; }");
                }
                case Line.Guard(var atLeast, var _) -> code.add("  assume " + to + " >= " + atLeast + ";");
                case Line.Code(var instr, var _) -> {
                    if (instr.span().line() != at && instr.span().line() > 0 && !(instr instanceof Instr.Label)) {
                        at = instr.span().line();
                        code.add("  // " + instr.span().place() + ": "
                                + sequential
                                        .bounded()
                                        .source()
                                        .sources()
                                        .line(instr.span())
                                        .strip());
                    }
                    String indent = instr instanceof Instr.Label ? "" : "  ";
                    statements.of(instr).forEach(text -> code.add(indent + text));
                }
            }
        }
        code.add(statements.point(simulation.size()) + ":");
        code.add("  return;");
        code.add("}");
        code.add("");
    }

    private String procedure(Simulation simulation) {
        return file.names.of("procedure", "thread." + simulation.thread().name());
    }

    private String pc(Simulation simulation) {
        return file.names.of("counter", "pc." + simulation.thread().name());
    }

    private void context(SequentialProgram.Context context, List<String> driver) {
        Simulation simulation = context.simulation();
        String active =
                file.places.place(Ghost.ACTIVE.address(simulation.thread().number()), Type.U8) + " == 1bv8";
        String own = pc(simulation);
        driver.add("// round " + context.round() + ", " + simulation.thread().name());
        driver.add(from + " := " + own + ";");
        if (sequential.runsFreely(context)) {
            driver.add(to + " := " + simulation.size() + ";");
            driver.add("if (" + active + ") { call " + procedure(simulation) + "(); }");
            return;
        }
        driver.add("havoc " + to + ";");
        driver.add("assume " + from + " <= " + to + " && " + to + " <= " + simulation.size() + " && (" + active + " || "
                + to + " == 0);");
        driver.add("call " + procedure(simulation) + "();");
        driver.add(own + " := " + to + ";");
    }
}
