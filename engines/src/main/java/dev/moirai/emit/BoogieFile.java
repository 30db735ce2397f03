package dev.moirai.emit;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A Boogie file around code: types, functions, variables, and what memory holds at the start. */
final class BoogieFile {
    private final BoundedProgram bounded;
    final BoogieNames names = new BoogieNames();
    final BoogieTypes types = new BoogieTypes(names);
    final BoogieExpressions expressions;
    final BoogiePlaces places;
    /** Variables that stand for no memory: locals of threads, counters. */
    private final Map<String, String> variables = new LinkedHashMap<>();

    /** Locals are set before they are read, but that takes a solver to see. */
    private final List<String> zeros = new ArrayList<>();

    BoogieFile(BoundedProgram bounded) {
        this.bounded = bounded;
        expressions = new BoogieExpressions(bounded.source(), bounded.globals(), types, names);
        places = new BoogiePlaces(bounded.source(), bounded.globals(), types, names, expressions);
    }

    void variable(String name, String type) {
        variables.put(name, type);
    }

    void locals(List<Local> locals, BoogieStatements statements, SourceSpan span) {
        for (Local local : locals) {
            String name = statements.local(local);
            variables.put(name, types.of(local.type(), span));
            zeros.add(name + " := " + types.zero(local.type(), span) + ";");
        }
    }

    /** @param main statements of the entry procedure, behind those that set memory up */
    String write(String what, List<String> procedures, List<String> main) {
        List<String> initial = initial();
        var file = new ArrayList<String>();
        file.add("// " + bounded.source().file() + " as a sequential program: " + what);
        file.add("// written by Moirai");
        file.add("");
        types.declare(file);
        file.addAll(expressions.functions());
        file.add("");
        var all = new LinkedHashMap<>(places.memory());
        all.putAll(variables);
        all.forEach((name, type) -> file.add("var " + name + ": " + type + ";"));
        String modifies = all.isEmpty() ? "" : "modifies " + String.join(", ", all.keySet()) + ";";
        file.add("");
        for (String line : procedures) file.add(line.equals(MODIFIES) ? modifies : line);
        file.add("procedure {:entrypoint} main()");
        file.add(modifies);
        file.add("{");
        initial.forEach(line -> file.add("  " + line));
        zeros.forEach(line -> file.add("  " + line));
        main.forEach(line -> file.add("  " + line));
        file.add("}");
        return String.join("\n", file) + "\n";
    }

    /** Stands for the clause that names all variables, which are known only at the end. */
    static final String MODIFIES = "modifies *";

    /** What the memory that the code speaks of holds at the start. Free memory is free in Boogie as well. */
    private List<String> initial() {
        var code = new ArrayList<String>();
        var globals = new LinkedHashMap<String, Global>(bounded.source().globals());
        globals.putAll(bounded.globals());
        globals.values().forEach(global -> {
            if (global.contents() == Instr.Contents.FREE) return;
            expressions.at(SourceSpan.NOWHERE, Local::name);
            places.zero(global.name(), global.type(), code);
            initialize(global, code);
        });
        return code;
    }

    private void initialize(Global global, List<String> code) {
        for (Global.Initial initial : global.initial()) {
            Leaves.at(bounded.source(), global, initial.offset()).ifPresent(address -> {
                if (places.isUsed(address))
                    code.add(places.place(address, initial.value().type()) + " := " + expressions.of(initial.value())
                            + ";");
            });
        }
    }
}
